import { createHash, type Hash } from 'node:crypto'
import { DatabaseError } from '../open.ts'
import type { SequenceState } from '../copy/sequences.ts'
import { copiedTables } from '../copy/tables.ts'
import type { Row } from '../copy/read-rows.ts'

/**
 * The export format: a header line, one line for each row and each sequence, and a footer that makes truncated or
 * altered exports detectable. Each line is a JSON object (docs/backup.md).
 */

export const formatVersion = 1

export interface Header {
  readonly calends: 'export'
  readonly format: number
  /** The version of the program that wrote it. */
  readonly version: string
  /** The newest migration of the database, which determines the columns. */
  readonly schema: string
  readonly exported: string
}

export type Line = { readonly table: string; readonly row: Row } | { readonly sequence: SequenceState }

interface Footer {
  readonly end: { readonly rows: number; readonly tables: Readonly<Record<string, number>> }
  /** Of all lines before this one. */
  readonly sha256: string
}

const addTo = (hash: Hash, line: string) => hash.update(line).update('\n')

/** The lines as text, between the header and the footer. */
export async function* sealed(header: Header, lines: AsyncIterable<Line>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const tables: Record<string, number> = {}
  const write = (value: unknown) => {
    const line = JSON.stringify(value)
    addTo(hash, line)
    return `${line}\n`
  }
  yield write(header)
  for await (const line of lines) {
    if ('row' in line) tables[line.table] = (tables[line.table] ?? 0) + 1
    yield write(line)
  }
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const footer: Footer = { end: { rows, tables }, sha256: hash.digest('hex') }
  yield `${JSON.stringify(footer)}\n`
}

const fault = (number: number, what: string, cause?: unknown) =>
  new DatabaseError(`Line ${number} of the export ${what}; nothing was imported.`, { cause })

/** The error for a row that its table cannot take. */
export const misfit = (number: number, table: string, why: string, cause?: unknown) =>
  fault(number, `does not fit the table ${table}: ${why}`, cause)

function parse(text: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below, like any other line that is not an object.
  }
  throw fault(number, 'is not a JSON object')
}

function headerOf(value: Record<string, unknown>): Header {
  const header = value as Partial<Header>
  if (header.calends !== 'export') throw fault(1, 'does not say that this is an export of Calends')
  if (header.format !== formatVersion)
    throw fault(1, `names the format ${String(header.format)}, but this version reads ${formatVersion}`)
  return header as Header
}

const names = new Set<unknown>(copiedTables.map(({ name }) => name))

function lineOf(value: Record<string, unknown>, number: number): Line {
  const table = (value.sequence as SequenceState | undefined)?.table ?? value.table
  if (!names.has(table)) throw fault(number, 'belongs to no table that this version knows')
  return value as Line
}

/** A line with its number in the export. */
interface Numbered {
  readonly number: number
  readonly line: Header | Line
}

/** The header, then each line; throws at the end if the export is incomplete or was altered. */
export async function* unsealed(lines: AsyncIterable<string>): AsyncGenerator<Numbered> {
  const hash = createHash('sha256')
  let number = 0
  let isWhole = false
  for await (const text of lines) {
    number += 1
    if (isWhole) throw fault(number, 'stands behind the last one')
    const value = parse(text, number)
    if (number === 1) yield { number, line: headerOf(value) }
    else if (value.sha256 === undefined) yield { number, line: lineOf(value, number) }
    else {
      if (value.sha256 !== hash.digest('hex'))
        throw fault(number, 'has another checksum than the lines before it, which were altered')
      isWhole = true
      continue
    }
    addTo(hash, text)
  }
  if (!isWhole) throw fault(number + 1, 'is missing: the export was cut off')
}
