import { useQuery } from '@tanstack/react-query'
import { admin } from '../service/service.ts'
import { useService } from './service.tsx'
import { useSelf } from './session.tsx'

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

export type SentBack = ReadonlyMap<number, Review>

const none: SentBack = new Map()

/** The latest decision about each event, if it was to send the event back; newest first. */
function sentBackOf(reviews: readonly Review[]): SentBack {
  const latest = new Map(reviews.toReversed().map((review) => [review.event.id, review]))
  return new Map([...latest].filter(([, { decision }]) => decision === 'return'))
}

/** Keyed by event ID; refetched when the window gains focus. */
export function useSentBack(): SentBack {
  const service = useService()
  const { create_events: mayWrite } = useSelf().capabilities
  const { data = none } = useQuery({
    queryKey: ['events', 'reviews', 'sent back'],
    enabled: mayWrite,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const query = { status: 'draft', per_page: 100 }
      const { body } = await service.read<{ reviews: Review[] }>(admin('/reviews'), { query, signal })
      return sentBackOf(body.reviews)
    },
  })
  return data
}
