import { memo, useRef, useState, type CSSProperties } from 'react'
import { Link, useNavigate } from 'react-router'
import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { Check } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { languageOfTitle, titleOf } from '../../parts/titles.ts'
import type { Column, KindTable, Row, Shared } from './declaration.ts'
import type { Sorting } from './listing.ts'
import type { Listed } from './rows.ts'
import type { Selection } from './selection.ts'

/** The rows as a table, with shortcuts for moving, selecting and opening. */

interface RowProps {
  readonly row: Row
  readonly depth: number
  readonly columns: readonly Column[]
  readonly shared: Shared
  /** Undefined if the user may not edit the row. */
  readonly editAddress: string | undefined
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly onToggle: (row: Row, isRange: boolean) => void
}

const depthOf = (depth: number) => ({ '--depth': depth }) as CSSProperties

const TableRow = memo(function TableRow(props: RowProps) {
  const { row, depth, columns, shared, editAddress, isSelected, isCurrent, onToggle } = props
  const { t } = shared
  const title = titleOf(row, t.language)
  const lang = languageOfTitle(row, t.language)
  // The change event of a checkbox does not include whether Shift was held.
  const isRange = useRef(false)
  return (
    <tr tabIndex={isCurrent ? 0 : -1} aria-selected={isSelected}>
      <td onClickCapture={({ shiftKey }) => (isRange.current = shiftKey)}>
        <Check
          aria-label={t('Select {title}', { title })}
          isChecked={isSelected}
          isDisabled={editAddress === undefined}
          onChange={() => onToggle(row, isRange.current)}
        />
      </td>
      <th scope="row" className="clip" style={depthOf(depth)}>
        {editAddress === undefined ? (
          <a href={row.url} lang={lang}>
            {title}
          </a>
        ) : (
          <Link to={editAddress} lang={lang}>
            {title}
          </Link>
        )}
      </th>
      {columns.map((column) => (
        <td key={column.id} className={column.className}>
          {column.cell(row, shared)}
        </td>
      ))}
    </tr>
  )
})

interface HeaderProps {
  readonly name: Text
  readonly orderby?: string | undefined
  readonly className?: string | undefined
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

function Header({ name, orderby, className, sorting, onSort }: HeaderProps) {
  const t = useWords()
  if (orderby === undefined)
    return (
      <th scope="col" className={className}>
        {t(name)}
      </th>
    )
  const isSorted = sorting.orderby === orderby
  const isDescending = isSorted && sorting.isDescending
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ orderby, isDescending: isSorted && !isDescending })}>
        {t(name)}
        {isSorted && <Icon name={isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  )
}

interface TableProps {
  readonly table: KindTable
  readonly listed: Listed
  readonly columns: readonly Column[]
  readonly shared: Shared
  readonly sorting: Sorting
  readonly selection: Selection
  readonly onSort: (sorting: Sorting) => void
  readonly onPublish: (row: Row) => void
}

export const editAddressOf = ({ kind }: KindTable, { id }: Row): string => `/${kind}/${id}`

/** Label and order of the title column. */
export const titleColumn = ({ kind, sort }: KindTable): { name: Text; orderby: string } => {
  if (kind === 'events') return { name: 'Title', orderby: 'title' }
  return { name: 'Name', orderby: sort === 'tree' ? 'tree' : 'name' }
}

/** J, K and the arrows move between rows; X and Shift+X select, Enter opens, P publishes. */
function useRowKeys({ table, listed: { rows }, selection, onPublish }: TableProps) {
  const navigate = useNavigate()
  const self = useSelf()
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(0)
  const here = () => {
    const row = document.activeElement?.closest('tr') ?? null
    return row?.parentElement === body.current ? row!.sectionRowIndex : undefined
  }
  const rowHere = () => rows[here() ?? -1]
  const focus = (index: number) => {
    if (rows[index] === undefined) return
    setCurrent(index)
    body.current!.rows[index]!.focus()
  }
  const move = (by: number) => (event: KeyboardEvent) => {
    const index = here()
    // Outside the table, arrow keys scroll the page.
    if (index === undefined && event.key.length > 1) return
    event.preventDefault()
    focus(index === undefined ? Math.min(current, rows.length - 1) : index + by)
  }
  const withRow = (act: (row: Row, event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    const row = rowHere()
    if (row === undefined || !mayEdit(row, self)) return
    event.preventDefault()
    act(row, event)
  }
  useKeys({
    j: move(1),
    ArrowDown: move(1),
    k: move(-1),
    ArrowUp: move(-1),
    x: withRow((row, { shiftKey }) => selection.toggle(row, shiftKey)),
    p: withRow((row) => onPublish(row)),
    Enter(event) {
      const row = rowHere()
      if (event.target instanceof HTMLTableRowElement && row !== undefined)
        void navigate(editAddressOf(table, row))
    },
  })
  return { body, current: Math.min(current, Math.max(0, rows.length - 1)), setCurrent, here }
}

export function Table(props: TableProps) {
  const { table, listed, columns, shared, sorting, selection, onSort } = props
  const t = useWords()
  const self = useSelf()
  const { body, current, setCurrent, here } = useRowKeys(props)
  const toggle = useRef(selection.toggle)
  toggle.current = selection.toggle
  const [onToggle] = useState(() => (row: Row, isRange: boolean) => toggle.current(row, isRange))
  const editable = listed.rows.filter((row) => mayEdit(row, self))
  const chosen = editable.filter(({ id }) => selection.has(id)).length
  return (
    <div className="table-wrap">
      <table className="table" aria-label={t(table.name)}>
        <thead>
          <tr>
            <th scope="col">
              <Check
                aria-label={t('Select all on this page')}
                isChecked={chosen > 0 && chosen === editable.length}
                isMixed={chosen > 0 && chosen < editable.length}
                onChange={() => selection.toggleAll(editable)}
              />
            </th>
            <Header {...titleColumn(table)} sorting={sorting} onSort={onSort} />
            {columns.map(({ id, name, orderby, className }) => (
              <Header key={id} {...{ name, orderby, className, sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onFocus={() => setCurrent(here() ?? 0)}>
          {listed.rows.map((row, index) => (
            <TableRow
              key={row.id}
              row={row}
              depth={listed.depths.get(row.id) ?? 0}
              columns={columns}
              shared={shared}
              editAddress={mayEdit(row, self) ? editAddressOf(table, row) : undefined}
              isSelected={selection.has(row.id)}
              isCurrent={index === current}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
