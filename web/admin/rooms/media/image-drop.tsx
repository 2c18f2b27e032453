import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Drop } from '../../parts/drop.tsx'
import { Icon } from '../../parts/icon.tsx'
import { admin } from '../../service/service.ts'
import { imageName, type LibraryImage } from './image.ts'

/** Sets one image: a file that is chosen, dropped or pasted, or one from the media library. */
export function ImageDrop({
  hasImage,
  types,
  hint,
  onFile,
  onChosen,
  children,
}: {
  hasImage: boolean
  types: readonly string[]
  hint: string
  onFile: (file: File) => void
  onChosen: (image: LibraryImage) => void
  children?: ReactNode
}) {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const take = ([file]: readonly File[]) => file !== undefined && onFile(file)
  return (
    <Drop
      className="drop"
      tabIndex={0}
      role="group"
      aria-label={t('Drop an image, or paste it')}
      onFiles={take}
      onPaste={({ clipboardData }) => take([...clipboardData.files])}
    >
      {() => (
        <>
          <Icon name="upload" />
          <p>{t('Drop it here or paste it')}</p>
          <div className="row">
            <Button size="small" onPress={() => input.current?.click()}>
              {hasImage ? t('Upload another file') : t('Choose a file')}
            </Button>
            <Button size="small" onPress={() => setChoosing(true)}>
              {t('From the media library')}
            </Button>
          </div>
          <p className="quiet">{hint}</p>
          <input
            type="file"
            hidden
            ref={input}
            accept={types.map((type) => `image/${type.toLowerCase()}`).join()}
            aria-label={t('Image file')}
            onChange={({ target }) => take([...(target.files ?? [])])}
          />
          {children}
          {isChoosing && (
            <Library
              close={() => setChoosing(false)}
              choose={(image) => {
                setChoosing(false)
                onChosen(image)
              }}
            />
          )}
        </>
      )}
    </Drop>
  )
}

function Library({ close, choose }: { close: () => void; choose: (image: LibraryImage) => void }) {
  const t = useWords()
  const service = useService()
  const { data = [], isPending } = useQuery({
    queryKey: ['media', 'newest'],
    queryFn: async () =>
      (await service.read<{ media: LibraryImage[] }>(admin('/media'), { query: { per_page: 60 } })).body
        .media,
  })
  // Waits for the images, because the first one gets the focus.
  if (isPending) return null
  return (
    <Dialog title={t('Media library')} size="wide" onClose={close}>
      <div className="stack">
        {data.length === 0 && <p>{t('There are no images yet.')}</p>}
        <ul className="tiles">
          {data.map((image, index) => (
            <li key={image.id} className="tile">
              <button type="button" onClick={() => choose(image)} data-first={index === 0 || undefined}>
                <img src={image.sizes?.medium?.url ?? image.url} alt={imageName(t, image)} />
              </button>
            </li>
          ))}
        </ul>
        <div className="row">
          <Button onPress={close}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
