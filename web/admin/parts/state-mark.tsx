import { useWords } from '../app/words.tsx'
import type { Text } from '../locales/index.ts'
import type { SentBack } from '../app/sent-back.ts'
import type { CalendarEvent, Post, Status } from '../service/types.ts'
import { Icon, type IconName } from './icon.tsx'

/** A state as a shape and a word. */

export const states = {
  publish: ['published', 'Published'],
  future: ['clock', 'Scheduled'],
  draft: ['draft', 'Draft'],
  pending: ['pending', 'Pending review'],
  private: ['lock', 'Private'],
  hidden: ['hidden', 'Hidden'],
  cancelled: ['cancelled', 'Cancelled'],
  postponed: ['clock', 'Postponed'],
  rescheduled: ['clock', 'Rescheduled'],
  'moved-online': ['link', 'Moved online'],
  trash: ['trash', 'Trash'],
} as const satisfies Readonly<Record<string, readonly [IconName, Text]>>

export type State = keyof typeof states

/** The most important state; an unpublished event is that, whatever else applies. */
export function stateOf(
  post: Pick<Post, 'status'> & Partial<Pick<CalendarEvent, 'event_status' | 'hide_from_listings'>>,
): State {
  if (post.status !== 'publish') return post.status
  if (post.event_status !== undefined && post.event_status !== 'scheduled') return post.event_status
  return post.hide_from_listings === true ? 'hidden' : 'publish'
}

export const StateIcon = ({ state }: { state: State }) => <Icon name={states[state][0]} />

/** A draft that was sent back, with the reviewer's note. */
export function SentBackMark({ note }: { note: string | undefined }) {
  const t = useWords()
  return (
    <>
      <span className="state" data-state="pending">
        <Icon name="undo" />
        {t('Sent back')}
      </span>
      {note !== undefined && <small className="quiet state-note">{t('“{note}”', { note })}</small>}
    </>
  )
}

export function StateMark({ state }: { state: State }) {
  const t = useWords()
  return (
    <span className="state" data-state={state}>
      <StateIcon state={state} />
      {t(states[state][1])}
    </span>
  )
}

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
