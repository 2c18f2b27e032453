import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { ResourceName } from '../resources/kinds.ts'
import type { Instant } from '../time/index.ts'
import type { Db } from './sql/db.ts'
import { insertRows } from './sql/insert-rows.ts'
import type { Database, ImportedTable, ImportPageTable, ImportRowTable, ImportTable } from './sql/schema.ts'
import type { Trx } from './sql/write-queue.ts'

/** Imports, the rows that each has read, and what came from which source. No resource shows anything of it. */

type Reading = Kysely<Database>

export type Import = Selectable<ImportTable>
export type NewImport = Omit<Import, 'id'>
export type ImportRow = ImportRowTable
export type Imported = ImportedTable
export type Action = ImportRow['action']

/** How long an import can be taken back, and a preview be run. */
export const importSeconds = 30 * 86_400

/** Older answers of a source say too little of what is there now. */
const pageSeconds = 86_400

export const createImport = ({ writes }: Db, row: NewImport): Promise<Import> =>
  writes.withoutVersionChange((trx) =>
    trx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow(),
  )

export const findImport = (db: Reading, id: number): Promise<Import | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes an import that is in one of these states; undefined if it is in another. */
export const updateImport = (
  { writes }: Db,
  id: number,
  from: readonly Import['state'][],
  changes: Partial<NewImport>,
  alongside: (trx: Trx) => Promise<unknown> = () => Promise.resolve(),
): Promise<Import | undefined> =>
  writes.withoutVersionChange(async (trx) => {
    const changed = await trx
      .updateTable('imports')
      .set(changes)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returningAll()
      .executeTakeFirst()
    if (changed !== undefined) await alongside(trx)
    return changed
  })

/** Newest first. */
export async function listImports(
  db: Reading,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ imports: Import[]; total: number }> {
  const { total } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const imports = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { imports, total: Number(total) }
}

/** The fields that the columns of a source were given the last time. */
export async function lastMapping(db: Reading, source: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('imports')
    .select('mapping')
    .where('source', '=', source)
    .where('mapping', '<>', '{}')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.mapping
}

export const addRows = ({ writes }: Db, rows: readonly ImportRow[]): Promise<unknown> =>
  writes.withoutVersionChange((trx) => insertRows(trx, 'import_rows', rows))

/** The next rows that are to be written. */
export const rowsToWrite = (db: Reading, id: number, limit: number): Promise<ImportRow[]> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import', '=', id)
    .where('action', 'in', ['create', 'change'])
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Rows that have been written, the last first. */
export const writtenRows = (db: Reading, id: number, limit: number): Promise<ImportRow[]> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import', '=', id)
    .where('outcome', '=', 'written')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** What earlier imports of the source have written of these. */
export const earlierRows = (
  db: Reading,
  { id, source }: Pick<Import, 'id' | 'source'>,
  kind: ResourceName,
  targets: readonly number[],
): Promise<ImportRow[]> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import', 'in', (eb) =>
      eb.selectFrom('imports').select('id').where('source', '=', source).where('id', '<', id),
    )
    .where('kind', '=', kind)
    .where('target', 'in', targets)
    .where('outcome', '=', 'written')
    .execute()

/** What became of rows; all of them at once. */
export const settleRows = (trx: Trx, rows: readonly ImportRow[]): Promise<unknown> =>
  insertRows(
    trx,
    'import_rows',
    rows,
    `on conflict ("import", "position") do update set action = excluded.action, reasons = excluded.reasons,
     target = excluded.target, outcome = excluded.outcome, written = excluded.written`,
  )

interface RowQuery {
  readonly page: number
  readonly perPage: number
  readonly action?: Action | undefined
  /** Only those that may be here already. */
  readonly isSuspected?: boolean | undefined
}

/** Texts in JSON have a backslash before their quotation marks, so this is found in no text. */
const isSuspected = sql<boolean>`reasons like '%"suspected":%'`

/** In the order of the source. */
export async function listRows(
  db: Reading,
  id: number,
  { page, perPage, action, isSuspected: isWanted = false }: RowQuery,
): Promise<{ rows: ImportRow[]; total: number }> {
  const all = db
    .selectFrom('import_rows')
    .where('import', '=', id)
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(isWanted, (query) => query.where(isSuspected))
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy('position')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: Number(total) }
}

