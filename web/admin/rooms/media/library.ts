import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { admin, type Query } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

/** Images per page. */
export const perPage = 24

/** A page of the media library. */
export function useLibrary(filters: Query & { readonly page: number }) {
  const service = useService()
  const query = { ...filters, per_page: perPage }
  return useQuery({
    queryKey: ['media', 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => service.read<{ media: LibraryImage[] }>(admin('/media'), { query, signal }),
  })
}
