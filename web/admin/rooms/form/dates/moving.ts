import { useRef } from 'react'
import { isWall, wallOf } from '../../../parts/spoken.ts'
import { useForm, useFormState } from '../form.tsx'
import { movedRecurrence } from '../repeat/moved.ts'
import type { Values } from '../values.ts'
import { endAt, movedEnd } from './moved-end.ts'

/** The values that belong to the start: whatever moves it moves them. */
interface Times {
  readonly start: string
  readonly end: string
  readonly recurrence: string
  readonly zone: string
}

const timesIn = (values: Values): Times => {
  const [start, end, recurrence, zone] = ['start_date', 'end_date', 'recurrence', 'timezone'].map((name) =>
    String(values[name] ?? ''),
  ) as [string, string, string, string]
  return { start, end, recurrence, zone }
}

/** The change of the recurrence, if any, so that one that stays is not sent. */
export function movingRecurrence(values: Values, to: string, from = timesIn(values)): Values {
  if (!isWall(from.start) || !isWall(to)) return {}
  const recurrence = movedRecurrence(from.recurrence, from.start, to, from.zone)
  return recurrence === timesIn(values).recurrence ? {} : { recurrence }
}

/**
 * Moves the start and what belongs to it. While the start is incomplete, nothing else moves. `settle` is called when it
 * is left: until then everything moves from where it was, because what is typed passes through times that nobody means.
 * `until` is the time of the end, if it was typed too.
 */
export function useMovingStart(): { move: (to: string, until?: string) => void; settle: () => void } {
  const { editor } = useForm()
  const { start, end } = timesIn(useFormState().values)
  const last = useRef({ start, end })
  if (isWall(start)) last.current = { start, end }
  const before = useRef<Times & { readonly lengthFrom: string }>(undefined)
  /** An end that was changed while there was no start has no length yet. */
  const begin = (now: Times) => ({
    ...now,
    start: last.current.start,
    lengthFrom: now.end === last.current.end ? last.current.start : '',
  })
  return {
    move: (to, until) => {
      const { values } = editor.state()
      const typedEnd = until === undefined ? undefined : { end: wallOf('', until), lengthFrom: '' }
      if (!isWall(to)) {
        if (typedEnd === undefined) return editor.set({ start_date: to })
        before.current = { ...(before.current ?? begin(timesIn(values))), ...typedEnd }
        return editor.set({ start_date: to, end_date: typedEnd.end })
      }
      const from = (before.current ??= begin(timesIn(values)))
      const { end, lengthFrom } = typedEnd ?? from
      const end_date = movedEnd(end, lengthFrom, to)
      editor.set({ start_date: to, end_date, ...movingRecurrence(values, to, from) })
    },
    settle: () => {
      before.current = undefined
    },
  }
}

/** Sets the time of the end, and moves its day if it is after midnight, and back as long as it is not set otherwise. */
export function useEndTime(): (day: string, time: string) => void {
  const { editor } = useForm()
  const last = useRef({ end: '', day: '' })
  return (day, time) => {
    const { start, end } = timesIn(editor.state().values)
    const given = end === last.current.end ? last.current.day : day
    last.current = { end: endAt(start, given, time), day: given }
    editor.set({ end_date: last.current.end })
  }
}
