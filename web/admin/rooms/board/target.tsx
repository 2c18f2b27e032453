import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useDates } from '../../parts/dates.ts'

/** Told where what is being dragged would be; undefined when it is let go. */
export type TellTarget = (start: string | undefined) => void

/**
 * Says where what is being dragged would be, beside the pointer and for those who do not see it. It keeps that to itself,
 * because FullCalendar takes a drop for one of another calendar if it is drawn anew meanwhile.
 */
export function Target({ hasTime, ref }: { hasTime: boolean; ref: Ref<TellTarget> }) {
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