export interface RowCount {
  readonly import: number
  readonly kind: ResourceName
  readonly action: Action
  readonly outcome: ImportRow['outcome']
  readonly n: number
  /** How many of them may be here already. */
  readonly suspected: number
}

export async function countRows(db: Reading, ids: readonly number[]): Promise<RowCount[]> {
  if (ids.length === 0) return []
  const counted = await db
    .selectFrom('import_rows')
    .select(['import', 'kind', 'action', 'outcome'])
    .select((eb) => eb.fn.countAll().as('n'))
    .select(sql<number>`sum(case when ${isSuspected} then 1 else 0 end)`.as('suspected'))
    .where('import', 'in', ids)
    .groupBy(['import', 'kind', 'action', 'outcome'])
    .execute()
  return counted.map((row) => ({ ...row, n: Number(row.n), suspected: Number(row.suspected) }))
}

/** Rows of a preview that somebody does not want: of these lines, of these actions, and those that may be here already. */
export const leaveOut = (
  trx: Trx,
  id: number,
  { lines, actions, suspected }: LeftOut,
  reasons: string,
): Promise<unknown> =>
  trx
    .updateTable('import_rows')
    .set({ action: 'skip', outcome: 'skipped', reasons })
    .where('import', '=', id)
    .where('action', 'in', ['create', 'change'])
    .where((eb) =>
      eb.or([
        eb('line', 'in', [0, ...lines]),
        eb('action', 'in', ['fail', ...actions]),
        ...(suspected ? [isSuspected] : []),
      ]),
    )
    .execute()

export interface LeftOut {
  readonly lines: readonly number[]
  readonly actions: readonly Action[]
  readonly suspected: boolean
}

/** Rows that were left alone when their import was taken back. */
export const rowsLeft = (db: Reading, id: number): Promise<ImportRow[]> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import', '=', id)
    .where('outcome', '=', 'left')
    .orderBy('position')
    .execute()

export async function importedFrom(
  db: Reading,
  source: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, Imported>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported')
    .selectAll()
    .where('source', '=', source)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** Which of these events came from a source. */
export async function targetsFrom(
  db: Reading,
  source: string,
  events: readonly number[],
): Promise<ReadonlySet<number>> {
  if (events.length === 0) return new Set()
  const rows = await db
    .selectFrom('imported')
    .select('target')
    .where('source', '=', source)
    .where('kind', '=', 'events')
    .where('target', 'in', [...new Set(events)])
    .execute()
  return new Set(rows.map(({ target }) => target))
}

export const keepImported = (trx: Trx, rows: readonly Imported[]): Promise<unknown> =>
  insertRows(
    trx,
    'imported',
    rows,
    `on conflict ("source", "external_id") do update set target = excluded.target, record = excluded.record,
     version = excluded.version, edited = excluded.edited`,
  )

/** A record that was taken back is new again. */
export const forgetImported = (trx: Trx, source: string, externalIds: readonly string[]): Promise<unknown> =>
  externalIds.length === 0
    ? Promise.resolve()
    : trx
        .deleteFrom('imported')
        .where('source', '=', source)
        .where('external_id', 'in', externalIds)
        .execute()

/** A record that has its former values again here is imported again the next time. */
export const forgetRecords = (trx: Trx, source: string, externalIds: readonly string[]): Promise<unknown> =>
  externalIds.length === 0
    ? Promise.resolve()
    : trx
        .updateTable('imported')
        .set({ record: '{}' })
        .where('source', '=', source)
        .where('external_id', 'in', externalIds)
        .execute()

/** The latest version of each of these. */
export async function latestVersions(
  db: Reading,
  kind: ResourceName,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select('id')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, Number(version)]))
}

