import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useDates } from '../../parts/dates.ts'

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
  useEffect(() => {
    const follow = ({ clientX, clientY }: MouseEvent) =>
      paragraph.current?.style.setProperty('translate', `${clientX + 16}px ${clientY + 16}px`)
    document.addEventListener('mousemove', follow)
    return () => document.removeEventListener('mousemove', follow)
  }, [])
  return (
    <p className="pop board__target" role="status" ref={paragraph} hidden={start === undefined}>
      {start !== undefined && dates.day(start)}
      {start !== undefined && hasTime && `, ${dates.wallTime(start)}`}
    </p>
  )
}
