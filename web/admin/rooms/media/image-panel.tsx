import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLanguages } from '../../app/languages.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel, Button } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FieldError } from '../../parts/field.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { bytesText } from '../../parts/numbers.ts'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { useRevealed } from '../../parts/revealed.ts'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { Loading } from '../../parts/loading.tsx'
import { passIfGone, ServiceError } from '../../service/errors.ts'
import { admin, formWith } from '../../service/service.ts'
import { AltTexts } from './alt-texts.tsx'
import { ImageFocus } from './image-focus.tsx'
import { imageName, tileOf, type LibraryImage } from './image.ts'
import { imageKey, useImage, useMayEditImage } from './library.ts'

export function ImagePanel({ id, asksText }: { id: number; asksText: boolean }) {
  const image = useImage(id)
  if (!image.isSuccess) return <Loading of={image} />
  return <Panel image={image.data} asksText={asksText} />
}

/** `asksText`: whether the image was just uploaded and needs an alternative text. */
function Panel({ image, asksText }: { image: LibraryImage; asksText: boolean }) {
  const t = useWords()
  const mayEdit = useMayEditImage(image)
  const title = imageName(t, image)
  return (
    <>
      <section className="panel" aria-labelledby="image" ref={useRevealed()}>
        <h2 id="image">{title}</h2>
        {mayEdit ? <ImageFocus image={image} /> : <img src={tileOf(image)} alt={title} />}
        <AltTexts image={image} languages={useLanguages()} isReadOnly={!mayEdit} asksText={asksText} />
      </section>
      <Uses image={image} />
      <ImageFacts image={image} />
      {mayEdit && <Actions image={image} />}
    </>
  )
}

const rooms = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

function Uses({ image: { used_by } }: { image: LibraryImage }) {
  const t = useWords()
  return (
    <section className="panel" aria-labelledby="uses">
      <h2 id="uses">{t('Where it is used')}</h2>
      {used_by.length === 0 ? (
        <p className="quiet">{t('Not used anywhere yet')}</p>
      ) : (
        <ul className="past">
          {used_by.map(({ kind, id, title }) => (
            <li key={`${kind}${id}`}>
              <Link to={`/${rooms[kind]}/${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ImageFacts({ image }: { image: LibraryImage }) {
  const t = useWords()
  const dates = useDates()
  const { width, height, filesize, extension, created_utc, sizes } = image
  const size =
    width === undefined || height === undefined
      ? t('linked from another site')
      : `${width} × ${height}, ${bytesText(t, filesize ?? 0)}, ${extension.toUpperCase()}`
  const made = Object.values(sizes ?? {}).map((one) => `${one.width} × ${one.height}`)
  const facts = [
    [t('Size'), size],
    [t('Uploaded'), dates.moment(created_utc)],
    [t('Sizes'), made.join(', ')],
  ] as const
  return <Facts facts={facts} />
}

function Actions({ image }: { image: LibraryImage }) {
  const t = useWords()
  const navigate = useNavigateHere()
  const { search } = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <div className="row">
        <Replace image={image} />
        <Button size="small" kind="danger" icon="trash" onPress={() => setDeleting(true)}>
          {t('Delete')}
        </Button>
      </div>
      {isDeleting && (
        <DeleteImage
          image={image}
          leave={() => void navigate(`/media${search}`)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** Replaces the file of an image wherever it is used. */
function Replace({ image }: { image: LibraryImage }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const saving = useSaving()
  const messages = useMessages()
  const chooser = useRef<HTMLInputElement>(null)
  const replace = (file: File) =>
    saving.run(async () => {
      await service.upload(admin(`/media/${image.id}/file`), formWith(file), () => undefined)
      await client.invalidateQueries({ queryKey: ['media'] })
      messages.say(t('The image was replaced everywhere.'))
    })
  return (
    <>
      {saving.fields.file !== undefined && <FieldError isAlert>{saving.fields.file}</FieldError>}
      {saving.problem && <Failure error={saving.problem} />}
      <Button size="small" isBusy={saving.isBusy} onPress={() => chooser.current?.click()}>
        {t('Replace everywhere')}
      </Button>
      <FileInput
        ref={chooser}
        accept="image/*"
        label={t('Image file')}
        onFiles={([file]) => file !== undefined && void replace(file)}
      />
    </>
  )
}

interface DeleteImageProps {
  readonly image: LibraryImage
  /** Leaves the image once it is deleted, unless the user has left it already. */
  readonly leave: () => void
  readonly onClose: () => void
}

const isUsed = (error: unknown) => error instanceof ServiceError && error.code === 'image-in-use'

function DeleteImage({ image, leave, onClose }: DeleteImageProps) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const saving = useSaving({ isRepeatable: true })
  const messages = useMessages()
  const uses = image.used_by.length
  const remove = () =>
    saving.run(async () => {
      const query = { force: uses > 0 ? true : undefined }
      await service
        .write('DELETE', admin(`/media/${image.id}`), undefined, { query })
        .catch(async (error: unknown) => {
          // Used since this was asked, so that the question has to be another one.
          if (isUsed(error)) await client.invalidateQueries({ queryKey: imageKey(image.id) })
          passIfGone(error)
        })
      client.removeQueries({ queryKey: imageKey(image.id) })
      leave()
      await client.invalidateQueries({ queryKey: ['media'] })
      messages.say(t('The image was deleted.'))
    })
  return (
    <Dialog
      title={t('Delete this image permanently?')}
      message={
        <>
          {uses > 0 &&
            `${t.count(
              uses,
              '{count} entry uses it and will be left without an image. If you have another image, replace this one instead.',
              '{count} entries use it and will be left without an image. If you have another image, replace this one instead.',
            )} `}
          {t('This cannot be undone.')}
        </>
      }
      onClose={onClose}
    >
      <div className="stack">
        {saving.problem && <Failure error={saving.problem} />}
        <ActOrCancel kind="danger" isBusy={saving.isBusy} onPress={() => void remove()} onCancel={onClose}>
          {t('Delete permanently')}
        </ActOrCancel>
      </div>
    </Dialog>
  )
}
