import { useState, type FormEvent } from 'react'
import { useRemoveStoredInput, useStoredInput } from '../../app/stored-input.ts'
import { firstLanguage, useLanguages } from '../../app/languages.ts'
import { useSite } from '../../app/service.tsx'
import { categoryOptions, useCategories, useCategoriesFailure } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { dayOf, useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { Field, Input, Select } from '../../parts/field.tsx'
import { useFocusWrong } from '../../parts/focus-wrong.ts'
import { languageName } from '../../parts/language-marks.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Actions } from './actions.ts'
import { dayAfter } from '../../../../src/time/days.ts'
import { CardPopover } from './popover.tsx'
import { addMinutes, dayAndTime, minutesBetween, wallOf } from '../../parts/spoken.ts'
import { isEndOfDay, readRange, readStart, readTime } from '../../parts/spoken-times.ts'
import { useSpokenDay } from '../../parts/spoken-day.ts'
import { WhichDay } from '../../parts/which-day.tsx'
import { ShortField } from './when-fields.tsx'

/** Creates an event from the minimal fields; the form has the rest. */

export interface NewEvent {
  /** A day, or a local time of the site. */
  readonly start: string
  /** The exclusive end, if a range was selected. */
  readonly end: string | undefined
}

const isDayAlone = (text: string) => text.length === 10

const evening = '20:00'
const usualMinutes = 90

const timeOf = (text: string) => text.slice(11, 16)

/** An evening, unless a time was selected. */
const firstStart = ({ start }: NewEvent) => (isDayAlone(start) ? `${start} ${evening}:00` : start)

const minutesOf = ({ start, end }: NewEvent) =>
  end === undefined || isDayAlone(end) ? usualMinutes : minutesBetween(start, end)

/** The end moves with the start until another one is typed. */
function untilOf({ from, until }: Written, event: NewEvent): string {
  const time = readStart(from)
  const start = time === undefined ? firstStart(event) : `${dayOf(event.start)} ${time}`
  return until ?? timeOf(addMinutes(start, minutesOf(event)))
}

/** Unsaved input of the popover, passed on to the form or the next popover. */
interface Begun {
  readonly written: Written
  readonly event: NewEvent
  /** That of the title. */
  readonly language?: string
}

const begunName = 'board/new'

interface Written {
  readonly title: string
  readonly day: string
  readonly from: string
  /** Only if it was typed. */
  readonly until?: string
  readonly category: string
}

const readEnd = (text: string) => (isEndOfDay(text) ? '00:00:00' : readTime(text))

/** The end of a range such as `19–22 Uhr`. */
function typedEnd(from: string): Pick<Written, 'until'> {
  const range = readRange(from)
  return range === undefined ? {} : { until: range.until }
}

/** The body to send; all-day if several days were selected. */
function bodyOf(written: Written, day: string, event: NewEvent) {
  const { start, end } = event
  const days = end !== undefined && isDayAlone(start)
  const writtenEnd = untilOf(written, event)
  const [from, until] = [readStart(written.from), readEnd(writtenEnd)]
  if (!days && (from === undefined || until === undefined)) return undefined
  const isNextDay = !days && (isEndOfDay(writtenEnd) || from! > until!)
  const lastDay = isNextDay ? dayAfter(day, 1) : day
  const dates = days
    ? {
        all_day: true,
        start_date: wallOf(start, '00:00:00'),
        end_date: wallOf(dayAfter(end, -1), '23:59:59'),
      }
    : { start_date: wallOf(day, from!), end_date: wallOf(lastDay, until!) }
  return {
    title: written.title.trim(),
    status: 'draft',
    ...dates,
    ...(written.category === '' ? {} : { categories: [Number(written.category)] }),
  }
}

export function QuickCreate({
  event,
  anchor,
  actions,
  today,
  onClose,
}: {
  event: NewEvent
  anchor: HTMLElement
  actions: Actions
  today: string
  onClose: () => void
}) {
  const t = useWords()
  const dates = useDates()
  const [begun, setBegun] = useStoredInput<Begun>(begunName)
  const languages = useLanguages()
  const language = begun?.language ?? firstLanguage(languages) ?? t.language
  const [written, setWritten] = useState<Written>(() => ({
    title: begun?.written.title ?? '',
    day: dates.fullDay(`${dayOf(event.start)} 00:00:00`),
    from: timeOf(firstStart(event)),
    category: begun?.written.category ?? '',
  }))
  const [isTried, setTried] = useState(false)
  const { form, focusWrong } = useFocusWrong()
  const { create, isCreating, creationError } = actions.create
  const write = (part: Partial<Written>) => {
    const next = { ...written, ...part }
    setWritten(next)
    setBegun(next.title.trim() === '' ? undefined : { written: next, event, language })
  }
  const day = useSpokenDay(written.day, today)
  const body = day === undefined ? undefined : bodyOf(written, day, event)
  /** Keeps another event that was begun meanwhile. */
  const forgetSaved = () => setBegun((now) => (now?.written.title === written.title ? undefined : now))
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    setTried(true)
    if (body === undefined || body.title === '') return focusWrong()
    if (isCreating) return
    // Unlike `onSuccess`, the promise does not depend on whether the popover is still open.
    create(body, language, onClose).then(forgetSaved, () => undefined)
  }
  return (
    <CardPopover title={t('New event')} anchor={anchor} onClose={onClose} isWide>
      <form className="stack" noValidate ref={form} onSubmit={submit}>
        {creationError && <Failure error={creationError} />}
        <Field
          label={t('Title in {language}', { language: languageName(t, language) })}
          error={isTried && written.title.trim() === '' ? t('Fill in this field.') : undefined}
        >
          <Input autoFocus lang={language} value={written.title} onChange={(title) => write({ title })} />
        </Field>
        <WhenFields
          written={written}
          write={write}
          writeDay={(next) => {
            const { time = written.from, until = written.until } = dayAndTime(next, today, t.language)
            write({ day: next, from: time, ...(until === undefined ? {} : { until }) })
          }}
          event={event}
          isTried={isTried}
          day={day}
        />
        <WhichDay
          text={written.day}
          today={today}
          day={day}
          onChoose={(next) => write({ day: dates.fullDay(next) })}
        />
        <CategoryField value={written.category} onChange={(category) => write({ category })} />
        <Ending isBusy={isCreating} values={body ?? { title: written.title }} original={language} />
      </form>
    </CardPopover>
  )
}

