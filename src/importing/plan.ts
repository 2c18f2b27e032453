import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { timeFields } from '../resources/events/inheritance.ts'
import type { Resource } from '../resources/resource.ts'
import { type Action, type Import, type Imported } from '../store/imports/imports.ts'
import { editedSince } from '../store/imports/edits.ts'
import { importedFrom } from '../store/imports/imported.ts'
import { liveOf } from '../store/imports/live.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Wall } from '../time/index.ts'
import { contentOf, isSame, kindOf, hasSameContent, viewOf, type ImportContext } from './context.ts'
import { changedDates, datesHere, withoutOccurrence } from './exception-dates.ts'
import { idsByName } from './links.ts'
import type { Reason } from './reasons.ts'
import type { Sent, SourceRecord } from './record.ts'
import { editedInOccurrence, isWithdrawn } from './withdrawn.ts'

/** Decides what happens to each record, in the same way for the preview and for the run. */

export interface Decision {
  readonly record: SourceRecord
  readonly action: Action
  readonly reasons: readonly Reason[]
  /** The resource that an earlier import created from the record. */
  readonly known: Imported | undefined
  /** An existing resource with the same name, which is used instead of a new one. */
  readonly namesake?: number | undefined
  /** The fields to write. */
  readonly sent: Sent
  /** Translations to write, by language. */
  readonly translations: Readonly<Record<string, Sent>>
  /** Fields that were edited here and are not overwritten. */
  readonly edited: readonly string[]
}

/** Fields that are only meaningful together. */
const times = [...timeFields, 'recurrence']

/** Fields that are only written on creation, because URLs must not change and publishing is decided here. */
const onlyOnCreate = ['slug', 'status']

/** The status is also written if it becomes one of these at the source, so that nothing secret stays public. */
const notPublic: readonly unknown[] = ['draft', 'pending', 'private']

const isKeptHere = (name: string, now: Sent, before: Sent) =>
  name === 'ml_language' ||
  (onlyOnCreate.includes(name) &&
    (name !== 'status' || !notPublic.includes(now.status) || now.status === before.status))

const namesIn = (now: Sent, before: Sent) => [...new Set([...Object.keys(before), ...Object.keys(now)])]

const isLinkOrList = (value: unknown) => Array.isArray(value) || typeof value === 'object'

/** The value that clears a field that the source no longer has. */
const cleared = (former: unknown) => (isLinkOrList(former) ? [] : '')

/** Adds all time fields if one of them is written, and removes them if one was edited here. */
function withTimes(names: readonly string[], edited: readonly string[], all: readonly string[]): string[] {
  const others = names.filter((name) => !times.includes(name) && !edited.includes(name))
  const isTime = (name: string) => times.includes(name)
  if (!names.some(isTime) || edited.some(isTime)) return others
  return [...others, ...all.filter(isTime)]
}

/**
 * Returns the fields that a changed record writes: all of them, or only those that changed at the source and were not
 * edited here.
 */
function fieldsToWrite(now: Sent, before: Sent, edited: readonly string[], keepsLocal: boolean): Sent {
  const all = namesIn(now, before).filter((name) => !isKeptHere(name, now, before))
  const wanted = keepsLocal ? all.filter((name) => !isSame(now[name], before[name])) : all
  const names = withTimes(wanted, keepsLocal ? edited : [], all)
  const language = now.ml_language === undefined ? {} : { ml_language: now.ml_language }
  return {
    ...Object.fromEntries(names.map((name) => [name, now[name] ?? cleared(before[name])])),
    ...language,
  }
}

const withoutLanguage = (name: string) => name !== 'ml_language'

interface Existing {
  readonly known: ReadonlyMap<string, Imported>
  readonly live: ReadonlySet<number>
  readonly edited: ReadonlyMap<number, readonly string[]>
  /** The withdrawn series of which an occurrence was edited. */
  readonly editedWithin: ReadonlySet<number>
  /** The dates of series with exceptions. */
  readonly dates: ReadonlyMap<number, ReadonlySet<Wall>>
  readonly namesakeOf: (record: SourceRecord) => number | undefined
}

