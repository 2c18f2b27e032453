import { importInOtherState } from '../../errors.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import type { Written } from '../../importing/write.ts'
import {
  editedOccurrences,
  forgetImported,
  forgetRecords,
  importDays,
  latestVersions,
  settleRows,
  updateImport,
  writtenRows,
  type Import,
  type ImportRow,
} from '../../store/imports.ts'
import { load } from '../../store/sql/read.ts'
import { remove, trash } from '../../store/sql/update.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import { calendarRequest } from '../history/calendar-request.ts'
import { restoreVersion } from '../history/restore.ts'
import type { OperationRequest } from '../operation.ts'
import { handleUpdate, updateFieldsOf } from '../update.ts'
import type { ImportAccess } from './operations.ts'

/**
 * Takes an import back, the last row first: what it has made goes to the trash, and what it has changed gets its former
 * version. What was edited since is left alone.
 */

const atOnce = 100

const writtenBy = ({ written }: ImportRow) => JSON.parse(written ?? '[]') as Written[]

const eventsOf = (row: ImportRow) => writtenBy(row).filter(({ kind }) => kind === 'events')

const isCreated = (row: ImportRow) =>
  writtenBy(row).some(({ id, before }) => id === row.event && before === null)

async function isEdited({ db }: ImportAccess, row: ImportRow): Promise<boolean> {
  const events = eventsOf(row)
  const ids = events.map(({ id }) => id)
  const latest = await latestVersions(db, 'events', ids)
  if (events.some(({ id, after }) => (latest.get(id) ?? 0) !== after)) return true
  return isCreated(row) && editedOccurrences(db, row.event!, ids)
}

const readingOf = ({ caller, site }: OperationRequest, { language }: Import) => ({
  resources,
  caller,
  language,
  now: site.now,
})

const viewOf = ({ caller, site }: OperationRequest, { language }: Import) => ({
  caller,
  site,
  language,
  resources,
})

/** What was made goes with all that says where it came from. */
async function trashEvents(
  trx: Trx,
  imported: Import,
  rows: readonly ImportRow[],
  request: OperationRequest,
) {
  const ids = rows.map(({ event }) => event!)
  const items = await load(trx, resources.events, ids, readingOf(request, imported))
  for (const item of items)
    if (item.row.status !== 'trash') await trash(trx, resources.events, item, viewOf(request, imported))
  await forgetImported(
    trx,
    imported.source,
    rows.map(({ external_id }) => external_id),
  )
  await settleRows(
    trx,
    rows.map((row) => ({ ...row, outcome: 'undone' as const })),
  )
}

/** An occurrence without any version of its own had nothing of its own. */
async function giveBack({ services }: ImportAccess, request: OperationRequest, id: number) {
  const [item] = await services.store.latest.load(resources.events, [id], {
    caller: request.caller,
    language: request.site.languages[0]!,
  })
  const names = String(item?.row.overrides ?? '').trim()
  if (item === undefined || names === '') return
  const sent = { inherit: names.split(' ') }
  await handleUpdate(services, resources.events, updateFieldsOf(resources.events, true), {
    ...calendarRequest(request),
    path: { id: String(id) },
    sent,
  })
}

async function restore(access: ImportAccess, imported: Import, row: ImportRow, request: OperationRequest) {
  for (const { id, before } of eventsOf(row)) {
    const path = { id: String(id), version: String(before) }
    const unconditional = { ...request, path, sent: {}, isCurrent: undefined, idempotencyKey: undefined }
    if (before) await restoreVersion(access.services, resources.events, unconditional)
    else await giveBack(access, unconditional, id)
  }
  await inTransaction(access.db, async (trx) => {
    await forgetRecords(trx, imported.source, [row.external_id])
    await settleRows(trx, [{ ...row, outcome: 'undone' }])
  })
}

async function isLinked(trx: Trx, { kind, id }: Written): Promise<boolean> {
  const { linkedAs } = resources[kind]
  const found = await trx
    .selectFrom('event_links')
    .innerJoin('events', 'events.id', 'event_links.event_id')
    .select('event_links.target')
    .where('event_links.kind', '=', linkedAs!)
    .where('event_links.target', '=', id)
    .where('events.status', '<>', 'trash')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Places, people and terms that were made for events and that no event has any more. */
async function removeMade(
  access: ImportAccess,
  imported: Import,
  made: readonly Written[],
  request: OperationRequest,
) {
  for (const one of made)
    await inTransaction(access.db, async (trx) => {
      const resource = resources[one.kind as ResourceName]
      const [item] = await load(trx, resource, [one.id], readingOf(request, imported))
      const versions = await latestVersions(trx, one.kind, [one.id])
      if (item === undefined || versions.get(one.id) !== one.after || (await isLinked(trx, one))) return
      const write = resource.family === 'terms' ? remove : trash
      await write(trx, resource, item, viewOf(request, imported))
    })
}

async function undoRows(
  access: ImportAccess,
  imported: Import,
  rows: readonly ImportRow[],
  request: OperationRequest,
): Promise<Written[]> {
  const created: ImportRow[] = []
  const made: Written[] = []
  for (const row of rows) {
    made.push(...writtenBy(row).filter(({ kind }) => kind !== 'events'))
    if (await isEdited(access, row))
      await inTransaction(access.db, (trx) => settleRows(trx, [{ ...row, outcome: 'left' }]))
    else if (isCreated(row)) created.push(row)
    else await restore(access, imported, row, request)
  }
  if (created.length > 0)
    await inTransaction(access.db, (trx) => trashEvents(trx, imported, created, request))
  return made
}

const isTooOld = ({ finished }: Import, { now }: OperationRequest) =>
  finished !== null && finished + importDays * 86_400 < now

export async function undoImport(
  access: ImportAccess,
  imported: Import,
  request: OperationRequest,
): Promise<Import> {
  const { db } = access
  if (imported.state === 'running' || isTooOld(imported, request)) throw importInOtherState(imported.state)
  const made: Written[] = []
  for (;;) {
    const rows = await writtenRows(db, imported.id, atOnce)
    if (rows.length === 0) break
    made.push(...(await undoRows(access, imported, rows, request)))
  }
  await removeMade(access, imported, made, request)
  const changes = { state: 'undone', schedule: null, due: null } as const
  return (await updateImport(db, imported.id, ['preview', 'done', 'failed', 'undone'], changes)) ?? imported
}
