import { useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { useMay } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { admin } from '../../service/service.ts'
import { imageName, tileOf, type LibraryImage } from '../media/image.ts'

/** An image that a field had; one that was deleted is shown by its ID. */
export function ImageValue({ id }: { id: number }) {
  const t = useWords()
  const service = useService()
  const mayRead = useMay('upload_media')
  const { data: image } = useQuery({
    queryKey: ['media', id],
    enabled: mayRead,
    queryFn: async () => (await service.read<LibraryImage>(admin(`/media/${id}`))).body,
  })
  if (image === undefined) return `#${id}`
  return <img className="small-image" src={tileOf(image)} alt={imageName(t, image)} />
}
