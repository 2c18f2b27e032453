import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useDates } from '../../parts/dates.ts'
import { useDocumentEvent } from '../../parts/document-event.ts'

/** Receives the start that a dragged event would get; undefined when it is dropped. */
export type MoveTarget = (start: string | undefined) => void

/**
 * Shows the target of a dragged event next to the pointer, and announces it. It keeps its own state, because
 * FullCalendar would treat a drop as coming from another calendar if it were re-rendered meanwhile.
 */
export function Target({ hasTime, ref }: { hasTime: boolean; ref: Ref<MoveTarget> }) {
  const dates = useDates()
  const [start, setStart] = useState<string>()
  const paragraph = useRef<HTMLParagraphElement>(null)
  useImperativeHandle(ref, () => setStart, [])
  useDocumentEvent('mousemove', ({ clientX, clientY }) =>
    paragraph.current?.style.setProperty('translate', `${clientX + 16}px ${clientY + 16}px`),
  )
  return (
    <p className="pop board__target" role="status" ref={paragraph} hidden={start === undefined}>
      {start !== undefined && dates.day(start)}
      {start !== undefined && hasTime && `, ${dates.wallTime(start)}`}
    </p>
  )
}
