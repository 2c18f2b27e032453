import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBody, useService } from '../../app/service.tsx'
import { useMay, useSelf } from '../../app/session.tsx'
import { admin, type Query } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

export const perPage = 24

export const imageKey = (id: number | undefined) => ['media', id]

/** One image of the library, for those who may see it. */
export function useImage(id: number | undefined) {
  const mayRead = useMay('upload_media')
  return useBody<LibraryImage>({
    queryKey: imageKey(id),
    path: admin(`/media/${id}`),
    enabled: id !== undefined && mayRead,
  })
}

/** Whether the user may describe the image, move its focus and replace it (interface: Roles). */
export function useMayEditImage({ author }: Pick<LibraryImage, 'author'>): boolean {
  const { id, capabilities } = useSelf()
  return capabilities.edit_others || author === id
}

export function useLibrary(filters: Query & { readonly page: number }) {
  const service = useService()
  const query = { ...filters, per_page: perPage }
  return useQuery({
    queryKey: ['media', 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => service.read<{ media: LibraryImage[] }>(admin('/media'), { query, signal }),
  })
}
