import type { ReactNode } from 'react'

interface DataTableProps {
  readonly label: string
  /** The headings of the columns. */
  readonly columns: readonly string[]
  readonly isTall?: boolean
  /** The rows. */
  readonly children: ReactNode
}

/** A table that scrolls sideways where it is too wide, also by keyboard. */
export const DataTable = ({ label, columns, isTall = false, children }: DataTableProps) => (
  <div className="table-wrap" role="region" aria-label={label} tabIndex={0}>
    <table className={isTall ? 'table table--tall' : 'table'}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
