import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Narrowing } from '../../store/event-index/index.ts'
import type { Database, LinkKind } from '../../store/sql/schema.ts'
import { mayEditOthers } from '../../identity/roles.ts'
import { momentToInstant, type Instant } from '../../time/index.ts'
import {
  all,
  hasOutdatedTranslation,
  isAmong,
  lacksTranslation,
  not,
  search,
  termsOf,
} from '../conditions.ts'
import { isAround, isPlaced } from '../geography.ts'
import {
  neutral,
  type Condition,
  type IndexContext,
  type IndexedFilters,
  type ListContext,
} from '../resource.ts'
import { eventStatuses, type listParameters } from './schema.ts'

/** How each list parameter narrows: as a condition of SQL, and by the index of all visible events in memory. */

/** What a date parameter is after `plan`: an instant, and whether it is exact or the edge of a day. */
export interface Bound {
  readonly at: Instant
  readonly strict: boolean
}

const boundOf = (value: unknown) => value as Bound

/** Events that link to any of the targets. */
const linksTo = (kind: LinkKind, targets: readonly number[]): Condition =>
  sql<SqlBool>`events.id in (select event_id from event_links where kind = ${kind} and ${isAmong(sql.ref('target'), targets)})`

/** Categories count with all that lie below them. */
const inCategories = (ids: readonly number[]): Condition =>
  sql<SqlBool>`events.id in (select event_id from event_links where kind = 'categories' and target in (select descendant from category_tree where ${isAmong(sql.ref('ancestor'), ids)}))`

/** The venues are found once; the sign keeps the planner from trying all of them for each event. */
const atVenueThat = (condition: Condition): Condition =>
  sql<SqlBool>`exists (select 1 from event_links where event_links.event_id = events.id and event_links.kind = 'venue' and +event_links.target in (select venues.id from venues where venues.status = 'publish' and ${condition}))`

/** Targets as the index names them. */
const named = (kind: string, targets: readonly unknown[]) =>
  targets.map((target) => `${kind} ${String(target)}`)

const flagged = (name: string, isFlagged: boolean): Narrowing =>
  isFlagged ? { includedTargets: [[name]] } : { excludedTargets: [name] }

async function descendants(db: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('category_tree')
    .select('descendant')
    .distinct()
    .where('ancestor', 'in', ids)
    .execute()
  return rows.map(({ descendant }) => descendant)
}

async function venuesThat(condition: Condition, { db }: ListContext): Promise<string[]> {
  const rows = await db
    .selectFrom('venues')
    .select('id')
    .where('status', '=', 'publish')
    .where(condition)
    .execute()
  return named(
    'venue',
    rows.map(({ id }) => id),
  )
}