function Ending({ isBusy, ...begun }: { isBusy: boolean; values: object; original: string }) {
  const t = useWords()
  const forget = useRemoveStoredInput()
  const { timezone } = useSite()
  return (
    <div className="row">
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t('Save draft')} <kbd aria-hidden="true">{t('Enter')}</kbd>
      </Button>
      <LinkButton to="/events/new" state={begun} onPress={() => forget(begunName)}>
        {t('More fields')}
      </LinkButton>
      <span className="quiet">{timezone}</span>
    </div>
  )
}

/** Offers unsaved input of a popover that was closed, or of a tab that was killed. */
export function UnsavedEvent({ today }: { today: string }) {
  const t = useWords()
  const [begun, setBegun] = useStoredInput<Begun>(begunName)
  const day = useSpokenDay(begun?.written.day ?? '', today)
  if (begun === undefined) return null
  const { written, event, language: original } = begun
  const values = (day === undefined ? undefined : bodyOf(written, day, event)) ?? { title: written.title }
  return (
    <Notice
      icon="clock"
      title={t('“{title}” is not saved yet.', { title: written.title })}
      actions={
        <>
          <LinkButton
            size="small"
            to="/events/new"
            state={{ values, original }}
            onPress={() => setBegun(undefined)}
          >
            {t('Continue in the form')}
          </LinkButton>
          <Button size="small" onPress={() => setBegun(undefined)}>
            {t('Discard it')}
          </Button>
        </>
      }
    />
  )
}

function WhenFields({
  written,
  write,
  writeDay,
  event,
  isTried,
  day,
}: {
  written: Written
  write: (part: Partial<Written>) => void
  writeDay: (text: string) => void
  event: NewEvent
  isTried: boolean
  day: string | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const { start, end } = event
  const until = untilOf(written, event)
  if (end !== undefined && isDayAlone(start))
    return (
      <p>
        {dates.when({ start_date: start, end_date: dayAfter(end, -1), all_day: true })}, {t('all day')}
      </p>
    )
  const unread = (time: string | undefined) =>
    isTried && time === undefined ? t('Such as 19:30') : undefined
  return (
    <div className="when">
      <ShortField
        label={t('Day')}
        value={written.day}
        onChange={writeDay}
        error={isTried && day === undefined ? t('Such as 9.12. or tomorrow') : undefined}
      />
      <ShortField
        label={t('Starts')}
        value={written.from}
        onChange={(from) => write({ from, ...typedEnd(from) })}
        error={unread(readStart(written.from))}
      />
      <ShortField
        label={t('Ends')}
        value={until}
        onChange={(typed) => write({ until: typed })}
        error={unread(readEnd(until))}
      />
    </div>
  )
}

function CategoryField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useWords()
  const categories = useCategories()
  return (
    <Field label={t('Category')} error={useCategoriesFailure()}>
      <Select
        value={value}
        onChange={onChange}
        options={[{ value: '', label: t('None') }, ...categoryOptions(categories)]}
      />
    </Field>
  )
}