/** Names of fields that versions after those given have changed, by id. */
export async function editedSince(
  db: Reading,
  kind: ResourceName,
  versions: ReadonlyMap<number, number>,
): Promise<Map<number, readonly string[]>> {
  if (versions.size === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select(['id', 'version', 'former'])
    .where('kind', '=', kind)
    .where('id', 'in', [...versions.keys()])
    .where('version', '>', Math.min(...versions.values()))
    .execute()
  const edited = new Map<number, readonly string[]>()
  for (const { id, version, former } of rows)
    if (version > versions.get(id)!)
      edited.set(id, [...(edited.get(id) ?? []), ...Object.keys(JSON.parse(former) as object)])
  return edited
}

/** Occurrences of a series that have been edited, other than these. */
export async function editedOccurrences(
  db: Reading,
  series: number,
  known: readonly number[],
): Promise<boolean> {
  const found = await db
    .selectFrom('history')
    .innerJoin('events', 'events.id', 'history.id')
    .select('history.id')
    .where('history.kind', '=', 'events')
    .where('history.action', '<>', 'created')
    .where('events.post_parent', '=', series)
    .$if(known.length > 0, (query) => query.where('history.id', 'not in', known))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes imports that can neither be run nor be taken back any more. */
export async function forgetImports(db: Db, now: Instant): Promise<void> {
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('created', '<', now - importSeconds)
    .where('state', '<>', 'running')
    .where('schedule', 'is', null)
    .execute()
  const ids = old.map(({ id }) => id)
  await db.writes.withoutVersionChange(async (trx) => {
    await trx
      .deleteFrom('import_pages')
      .where('fetched', '<', now - pageSeconds)
      .execute()
    if (ids.length === 0) return
    await trx.deleteFrom('import_rows').where('import', 'in', ids).execute()
    await trx.deleteFrom('imports').where('id', 'in', ids).execute()
  })
}

/** Takes a scheduled import that is due, by moving its time ahead; undefined if there is none. */
export async function takeScheduled(
  db: Db,
  now: Instant,
  next: (one: Import) => Instant | null,
): Promise<Import | undefined> {
  const due = await db
    .selectFrom('imports')
    .selectAll()
    .where('due', '<=', now)
    .orderBy('due')
    .executeTakeFirst()
  if (due === undefined) return undefined
  return db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('imports')
      .set({ due: next(due) })
      .where('id', '=', due.id)
      .where(sql.ref('due'), '=', due.due)
      .returningAll()
      .executeTakeFirst(),
  )
}

export const runsOf = (db: Reading, id: number, limit: number): Promise<Import[]> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('scheduled_by', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** What a source answered at an address when it was read last, and was not read to its end. */
export async function findPage(
  db: Reading,
  source: string,
  address: string,
  now: Instant,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('import_pages')
    .select('body')
    .where('source', '=', source)
    .where('address', '=', address)
    .where('fetched', '>=', now - pageSeconds)
    .executeTakeFirst()
  return found?.body
}

export const keepPage = ({ writes }: Db, page: ImportPageTable): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    insertRows(
      trx,
      'import_pages',
      [page],
      'on conflict ("source", "address") do update set body = excluded.body, fetched = excluded.fetched',
    ),
  )

/** In the place of an address: who reads the source, and until when nobody else does. */
const reading = { address: '' } as const

/** How long a source belongs to whoever reads it and says so again and again. */
export const readingSeconds = 15

/** Takes a source for a reader; false while another has it. */
export async function takeSource(
  { writes }: Db,
  source: string,
  reader: string,
  now: Instant,
): Promise<boolean> {
  const own = { body: reader, fetched: now }
  const taken = await writes.withoutVersionChange((trx) =>
    trx
      .insertInto('import_pages')
      .values({ source, ...reading, ...own })
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'address'])
          .doUpdateSet(own)
          .where('import_pages.fetched', '<=', now - readingSeconds),
      )
      .returning('source')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

const takenBy = (reader: string) => (eb: ExpressionBuilder<Database, 'import_pages'>) =>
  eb.and({ ...reading, body: reader })

export const keepSource = ({ writes }: Db, reader: string, now: Instant): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx.updateTable('import_pages').set({ fetched: now }).where(takenBy(reader)).execute(),
  )

export const releaseSource = ({ writes }: Db, reader: string): Promise<unknown> =>
  writes.withoutVersionChange((trx) => trx.deleteFrom('import_pages').where(takenBy(reader)).execute())

export const forgetPages = ({ writes }: Db, source: string): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx
      .deleteFrom('import_pages')
      .where('source', '=', source)
      .where('address', '<>', reading.address)
      .execute(),
  )
