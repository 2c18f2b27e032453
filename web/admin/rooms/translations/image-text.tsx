import { useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { useMay } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { admin } from '../../service/service.ts'
import { useEntry, useFormState } from '../form/form.tsx'
import { AltTexts } from '../media/alt-texts.tsx'
import { tileOf, type LibraryImage } from '../media/image.ts'

/** The alternative text in both languages; it belongs to the image and is saved with it. */
export function ImageText({ language }: { language: string }) {
  const t = useWords()
  const service = useService()
  const { original } = useFormState()
  const id = Number(useEntry('image').value)
  const mayRead = useMay('upload_media')
  const { data: image } = useQuery({
    queryKey: ['media', id],
    enabled: id > 0 && mayRead,
    queryFn: async ({ signal }) => (await service.read<LibraryImage>(admin(`/media/${id}`), { signal })).body,
  })
  if (image === undefined) return null
  return (
    <div className="pair">
      <h3>{t('Image')}</h3>
      <div className="pair__from" lang={original}>
        <img src={tileOf(image)} alt="" className="pair__image" />
        {image.alt_texts[original] ?? ''}
      </div>
      <AltTexts image={image} languages={[language]} />
    </div>
  )
}
