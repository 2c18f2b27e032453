import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { admin } from '../../../service/service.ts'
import type { MediaImage } from './image.tsx'

/** What must never be cut off, and how the image looks in the shapes that pages have. */

const step = 0.05
const pauseMs = 600

const within = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** Stored with the image some moments after the last move. */
function useFocus(image: MediaImage) {
  const service = useService()
  const client = useQueryClient()
  const [focus, setFocus] = useState(image.focus)
  const { id, focus: stored } = image
  useEffect(() => {
    if (focus.x === stored.x && focus.y === stored.y) return
    const timer = setTimeout(() => {
      void service
        .write<MediaImage>('PATCH', admin(`/media/${id}`), { focus })
        .then(({ body }) => client.setQueryData(['media', id], body))
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [service, client, id, focus, stored])
  return [focus, setFocus] as const
}

export function Focal({ image }: { image: MediaImage }) {
  const t = useWords()
  const [{ x, y }, setFocus] = useFocus(image)
  const frame = useRef<HTMLDivElement>(null)
  const [isDragged, setDragged] = useState(false)
  const percent = (part: number) => `${Math.round(part * 100)}%`
  const place = (event: PointerEvent) => {
    if (!isDragged) return
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    setFocus({ x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) })
  }
  const move = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    setFocus({ x: within(x + by[0]), y: within(y + by[1]) })
  }
  const src = image.sizes?.large?.url ?? image.url
  const crop = (ratio: string): CSSProperties => ({
    aspectRatio: ratio,
    objectPosition: `${percent(x)} ${percent(y)}`,
  })
  return (
    <>
      <div className="focal" ref={frame}>
        <img src={src} alt="" />
        <button
          type="button"
          aria-label={t('Focal point: {x} from the left, {y} from the top', { x: percent(x), y: percent(y) })}
          style={{ '--x': percent(x), '--y': percent(y) } as CSSProperties}
          onKeyDown={move}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDragged(true)
          }}
          onPointerMove={place}
          onPointerUp={() => setDragged(false)}
        />
      </div>
      <p className="field__hint">{t('The ring is never cut off. Drag it, or use the arrow keys.')}</p>
      <div className="crops" aria-hidden="true">
        {['1', '16 / 9', '3 / 4'].map((ratio) => (
          <img key={ratio} src={src} alt="" style={crop(ratio)} />
        ))}
      </div>
    </>
  )
}
