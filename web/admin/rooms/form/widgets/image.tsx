import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useService } from '../../../app/service.tsx'
import { useMay } from '../../../app/session.tsx'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { FieldError } from '../../../parts/field.tsx'
import { underWay } from '../../../parts/under-way.ts'
import { admin, formWith } from '../../../service/service.ts'
import { AltTexts } from '../../media/alt-texts.tsx'
import { ImageFocus } from '../../media/image-focus.tsx'
import { ImageDrop } from '../../media/image-drop.tsx'
import type { LibraryImage } from '../../media/image.ts'
import { imageKey, useImage, useMayEditImage } from '../../media/library.ts'
import { notUploaded } from '../../media/not-uploaded.ts'
import type { Point } from '../../../parts/focal-point.tsx'
import { useEntry, useForm, useUploading } from '../form.tsx'
import type { WidgetProps } from './plain.tsx'

/** The image of an event: uploaded, dropped, pasted, or picked from the media library. */

export function ImageWidget({ field }: WidgetProps) {
  const t = useWords()
  const mayUpload = useMay('upload_media')
  const { value, set, error, id } = useEntry<number | ''>(field.name)
  const box = useRef<HTMLDivElement>(null)
  const { data: image } = useImage(typeof value === 'number' ? value : undefined)
  if (!mayUpload) return <p className="quiet">{t('Only authors and editors can add images.')}</p>
  return (
    <div className="halves" id={id} ref={box}>
      {image !== undefined && value !== '' && (
        <div className="stack">
          <Focus key={image.id} image={image} />
          <div className="row">
            <Button
              size="small"
              onPress={() => {
                // This button disappears, and the focus would with it.
                box.current?.querySelector<HTMLElement>('.drop button')?.focus()
                set('')
              }}
            >
              {t('Remove the image')}
            </Button>
          </div>
        </div>
      )}
      <div className="stack">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {image !== undefined && value !== '' && <Texts image={image} />}
        <NewImage hasImage={value !== ''} onChosen={set} />
      </div>
    </div>
  )
}

/** Of an image of somebody else, authors see where it is cropped. */
function Focus({ image }: { image: LibraryImage }) {
  if (!useMayEditImage(image)) return <Crops image={image} point={image.focus} />
  return <ImageFocus image={image}>{(point) => <Crops image={image} point={point} />}</ImageFocus>
}

function Texts({ image }: { image: LibraryImage }) {
  const { languages } = useForm()
  return <AltTexts image={image} languages={languages} isReadOnly={!useMayEditImage(image)} />
}

/** Previews the crops used on pages. */
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

interface Problem {
  readonly sentence: string
  /** Only where nobody has refused the file. */
  readonly again?: () => void
}

function useUpload(onUploaded: (id: number) => void) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<Problem>()
  const latest = useRef<File>(undefined)
  const upload = async (file: File) => {
    latest.current = file
    setProblem(undefined)
    setPart(0)
    try {
      const { body } = await underWay(service.upload<LibraryImage>(admin('/media'), formWith(file), setPart))
      client.setQueryData(imageKey(body.id), body)
      // Another file may have been chosen meanwhile.
      if (latest.current === file) onUploaded(body.id)
    } catch (error) {
      const { sentence, isLost } = notUploaded(t, error)
      setProblem({ sentence, ...(isLost && { again: () => void upload(file) }) })
    }
    if (latest.current === file) setPart(undefined)
  }
  return { upload, part, problem }
}

function NewImage({ hasImage, onChosen }: { hasImage: boolean; onChosen: (id: number) => void }) {
  const t = useWords()
  const { upload, part, problem } = useUpload(onChosen)
  const box = useRef<HTMLDivElement>(null)
  const isHeld = useUploading(part !== undefined, box)
  return (
    <div ref={box}>
      <ImageDrop
        hasImage={hasImage}
        types={['PNG', 'JPEG', 'WebP', 'AVIF', 'GIF']}
        hint={t('PNG, JPEG, WebP, AVIF or GIF')}
        onFile={(file) => void upload(file)}
        onChosen={({ id }) => onChosen(id)}
      >
        {part !== undefined && (
          <progress value={part} max={1} aria-label={t('Uploading')}>
            {Math.round(part * 100)} %
          </progress>
        )}
        {isHeld && (
          <FieldError isAlert>{t('Nothing is saved yet: the image is still being uploaded.')}</FieldError>
        )}
        {problem !== undefined && <FieldError isAlert>{problem.sentence}</FieldError>}
        {problem?.again && (
          <Button size="small" onPress={problem.again}>
            {t('Try again')}
          </Button>
        )}
      </ImageDrop>
    </div>
  )
}
