import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguages } from '../../app/languages.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { calendar, type Service } from '../../service/service.ts'
import { boardFields, type BoardEvent } from './board-event.ts'
import { rangeOf, pagedBy, type DayRange, type View } from './days.ts'

/** The events of the displayed range, in all states but the trash. */

const perPage = 100
/** More would be unreadable in one view. */
const maxPages = 5

interface BoardEvents {
  readonly events: readonly BoardEvent[]
  /** Number of all events, even if not all were loaded. */
  readonly total: number
}

export const boardKey = ['events', 'board'] as const

const eventsOf = (service: Service, languages: readonly string[], language: string, { from, to }: DayRange) =>
  queryOptions({
    queryKey: [...boardKey, from, to],
    queryFn: async ({ signal }): Promise<BoardEvents> => {
      const read = (page: number) => {
        const query = {
          during: `${from}/${to}`,
          status: 'any',
          context: 'edit',
          ml_language: language,
          ml_fallback: 'original',
          per_page: perPage,
          page,
          _fields: boardFields(languages),
        }
        return service.read<{ events: BoardEvent[] }>(calendar('/events'), { query, signal })
      }
      const first = await read(1)
      const pages = Math.min(first.pages ?? 1, maxPages)
      const others = await Promise.all(Array.from({ length: pages - 1 }, (_, index) => read(index + 2)))
      return {
        events: [first, ...others].flatMap(({ body }) => body.events),
        total: first.total ?? 0,
      }
    },
  })

/** Loads the displayed range; prefetches the ranges before and after it. */
export function useBoardEvents(view: View, day: string) {
  const service = useService()
  const client = useQueryClient()
  const { language } = useWords()
  const languages = useLanguages()
  const query = (range: DayRange) => eventsOf(service, languages, language, range)
  const { from, to } = rangeOf(view, day)
  const result = useQuery({ ...query({ from, to }), enabled: languages.length > 0 })
  const { isSuccess } = result
  useEffect(() => {
    if (!isSuccess) return
    for (const pages of [1, -1]) void client.prefetchQuery(query(rangeOf(view, pagedBy(view, day, pages))))
    // The query depends only on the view and the day.
  }, [client, isSuccess, view, from])
  return result
}

/** The event as last read or written. */
export const cachedEvent = (client: QueryClient, id: number): BoardEvent | undefined =>
  client
    .getQueriesData<BoardEvents>({ queryKey: boardKey })
    .flatMap(([, data]) => data?.events ?? [])
    .filter((event) => event.id === id)
    .sort((one, other) => one.modified_utc.localeCompare(other.modified_utc))
    .at(-1)

const withEvent = ({ events, total }: BoardEvents, event: BoardEvent): BoardEvents => {
  const left = events
    .map((one) => (one.id === event.id ? { ...one, ...event } : one))
    .filter(({ status }) => status !== 'trash')
  return { events: left, total: total - (events.length - left.length) }
}

export const cacheEvent = (client: QueryClient, event: BoardEvent): void => {
  client.setQueriesData<BoardEvents>({ queryKey: boardKey }, (data) => data && withEvent(data, event))
}
