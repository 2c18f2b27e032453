import { useRef } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { useLanguages } from '../../app/languages.ts'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDocumentEvent } from '../../parts/document-event.ts'
import { Drop } from '../../parts/drop.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { Icon } from '../../parts/icon.tsx'
import { languageName, Marks } from '../../parts/language-marks.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { Page } from '../../parts/page.tsx'
import { pageIn, usePage, useParameters, withSetting } from '../../parts/parameters.ts'
import { HeardResult } from '../../parts/heard-result.tsx'
import { ListPager } from '../../parts/pager.tsx'
import { useSearchText } from '../../parts/search-text.ts'
import { Loading } from '../../parts/loading.tsx'
import { altCompleteness } from './alt-texts.tsx'
import { ImagePanel } from './image-panel.tsx'
import { ImageSearch } from './image-search.tsx'
import { imageName, tileOf, type LibraryImage } from './image.ts'
import { perPage, useLibrary } from './library.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads.tsx'

/** Accepts pasted screenshots and files. */
const usePastedFiles = (onFiles: (files: readonly File[]) => void): void =>
  useDocumentEvent('paste', ({ clipboardData }) => {
    const files = [...(clipboardData?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })

/** The media library. */
export function MediaPage() {
  const t = useWords()
  const { id } = useParams()
  const navigate = useNavigateHere()
  const { state, search } = useLocation()
  // Filters may be changed while files are uploaded.
  const filters = useRef(search)
  filters.current = search
  const { asksText = false } = (state ?? {}) as { asksText?: boolean }
  const [parameters] = useSearchParams()
  const text = (name: string) => parameters.get(name) ?? undefined
  const library = useLibrary({
    page: pageIn(parameters),
    search: text('search'),
    missing_alt: text('missing'),
    used: text('used'),
  })
  const uploads = useUploads()
  const askText = ({ id: first }: LibraryImage) =>
    void navigate(`/media/${first}${filters.current}`, { state: { asksText: true } })
  const upload = (files: readonly File[]) => uploads.add(files, askText)
  const chooser = useRef<HTMLInputElement>(null)
  usePastedFiles(upload)
  const choose = () => chooser.current?.click()
  return (
    <Page
      title={t('Media')}
      actions={
        <Button kind="primary" icon="upload" onPress={choose}>
          {t('Upload')}
        </Button>
      }
    >
      <FileInput ref={chooser} accept="image/*" multiple label={t('Files to upload')} onFiles={upload} />
      <Drop className="stack" onFiles={upload}>
        {(isOver) => (
          <>
            {isOver && <LetGo />}
            <Filters total={library.data?.total} />
            <UploadList uploads={uploads} />
            <HeardResult>
              {library.data?.total === 0 && parameters.size > 0 && t('No images match')}
            </HeardResult>
            <Loading of={library} />
            {library.isSuccess && (
              <div className="columns columns--late">
                <Tiles library={library} chosen={Number(id)} onChoose={choose} />
                <aside className="aside" aria-label={t('The chosen image')}>
                  {id !== undefined && <ImagePanel key={id} id={Number(id)} asksText={asksText} />}
                </aside>
              </div>
            )}
          </>
        )}
      </Drop>
    </Page>
  )
}

function LetGo() {
  const t = useWords()
  return (
    <div className="drop" data-over="">
      <Icon name="upload" />
      <p>
        <strong>{t('Drop to upload')}</strong>
      </p>
    </div>
  )
}

/** `total` is undefined until it is known. */
function Filters({ total }: { total: number | undefined }) {
  const t = useWords()
  const [parameters, change] = useParameters()
  const set = (name: string, value: string | undefined) =>
    change((now) => withSetting(now, name, value), { replace: true })
  const [words, setWords] = useSearchText(parameters.get('search') ?? '', (text) => set('search', text))
  const missing = parameters.get('missing')
  const isUnused = parameters.get('used') === 'false'
  return (
    <div className="row">
      <ImageSearch words={words} onChange={setWords} />
      {useLanguages().map((language) => (
        <button
          key={language}
          type="button"
          className="chip chip--choice"
          aria-pressed={missing === language}
          onClick={() => set('missing', missing === language ? undefined : language)}
        >
          {t('Without text in {language}', { language: languageName(t, language) })}
        </button>
      ))}
      <button
        type="button"
        className="chip chip--choice"
        aria-pressed={isUnused}
        onClick={() => set('used', isUnused ? undefined : 'false')}
      >
        {t('Not used')}
      </button>
      {total !== undefined && (
        <span className="quiet wide-only">{t.count(total, '{count} image', '{count} images')}</span>
      )}
    </div>
  )
}

function Tiles({
  library,
  chosen,
  onChoose,
}: {
  library: ReturnType<typeof useLibrary>
  chosen: number
  onChoose: () => void
}) {
  const t = useWords()
  const [parameters, setParameters] = useSearchParams()
  const [page, turnTo] = usePage()
  const images = library.data?.body.media ?? []
  if (images.length === 0)
    return parameters.size === 0 ? (
      <div className="empty">
        <h2>{t('No images yet')}</h2>
        <p>
          {t(
            'Drop photos here, or paste one. They are rotated upright, stripped of location and camera data, and saved in three sizes.',
          )}
        </p>
        <Button kind="primary" onPress={onChoose}>
          {t('Choose files')}
        </Button>
      </div>
    ) : (
      <div className="empty">
        <h2>{t('No images match')}</h2>
        <Button onPress={() => setParameters({})}>{t('Show all images')}</Button>
      </div>
    )
  return (
    <div className="stack">
      <ul className="tiles">
        {images.map((image) => (
          <Tile key={image.id} image={image} isChosen={image.id === chosen} />
        ))}
      </ul>
      <ListPager of={library} page={page} perPage={perPage} shown={images.length} onPage={turnTo} />
    </div>
  )
}

function Tile({ image, isChosen }: { image: LibraryImage; isChosen: boolean }) {
  const t = useWords()
  const [parameters] = useSearchParams()
  const uses = image.used_by.length
  const query = parameters.size === 0 ? '' : `?${parameters.toString()}`
  return (
    <li className="tile">
      <img
        src={tileOf(image)}
        alt=""
        loading="lazy"
        style={{ objectPosition: `${image.focus.x * 100}% ${image.focus.y * 100}%` }}
      />
      <Link to={`/media/${image.id}${query}`} aria-current={isChosen ? 'true' : undefined}>
        {imageName(t, image)}
      </Link>
      <span className="row row--between">
        <span className="quiet narrow">
          {uses === 0 ? t('not used') : t.count(uses, 'used once', 'used {count} times')}
        </span>
        <Marks languages={useLanguages()} isIn={(language) => altCompleteness(image, language)} />
      </span>
    </li>
  )
}
