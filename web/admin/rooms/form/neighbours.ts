import { areSimilar, wordsIn } from '../../../../src/text/similar-titles.ts'
import { useBody } from '../../app/service.tsx'
import { calendar } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { venuesOf } from '../../parts/venues.ts'
import { isWall } from '../../parts/spoken.ts'
import { useFormState } from './form.tsx'
import { slugOf } from './slug.ts'

/** Other events on the same day: at the same venue, or with a similar title. */

const own = ['id', 'title', 'language', 'start_date', 'end_date', 'all_day', 'post_parent'] as const

const fields = [...own, 'venue.id'].map((name) => `events.${name}`)

type Neighbour = Pick<CalendarEvent, (typeof own)[number] | 'venue'>

const wordsOf = (title: string) => wordsIn(slugOf(title))

export function useNeighbours(): { overlapping: readonly Neighbour[]; twins: readonly Neighbour[] } {
  const { id, values, original } = useFormState()
  const { start_date: start, end_date: end, venue, title } = values
  const day = isWall(start) ? start.slice(0, 10) : undefined
  const { data } = useBody<{ events: Neighbour[] }>({
    queryKey: ['events', 'on the day', day, original],
    path: calendar('/events'),
    // In the language of the title that they are compared with.
    query: {
      during: day,
      per_page: 100,
      ml_language: original,
      ml_fallback: 'original',
      _fields: fields.join(','),
    },
    enabled: day !== undefined,
  })
  if (day === undefined || !isWall(end)) return { overlapping: [], twins: [] }
  // Excludes the occurrences of the same series.
  const others = (data?.events ?? []).filter(
    (one) => one.id !== id && (id === undefined || one.post_parent !== id),
  )
  const venues = Array.isArray(venue) ? (venue as number[]) : []
  return {
    overlapping: others.filter(
      (one) =>
        venuesOf(one).some(({ id }) => venues.includes(id)) &&
        String(start) < one.end_date &&
        one.start_date < end,
    ),
    twins: others.filter((one) => areSimilar(wordsOf(String(title)), wordsOf(one.title))),
  }
}
