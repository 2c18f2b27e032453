import { useState, type FormEvent } from 'react'
import { useRemoveStoredInput, useStoredInput } from '../../app/stored-input.ts'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel } from '../../parts/button.tsx'
import { dayOf, useDates, wallClock } from '../../parts/dates.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useFocusWrong } from '../../parts/focus-wrong.ts'
import { lengthOf, type BoardEvent } from './board-event.ts'
import { dayLength, daysBetween } from '../../../../src/time/days.ts'
import { dayAndTime } from '../../parts/spoken.ts'
import { readRange, readStart } from '../../parts/spoken-times.ts'
import { useSpokenDay } from '../../parts/spoken-day.ts'
import { WhichDay } from '../../parts/which-day.tsx'
import { lengthText, rangeLength, readLength } from './lengths.ts'
import { ShortField } from './when-fields.tsx'

/** The alternative to dragging: sets another day, time or length, in the event's own time zone. */

const minuteMs = 60_000

const daysOf = ({ start_date, end_date }: BoardEvent) => daysBetween(dayOf(start_date), dayOf(end_date)) + 1

interface Written {
  readonly day: string
  readonly time: string
  readonly length: string
}

/** The length of a range such as `19–22 Uhr`. */
const lengthTyped = (from: string | undefined, until: string | undefined) =>
  from === undefined || until === undefined ? {} : { length: rangeLength(from, until) }

/** The shifts of start and end; undefined if the input is not valid. */
function shiftsOf(event: BoardEvent, { time, length }: Written, newDay: string | undefined) {
  if (newDay === undefined) return undefined
  const days = daysBetween(dayOf(event.start_date), newDay) * dayLength
  if (event.all_day) {
    const count = Number(length)
    if (!Number.isInteger(count) || count < 1) return undefined
    return { start: days, end: days + (count - daysOf(event)) * dayLength }
  }
  const [newTime, minutes] = [readStart(time), readLength(length)]
  if (newTime === undefined || minutes === undefined) return undefined
  const start = wallClock(`${newDay} ${newTime}`).getTime() - wallClock(event.start_date).getTime()
  return { start, end: start + minutes * minuteMs - lengthOf(event) }
}

export function MoveDialog({
  event,
  today,
  onMove,
  onClose,
}: {
  event: BoardEvent
  today: string
  onMove: (startMs: number, endMs: number) => void
  onClose: () => void
}) {
  const t = useWords()
  const dates = useDates()
  const [isTried, setTried] = useState(false)
  const { form, focusWrong } = useFocusWrong()
  const stored = {
    day: dates.fullDay(event.start_date),
    time: dates.wallTime(event.start_date),
    length: event.all_day ? String(daysOf(event)) : lengthText(lengthOf(event) / minuteMs),
  }
  const typedName = `move/${event.id}`
  const [written = stored, setWritten] = useStoredInput<Written>(typedName)
  const forget = useRemoveStoredInput()
  const close = () => {
    forget(typedName)
    onClose()
  }
  const write = (part: Partial<Written>) => setWritten((all = stored) => ({ ...all, ...part }))
  const day = useSpokenDay(written.day, today)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    setTried(true)
    const shifts = shiftsOf(event, written, day)
    if (shifts === undefined) return focusWrong()
    close()
    onMove(shifts.start, shifts.end)
  }
  return (
    <Dialog title={t('Move “{title}”', { title: event.title })} onClose={close}>
      <form className="stack" noValidate ref={form} onSubmit={submit}>
        <Fields
          event={event}
          written={written}
          write={write}
          writeDay={(next) => {
            const { time = written.time, until } = dayAndTime(next, today, t.language)
            write({ day: next, time, ...lengthTyped(time, until) })
          }}
          isTried={isTried}
          day={day}
        />
        <WhichDay
          text={written.day}
          today={today}
          day={day}
          onChoose={(next) => write({ day: dates.fullDay(next) })}
        />
        <p className="quiet" role="status">
          {day === undefined ? '' : dates.fullDay(`${day} 00:00:00`)} {!event.all_day && event.timezone}
        </p>
        <ActOrCancel onCancel={close}>{t('Move')}</ActOrCancel>
      </form>
    </Dialog>
  )
}

function Fields({
  event: { all_day },
  written: { day: dayText, time, length },
  write,
  writeDay,
  isTried,
  day,
}: {
  event: BoardEvent
  written: Written
  write: (part: Partial<Written>) => void
  writeDay: (text: string) => void
  isTried: boolean
  day: string | undefined
}) {
  const t = useWords()
  const wrong = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined)
  return (
    <div className="when">
      <ShortField
        label={t('Day')}
        value={dayText}
        onChange={writeDay}
        error={wrong(day === undefined, t('Such as 9.12. or tomorrow'))}
      />
      {!all_day && (
        <ShortField
          label={t('Starts')}
          value={time}
          onChange={(next) => {
            const range = readRange(next)
            write({ time: next, ...lengthTyped(range?.from, range?.until) })
          }}
          error={wrong(readStart(time) === undefined, t('Such as 19:30'))}
        />
      )}
      <ShortField
        label={all_day ? t('Days') : t('Length')}
        value={length}
        onChange={(next) => write({ length: next })}
        error={wrong(readLength(length) === undefined, t('Such as 1:30'))}
      />
    </div>
  )
}