/** A protected event never matches the search of somebody who may not edit it (interface: Event passwords). */
function isOpenTo({ caller }: ListContext): Condition {
  if (mayEditOthers(caller)) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(events.password is null or events.author = ${caller?.id ?? 0})`
}

/** The index does not know who wrote a protected event, nor which texts fall back to the original. */
const isSearchable = ({ named, onlyIn, caller }: ListContext) =>
  named === onlyIn && (caller === undefined || mayEditOthers(caller))

/** Each text that is found has all of the wanted words, and no text of the event any of the others. */
async function byWords(query: string, { index, dialect, caller, onlyIn }: IndexContext): Promise<Narrowing> {
  const { wanted, unwanted } = termsOf(query)
  const searches = [...(wanted.length === 0 ? [] : [wanted]), ...unwanted.map((term) => [term])]
  const events = await Promise.all(
    searches.map((terms) => index.search(dialect, { terms, language: onlyIn })),
  )
  const searchMatches = events.slice(0, searches.length - unwanted.length)
  return {
    searchMatches,
    searchExclusions: events.slice(searchMatches.length),
    excludedTargets: mayEditOthers(caller) ? [] : ['locked'],
  }
}

export const filters: IndexedFilters<typeof listParameters> = {
  start_date: {
    sql: (value) => sql<SqlBool>`events.start_utc >= ${boundOf(value).at}`,
    index: (value) => ({ window: { startFrom: boundOf(value).at } }),
  },
  end_date: {
    sql: (value) => sql<SqlBool>`events.end_utc <= ${boundOf(value).at}`,
    index: (value) => ({ window: { endTo: boundOf(value).at + 1 } }),
  },
  starts_before: {
    sql: (value) => sql<SqlBool>`events.start_utc < ${boundOf(value).at}`,
    index: (value) => ({ window: { startTo: boundOf(value).at } }),
  },
  starts_after: {
    sql: (value) => sql<SqlBool>`events.start_utc >= ${firstAfter(value)}`,
    index: (value) => ({ window: { startFrom: firstAfter(value) } }),
  },
  ends_before: {
    sql: (value) => sql<SqlBool>`events.end_utc < ${boundOf(value).at}`,
    index: (value) => ({ window: { endTo: boundOf(value).at } }),
  },
  ends_after: {
    sql: (value) => sql<SqlBool>`events.end_utc >= ${firstAfter(value)}`,
    index: (value) => ({ window: { endFrom: firstAfter(value) } }),
  },
  strict_dates: neutral,
  during: {
    sql: ({ from, to }) =>
      sql<SqlBool>`(events.start_utc < ${to} and (events.end_utc > ${from} or events.start_utc >= ${from}))`,
    index: ({ from, to }) => ({ window: { startTo: to, runningSince: from } }),
  },
  search: {
    sql: (query, context) => all([search('events', 'event_texts', query, context), isOpenTo(context)]),
    index: (query, context) => (isSearchable(context) ? byWords(query, context) : 'database'),
  },
  categories: {
    sql: (ids) => inCategories(ids as number[]),
    index: async (ids, { db }) => ({
      includedTargets: [named('categories', await descendants(db, ids as number[]))],
    }),
  },
  tags: {
    sql: (ids) => linksTo('tags', ids as number[]),
    index: (ids) => ({ includedTargets: [named('tags', ids)] }),
  },
  venue: {
    sql: (ids) => linksTo('venue', ids),
    index: (ids) => ({ includedTargets: [named('venue', ids)] }),
  },
  organizer: {
    sql: (ids) => linksTo('organizer', ids),
    index: (ids) => ({ includedTargets: [named('organizer', ids)] }),
  },
  featured: {
    sql: (isFeatured) => sql<SqlBool>`events.featured = ${Number(isFeatured)}`,
    index: (isFeatured) => flagged('featured', isFeatured),
  },
  ticketed: {
    sql: (isTicketed) => sql<SqlBool>`events.ticketed = ${Number(isTicketed)}`,
    index: (isTicketed) => flagged('ticketed', isTicketed),
  },
  post_parent: {
    sql: (id) => sql<SqlBool>`events.post_parent = ${id}`,
    index: (id) => (id === 0 ? { excludedTargets: ['child'] } : { includedTargets: [[`parent ${id}`]] }),
  },
  event_status: {
    sql: (status) => sql<SqlBool>`events.event_status = ${status}`,
    index: (status) =>
      status === 'scheduled'
        ? { excludedTargets: named('status', eventStatuses.slice(1)) }
        : { includedTargets: [[`status ${status}`]] },
  },
  author: {
    sql: (id) => sql<SqlBool>`events.author = ${id}`,
    index: (id) => ({ includedTargets: [[`author ${id}`]] }),
  },
  modified_after: {
    sql: (moment, { site }) => sql<SqlBool>`events.modified > ${momentToInstant(moment, site.timezone)}`,
    index: (moment, { site }) => ({ modifiedAfter: momentToInstant(moment, site.timezone) }),
  },
  include: { sql: (ids) => isAmong(sql.ref('events.id'), ids), index: (ids) => ({ include: ids }) },
  exclude: { sql: (ids) => not(isAmong(sql.ref('events.id'), ids)), index: (ids) => ({ exclude: ids }) },
  geoloc: {
    sql: (isWanted) => (isWanted ? atVenueThat(isPlaced) : not(atVenueThat(isPlaced))),
    index: async (isWanted, context) => {
      const placed = await venuesThat(isPlaced, context)
      return isWanted ? { includedTargets: [placed] } : { excludedTargets: placed }
    },
  },
  geoloc_lat: {
    sql: (_, __, values) => atVenueThat(isAround(values)),
    index: async (_, context, values) => ({ includedTargets: [await venuesThat(isAround(values), context)] }),
  },
  geoloc_lng: neutral,
  geoloc_radius: neutral,
  missing_translation: { sql: (language) => lacksTranslation('events', language), index: 'database' },
  outdated_translation: {
    sql: (language) => hasOutdatedTranslation('events', 'event_texts', language),
    index: 'database',
  },
  status: neutral,
  context: neutral,
}

/** The first instant after a bound: an exact one is excluded itself, the edge of a day is not. */
function firstAfter(value: unknown): Instant {
  const { at, strict } = boundOf(value)
  return strict ? at + 1 : at
}
