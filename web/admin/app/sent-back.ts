import { admin } from '../service/service.ts'
import { useBody } from './service.tsx'
import { useMay } from './session.tsx'

/** Drafts that editors have sent back (interface: Reviews). */

export interface Review {
  readonly id: number
  readonly date_utc: string
  readonly decision: 'accept' | 'return' | 'reject'
  /** Of whoever decided. */
  readonly name: string
  readonly note?: string
  readonly event: {
    readonly id: number
    readonly title: string
    readonly language?: string
    readonly author?: number
  }
}

export interface Reviews {
  readonly reviews: readonly Review[]
}

export type SentBack = ReadonlyMap<number, Review>

const none: SentBack = new Map()

/** The latest decision about each event, if it was to send the event back; newest first. */
function sentBackOf({ reviews }: Reviews): SentBack {
  const latest = new Map(reviews.toReversed().map((review) => [review.event.id, review]))
  return new Map([...latest].filter(([, { decision }]) => decision === 'return'))
}

/** Keyed by event ID; refetched when the window gains focus. */
export function useSentBack(): SentBack {
  const { data = none } = useBody<Reviews, SentBack>({
    queryKey: ['events', 'reviews', 'sent back'],
    path: admin('/reviews'),
    query: { status: 'draft', per_page: 100 },
    enabled: useMay('create_events'),
    refetchInterval: 60_000,
    select: sentBackOf,
  })
  return data
}