/** Finds existing resources with the same name, except for events, because different events often share a title. */
async function namesakes(
  db: Kysely<Database>,
  context: ImportContext,
  resource: Resource,
  newRecords: readonly SourceRecord[],
): Promise<Existing['namesakeOf']> {
  if (resource.name === 'events' || newRecords.length === 0) return () => undefined
  const wanted = newRecords.map(({ fields }) => fields)
  const naming = { source: context.imported.source, view: viewOf(context, {}) }
  const find = await idsByName(db, resource, wanted, naming)
  return ({ fields }) => find(fields)
}

async function findExisting(
  db: Kysely<Database>,
  context: ImportContext,
  resource: Resource,
  records: readonly SourceRecord[],
): Promise<Existing> {
  const { imported } = context
  const known = await importedFrom(
    db,
    imported.source,
    records.map(({ externalId }) => externalId),
  )
  const changed = records.flatMap((record) => {
    const one = known.get(record.externalId)
    return one === undefined || hasSameContent(one.record, record) ? [] : [{ ...one, now: record }]
  })
  const versions = new Map(changed.map(({ target, version }) => [target, version]))
  const withExceptions = changed.filter(({ now }) => now.exceptions !== undefined)
  const targets = [...known.values()].map(({ target }) => target)
  return {
    known,
    live: await liveOf(db, resource, targets),
    edited: imported.policy === 'keep_local' ? await editedSince(db, resource.name, versions) : new Map(),
    editedWithin: await editedInOccurrence(
      db,
      changed.filter(({ now }) => now.withdrawn),
    ),
    dates: await datesHere(
      db,
      withExceptions.map(({ target }) => target),
    ),
    namesakeOf: await namesakes(
      db,
      context,
      resource,
      records.filter(({ externalId }) => !known.has(externalId)),
    ),
  }
}

const skipped = (record: SourceRecord, reason: Reason, more: Partial<Decision> = {}): Decision => ({
  record,
  action: 'skip',
  reasons: [reason],
  known: undefined,
  sent: {},
  translations: {},
  edited: [],
  ...more,
})

const isEvent = (record: SourceRecord) => kindOf(record) === 'events'

/** Replaces only public statuses by the requested one, so that nothing becomes more public than at the source. */
const withStatus = (status: string, { status: own, ...fields }: Sent): Sent =>
  status !== '' && (own === undefined || own === 'publish' || own === 'future')
    ? { ...fields, status }
    : { ...fields, ...(own === undefined ? {} : { status: own }) }

const created = ({ status }: Import, record: SourceRecord): Decision => ({
  record,
  action: 'create',
  reasons: [
    isEvent(record) ? message('This event is new.') : message('This is new.'),
    ...(record.notes ?? []),
  ],
  known: undefined,
  sent: isEvent(record) ? withStatus(status, record.fields) : record.fields,
  translations: record.translations ?? {},
  edited: [],
})

const deletedHere = (record: SourceRecord) =>
  isEvent(record) ? message('This event was deleted here.') : message('This was deleted here.')

const hereAlready = (record: SourceRecord) =>
  isEvent(record) ? message('This event already exists.') : message('This already exists.')

/** What was edited here since the record was created, whatever was imported meanwhile. */
const editedHere = (known: Imported, { edited }: Existing): readonly string[] => [
  ...new Set([...(JSON.parse(known.edited) as string[]), ...(edited.get(known.target) ?? [])]),
]

/** What was edited here stays, unless the source is to overwrite it. */
function decideWithdrawn({ policy }: Import, record: SourceRecord, existing: Existing): Decision {
  const known = existing.known.get(record.externalId)
  if (known === undefined || !existing.live.has(known.target)) return skipped(record, deletedHere(record))
  if (policy === 'create_only') return skipped(record, hereAlready(record), { known })
  const edited = editedHere(known, existing)
  const isEdited = edited.length > 0 || existing.editedWithin.has(known.target)
  if (policy === 'keep_local' && isEdited)
    return skipped(record, message('The source has withdrawn this event, which was edited here and stays.'), {
      known,
    })
  const reasons = [message('The source has withdrawn this event, so it goes to the trash.')]
  return { record, action: 'change', reasons, known, sent: {}, translations: {}, edited }
}

