import { useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDebounced } from '../../parts/debounced.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Drop } from '../../parts/drop.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPager } from '../../parts/pager.tsx'
import { Loading } from '../../parts/loading.tsx'
import { ImageSearch } from './image-search.tsx'
import { imageName, tileOf, type LibraryImage } from './image.ts'
import { perPage, useLibrary } from './library.ts'

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
          <p>{t('Drop an image here, or paste one')}</p>
          <div className="row">
            <Button size="small" onPress={() => input.current?.click()}>
              {hasImage ? t('Upload another file') : t('Choose a file')}
            </Button>
            <Button size="small" onPress={() => setChoosing(true)}>
              {t('From the media library')}
            </Button>
          </div>
          <p className="quiet">{hint}</p>
          <FileInput
            ref={input}
            accept={types.map((type) => `image/${type.toLowerCase()}`).join()}
            label={t('Image file')}
            onFiles={take}
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
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const search = useDebounced(words)
  const library = useLibrary({ page, search: search === '' ? undefined : search })
  const images = library.data?.body.media ?? []
  return (
    <Dialog title={t('Media library')} size="wide" onClose={close}>
      <div className="stack">
        <ImageSearch
          words={words}
          onChange={(next) => {
            setWords(next)
            setPage(1)
          }}
        />
        <Loading of={library} />
        {library.isSuccess && images.length === 0 && (
          <p role="status">{search === '' ? t('There are no images yet.') : t('No images match')}</p>
        )}
        <ul className="tiles">
          {images.map((image) => (
            <li key={image.id} className="tile">
              <button type="button" onClick={() => choose(image)}>
                <img src={tileOf(image)} alt={imageName(t, image)} />
              </button>
            </li>
          ))}
        </ul>
        <ListPager of={library} page={page} perPage={perPage} shown={images.length} onPage={setPage} />
        <div className="row">
          <Button onPress={close}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
