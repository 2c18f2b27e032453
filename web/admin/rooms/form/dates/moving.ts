import { useRef } from 'react'
import { addMinutes, isWall, minutesBetween } from '../../../parts/spoken.ts'
import { useForm, useText } from '../form.tsx'
import { movedRecurrence } from '../repeat/moved.ts'
import type { Values } from '../values.ts'

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

const defaultMinutes = 60

function movingEnd({ start, end }: Times, to: string): Values {
  const length = isWall(start) && isWall(end) ? minutesBetween(start, end) : defaultMinutes
  return length < 0 ? {} : { end_date: addMinutes(to, length) }
}

/**
 * Moves the start and what belongs to it. While the start is incomplete, nothing else moves. `settle` is called when it
 * is left: until then everything moves from where it was, because what is typed passes through times that nobody means.
 */
export function useMovingStart(): { move: (to: string) => void; settle: () => void } {
  const { editor } = useForm()
  const start = useText('start_date').value
  const last = useRef(start)
  if (isWall(start)) last.current = start
  const before = useRef<Times>(undefined)
  return {
    move: (to) => {
      const { values } = editor.state()
      if (!isWall(to)) return editor.set({ start_date: to })
      before.current ??= { ...timesIn(values), start: last.current }
      const from = before.current
      editor.set({ start_date: to, ...movingEnd(from, to), ...movingRecurrence(values, to, from) })
    },
    settle: () => {
      before.current = undefined
    },
  }
}
