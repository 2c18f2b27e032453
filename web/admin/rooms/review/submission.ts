import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reviews } from '../../app/sent-back.ts'
import { useService } from '../../app/service.tsx'
import { venuesOf } from '../../parts/venues.ts'
import { admin, calendar, everyDate } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { readVersions, type FieldChange, type Version } from '../../service/versions.ts'

/** Submissions waiting for a decision, and information about them. */

/** The oldest hundred, because the next ones come as these are decided, and how many wait in all. */
export function useWaiting() {
  const service = useService()
  return useQuery({
    queryKey: ['events', 'review'],
    queryFn: async ({ signal }) => {
      const query = {
        ...everyDate,
        status: 'pending',
        context: 'edit',
        series: 'next',
        orderby: 'modified',
        order: 'asc',
        per_page: 100,
      }
      const { body, total } = await service.read<{ events: CalendarEvent[] }>(calendar('/events'), {
        query,
        signal,
      })
      return { events: body.events, total: total ?? 0 }
    },
  })
}

export const decisionsPerPage = 50

/** Past decisions, newest first (interface: Reviews). */
export function useReviews(list: 'returned' | 'decided', page: number) {
  const service = useService()
  return useQuery({
    queryKey: ['events', 'reviews', list, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const only = list === 'returned' ? { decision: 'return' } : {}
      const query = { ...only, page, per_page: decisionsPerPage }
      return service.read<Reviews>(admin('/reviews'), { query, signal })
    },
  })
}

/** The submission in one of its languages. */
export function useSubmission(id: number, language: string | undefined) {
  const service = useService()
  const read = (signal?: AbortSignal) => {
    const query = { context: 'edit', ...(language === undefined ? {} : { ml_language: language }) }
    return service.read<CalendarEvent>(calendar(`/events/${id}`), { query, ...(signal && { signal }) })
  }
  const submission = useQuery({
    queryKey: ['events', id, 'submission', language],
    queryFn: ({ signal }) => read(signal),
  })
  return { submission, readAgain: () => read() }
}

export interface Past {
  /** The version with its author and date of submission. */
  readonly first: Version | undefined
  /** Notes of reviewers, newest first. */
  readonly notes: readonly Version[]
  /** The version with which it stopped waiting, if it did. */
  readonly decided: Version | undefined
  /** Differences from the last published version; undefined if it was never published. */
  readonly sincePublished: Readonly<Record<string, FieldChange>> | undefined
}

/** Combines the changes of several versions, given newest first. */
function together(versions: readonly Version[]): Record<string, FieldChange> {
  const sum: Record<string, FieldChange> = {}
  for (const { changes } of versions)
    for (const [field, { before, after }] of Object.entries(changes))
      sum[field] = { before, after: sum[field] === undefined ? after : sum[field].after }
  const isSame = ({ before, after }: FieldChange) => JSON.stringify(before) === JSON.stringify(after)
  return Object.fromEntries(Object.entries(sum).filter(([, change]) => !isSame(change)))
}

function pastOf(versions: readonly Version[]): Past {
  const left = versions.findIndex(({ changes }) => changes.status?.before === 'publish')
  return {
    first: versions.find(({ version }) => version === 1),
    decided: versions.find(({ changes }) => changes.status?.before === 'pending'),
    notes: versions.filter(({ version, note }) => note !== undefined && version > 1),
    sincePublished: left === -1 ? undefined : together(versions.slice(0, left + 1)),
  }
}

export function usePast(id: number) {
  const service = useService()
  const { data } = useQuery({
    queryKey: ['events', id, 'history', 'all'],
    queryFn: async ({ signal }) =>
      pastOf((await readVersions(service, 'events', id, { page: 1, per_page: 100 }, signal)).body.versions),
  })
  return data
}

const venueIds = (event: CalendarEvent): number[] => venuesOf(event).map(({ id }) => id)

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/**
 * Whether the titles share at least half of the words of the shorter one. Looser than where a warning stands alone, because
 * here both are shown to somebody who decides.
 */
function isSimilar(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const shorter = Math.min(words.size, others.size)
  return shorter > 0 && [...words].filter((word) => others.has(word)).length >= shorter / 2
}

const allTitles = ({ title, translations }: CalendarEvent) => [
  title,
  ...Object.values(translations).map((translation) => translation.title),
]

export interface Doubts {
  readonly duplicates: readonly CalendarEvent[]
  /** Events at the same time in the same place. */
  readonly overlaps: readonly CalendarEvent[]
}

/** A series has the same for all of its dates, among them the first, which is not the series itself. */
const seriesOf = ({ id, recurrence_id, post_parent }: CalendarEvent) =>
  recurrence_id === undefined ? id : post_parent

/** Other events on the same days that may be duplicates or conflicts. */
function doubtsAbout(event: CalendarEvent, others: readonly CalendarEvent[]): Doubts {
  const here = new Set(venueIds(event))
  const rest = others.filter((other) => seriesOf(other) !== seriesOf(event))
  const duplicates = rest.filter((other) =>
    allTitles(event).some((title) => allTitles(other).some((one) => isSimilar(title, one))),
  )
  const overlaps = rest.filter(
    (other) =>
      !duplicates.includes(other) &&
      venueIds(other).some((id) => here.has(id)) &&
      other.utc_start_date < event.utc_end_date &&
      event.utc_start_date < other.utc_end_date,
  )
  return { duplicates, overlaps }
}

export function useDoubts(event: CalendarEvent | undefined): Doubts | undefined {
  const service = useService()
  const { data } = useQuery({
    queryKey: ['events', event?.id, 'doubts', event?.start_date, event?.end_date],
    enabled: event !== undefined,
    queryFn: async ({ signal }) => {
      const during = `${event!.start_date.slice(0, 10)}/${event!.end_date.slice(0, 10)}`
      const query = { during, exclude: event!.id, status: 'any', context: 'edit', per_page: 100 }
      const { body } = await service.read<{ events: CalendarEvent[] }>(calendar('/events'), { query, signal })
      return doubtsAbout(event!, body.events)
    },
  })
  return data
}