function decideOne({ imported }: ImportContext, record: SourceRecord, existing: Existing): Decision {
  if (record.withdrawn) return decideWithdrawn(imported, record, existing)
  const known = existing.known.get(record.externalId)
  if (known === undefined) {
    const namesake = existing.namesakeOf(record)
    return namesake === undefined
      ? created(imported, record)
      : skipped(record, message('This already exists.'), { namesake })
  }
  const isLive = existing.live.has(known.target)
  if (!isLive && isWithdrawn(known)) return created(imported, record)
  if (!isLive) return skipped(record, deletedHere(record), { known })
  if (imported.policy === 'create_only') return skipped(record, hereAlready(record), { known })
  if (hasSameContent(known.record, record)) return skipped(record, message('Nothing differs.'), { known })
  return decideChange(imported.policy === 'keep_local', record, known, existing)
}

/**
 * Returns the changed fields of each translation. `title@fr` in `edited` is a field of a translation that was edited
 * here.
 */
function translationsToWrite(
  now: SourceRecord['translations'] = {},
  before: SourceRecord['translations'] = {},
  edited: readonly string[],
): Record<string, Sent> {
  const different = Object.entries(now).map(([language, text]) => {
    const fields = Object.entries(text).filter(
      ([name, value]) =>
        !isSame(value, before[language]?.[name]) &&
        !edited.includes(`${name}@${language}`) &&
        !(onlyOnCreate.includes(name) && before[language] !== undefined),
    )
    return [language, Object.fromEntries(fields)] as const
  })
  return Object.fromEntries(different.filter(([, fields]) => Object.keys(fields).length > 0))
}

/** Why a record that differs changes nothing. */
function unchangedReason({ fields: now }: SourceRecord, before: Sent): Reason {
  const differing = namesIn(now, before).filter((name) => !isSame(now[name], before[name]))
  return differing.some((name) => isKeptHere(name, now, before))
    ? { ...message('Stays as it is here: {fields}.', { fields: differing.join(', ') }), kept: differing }
    : message('All that differs was edited here.')
}

function decideChange(
  keepsLocal: boolean,
  record: SourceRecord,
  known: Imported,
  existing: Existing,
): Decision {
  const before = contentOf(known.record)
  const edited = keepsLocal ? editedHere(known, existing) : []
  const sent = fieldsToWrite(record.fields, before.fields, edited, keepsLocal)
  const names = Object.keys(sent).filter(withoutLanguage)
  const translations = translationsToWrite(record.translations, before.translations, edited)
  const exceptions = changedDates(record, before)
  const missing = names.some((name) => times.includes(name))
    ? []
    : exceptions.filter((wall) => record.exceptions?.[wall] && !existing.dates.get(known.target)?.has(wall))
  const skippedExceptions = missing.length === 0 ? [] : [withoutOccurrence(missing)]
  const differing = [
    ...names.filter((name) => !isSame(record.fields[name], before.fields[name])),
    ...Object.entries(translations).flatMap(([language, text]) =>
      Object.keys(text).map((name) => `${name}@${language}`),
    ),
    ...(exceptions.length > missing.length ? ['occurrences'] : []),
  ]
  if (names.length === 0 && differing.length === 0)
    return skipped(record, skippedExceptions[0] ?? unchangedReason(record, before.fields), { known })
  const changes = { ...message('Changes {fields}.', { fields: differing.join(', ') }), written: differing }
  const reasons = [changes, ...skippedExceptions]
  return { record, action: 'change', reasons, known, sent, translations, edited }
}

export async function decide(
  db: Kysely<Database>,
  context: ImportContext,
  records: readonly SourceRecord[],
): Promise<Decision[]> {
  const decisions = new Map<SourceRecord, Decision>()
  for (const [kind, some] of groupBy(records, kindOf)) {
    const existing = await findExisting(db, context, context.resources[kind], some)
    for (const record of some) decisions.set(record, decideOne(context, record, existing))
  }
  return records.map((record) => decisions.get(record)!)
}
