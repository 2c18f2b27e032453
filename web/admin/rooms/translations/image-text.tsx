import { useWords } from '../../app/words.tsx'
import { useEntry, useFormState } from '../form/form.tsx'
import { AltTexts } from '../media/alt-texts.tsx'
import { tileOf } from '../media/image.ts'
import { useImage } from '../media/library.ts'

/** The alternative text in both languages; it belongs to the image and is saved with it. */
export function ImageText({ language }: { language: string }) {
  const t = useWords()
  const { original } = useFormState()
  const id = Number(useEntry('image').value)
  const { data: image } = useImage(id > 0 ? id : undefined)
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
