import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFieldSaving } from '../../parts/field-saving.ts'
import { FocalPoint, type Point } from '../../parts/focal-point.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

/** Edits the focus of an image, which is saved when it stops moving. `children` preview the result while it moves. */
export function ImageFocus({
  image,
  children,
}: {
  image: LibraryImage
  children?: (point: Point) => ReactNode
}) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const saving = useFieldSaving<Pick<LibraryImage, 'focus'>>()
  const messages = useMessages()
  /** Until it is stored; from then on it may be moved elsewhere, too. */
  const [moved, setMoved] = useState<Point>()
  const point = moved ?? image.focus
  const save = (focus: Point, undo?: () => void) => {
    setMoved(focus)
    saving.save('focus', focus, async () => {
      await service.write('PATCH', admin(`/media/${image.id}`), { focus })
      messages.say(t('The focal point was moved.'), undo)
      await client.invalidateQueries({ queryKey: ['media'] })
      setMoved((now) => (now === focus ? undefined : now))
    })
  }
  const settle = (focus: Point) => {
    const former = image.focus
    const { x, y } = saving.pending.focus ?? former
    if (focus.x === x && focus.y === y) return
    save(focus, () => save(former))
  }
  return (
    <>
      {saving.problem && <Failure error={saving.problem} />}
      <FocalPoint src={image.url} point={point} onMove={setMoved} onSettle={settle} />
      {saving.pending.focus !== undefined && <p className="quiet">{t('Not saved yet')}</p>}
      <p className="quiet">{t('The ring is never cut off. Drag it, or use the arrow keys.')}</p>
      {children?.(point)}
    </>
  )
}
