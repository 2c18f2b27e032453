import { storeText } from '../../app/store-text.ts'
import type { UnsavedInput } from './unsaved.ts'

/**
 * Copies of unsaved input, written while the page ends: Safari does not wait until IndexedDB has written. The next form that
 * is opened moves them there.
 */

const start = 'calends.spare/'

interface Spare {
  /** Of the entry in IndexedDB. */
  readonly place: string
  readonly kept: UnsavedInput
}

/** Without room nothing is kept, as what was typed until shortly before is in IndexedDB. */
export const keepSpare = ({ place, kept }: Spare): void => void storeText(start + place, JSON.stringify(kept))

export function spareAt(place: string): UnsavedInput | undefined {
  const text = localStorage.getItem(start + place)
  return text === null ? undefined : (JSON.parse(text) as UnsavedInput)
}

/** Removes it, unless it was written later than this, in milliseconds. */
export function dropSpare(place: string, until: number): void {
  const spare = spareAt(place)
  if (spare !== undefined && spare.at <= until) localStorage.removeItem(start + place)
}

export const allSpares = (): readonly Spare[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(start))
    .flatMap((name) => {
      const place = name.slice(start.length)
      const kept = spareAt(place)
      return kept === undefined ? [] : [{ place, kept }]
    })
