import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { useDates } from '../../../parts/dates.ts'
import { FieldError } from '../../../parts/field.tsx'
import { isDay } from '../../../parts/spoken.ts'
import { ServiceError } from '../../../service/errors.ts'
import { DayField } from '../dates/day-field.tsx'
import { useSubForm } from '../form.tsx'
import { shownDates, useExplained } from './explained.ts'
import type { Repeating } from './rule.ts'

interface RepeatDatesProps {
  readonly recurrence: string
  readonly repeating: Repeating
  readonly change: (next: Partial<Repeating>) => void
}

/** A recurrence in words and its dates, each of which can be excluded or restored; dates can also be added. */
export function RepeatDates({ recurrence, repeating, change }: RepeatDatesProps) {
  const { data, error } = useExplained(recurrence)
  const { without, extra } = repeating
  if (recurrence === '') return null
  const days = [...new Set([...(data?.dates ?? []), ...extra].map((date) => date.slice(0, 10)))].sort()
  const isOut = (day: string) => without.some((date) => date.slice(0, 10) === day)
  const added = (day: string) => extra.find((date) => date.slice(0, 10) === day)
  const exclude = (day: string) =>
    added(day) === undefined
      ? change({ without: [...without, day].sort() })
      : change({ extra: extra.filter((date) => date !== added(day)) })
  return (
    <>
      {error instanceof ServiceError && <FieldError id="recurrence-read">{error.message}</FieldError>}
      {data && (
        <InWords words={data.words} days={days} out={days.filter(isOut).length} repeating={repeating} />
      )}
      <ul className="dates">
        {days.map((day) => (
          <DateRow
            key={day}
            day={day}
            isOut={isOut(day)}
            exclude={() => exclude(day)}
            include={() => change({ without: without.filter((date) => date.slice(0, 10) !== day) })}
          />
        ))}
      </ul>
      <AnotherDate add={(day) => change({ extra: [...new Set([...extra, day])].sort() })} />
    </>
  )
}

/** “Every Tuesday and Thursday until 30 June 2027, except 3 dates: 26 dates” */
function InWords({
  words,
  days,
  out,
  repeating: { ruleLine, extra },
}: {
  words: string
  days: readonly string[]
  out: number
  repeating: Repeating
}) {
  const t = useWords()
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
      {days.length >= shownDates
        ? t('The first {count} dates:', { count: shownDates })
        : t.count(days.length - out, '{count} date:', '{count} dates:')}
    </p>
  )
}

function AnotherDate({ add }: { add: (day: string) => void }) {
  const t = useWords()
  const [day, setDay] = useSubForm<string>('another date')
  const isGiven = day !== undefined && isDay(day)
  return (
    <div className="row">
      {day !== undefined && (
        <DayField label={t('Another date')} id="another-date" value={day} onChange={setDay} />
      )}
      <Button
        size="small"
        icon="plus"
        isDisabled={day !== undefined && !isGiven}
        onPress={() => {
          if (isGiven) add(day)
          setDay(isGiven ? undefined : '')
        }}
      >
        {t('Add a date')}
      </Button>
    </div>
  )
}

function DateRow({
  day,
  isOut,
  exclude,
  include,
}: {
  day: string
  isOut: boolean
  exclude: () => void
  include: () => void
}) {
  const t = useWords()
  const dates = useDates()
  const shown = dates.fullDay(day)
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
