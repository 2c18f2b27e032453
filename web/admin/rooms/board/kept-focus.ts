import { useEffect, useRef } from 'react'
import { dayOf, wallClock } from '../../parts/dates.ts'
import { focusRoomIfLost, isFocusLost } from '../../parts/focus.ts'
import type { Actions } from './actions.ts'
import { isOccurrence, type BoardEvent, type Clock } from './board-event.ts'

/** Keeps the focus with its event, because elements of events are replaced when one of them changes. */

/** In frames of the browser. */
const patience = 20
/** By then the events are drawn again. */
const drawnAfter = 4

/** A newly mounted element is invisible until it is positioned, and cannot be focused before. */
function focusSoon(element: HTMLElement, left = patience): void {
  element.focus()
  if (left > 0 && element.isConnected && isFocusLost())
    requestAnimationFrame(() => focusSoon(element, left - 1))
}

const onBoard = (selector: string) => document.querySelector<HTMLElement>(`.board ${selector}`)

const linkOf = (id: number) => onBoard(`a:has([data-event="${id}"])`)

/** What shows an event whose link is hidden or gone: “3 more”, or its day. */
const standInsOf = (day: string, withMore: boolean) => [
  ...(withMore ? [onBoard(`[data-date="${day}"] .grid__more`)] : []),
  onBoard(`[data-date="${day}"] .grid__day`),
]

/** Where the focus goes, best first. */
type Places = () => readonly (HTMLElement | null)[]

/** The event at its new place, else what hides it there, else the day that it left. */
const ofMoved =
  (was: BoardEvent, now: BoardEvent, startDayOf: (event: BoardEvent) => string): Places =>
  () => {
    const link = linkOf(now.id)
    if (link !== null) return [link]
    return [...standInsOf(startDayOf(now), true), ...standInsOf(startDayOf(was), false)]
  }

const startOf = ({ start_date }: BoardEvent) => wallClock(start_date).getTime()

/** What has replaced a date of a series that was moved to other days: the nearest one that is new. */
function replacementOf(gone: BoardEvent, all: readonly BoardEvent[], now: readonly BoardEvent[]) {
  if (!isOccurrence(gone)) return undefined
  const known = new Set(all.map(({ id }) => id))
  const isNew = (event: BoardEvent) =>
    isOccurrence(event) && event.title === gone.title && !known.has(event.id)
  const distance = (event: BoardEvent) => Math.abs(startOf(event) - startOf(gone))
  return now.filter(isNew).toSorted((one, other) => distance(one) - distance(other))[0]
}

/** The next event of the day, else the day; agendas have no days to focus. */
const ofGone =
  (gone: BoardEvent, all: readonly BoardEvent[], startDayOf: (event: BoardEvent) => string): Places =>
  () => {
    const following = all.slice(all.indexOf(gone) + 1)
    const ofDay = following.filter((event) => startDayOf(event) === startDayOf(gone))
    const linksOf = (events: readonly BoardEvent[]) => events.map(({ id }) => linkOf(id))
    return [...linksOf(ofDay), ...standInsOf(startDayOf(gone), false), ...linksOf(following)]
  }

function focusFirst(places: ReturnType<Places>): void {
  for (const place of places) if (isFocusLost()) place?.focus()
}

/** Watches for some frames whether the focus gets lost; returns a function that ends it. */
function watchFocus(places: Places): () => void {
  let frame: number
  const look = (left: number) => {
    frame = requestAnimationFrame(() => {
      if (isFocusLost() && left <= patience - drawnAfter) focusFirst(places())
      if (left > 0) look(left - 1)
      else focusRoomIfLost()
    })
  }
  look(patience)
  return () => cancelAnimationFrame(frame)
}

const isAtOtherTime = (one: BoardEvent, other: BoardEvent) =>
  one.start_date !== other.start_date || one.end_date !== other.end_date

/** The user is still where they undid a change: at the message, on the board, or nowhere. */
const isWhereUndone = () =>
  isFocusLost() || document.activeElement?.matches('.toasts *, .board *, #main') === true

export function useKeptFocus(
  events: readonly BoardEvent[],
  clock: Clock,
  { asked, changes: { takenBack } }: Pick<Actions, 'asked' | 'changes'>,
) {
  // A dialog about the event is open, behind which it is already at its new place.
  const isAsking = asked !== undefined
  const focused = useRef<number>(undefined)
  const before = useRef({ events, isAsking })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  useEffect(() => {
    const { events: all, isAsking: wasAsking } = before.current
    before.current = { events: isAsking ? all : events, isAsking }
    if (isAsking) return
    const isFocused = ({ id }: BoardEvent) => id === focused.current
    const [was, now] = [all.find(isFocused), events.find(isFocused)]
    if (was === undefined || (now !== undefined && !wasAsking && !isAtOtherTime(was, now))) return
    const startDayOf = (event: BoardEvent) => dayOf(clock.place(event).start)
    const instead = now ?? replacementOf(was, all, events)
    if (instead !== undefined) focused.current = instead.id
    stop.current?.()
    stop.current = watchFocus(
      instead === undefined ? ofGone(was, all, startDayOf) : ofMoved(was, instead, startDayOf),
    )
  }, [events, clock, isAsking])
  const found = useRef(takenBack)
  useEffect(() => {
    if (takenBack === found.current || !events.some(({ id }) => id === takenBack?.id)) return
    found.current = takenBack
    focused.current = takenBack?.id
    if (takenBack === undefined || !isWhereUndone() || document.activeElement === linkOf(takenBack.id)) return
    ;(document.activeElement as HTMLElement).blur()
    stop.current?.()
    stop.current = watchFocus(() => [linkOf(takenBack.id)])
  }, [events, takenBack])
  return {
    keep: (id: number | undefined) => {
      focused.current = id
    },
    restore: (id: number, element: HTMLElement) => {
      if (id === focused.current && isFocusLost()) focusSoon(element)
    },
  }
}
