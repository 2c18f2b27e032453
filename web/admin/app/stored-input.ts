import { useCallback, useMemo, useRef, useSyncExternalStore, type Dispatch, type SetStateAction } from 'react'
import { useMessages } from '../parts/toasts.tsx'
import { useSelf } from './session.tsx'
import { storeText } from './store-text.ts'
import { isStillKept, knownTabs } from './tabs.ts'
import { useWords } from './words.tsx'

/**
 * Stores input outside resource forms, such as a note or a setting, in this browser until it is saved, so that it
 * survives a closed tab, an expired session or a lost connection. Each tab has entries of its own, and takes over those
 * of tabs that are closed. Other users who sign in here do not see them.
 */

const [start, mark] = ['calends.typed/', ' @']

const keyOf = (user: number, name: string) => `${start}${user}/${name}`
const placeOf = (key: string) => key + mark + knownTabs().own

/** An entry as it is stored: its place names its key and its tab. */
interface Entry {
  readonly place: string
  readonly value: unknown
  /** When it was written, in milliseconds. */
  readonly at: number
}

function entryAt(place: string): Entry | undefined {
  const { value, at = 0 } = (JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<Entry> | null) ?? {}
  return value === undefined ? undefined : { place, value, at }
}

/** The entries of closed tabs whose keys begin so, the latest first. */
function leftBehind(prefix: string): Entry[] {
  const { own, open } = knownTabs()
  return Object.keys(localStorage)
    .filter((place) => place.startsWith(prefix) && place.includes(mark))
    .filter((place) => {
      const tab = place.slice(place.lastIndexOf(mark) + mark.length)
      return tab !== own && !open.has(tab)
    })
    .flatMap((place) => entryAt(place) ?? [])
    .toSorted((one, other) => other.at - one.at)
}

/** Removes what tabs that were closed long ago have left. */
export function dropOldInput(): void {
  const old = leftBehind(start).filter((entry, place) => !isStillKept(entry, place))
  for (const { place } of old) localStorage.removeItem(place)
}

/** The input of this tab; it outlives the fields, because what they save may be confirmed after they are gone. */
const inputs = new Map<string, unknown>()
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the browser had room for it. */
const isKept = (key: string, value: unknown, at = Date.now()): boolean =>
  storeText(placeOf(key), JSON.stringify({ value, at }))

/** Returns whether the browser had room for it; undefined removes it. */
function write(key: string, value: unknown): boolean {
  if (value === undefined) {
    inputs.delete(key)
    localStorage.removeItem(placeOf(key))
  } else inputs.set(key, value)
  const hadRoom = value === undefined || isKept(key, value)
  for (const listener of listeners) listener()
  return hadRoom
}

/** Reads the entry of this tab, or else the latest one of a closed tab, which becomes that of this tab. */
function load(key: string): void {
  if (inputs.has(key)) return
  const own = entryAt(placeOf(key))
  const [found = own] = own === undefined ? leftBehind(key + mark) : []
  if (found === undefined) return
  inputs.set(key, found.value)
  if (found === own) return
  localStorage.removeItem(found.place)
  isKept(key, found.value, found.at)
}

/**
 * Like `useState`, but persistent; undefined removes the stored value. It can also be set when the field is gone. What
 * the browser has no room for can still be typed and saved.
 */
export function useStoredInput<T>(
  name: string,
): readonly [T | undefined, Dispatch<SetStateAction<T | undefined>>] {
  const key = keyOf(useSelf().id, name)
  const t = useWords()
  const { say } = useMessages()
  const isTold = useRef(false)
  useMemo(() => load(key), [key])
  const value = useSyncExternalStore(listen, () => inputs.get(key) as T | undefined)
  const set = useCallback(
    (next: SetStateAction<T | undefined>) => {
      const now = inputs.get(key) as T | undefined
      const after = next instanceof Function ? next(now) : next
      // The tab that was typed into last is the one whose input the next tab takes over.
      if (after === now) return
      const hadRoom = write(key, after)
      if (hadRoom || isTold.current) return
      isTold.current = true
      say(
        t(
          'This browser has no space to keep what you write here; it will be lost if you leave before saving.',
        ),
      )
    },
    [key, say, t],
  )
  return [value, set]
}

/** Removes a stored value after it was saved, when the field may already be unmounted. */
export function useRemoveStoredInput(): (name: string) => void {
  const { id } = useSelf()
  return (name) => void write(keyOf(id, name), undefined)
}
