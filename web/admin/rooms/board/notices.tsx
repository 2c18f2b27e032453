import { useEffect } from 'react'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { reasonOf } from '../../parts/failure.tsx'
import { focusRoomIfLost } from '../../parts/focus.ts'
import { Notice } from '../../parts/notice.tsx'
import { useIsLate } from '../../parts/waiting.tsx'
import { ConnectionLost, isConflict, ServiceError } from '../../service/errors.ts'
import type { Address } from './address.ts'
import type { Refusal } from './changes.ts'

/** Notices of the board. */

export function Refused({ refusal: { event, error }, onClose }: { refusal: Refusal; onClose: () => void }) {
  const t = useWords()
  const reason = isConflict(error)
    ? t('Somebody else has changed it in the meantime. It is shown as they left it.')
    : error instanceof ConnectionLost
      ? t('The service did not respond.')
      : error instanceof ServiceError
        ? reasonOf(t, error)
        : error.message
  return (
    <Notice
      tone="danger"
      title={t('“{title}” was not changed.', { title: event.title })}
      actions={
        <Button size="small" onPress={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {reason}
    </Notice>
  )
}

export function TooMany({ shown, total }: { shown: number; total: number }) {
  const t = useWords()
  return (
    <Notice tone="warn" title={t('Not all events are shown.')}>
      {t('You see the first {shown} of {total}. Switch to the week or the day to see all of them.', {
        shown,
        total,
      })}
    </Notice>
  )
}

export function EmptyBoard({
  isFiltered,
  go,
}: {
  isFiltered: boolean
  go: (part: Partial<Address>) => void
}) {
  const t = useWords()
  useEffect(() => {
    if (!isFiltered) return
    // The button that shows everything disappears, and the focus with it.
    return focusRoomIfLost
  }, [isFiltered])
  if (!isFiltered) return <p className="quiet board__none">{t('There are no events here yet.')}</p>
  return (
    <div className="row board__none" role="status">
      <strong>{t('No events match these filters')}</strong>
      <Button
        size="small"
        onPress={() => go({ withoutStates: new Set(), withoutCategories: new Set(), venue: undefined })}
      >
        {t('Show everything')}
      </Button>
    </div>
  )
}

/** Shows no placeholders without a connection; loading continues when the service responds again. */
export function LoadingBoard({ isPaused }: { isPaused: boolean }) {
  const t = useWords()
  const isLate = useIsLate()
  if (isPaused)
    return (
      <p className="quiet board__none" role="status">
        {t('Events will appear as soon as the service responds.')}
      </p>
    )
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        {isLate && t('Loading…')}
      </p>
      {isLate && (
        <div className="board__bones" aria-hidden="true">
          {Array.from({ length: 35 }, (_, cell) => (
            <div key={cell}>
              <i className="bone" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

export function Hint() {
  const t = useWords()
  return (
    <p className="quiet narrow wide-only board__hint">
      {t('Drag an event to move it, drag its end to make it longer, press a day to create one. By keyboard:')}{' '}
      <kbd>M</kbd> {t('move')}, <kbd>Alt</kbd> + <kbd>←</kbd> {t('a day earlier')}, <kbd>?</kbd>{' '}
      {t('all shortcuts')}.
    </p>
  )
}
