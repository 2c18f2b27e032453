import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Query } from '../service/service.ts'
import { useService } from './service.tsx'

interface Reading<Body, Shown> extends Omit<UseQueryOptions<Body, Error, Shown>, 'queryFn'> {
  /** Comes from `calendar()` or `admin()`. */
  readonly path: string
  readonly query?: Query
}

/** What the service has at a path, for those who need nothing of its headers. */
export function useBody<Body, Shown = Body>({
  path,
  query = {},
  ...options
}: Reading<Body, Shown>): UseQueryResult<Shown> {
  const service = useService()
  return useQuery({
    ...options,
    queryFn: async ({ signal }) => (await service.read<Body>(path, { query, signal })).body,
  })
}
