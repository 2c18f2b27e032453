import { Link, useLocation } from 'react-router'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { bytesText } from '../../parts/numbers.ts'
import { Progress } from '../../parts/progress.tsx'
import { notUploaded } from './not-uploaded.ts'
import type { Upload, Uploads } from './uploads.tsx'

const states = {
  waits: 'In the queue',
  leaves: 'Uploading',
  'is processed': 'Being rotated and resized',
  done: 'Done. Rotated upright, location data removed',
  refused: 'Not accepted',
} as const satisfies Readonly<Record<Upload['state'], Text>>

/** Uploads in progress, of which only what changes is read out, and rejected ones. */
export function UploadList({ uploads: { all, add, dismiss } }: { uploads: Uploads }) {
  const t = useWords()
  if (all.length === 0) return null
  const isRefused = ({ state }: Upload) => state === 'refused'
  return (
    <div className="stack">
      <div className="stack" role="status" aria-atomic="false" aria-label={t('Uploads')}>
        {all
          .filter((upload) => !isRefused(upload))
          .map((upload) => (
            <Uploading key={upload.key} upload={upload} onClose={() => dismiss(upload.key)} />
          ))}
      </div>
      {all.filter(isRefused).map((upload) => (
        <Refused
          key={upload.key}
          upload={upload}
          onAgain={() => {
            dismiss(upload.key)
            add([upload.file], () => undefined)
          }}
          onClose={() => dismiss(upload.key)}
        />
      ))}
    </div>
  )
}

function Uploading({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const t = useWords()
  const { search } = useLocation()
  return (
    <div className="upload">
      <span>{upload.file.name}</span>
      <Progress label={upload.file.name} part={upload.part} />
      <span className="quiet">
        {t(states[upload.state])} · {bytesText(t, upload.file.size)}
      </span>
      {upload.image && <Link to={`/media/${upload.image.id}${search}`}>{t('Describe the image')}</Link>}
      {upload.state === 'done' && (
        <Button kind="quiet" size="small" icon="close" label={t('Close')} onPress={onClose} />
      )}
    </div>
  )
}

function Refused({ upload, onAgain, onClose }: { upload: Upload; onAgain: () => void; onClose: () => void }) {
  const t = useWords()
  const { sentence, isLost } = notUploaded(t, upload.error)
  return (
    <Notice
      tone="danger"
      title={upload.file.name}
      actions={
        <>
          {isLost && (
            <Button size="small" onPress={onAgain}>
              {t('Try again')}
            </Button>
          )}
          <Button size="small" onPress={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {sentence}
    </Notice>
  )
}
