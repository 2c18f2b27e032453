import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useWords } from '../app/words.tsx'

export interface Point {
  readonly x: number
  readonly y: number
}

const step = 0.05
const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** Sets the focus of an image, by dragging or with the arrow keys in steps of 5 %. */
export function FocalPoint({
  src,
  point,
  onMove,
  onSettle,
}: {
  src: string
  point: Point
  /** While it moves. */
  onMove: (point: Point) => void
  /** Once it rests. */
  onSettle: (point: Point) => void
}) {
  const t = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const pointAt = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow === undefined) return
    event.preventDefault()
    const next = { x: within(point.x + arrow[0]), y: within(point.y + arrow[1]) }
    onMove(next)
    onSettle(next)
  }
  return (
    <div className="focal focal--whole" ref={frame}>
      <img src={src} alt="" draggable={false} />
      <button
        type="button"
        aria-label={t('Focal point')}
        aria-description={t('{x} % from the left, {y} % from the top', {
          x: Math.round(point.x * 100),
          y: Math.round(point.y * 100),
        })}
        style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(pointAt(event))
        }}
        onPointerUp={(event) => onSettle(pointAt(event))}
      />
    </div>
  )
}
