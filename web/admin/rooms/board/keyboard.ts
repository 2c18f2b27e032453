import type { KeyboardEvent } from 'react'
import { dayLength } from '../../../../src/time/days.ts'
import { isShortcut } from '../../parts/keys.ts'
import type { Actions } from './actions.ts'
import type { BoardEvent } from './board-event.ts'

/** Keyboard control of the board: arrows move the focus, Alt+arrows move the event, Shift+arrows change its length. */

const minuteMs = 60_000

/** Focusable elements: events, “3 more” and days. An event that spans several weeks has one element in each. */
const stops = 'a:has([data-event]), .grid__more, .grid__day'

/** The ID of the event that a link belongs to. */
export const eventIdAt = (element: Element | null): number | undefined => {
  const id = element?.querySelector<HTMLElement>('[data-event]')?.dataset.event
  return id === undefined ? undefined : Number(id)
}

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const middleOf = (element: Element): readonly [number, number] => {
  const { left, top, height } = element.getBoundingClientRect()
  return [left, top + height / 2]
}

/** The nearest element in a direction; sideways distance counts more. */
function neighbourOf(board: Element, from: Element, [across, down]: readonly [number, number]) {
  const [x, y] = middleOf(from)
  let nearest: HTMLElement | undefined
  let shortest = Infinity
  for (const stop of board.querySelectorAll<HTMLElement>(stops)) {
    const [otherX, otherY] = middleOf(stop)
    const ahead = (otherX - x) * across + (otherY - y) * down
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across)
    const distance = ahead + 4 * aside
    if (stop === from || ahead < 6 || distance >= shortest) continue
    nearest = stop
    shortest = distance
  }
  return nearest
}

/** The distance that Alt+arrow moves an all-day or timed event. */
const shiftOf = ([across, down]: readonly [number, number], isBar: boolean) =>
  across * dayLength + down * (isBar ? 7 * dayLength : 15 * minuteMs)

interface BoardKeys {
  readonly eventOf: (id: number | undefined) => BoardEvent | undefined
  readonly mayChange: (event: BoardEvent) => boolean
  /** Says why the event stays as it is, or is not copied. */
  readonly onRefused: (event: BoardEvent, isCopy: boolean) => void
  readonly isBar: (event: BoardEvent) => boolean
  readonly actions: Actions
  readonly onEdit: (event: BoardEvent) => void
  readonly onMove: (event: BoardEvent) => void
  readonly onMenu: (event: BoardEvent, anchor: HTMLElement) => void
}

/** A copy takes what only those who may change the event can read. */
const changeKeys: readonly string[] = ['d', 'e', 'm', 'delete']

/** Returns whether the key was handled. */
function onEventKey(key: KeyboardEvent, event: BoardEvent, anchor: HTMLElement, keys: BoardKeys): boolean {
  const step = steps[key.key]
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey)) {
    keys.onMenu(event, anchor)
    return true
  }
  if (!keys.mayChange(event)) {
    const isChange = changeKeys.includes(key.key.toLowerCase()) && isShortcut(key.nativeEvent)
    if (!isChange && !(key.altKey && step !== undefined)) return false
    if (!key.repeat) keys.onRefused(event, key.key.toLowerCase() === 'd')
    return true
  }
  if (key.altKey && step !== undefined) {
    const shift = shiftOf(step, keys.isBar(event))
    keys.actions.shift(event, key.shiftKey ? 0 : shift, shift)
    return true
  }
  if (key.key === 'Delete') {
    // The key may still be held when the focus is on the next event.
    if (!key.repeat) keys.actions.trash(event)
    return true
  }
  if (!isShortcut(key.nativeEvent)) return false
  const letters: Readonly<Record<string, (event: BoardEvent) => void>> = {
    e: keys.onEdit,
    m: keys.onMove,
    d: keys.actions.duplicate,
  }
  const act = letters[key.key.toLowerCase()]
  act?.(event)
  return act !== undefined
}

export function onBoardKey(key: KeyboardEvent<HTMLElement>, keys: BoardKeys): void {
  const from = (key.target as Element).closest<HTMLElement>(stops)
  if (from === null) return
  const event = keys.eventOf(eventIdAt(from))
  const step = steps[key.key]
  const isForEvent = event !== undefined && onEventKey(key, event, from, keys)
  const isAlone = !key.altKey && !key.ctrlKey && !key.metaKey && !key.shiftKey
  const next = step !== undefined && isAlone ? neighbourOf(key.currentTarget, from, step) : undefined
  next?.focus()
  if (isForEvent || next !== undefined) key.preventDefault()
}
