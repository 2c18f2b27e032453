import { useEffect, useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { dayOf, useDates } from '../../../parts/dates.ts'
import { FieldError } from '../../../parts/field.tsx'
import { isDay, todayIn } from '../../../parts/spoken.ts'
import { ServiceError } from '../../../service/errors.ts'
import { DayField } from '../dates/day-field.tsx'
import { useSubForm, useText } from '../form.tsx'
import { shownDates, useExplained } from './explained.ts'
import { isDate, listedDates, type ListedDate } from './listed-dates.ts'
import { hasUnreadEnd, lastDay, type Repeating } from './rule.ts'

interface RepeatDatesProps {
  readonly recurrence: string
  readonly repeating: Repeating
  /** When the event begins, `2027-03-02 19:30:00`. */
  readonly start: string
  readonly change: (next: Partial<Repeating>) => void
}

/** A recurrence in words and its dates, each of which can be excluded or restored; dates can also be added. */
export function RepeatDates({ recurrence, repeating, start, change }: RepeatDatesProps) {
  const t = useWords()
  const zone = useText('timezone').value
  const [day, time] = start.split(' ') as [string, string]
  const isUnread = hasUnreadEnd(recurrence)
  const { until } = repeating.rule ?? {}
  const isOver = !isUnread && until !== undefined && lastDay(until, time, zone) < day
  const [asked, setAsked] = useListedFrom(recurrence)
  const { data, error } = useExplained(recurrence, asked)
  const { without, extra } = repeating
  if (recurrence === '') return null
  const { dates: starts = [], from } = data ?? {}
  const added = extra.filter((date) => from === undefined || date >= dayOf(from))
  const listed = listedDates(starts, { ...repeating, extra: added }, time)
  const exclude = ({ name }: ListedDate) =>
    extra.includes(name)
      ? change({ extra: extra.filter((date) => date !== name) })
      : change({ without: [...without, name].sort() })
  return (
    <>
      {error instanceof ServiceError && !isUnread && (
        <FieldError id="recurrence-read">{error.fields.recurrence ?? error.message}</FieldError>
      )}
      {isUnread && <FieldError id="recurrence-read">{t('Such as 9.12. or tomorrow')}</FieldError>}
      {isOver && (
        <FieldError id="recurrence-end" isAlert>
          {t('The last day is before the start, so the event does not repeat.')}
        </FieldError>
      )}
      {data && (
        <InWords
          words={data.words}
          count={listed.length}
          from={from}
          out={from === undefined ? listed.filter(({ isOut }) => isOut).length : without.length}
          repeating={repeating}
        />
      )}
      <Paging
        from={asked}
        after={starts.length < shownDates ? undefined : starts.at(-1)}
        onChange={setAsked}
      />
      <ul className="dates">
        {listed.map((date) => (
          <DateRow
            key={date.name}
            date={date}
            exclude={() => exclude(date)}
            include={() => change({ without: without.filter((left) => !isDate(left, date)) })}
          />
        ))}
      </ul>
      <AnotherDate add={(day) => change({ extra: [...new Set([...extra, day])].sort() })} />
    </>
  )
}

/** From when on dates are listed: today, if the first ones that are listed at a time are all over. */
function useListedFrom(recurrence: string) {
  const zone = useText('timezone').value
  const { data } = useExplained(recurrence, undefined)
  const [chosen, setChosen] = useState<{ readonly from: string | undefined }>()
  const last = data?.dates[shownDates - 1]
  const today = last === undefined || zone === '' ? '' : `${todayIn(zone)} 00:00:00`
  const isAhead = data !== undefined && (data.until === null || data.until >= today)
  const usual = last !== undefined && last < today && isAhead ? today : undefined
  return [
    chosen === undefined ? usual : chosen.from,
    (from: string | undefined) => setChosen({ from }),
  ] as const
}

/** What is listed has a limit, and a way to the dates before and after it. */
function Paging({
  from,
  after,
  onChange,
}: {
  from: string | undefined
  /** The last date that is listed; undefined if there are no later ones. */
  after: string | undefined
  onChange: (from: string | undefined) => void
}) {
  const t = useWords()
  if (from === undefined && after === undefined) return null
  return (
    <div className="row">
      <Button size="small" isDisabled={from === undefined} onPress={() => onChange(undefined)}>
        {t('From the first date')}
      </Button>
      <Button size="small" isDisabled={after === undefined} onPress={() => onChange(after)}>
        {t('Later dates')}
      </Button>
    </div>
  )
}

/** “Every Tuesday and Thursday until 30 June 2027, except 3 dates: 26 dates” */
function InWords({
  words,
  count,
  from,
  out,
  repeating: { ruleLine, extra },
}: {
  words: string
  count: number
  from: string | undefined
  out: number
  repeating: Repeating
}) {
  const t = useWords()
  const dates = useDates()
  const more = ruleLine === undefined ? 0 : extra.length
  const sentence = [
    words,
    more > 0 && t.count(more, 'and {count} more date', 'and {count} more dates'),
    out > 0 && t.count(out, 'except {count} date', 'except {count} dates'),
  ]
  return (
    <p role="status">
      <strong>{sentence.filter((part) => part !== false).join(', ')}</strong>
      <br />
      {from !== undefined
        ? t('Dates from {day} on:', { day: dates.fullDay(from) })
        : count >= shownDates
          ? t('The first {count} dates:', { count: shownDates })
          : t.count(count - out, '{count} date:', '{count} dates:')}
    </p>
  )
}

const fieldId = 'another-date'

function AnotherDate({ add }: { add: (day: string) => void }) {
  const t = useWords()
  const [day, setDay] = useSubForm<string>('another date')
  const isGiven = day !== undefined && isDay(day)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    // It comes before the button, so whoever cannot see it would have to search backwards.
    if (asked > 0) document.getElementById(fieldId)?.focus()
  }, [asked])
  return (
    <div className="row">
      {day !== undefined && <DayField label={t('Another date')} id={fieldId} value={day} onChange={setDay} />}
      <Button
        size="small"
        icon="plus"
        isDisabled={day !== undefined && !isGiven}
        onPress={() => {
          setDay(isGiven ? undefined : '')
          if (isGiven) add(day)
          else setAsked(asked + 1)
        }}
      >
        {t('Add a date')}
      </Button>
    </div>
  )
}

function DateRow({
  date: { start, hasOwnTime, isOut },
  exclude,
  include,
}: {
  date: ListedDate
  exclude: () => void
  include: () => void
}) {
  const t = useWords()
  const dates = useDates()
  const shown = hasOwnTime ? dates.fullTime(start) : dates.fullDay(start)
  return (
    <li data-is={isOut ? 'skipped' : ''}>
      <span>{shown}</span>
      <button
        type="button"
        className="link"
        aria-label={isOut ? t('Put back {date}', { date: shown }) : t('Leave out {date}', { date: shown })}
        onClick={isOut ? include : exclude}
      >
        {isOut ? t('Put back') : t('Leave out')}
      </button>
    </li>
  )
}
