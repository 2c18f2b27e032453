import { useWords } from '../../app/words.tsx'
import { hueOf } from '../../parts/hue.ts'
import { StateIcon, stateOf, states } from '../../parts/state-mark.tsx'
import { placeOf } from '../../parts/venues.ts'
import type { BoardEvent } from './board-event.ts'

/** An event on the grid: the colour shows the category, the shape shows the state. */
export function EventBody({
  event,
  time,
  isOpen,
  hasPlace,
}: {
  event: BoardEvent
  /** In site time; undefined for bars. */
  time: string | undefined
  isOpen: boolean
  hasPlace: boolean
}) {
  const t = useWords()
  const state = stateOf(event)
  const place = hasPlace ? placeOf(event) : ''
  const [category] = event.categories
  return (
    <span
      className="ev"
      data-event={event.id}
      data-cat={hueOf(event)}
      data-state={state}
      data-open={isOpen || undefined}
    >
      <span className="ev__mark">{state !== 'publish' && <StateIcon state={state} />}</span>
      {time !== undefined && <time>{time}</time>}{' '}
      <span className="ev__title" lang={event.language}>
        {event.title}
      </span>
      {state !== 'publish' && <span className="unseen">, {t(states[state][1])}</span>}
      {place !== '' && <span className="ev__place">{place}</span>}
      {category && <span className="unseen">, {category.name}</span>}
    </span>
  )
}
