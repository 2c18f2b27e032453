import type { Kysely } from 'kysely'
import { message } from '../locales/sentence.ts'
import { editedSince, importedFrom, type Action, type Imported } from '../store/imports.ts'
import type { Database } from '../store/sql/schema.ts'
import { contentOf, contentText, type ImportContext } from './context.ts'
import type { Reason } from './reasons.ts'
import type { Sent, SourceRecord } from './record.ts'

/** What is to become of records: the same decision for the preview and for the run. */

export interface Decision {
  readonly record: SourceRecord
  readonly action: Action
  readonly reasons: readonly Reason[]
  /** What came from the record before. */
  readonly known: Imported | undefined
  /** The fields to write. */
  readonly sent: Sent
  /** Fields that were edited here and stay as they are. */
  readonly edited: readonly string[]
}

/** Fields that mean something only together. */
const times = ['start_date', 'end_date', 'timezone', 'all_day', 'recurrence']

/** An address stays once it is given; the language says what texts are in. */
const onlyOnCreate = ['slug', 'status']

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isLinkOrList = (value: unknown) => Array.isArray(value) || typeof value === 'object'

/** A field that the source does not name any more is cleared. */
const cleared = (former: unknown) => (isLinkOrList(former) ? [] : '')

/** All times where one of them is to be written, and none where one was edited here. */
function withTimes(names: readonly string[], edited: readonly string[], all: readonly string[]): string[] {
  const others = names.filter((name) => !times.includes(name) && !edited.includes(name))
  const isTime = (name: string) => times.includes(name)
  if (!names.some(isTime) || edited.some(isTime)) return others
  return [...others, ...all.filter(isTime)]
}

/** What a record that has changed writes: all of it, or what differs and was not edited here. */
function fieldsToWrite(now: Sent, before: Sent, edited: readonly string[], keepsLocal: boolean): Sent {
  const all = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => !onlyOnCreate.includes(name) && name !== 'ml_language',
  )
  const wanted = keepsLocal ? all.filter((name) => !isSame(now[name], before[name])) : all
  const names = withTimes(wanted, keepsLocal ? edited : [], all)
  const language = now.ml_language === undefined ? {} : { ml_language: now.ml_language }
  return {
    ...Object.fromEntries(names.map((name) => [name, now[name] ?? cleared(before[name])])),
    ...language,
  }
}

const withoutLanguage = (name: string) => name !== 'ml_language'

interface Here {
  readonly known: ReadonlyMap<string, Imported>
  readonly statuses: ReadonlyMap<number, string>
  readonly edited: ReadonlyMap<number, readonly string[]>
}

async function statusesOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('events').select(['id', 'status']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function whatIsHere(
  db: Kysely<Database>,
  { imported }: ImportContext,
  records: readonly SourceRecord[],
): Promise<Here> {
  const known = await importedFrom(
    db,
    imported.source,
    records.map(({ externalId }) => externalId),
  )
  const changed = records.flatMap((record) => {
    const one = known.get(record.externalId)
    return one === undefined || one.record === contentText(record) ? [] : [one]
  })
  const versions = new Map(changed.map(({ event, version }) => [event, version]))
  return {
    known,
    statuses: await statusesOf(
      db,
      [...known.values()].map(({ event }) => event),
    ),
    edited: imported.policy === 'keep_local' ? await editedSince(db, versions) : new Map(),
  }
}

const skipped = (record: SourceRecord, known: Imported, reason: Reason): Decision => ({
  record,
  action: 'skip',
  reasons: [reason],
  known,
  sent: {},
  edited: [],
})

function decideOne({ imported }: ImportContext, record: SourceRecord, here: Here): Decision {
  const known = here.known.get(record.externalId)
  if (known === undefined) {
    const sent = { ...(imported.status === '' ? {} : { status: imported.status }), ...record.fields }
    return { record, action: 'create', reasons: [message('This event is new.')], known, sent, edited: [] }
  }
  const status = here.statuses.get(known.event)
  if (status === undefined || status === 'trash')
    return skipped(record, known, message('This event was deleted here.'))
  if (imported.policy === 'create_only') return skipped(record, known, message('This event is here already.'))
  if (known.record === contentText(record)) return skipped(record, known, message('Nothing differs.'))
  return decideChange(imported.policy === 'keep_local', record, known, here)
}

function decideChange(keepsLocal: boolean, record: SourceRecord, known: Imported, here: Here): Decision {
  const before = contentOf(known.record)
  const edited = keepsLocal
    ? [...new Set([...(JSON.parse(known.edited) as string[]), ...(here.edited.get(known.event) ?? [])])]
    : []
  const sent = fieldsToWrite(record.fields, before.fields, edited, keepsLocal)
  const names = Object.keys(sent).filter(withoutLanguage)
  const hasExceptions = !isSame(record.exceptions, before.exceptions)
  if (names.length === 0 && !hasExceptions)
    return skipped(record, known, message('All that differs was edited here.'))
  const differing = names.filter((name) => !isSame(record.fields[name], before.fields[name]))
  const reasons = [
    message('Changes {fields}.', {
      fields: [...differing, ...(hasExceptions ? ['occurrences'] : [])].join(', '),
    }),
  ]
  return { record, action: 'change', reasons, known, sent, edited }
}

export async function decide(
  db: Kysely<Database>,
  context: ImportContext,
  records: readonly SourceRecord[],
): Promise<Decision[]> {
  const here = await whatIsHere(db, context, records)
  return records.map((record) => decideOne(context, record, here))
}
