import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useService } from '../../../app/service.tsx'
import { useMay } from '../../../app/session.tsx'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Drop } from '../../../parts/drop.tsx'
import { FieldError } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { ServiceError } from '../../../service/errors.ts'
import { admin } from '../../../service/service.ts'
import { AltTexts } from '../../media/alt-texts.tsx'
import { ImageFocus } from '../../media/image-focus.tsx'
import type { LibraryImage } from '../../media/image.ts'
import type { Point } from '../../../parts/focal-point.tsx'
import { useEntry, useForm } from '../form.tsx'
import type { WidgetProps } from './plain.tsx'

/** The image of an event: uploaded, dropped, pasted, or one that is there already. */

function useMediaImage(id: number | undefined) {
  const service = useService()
  return useQuery({
    queryKey: ['media', id],
    enabled: id !== undefined,
    queryFn: async () => (await service.read<LibraryImage>(admin(`/media/${id}`))).body,
  })
}

export function ImageWidget({ field }: WidgetProps) {
  const t = useWords()
  const { languages } = useForm()
  const mayUpload = useMay('upload_media')
  const { value, set, error, id } = useEntry<number | ''>(field.name)
  const image = useMediaImage(mayUpload && typeof value === 'number' ? value : undefined)
  if (!mayUpload) return <p className="quiet">{t('Authors and editors add images.')}</p>
  return (
    <div className="halves" id={id}>
      {image.data !== undefined && value !== '' && (
        <div className="stack">
          <ImageFocus key={image.data.id} image={image.data}>
            {(point) => <Crops image={image.data} point={point} />}
          </ImageFocus>
          <div className="row">
            <Button size="small" onPress={() => set('')}>
              {t('Take the image out')}
            </Button>
          </div>
        </div>
      )}
      <div className="stack">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {image.data !== undefined && value !== '' && <AltTexts image={image.data} languages={languages} />}
        <NewImage hasImage={value !== ''} onChosen={set} />
      </div>
    </div>
  )
}

/** How the image looks in the shapes that pages have. */
function Crops({ image, point: { x, y } }: { image: LibraryImage; point: Point }) {
  const objectPosition = `${Math.round(x * 100)}% ${Math.round(y * 100)}%`
  return (
    <div className="crops" aria-hidden="true">
      {['1', '16 / 9', '3 / 4'].map((aspectRatio) => (
        <img
          key={aspectRatio}
          src={image.sizes?.large?.url ?? image.url}
          alt=""
          style={{ aspectRatio, objectPosition }}
        />
      ))}
    </div>
  )
}

function useUpload(onUploaded: (id: number) => void) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File) => {
    setProblem(undefined)
    setPart(0)
    const form = new FormData()
    form.append('file', file)
    try {
      const { body } = await service.upload<LibraryImage>(admin('/media'), form, setPart)
      client.setQueryData(['media', body.id], body)
      onUploaded(body.id)
    } catch (error) {
      const isRefused = error instanceof ServiceError
      setProblem(isRefused ? (error.fields.file ?? error.message) : t('The service did not answer.'))
    }
    setPart(undefined)
  }
  return { upload, part, problem }
}

function NewImage({ hasImage, onChosen }: { hasImage: boolean; onChosen: (id: number) => void }) {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { upload, part, problem } = useUpload(onChosen)
  const take = ([file]: readonly File[]) => file !== undefined && void upload(file)
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
          <p className="quiet">{t('PNG, JPEG, WebP, AVIF or GIF')}</p>
          <input
            type="file"
            hidden
            ref={input}
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            aria-label={t('Image file')}
            onChange={({ target }) => target.files?.[0] && void upload(target.files[0])}
          />
          {part !== undefined && (
            <progress value={part} max={1} aria-label={t('Uploading')}>
              {Math.round(part * 100)} %
            </progress>
          )}
          {problem !== undefined && (
            <p className="field__error" role="alert">
              {problem}
            </p>
          )}
          {isChoosing && (
            <Library
              close={() => setChoosing(false)}
              choose={(id) => {
                setChoosing(false)
                onChosen(id)
              }}
            />
          )}
        </>
      )}
    </Drop>
  )
}

function Library({ close, choose }: { close: () => void; choose: (id: number) => void }) {
  const t = useWords()
  const service = useService()
  const id = useId()
  const { data = [], isPending } = useQuery({
    queryKey: ['media', 'newest'],
    queryFn: async () =>
      (await service.read<{ media: LibraryImage[] }>(admin('/media'), { query: { per_page: 60 } })).body
        .media,
  })
  return (
    <Dialog title={t('Media library')} size="wide" onClose={close}>
      {!isPending && data.length === 0 && <p>{t('There are no images yet.')}</p>}
      <ul className="tiles" id={id}>
        {data.map((image, index) => (
          <li key={image.id} className="tile">
            <button type="button" onClick={() => choose(image.id)} data-first={index === 0 || undefined}>
              <img src={image.sizes?.medium?.url ?? image.url} alt={image.alt ?? t('Image without text')} />
            </button>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onPress={close}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}
