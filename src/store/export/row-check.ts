import { findZone } from '../../time/index.ts'
import type { Row } from '../copy/read-rows.ts'
import { closingAfterwards, migrate, openDatabase } from '../open.ts'

/** Whether rows of an export fit their tables, before anything is written. */

type Columns = ReadonlyMap<string, readonly string[]>

/** Read from an empty database, because the target may have no tables yet, and must stay as it is if a row is refused. */
export const readColumns = (): Promise<Columns> =>
  closingAfterwards(openDatabase('sqlite::memory:'), async (model) => {
    await migrate(model)
    const tables = await model.db.introspection.getTables()
    return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  })

/** Columns that every response parses, so that one that is damaged would break lists and feeds. */
const parsed: Readonly<Record<string, readonly string[]>> = {
  images: ['sizes', 'alt'],
  events: ['tickets'],
}

function isJson(value: unknown): boolean {
  try {
    JSON.parse(String(value))
    return true
  } catch {
    return false
  }
}

const isValue = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

/** What is wrong with a row; undefined if it fits. */
export function misfitOf(table: string, row: Row, columns: Columns): string | undefined {
  if (Object(row) !== row) return 'it is not an object'
  const known = columns.get(table)!
  const missing = known.find((name) => row[name] === undefined)
  if (missing !== undefined) return `${missing} is missing`
  const unknown = Object.keys(row).find((name) => !known.includes(name))
  if (unknown !== undefined) return `${unknown} is no column`
  const noValue = known.find((name) => !isValue(row[name]))
  if (noValue !== undefined) return `${noValue} is neither text nor a number`
  const broken = (parsed[table] ?? []).find((name) => !isJson(row[name]))
  if (broken !== undefined) return `${broken} is not JSON`
  if (table === 'events' && findZone(String(row.timezone)) === undefined) return 'timezone is unknown'
  return undefined
}
