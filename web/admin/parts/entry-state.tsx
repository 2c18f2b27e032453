import type { SentBack } from '../app/sent-back.ts'
import type { CalendarEvent, Status } from '../service/types.ts'
import { SentBackMark, StateMark, stateOf } from './state-mark.tsx'

type Entry = Partial<Pick<CalendarEvent, 'event_status' | 'hide_from_listings'>> & {
  readonly id: number
  readonly status?: Status
}

/** The state of an entry; terms have none. */
export function EntryState({ entry, sentBack }: { entry: Entry; sentBack: SentBack }) {
  const { id, status } = entry
  const review = status === 'draft' ? sentBack.get(id) : undefined
  if (review !== undefined) return <SentBackMark note={review.note} />
  return status !== undefined && <StateMark state={stateOf({ ...entry, status })} />
}
