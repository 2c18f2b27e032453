import type { Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { contentOf } from '../../importing/context.ts'
import { clockOf, momentIn, type Clock } from '../../importing/instants.ts'
import { fieldsNamedBy, type Reason } from '../../importing/reasons.ts'
import type { Sent } from '../../importing/record.ts'
import { formatMessage, translate } from '../../locales/index.ts'
import { resources } from '../../resources/index.ts'
import { importSeconds, type Import, type ImportRow } from '../../store/imports/imports.ts'
import { importedFrom } from '../../store/imports/imported.ts'
import { countRows, listNotes, type RowCount } from '../../store/imports/rows.ts'
import type { Database } from '../../store/sql/schema.ts'
import { dayOf, toWall, type Instant } from '../../time/index.ts'

const utc = (instant: Instant) => toWall(instant, 'UTC')

const sum = (counts: readonly RowCount[], fits: (count: RowCount) => boolean) =>
  counts.filter(fits).reduce((total, { n }) => total + n, 0)

const would = (counts: readonly RowCount[]) => ({
  create: sum(counts, ({ action }) => action === 'create'),
  change: sum(counts, ({ action }) => action === 'change'),
  skip: sum(counts, ({ action }) => action === 'skip'),
  fail: sum(counts, ({ action }) => action === 'fail'),
})

/** Counts per collection, for those that have rows. */
const byKind = (counts: readonly RowCount[]) =>
  Object.fromEntries([...groupBy(counts, ({ kind }) => kind)].map(([kind, ofKind]) => [kind, would(ofKind)]))

/** Skipped and unreadable rows are not counted, because they are not written. */
const progress = (counts: readonly RowCount[]) => ({
  done: sum(counts, ({ outcome }) => outcome !== null),
  total: sum(counts, ({ action, outcome }) => outcome !== null || action === 'create' || action === 'change'),
})

const undoable = ({ state, finished }: Import) =>
  state === 'done' && finished !== null ? { undo_until_utc: utc(finished + importSeconds) } : {}

/** A column that nothing is known of is left out like others. */
const fieldsByColumn = ({ mapping }: Import) =>
  Object.fromEntries(
    Object.entries(JSON.parse(mapping) as Record<string, string | null>).map(([name, field]) => [
      name,
      field ?? '',
    ]),
  )

const presentOne = (imported: Import, counts: readonly RowCount[], language: string) => ({
  id: imported.id,
  state: imported.state,
  format: imported.format,
  source: imported.source,
  ...(imported.url === null ? {} : { url: imported.url }),
  policy: imported.policy,
  ...(imported.status === '' ? {} : { status: imported.status }),
  mapping: fieldsByColumn(imported),
  author: imported.author,
  created_utc: utc(imported.created),
  ...(imported.finished === null ? {} : { finished_utc: utc(imported.finished) }),
  ...(imported.fault === null ? {} : { fault: translate(imported.fault, language) }),
  ...undoable(imported),
  ...(imported.schedule === null ? {} : { schedule: imported.schedule }),
  ...(imported.due === null ? {} : { next_run_utc: utc(imported.due) }),
  would: would(counts),
  counts: byKind(counts),
  ...suspected(imported, counts),
  progress: progress(counts),
})

/** Only for a preview, because written rows have already been reviewed. */
const suspected = ({ state }: Import, counts: readonly RowCount[]) => {
  const n = counts.reduce((total, count) => total + count.suspected, 0)
  return state === 'preview' && n > 0 ? { suspected: n } : {}
}

export async function presentImports(db: Kysely<Database>, imports: readonly Import[], language: string) {
  const counts = await countRows(db, idsOf(imports))
  return imports.map((one) =>
    presentOne(
      one,
      counts.filter((count) => count.import === one.id),
      language,
    ),
  )
}

const sentence = (language: string) => (reason: Reason) =>
  `${reason.field === undefined ? '' : `${reason.field}: `}${formatMessage(reason, language)}`

/** Notes about the source as a whole. */
export async function presentNotes(db: Kysely<Database>, { id }: Import, language: string) {
  const reasons = (await listNotes(db, id)).flatMap((row) => JSON.parse(row.reasons) as Reason[])
  return reasons.length === 0 ? {} : { notes: reasons.map(sentence(language)) }
}

const differences = (after: Sent, before: Sent) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )

const isoDate = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?$/

/** The local time or the day as which a start is read; nothing for one that is written as the API writes it. */
function readStart(fields: Sent, site: Clock) {
  const { start_date: start, all_day: isAllDay } = fields
  if (typeof start !== 'string' || isoDate.test(start)) return {}
  const clock = clockOf(fields, site)
  const moment = momentIn(start, clock)
  if (moment === undefined) return {}
  const wall = 'wall' in moment ? moment.wall : toWall(moment.instant, clock.timezone)
  return { read_start_date: moment.hasTime && isAllDay !== true ? wall : dayOf(wall) }
}

/** Changes at the source since the last import can be shown only until the row is written. */
export async function presentRows(
  db: Kysely<Database>,
  { source, created }: Import,
  rows: readonly ImportRow[],
  { language, timezone }: { readonly language: string; readonly timezone: string },
) {
  // Phrases such as "tomorrow" count from when the source was read.
  const clock = { now: created, timezone }
  const open = rows.filter(({ action, outcome }) => action === 'change' && outcome === null)
  const known = await importedFrom(
    db,
    source,
    open.map(({ external_id }) => external_id),
  )
  return rows.map((row) => {
    const { fields } = contentOf(row.record)
    const before = open.includes(row) ? known.get(row.external_id) : undefined
    const reasons = JSON.parse(row.reasons) as Reason[]
    const twin = reasons.find((reason) => reason.suspected !== undefined)?.suspected
    const written = reasons.find((reason) => reason.written !== undefined)?.written
    const named = reasons.flatMap(fieldsNamedBy)
    const title = fields[resources[row.kind].titleField]
    return {
      line: row.line,
      kind: row.kind,
      action: row.action,
      reason: reasons.map(sentence(language)).join(' '),
      ...(named.length === 0 ? {} : { fields: named }),
      ...(row.target === null ? {} : { id: row.target }),
      ...(twin === undefined ? {} : { suspected: twin }),
      ...(row.external_id === '' ? {} : { external_id: row.external_id }),
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof fields.start_date === 'string' ? { start_date: fields.start_date } : {}),
      ...readStart(fields, clock),
      ...(typeof fields.timezone === 'string' ? { timezone: fields.timezone } : {}),
      ...(before === undefined ? {} : { changes: differences(fields, contentOf(before.record).fields) }),
      ...(written === undefined ? {} : { written }),
      ...(row.outcome === null ? {} : { outcome: row.outcome }),
    }
  })
}
