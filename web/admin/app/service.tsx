import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import type { Query, Service } from '../service/service.ts'
import type { Site } from '../service/site.ts'

const Context = createContext<{ service: Service; site: Site } | undefined>(undefined)

export const ServiceProvider = ({
  service,
  site,
  children,
}: {
  service: Service
  site: Site
  children: ReactNode
}) => <Context value={{ service, site }}>{children}</Context>

function useBoth() {
  const both = useContext(Context)
  if (both === undefined) throw new Error('There is no ServiceProvider.')
  return both
}

export const useService = (): Service => useBoth().service
export const useSite = (): Site => useBoth().site

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
