import { useWords } from '../../app/words.tsx'
import { imageName, tileOf } from '../media/image.ts'
import { useImage } from '../media/library.ts'

/** An image that a field had; one that was deleted is shown by its ID. */
export function ImageValue({ id }: { id: number }) {
  const t = useWords()
  const { data: image } = useImage(id)
  if (image === undefined) return `#${id}`
  return <img className="small-image" src={tileOf(image)} alt={imageName(t, image)} />
}
