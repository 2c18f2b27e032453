import { useState } from 'react'
import type { Row } from './declaration.ts'

/** The selected rows, which persist across pages of the same list. */
export interface Selection {
  readonly rows: readonly Row[]
  has(id: number): boolean
  /** With `isRange`, also selects everything between the row and the one selected last. */
  toggle(row: Row, isRange?: boolean): void
  /** Selects all of these rows, or deselects them if all are selected. */
  toggleAll(rows: readonly Row[]): void
  select(rows: readonly Row[]): void
  clear(): void
}

const without = (rows: readonly Row[], others: readonly Row[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

/**
 * `page` contains the displayed rows, in order; `list` identifies the list of which they are a page. What the user may not
 * change is never selected, also where it stands among other rows.
 */
export function useSelection(
  page: readonly Row[],
  list: string,
  isSelectable: (row: Row) => boolean,
): Selection {
  const [selected, setSelected] = useState<readonly Row[]>([])
  const [anchor, setAnchor] = useState<number>()
  const [selectedIn, setSelectedIn] = useState(list)
  // Rows of another list, such as another view, would be changed unseen.
  if (list !== selectedIn) {
    setSelectedIn(list)
    setSelected([])
  }
  const ids = new Set(selected.map(({ id }) => id))
  const add = (rows: readonly Row[]) =>
    setSelected((former) => [...without(former, rows), ...rows.filter(isSelectable)])
  const between = (row: Row) => {
    const ends = [page.findIndex(({ id }) => id === anchor), page.indexOf(row)].sort((a, b) => a - b)
    return ends[0] === -1 ? [row] : page.slice(ends[0], ends[1]! + 1)
  }
  return {
    // Uses the current rows, because they may have changed since they were selected.
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
    select: (rows) => setSelected(rows.filter(isSelectable)),
    clear: () => setSelected([]),
  }
}
