import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from './failure.tsx'
import { Waiting } from './waiting.tsx'

/** Shows that a request is on its way, or that it has failed; nothing once it is answered. */
export function Loading({ of: query, rows }: { of: UseQueryResult; rows?: number }) {
  if (query.isPending) return <Waiting rows={rows} />
  return query.isError && <Failure error={query.error} retry={() => void query.refetch()} />
}
