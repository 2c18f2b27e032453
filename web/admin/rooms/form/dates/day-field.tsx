import { parseDate, type CalendarDate } from '@internationalized/date'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { useSite } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { useDates } from '../../../parts/dates.ts'
import { useOverlayContainer } from '../../../parts/dialog.tsx'
import { Input } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { dayAndTime, isDay, readDay, readPhrase, todayIn, type DayAndTimes } from '../../../parts/spoken.ts'
import { WhichDay } from '../../../parts/which-day.tsx'
import { useForm } from '../form.tsx'

/** A time, or a range of times, is passed if one was typed behind the day. */
type Change = (day: string, time?: string, until?: string) => void

/** Keeps the typed text until the field loses focus; phrases need a parser that is loaded on demand. */
function useTypedDay(value: string, onChange: Change, takesTime: boolean) {
  const t = useWords()
  const dates = useDates()
  const { timezone } = useSite()
  const [typed, setTyped] = useState<string>()
  const [understood, setUnderstood] = useState('')
  const readLater = useLateDay(value, onChange)
  const today = todayIn(timezone)
  const shown = isDay(value) ? dates.fullDay(value) : value
  const settle = () => setTyped(undefined)
  const partsOf = (text: string): DayAndTimes =>
    takesTime ? dayAndTime(text, today, t.language) : { day: text }
  return {
    shown,
    typed,
    /** What was typed, without the time. */
    phrase: partsOf(typed ?? '').day,
    today,
    /** The parsed date, announced to screen readers when the field loses focus. */
    understood,
    type: (text: string) => {
      setTyped(text)
      const { day: phrase, time, until } = partsOf(text)
      const day = readDay(phrase, today, t.language)
      onChange(day ?? phrase, time, until)
      if (day === undefined && /\p{L}{3}/u.test(phrase))
        readLater(phrase, readPhrase(phrase, today, t.language))
    },
    settle,
    leave: () => {
      if (typed !== undefined) setUnderstood(shown)
      settle()
    },
  }
}

/**
 * Takes the day of a phrase whenever it is known, as long as the phrase is still the value. What else was typed
 * meanwhile remains, because the day is set as the field is by then.
 */
function useLateDay(value: string, onChange: Change) {
  const { editor } = useForm()
  const now = useRef({ value, onChange })
  useEffect(() => {
    now.current = { value, onChange }
  })
  return (phrase: string, found: Promise<string | undefined>) => {
    const take = (day: string | undefined) => {
      if (day !== undefined && now.current.value === phrase) now.current.onChange(day)
    }
    // If the parser cannot be loaded, the phrase remains, and the service refuses it.
    const reading = found.then(take, () => undefined).finally(() => editor.reading.delete(reading))
    editor.reading.add(reading)
  }
}

/**
 * A text field for a day that accepts phrases, with a calendar (Alt+Down). `value` is `2026-12-09`, or the text if it
 * was not understood.
 */
export function DayField({
  label,
  value,
  onChange,
  id,
  isInvalid = false,
  takesTime = false,
  describedBy,
}: {
  label: string
  value: string
  onChange: Change
  id: string
  isInvalid?: boolean
  /** Whether a time may be typed behind the day. */
  takesTime?: boolean
  /** ID of what helps to fill it in. */
  describedBy?: string
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const { shown, typed, phrase, today, understood, type, settle, leave } = useTypedDay(
    value,
    onChange,
    takesTime,
  )
  return (
    <>
      <span className="date">
        <label className="unseen" htmlFor={id}>
          {label}
        </label>
        <Input
          id={id}
          value={typed ?? shown}
          autoComplete="off"
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          onChange={type}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            trigger.current?.click()
          }}
        />
        <span className="unseen" aria-live="polite">
          {understood}
        </span>
        <DayCalendar label={label} value={value} onChange={onChange} trigger={trigger} />
      </span>
      <WhichDay text={phrase} today={today} day={value} onChoose={onChange} />
    </>
  )
}

function DayCalendar({
  label,
  value,
  onChange,
  trigger,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  trigger: RefObject<HTMLButtonElement | null>
}) {
  const t = useWords()
  const container = useOverlayContainer()
  return (
    <DialogTrigger>
      <Button
        className="button button--icon"
        aria-label={t('{field}: open the calendar', { field: label })}
        ref={trigger}
      >
        <Icon name="calendar" />
      </Button>
      <Popover className="over" UNSTABLE_portalContainer={container()}>
        <Dialog className="pop pop--in-place pop--day" aria-label={label}>
          {({ close }) => (
            <Calendar
              value={isDay(value) ? parseDate(value) : null}
              onChange={(day: CalendarDate) => {
                onChange(day.toString())
                close()
              }}
              autoFocus
              aria-label={label}
            >
              <Month />
            </Calendar>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const Month = () => (
  <>
    <header className="row row--between">
      <Button slot="previous" className="button button--quiet button--icon">
        <Icon name="previous" />
      </Button>
      <Heading level={3} />
      <Button slot="next" className="button button--quiet button--icon">
        <Icon name="next" />
      </Button>
    </header>
    <CalendarGrid className="month-days">{(date) => <CalendarCell date={date} />}</CalendarGrid>
  </>
)
