import type { Kysely } from 'kysely'
import { type Action, type Import } from '../../store/imports/imports.ts'
import { listRows } from '../../store/imports/rows.ts'
import type { Database } from '../../store/sql/schema.ts'
import { csvLines, type Columns } from '../formats/csv/index.ts'
import { presentRows } from './presentation.ts'

/** The rows of an import as CSV, for correcting the source. */

type Row = Awaited<ReturnType<typeof presentRows>>[number]

const columns: Columns<Row> = {
  line: ({ line }) => line,
  kind: ({ kind }) => kind,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  id: ({ id }) => id,
  external_id: ({ external_id: id }) => id,
  title: ({ title }) => title,
  start_date: ({ start_date: start }) => start,
  reason: ({ reason }) => reason,
}

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
