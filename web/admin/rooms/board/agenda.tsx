import { useLanguages } from '../../app/languages.ts'
import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { capitalized } from '../../../../src/text/capitalized.ts'
import { dayOf, useDates } from '../../parts/dates.ts'
import { hueOf } from '../../parts/hue.ts'
import { LanguageMarks } from '../../parts/language-marks.tsx'
import { StateMark, stateOf } from '../../parts/state-mark.tsx'
import { placeOf } from '../../parts/venues.ts'
import { later } from '../../parts/wall-clock.ts'
import type { BoardEvent, Clock, Placing } from './board-event.ts'
import type { DayRange } from './days.ts'

/** Events grouped by day: the list view, which also replaces the grid on phones. */

interface Entry extends Placing {
  readonly event: BoardEvent
}

/** Events that started earlier are listed on the first day shown. */
function entriesByDay(events: readonly BoardEvent[], clock: Clock, { from, to }: DayRange) {
  const days = new Map<string, Entry[]>()
  const entries = events
    .map((event): Entry => ({ event, ...clock.place(event) }))
    .sort((one, other) => one.start.localeCompare(other.start))
  for (const entry of entries) {
    const day = dayOf(entry.start) < from ? from : dayOf(entry.start)
    if (day > to || dayOf(later(entry.end, -1000)) < from) continue
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].sort(([one], [other]) => one.localeCompare(other))
}

export function Agenda({
  events,
  clock,
  range,
  today,
  onOpen,
}: {
  events: readonly BoardEvent[]
  clock: Clock
  range: DayRange
  today: string
  onOpen: (event: BoardEvent, anchor: HTMLElement) => void
}) {
  const t = useWords()
  const dates = useDates()
  return (
    <section aria-label={t('Agenda')}>
      {entriesByDay(events, clock, range).map(([day, entries]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 className="agenda__day" id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
            {capitalized(dates.day(`${day} 00:00:00`), t.language)}
            {day === today && ` · ${t('today')}`}
          </h2>
          <ul className="agenda">
            {entries.map((entry) => (
              <EntryItem key={entry.event.id} entry={entry} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function EntryItem({
  entry: { event, start, end, isBar },
  onOpen,
}: {
  entry: Entry
  onOpen: (event: BoardEvent, anchor: HTMLElement) => void
}) {
  const t = useWords()
  const dates = useDates()
  const { root } = useSite()
  const languages = useLanguages()
  const state = stateOf(event)
  const lastMoment = later(end, -1000)
  const isLong = isBar && dayOf(lastMoment) !== dayOf(start)
  return (
    <li data-state={state}>
      <a
        href={`${root}/admin/events/${event.id}`}
        data-cat={hueOf(event)}
        onClick={(click) => {
          if (click.ctrlKey || click.metaKey) return
          click.preventDefault()
          onOpen(event, click.currentTarget)
        }}
      >
        <span className="agenda__bar" />
        <span className="agenda__aside">
          {isBar ? t('all day') : dates.wallTime(start)}
          <br />
          <span className="quiet">
            {isLong ? t('until {end}', { end: dates.dayOfMonth(lastMoment) }) : !isBar && dates.wallTime(end)}
          </span>
        </span>
        <span data-event={event.id}>
          <strong lang={event.language}>{event.title}</strong>
          <small>
            {state !== 'publish' && <StateMark state={state} />}
            <span>{placeOf(event)}</span>
            <LanguageMarks of={event} languages={languages} />
          </small>
        </span>
      </a>
    </li>
  )
}
