import { useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { useDates } from '../../../parts/dates.ts'
import { DayField } from '../dates/day-field.tsx'
import { daysOf, type Repeating } from './rule.ts'

const shownDates = 60

/** The dates of a rule, each to be left out or put back, and others beside it. */
export function RepeatDates({
  repeating,
  day,
  change,
}: {
  repeating: Repeating
  day: string
  change: (next: Partial<Repeating>) => void
}) {
  const t = useWords()
  const [added, setAdded] = useState<string>()
  const { rule, ruleLine, without, extra } = repeating
  if (ruleLine === undefined && extra.length === 0) return null
  const ruled = rule === undefined ? [] : daysOf(rule, day, shownDates)
  const days = [...new Set([...ruled, ...extra, ...(rule === undefined ? without : [])])].sort()
  const kept = days.filter((one) => !without.includes(one)).length
  const leaveOut = (one: string) =>
    extra.includes(one)
      ? change({ extra: extra.filter((other) => other !== one) })
      : change({ without: [...without, one].sort() })
  const isDay = added !== undefined && /^\d{4}-\d\d-\d\d$/.test(added)
  return (
    <>
      {rule !== undefined && (
        <p role="status">
          {days.length >= shownDates
            ? t('The first {count} dates:', { count: shownDates })
            : t.count(kept, '{count} date:', '{count} dates:')}
        </p>
      )}
      <ul className="dates">
        {days.map((one) => (
          <DateRow
            key={one}
            day={one}
            isOut={without.includes(one)}
            leaveOut={() => leaveOut(one)}
            putBack={() => change({ without: without.filter((other) => other !== one) })}
          />
        ))}
      </ul>
      <div className="row">
        {added !== undefined && (
          <DayField label={t('Another date')} id="another-date" value={added} onChange={setAdded} />
        )}
        <Button
          size="small"
          icon="plus"
          isDisabled={added !== undefined && !isDay}
          onPress={() => {
            if (isDay) change({ extra: [...new Set([...extra, added])].sort() })
            setAdded(isDay ? undefined : '')
          }}
        >
          {t('Add a date')}
        </Button>
      </div>
    </>
  )
}

function DateRow({
  day,
  isOut,
  leaveOut,
  putBack,
}: {
  day: string
  isOut: boolean
  leaveOut: () => void
  putBack: () => void
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
        onClick={isOut ? putBack : leaveOut}
      >
        {isOut ? t('Put back') : t('Leave out')}
      </button>
    </li>
  )
}
