import { useMay } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { capitalized } from '../../../../src/text/capitalized.ts'
import { useDates, type Dates } from '../../parts/dates.ts'
import { rangeOf, views, type View } from './days.ts'

/** The line above the board: the current range, and navigation. */

const names = {
  month: 'Month',
  week: 'Week',
  day: 'Day',
  list: 'List',
} as const satisfies Readonly<Record<View, Text>>

/** “December 2026”, “7–13 December 2026”, “Wed 9 Dec 2026”. */
export function useHeading(view: View, day: string): string {
  const { language } = useWords()
  return capitalized(rangeText(useDates(), view, day), language)
}

function rangeText(dates: Dates, view: View, day: string): string {
  const midnight = (text: string) => `${text} 00:00:00`
  if (view === 'day') return dates.fullDay(midnight(day))
  if (view !== 'week') return dates.month(midnight(day))
  const { from, to } = rangeOf(view, day)
  return dates.days(midnight(from), midnight(to))
}

export function PagingButtons({ turn, toToday }: { turn: (pages: number) => void; toToday: () => void }) {
  const t = useWords()
  return (
    <div className="joined">
      <Button icon="previous" label={t('Previous')} onPress={() => turn(-1)} />
      <Button onPress={toToday}>{t('Today')}</Button>
      <Button icon="next" label={t('Next')} onPress={() => turn(1)} />
    </div>
  )
}

export function HeadActions({ view, onView }: { view: View; onView: (view: View) => void }) {
  const t = useWords()
  const mayCreate = useMay('create_events')
  return (
    <>
      <div className="joined wide-only" role="group" aria-label={t('View')}>
        {views.map((one) => (
          <Button key={one} aria-pressed={one === view} onPress={() => onView(one)}>
            {t(names[one])}
          </Button>
        ))}
      </div>
      {mayCreate && (
        <LinkButton kind="primary" icon="plus" to="/events/new" className="wide-only">
          {t('New event')} <kbd aria-hidden="true">N</kbd>
        </LinkButton>
      )}
    </>
  )
}
