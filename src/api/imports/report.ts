import type { Kysely } from 'kysely'
import { type Action, type Import } from '../../store/imports/imports.ts'
import { listRows } from '../../store/imports/rows.ts'
import type { Database } from '../../store/sql/schema.ts'
import { columnsOf, csvLines } from '../formats/csv/index.ts'
import { presentRows } from './presentation.ts'

/** The rows of an import as CSV, for correcting the source. */

type Row = Awaited<ReturnType<typeof presentRows>>[number]

const columns = columnsOf<Row>(
  'line',
  'kind',
  'action',
  'outcome',
  'id',
  'external_id',
  'title',
  'start_date',
  'reason',
)

interface ReportOptions {
  readonly language: string
  /** The time zone of the site. */
  readonly timezone: string
  readonly action?: Action | undefined
  readonly isSuspected?: boolean
}

const atOnce = 500

export function reportOf(
  db: Kysely<Database>,
  imported: Import,
  { language, timezone, ...wanted }: ReportOptions,
): AsyncIterable<string> {
  async function* batches() {
    for (let page = 1; ; page += 1) {
      const { rows } = await listRows(db, imported.id, { ...wanted, page, perPage: atOnce })
      if (rows.length === 0) return
      yield presentRows(db, imported, rows, { language, timezone })
    }
  }
  return csvLines(columns, batches())
}
