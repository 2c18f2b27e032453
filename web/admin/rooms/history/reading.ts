import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import type { Titled } from '../../parts/titles.ts'
import { calendar, type Service } from '../../service/service.ts'
import type { Kind, Translated } from '../../service/types.ts'
import { readVersions, type Version } from '../../service/versions.ts'
import { beginningBefore, beginningOf, type Beginning } from './recurrence.tsx'

/** One page of a history, and when the event began after each of its versions. */

const perPage = 20

const pageQuery = (service: Service, kind: Kind, id: number, page: number) => ({
  queryKey: [kind, id, 'history', page],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readVersions(service, kind, id, { page, per_page: perPage }, signal),
})

export function useHistory(kind: Kind, id: number, page: number) {
  const service = useService()
  const versions = useQuery({
    ...pageQuery(service, kind, id, page),
    placeholderData: keepPreviousData,
  })
  const resource = useQuery({
    queryKey: [kind, id, 'shown'],
    queryFn: ({ signal }) =>
      service.read<Titled & Translated & Partial<Beginning>>(calendar(`/${kind}/${id}`), { signal }),
  })
  // Only changes are stored, so the beginning is found from the present one back.
  const newerPages = kind === 'events' ? page - 1 : 0
  const newer = useQueries({
    queries: Array.from({ length: newerPages }, (_, index) => pageQuery(service, kind, id, index + 1)),
  })
  const read = [...newer, versions].map(({ data }) => data?.body.versions)
  return {
    versions,
    resource,
    beginnings: beginningsOf(resource.data?.body, read),
  }
}

/** When an event began after each version, by its number. `read` is undefined for pages that are not there yet. */
function beginningsOf(
  now: Partial<Beginning> | undefined,
  read: readonly (readonly Version[] | undefined)[],
): ReadonlyMap<number, Beginning> {
  const beginnings = new Map<number, Beginning>()
  if (now?.start_date === undefined || read.includes(undefined)) return beginnings
  let beginning = beginningOf({ ...now })
  for (const { version, changes } of read.flatMap((versions) => versions ?? [])) {
    // The page before is shown until the next one is there.
    if (beginnings.has(version)) continue
    beginnings.set(version, beginning)
    beginning = beginningBefore(beginning, changes)
  }
  return beginnings
}
