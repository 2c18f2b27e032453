import { useState } from 'react'
import type { Row } from './declaration.ts'

/** Which rows are selected. They stay so on other pages of the same list. */
export interface Selection {
  readonly rows: readonly Row[]
  has(id: number): boolean
  /** With `isRange`, everything between the row and the one that was selected last. */
  toggle(row: Row, isRange?: boolean): void
  /** All of these, or none of them if all of them are selected. */
  toggleAll(rows: readonly Row[]): void
  select(rows: readonly Row[]): void
  clear(): void
}

const without = (rows: readonly Row[], others: readonly Row[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

/** `page` is what is shown, in its order. */
export function useSelection(page: readonly Row[]): Selection {
  const [selected, setSelected] = useState<readonly Row[]>([])
  const [anchor, setAnchor] = useState<number>()
  const ids = new Set(selected.map(({ id }) => id))
  const add = (rows: readonly Row[]) => setSelected((former) => [...without(former, rows), ...rows])
  const between = (row: Row) => {
    const ends = [page.findIndex(({ id }) => id === anchor), page.indexOf(row)].sort((a, b) => a - b)
    return ends[0] === -1 ? [row] : page.slice(ends[0], ends[1]! + 1)
  }
  return {
    // As they are by now, because they may have been changed since they were selected.
    rows: selected.map((row) => page.find(({ id }) => id === row.id) ?? row),
    has: (id) => ids.has(id),
    toggle(row, isRange = false) {
      setAnchor(row.id)
      if (isRange) add(between(row))
      else if (ids.has(row.id)) setSelected((former) => without(former, [row]))
      else add([row])
    },
    toggleAll(rows) {
      if (rows.every(({ id }) => ids.has(id))) setSelected((former) => without(former, rows))
      else add(rows)
    },
    select: setSelected,
    clear: () => setSelected([]),
  }
}
