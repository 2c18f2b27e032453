import { useRef } from 'react'
import { useWords } from '../app/words.tsx'
import { useDates } from './dates.ts'
import { nextDays } from './spoken.ts'

/** If a phrase may mean two days, offers both, with the current one selected, as long as it is one of them. */
export function WhichDay({
  text,
  today,
  day,
  onChoose,
}: {
  text: string
  today: string
  day: string | undefined
  onChoose: (day: string) => void
}) {
  const t = useWords()
  const dates = useDates()
  const asked = useRef<readonly string[]>([])
  const days = nextDays(text, today, t.language)
  // The options remain after a choice, because they contain the focus.
  if (days.length > 1) asked.current = days.toSorted()
  if (day === undefined || !asked.current.includes(day)) return null
  return (
    <span className="row which-day" role="group" aria-label={t('Which day is meant?')}>
      <span className="quiet" role="status">
        {t('Which day is meant?')}
      </span>
      {asked.current.map((one) => (
        <button
          key={one}
          type="button"
          className="chip chip--choice"
          aria-pressed={one === day}
          onClick={() => onChoose(one)}
        >
          {dates.fullDay(one)}
        </button>
      ))}
    </span>
  )
}
