import type { Kysely } from 'kysely'
import { isInherited } from '../../resources/events/inheritance.ts'
import type { Resource } from '../../resources/resource.ts'
import { sha256 } from '../../text/digest.ts'
import { prepareByIds, preparedPerKey } from '../sql/prepared-queries.ts'
import { asUntyped } from '../sql/untyped.ts'
import type { Database } from '../sql/schema.ts'

/**
 * What versions record: the fields of a resource as they are stored. Texts of translations are named `title@fr`, links
 * are lists of IDs. Data derived from these fields is not part of a version.
 */
export type State = Readonly<Record<string, unknown>>

type Row = Readonly<Record<string, unknown>>

const rowById = preparedPerKey(({ name }: Resource) =>
  prepareByIds<Row>((db, ids) => asUntyped(db).selectFrom(name).selectAll().where('id', 'in', ids)),
)

const textsById = preparedPerKey(({ texts, translated }: Resource) =>
  prepareByIds<Row>((db, ids) =>
    asUntyped(db)
      .selectFrom(texts)
      .select(['language', 'slug', ...translated])
      .where('id', 'in', ids)
      .orderBy('language'),
  ),
)

const linksById = prepareByIds<{ kind: string; target: number }>((db, ids) =>
  db.selectFrom('event_links').select(['kind', 'target']).where('event_id', 'in', ids).orderBy('position'),
)

const ruleById = prepareByIds<{ recurrence: string }>((db, ids) =>
  db.selectFrom('series').select('recurrence').where('id', 'in', ids),
)

/** Reveals only whether the password has changed. */
const digest = (secret: unknown) => (typeof secret === 'string' ? sha256(secret) : null)

/** What versions record of the place of an occurrence in its series; a change of this alone is no version. */
const placeNames: readonly string[] = ['overrides', 'recurrence_id']

function rowState({ fields }: Resource, row: Row): State {
  const columns = Object.entries(row).filter(
    ([name]) => Object.hasOwn(fields, name) || placeNames.includes(name),
  )
  const { password } = row
  return {
    ...Object.fromEntries(columns),
    languages: row.languages,
    ...(password === undefined ? {} : { password: digest(password) }),
  }
}

/** The name of a text field; fields of the original have no suffix. */
const textName = (field: string, language: unknown, original: unknown): string =>
  language === original ? field : `${field}@${String(language)}`

const textState = (text: Row, original: unknown): [string, unknown][] =>
  Object.entries(text)
    .filter(([field]) => field !== 'language')
    .map(([field, value]) => [textName(field, text.language, original), value])

async function linkState(db: Kysely<Database>, { links }: Resource, id: number): Promise<State> {
  const kinds = Object.keys(links ?? {})
  const rows = kinds.length === 0 ? [] : await linksById(db, [id])
  const targets = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.target] : []))
  return Object.fromEntries(kinds.map((kind) => [kind, targets(kind)]))
}

/** The current state of a resource; empty if it does not exist. */
export async function readState(db: Kysely<Database>, resource: Resource, id: number): Promise<State> {
  const [row] = await rowById(resource)(db, [id])
  if (row === undefined) return {}
  const texts = await textsById(resource)(db, [id])
  const [rule] = resource.repeats ? await ruleById(db, [id]) : []
  return {
    ...rowState(resource, row),
    ...Object.fromEntries(texts.flatMap((text) => textState(text, row.original_language))),
    ...(await linkState(db, resource, id)),
    ...(rule === undefined ? {} : { recurrence: rule.recurrence }),
  }
}

/**
 * The former values of the fields that differ. An event that begins to repeat also records under `alone` what its series
 * writes from then on, because that is in no version of the event.
 */
export function formerState(before: State, after: State): State {
  const former = differences(before, after)
  const isJoining = before.recurrence_id === null && typeof after.recurrence_id === 'string'
  if (!isJoining) return former
  return {
    ...former,
    alone: Object.fromEntries(
      Object.entries(before).filter(([name]) => isInherited(name) || name === 'languages'),
    ),
  }
}

/** The former dates of a series that one of its occurrences left or came back to, by the ID of the occurrence. */
export const formerDates = (recurrence: string, occurrence: number): State => ({ recurrence, occurrence })

/** Whether a version of a series follows from a write to one of its occurrences. */
export const isByOccurrence = (former: State): boolean => former.occurrence !== undefined

/** The state before a version, from the state after it and what the version recorded. */
export const stateBefore = (after: State, { alone, occurrence: _, ...former }: State): State => ({
  ...after,
  ...(alone as State | undefined),
  ...former,
})

/** Whether a version changed anything but the place in a series. */
export const isChange = (former: State): boolean =>
  Object.keys(former).some((name) => !placeNames.includes(name))

/** The former values of the fields that differ; null if there was none. */
export function differences(before: State, after: State): State {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const isSame = (name: string) =>
    JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)
  return Object.fromEntries(
    [...names].filter((name) => !isSame(name)).map((name) => [name, before[name] ?? null]),
  )
}
