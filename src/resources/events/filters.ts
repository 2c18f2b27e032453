import { sql, type Kysely, type SqlBool } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import type { Narrowing, SearchQuery } from '../../store/event-index/index.ts'
import type { Database, LinkKind } from '../../store/sql/schema.ts'
import { mayEditAny, mayEditOthers } from '../../identity/roles.ts'
import { momentToInstant, secondsOfDay, type Instant } from '../../time/index.ts'
import {
  all,
  any,
  hasOutdatedTranslation,
  isAmong,
  lacksTranslation,
  not,
  search,
  termsOf,
} from '../conditions.ts'
import { contactTables, isOpenTo, linkedWhere, lockedTarget, type ContactKind } from '../event-visibility.ts'
import { isAround, isPlaced } from '../geography.ts'
import { unpublishedStatuses } from '../common-parameters.ts'
import {
  neutral,
  type Condition,
  type IndexContext,
  type IndexedFilters,
  type ListContext,
  type Reader,
} from '../listing.ts'
import { multiDayTargets } from './duration-classes.ts'
import type { HiddenTarget, Target } from './index-targets.ts'
import { hasOwnOutdatedTranslation, lacksOwnTranslation } from './own-texts.ts'
import { isPartOf, partsOf } from './parts-of-event.ts'
import { eventStatuses, type listParameters } from './schema.ts'

/** How each list parameter filters: as an SQL condition, and in the in-memory index of visible events. */

/** A date parameter after `plan`: an instant, and whether it is exact or the edge of a day. */
export interface Bound {
  readonly at: Instant
  readonly strict: boolean
}

const boundOf = (value: unknown) => value as Bound

/** Events that link to any of the targets. */
const linksTo = (kind: LinkKind, targets: readonly number[], context: ListContext): Condition =>
  linkedWhere(kind, isAmong(sql.ref('target'), targets), context)

/** Venues and organizers that the caller may read. Links to others are hidden, so they match nothing. */
function isReadable({ caller }: Reader): Condition {
  if (mayEditOthers(caller)) return isAmong(sql.ref('status'), ['publish', ...unpublishedStatuses])
  const published = isAmong(sql.ref('status'), ['publish'])
  const own = caller && sql<SqlBool>`author = ${caller.id} and status <> 'trash'`
  return any(own ? [published, own] : [published])
}

const readable = (kind: ContactKind, ids: readonly number[], reader: Reader) =>
  sql`select id from ${sql.table(contactTables[kind])} where ${all([isAmong(sql.ref('id'), ids), isReadable(reader)])}`

const linksToReadable = (kind: ContactKind, ids: readonly number[], context: ListContext): Condition =>
  mayEditOthers(context.caller)
    ? linksTo(kind, ids, context)
    : linkedWhere(kind, sql<SqlBool>`target in (${readable(kind, ids, context)})`, context)

async function readableIds(
  kind: ContactKind,
  ids: readonly number[],
  context: ListContext,
): Promise<readonly number[]> {
  if (mayEditOthers(context.caller)) return ids
  const { rows } = await sql<{ id: number }>`${readable(kind, ids, context)}`.execute(context.db)
  return idsOf(rows)
}

/** A category includes its descendants. */
const inCategories = (ids: readonly number[], context: ListContext): Condition =>
  linkedWhere(
    'categories',
    sql<SqlBool>`target in (select descendant from category_tree where ${isAmong(sql.ref('ancestor'), ids)})`,
    context,
  )

/** Finds the venues once. The unary plus keeps the planner from looking all of them up for each event. */
const atVenueThat = (condition: Condition, reader: Reader): Condition =>
  sql<SqlBool>`exists (select 1 from event_links where event_links.event_id = events.id and event_links.kind = 'venue' and +event_links.target in (select venues.id from venues where ${all([isReadable(reader), condition])}))`

/** Target names as in the index. */
const named = <Name extends string>(
  name: Name,
  targets: readonly (string | number)[],
): `${Name} ${string}`[] => targets.map((target) => `${name} ${target}` as const)

const flagged = (name: Target, isFlagged: boolean): Narrowing =>
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

async function venuesThat(condition: Condition, context: ListContext) {
  const rows = await context.db
    .selectFrom('venues')
    .select('id')
    .where(isReadable(context))
    .where(condition)
    .execute()
  return named('venue', idsOf(rows))
}

/** A protected event does not match by data that is hidden from the caller (interface: Event passwords). */
const byHidden = (condition: Condition, context: ListContext): Condition =>
  all([condition, isOpenTo(context)])

/** False for callers who may edit only their own events, because the index does not know whose protected events are. */
const knowsHidden = ({ caller }: Reader) => !mayEditAny(caller) || mayEditOthers(caller)

/** Adds the target names of protected events, for callers who may edit all of them. */
const orLocked = <Name extends string>(targets: readonly Name[], { caller }: Reader) =>
  mayEditOthers(caller) ? [...targets, ...targets.map((target) => lockedTarget(target))] : targets

/** Prefixes of the names of linked targets; undefined if the index does not know which of them the caller may see. */
export const linkNames = (kind: LinkKind, reader: Reader) =>
  knowsHidden(reader) ? orLocked([kind], reader) : undefined

/** The target of all protected events, for callers who may not see their hidden data. */
const lockedFor = ({ caller }: Reader): Target[] => (mayEditOthers(caller) ? [] : ['locked'])

/** Lists of open events only have no protected ones. */
export const narrowedFor = ({ onlyOpen }: Reader): Narrowing =>
  onlyOpen ? { excludedTargets: ['locked'] } : {}

const withHidden = (targets: readonly HiddenTarget[], context: ListContext): Narrowing => ({
  includedTargets: [orLocked(targets, context)],
})

const withoutHidden = (targets: readonly HiddenTarget[], context: ListContext): Narrowing => ({
  excludedTargets: [...orLocked(targets, context), ...lockedFor(context)],
})

const onlyIfKnown =
  <V, Values>(narrow: (value: V, context: IndexContext, all: Values) => Narrowing | Promise<Narrowing>) =>
  (value: V, context: IndexContext, all: Values) =>
    knowsHidden(context) ? narrow(value, context, all) : 'database'

/** A match is a text with all wanted words, of an event without any text that contains an unwanted word. */
async function byWords(query: string, context: IndexContext): Promise<Narrowing> {
  const { index, dialect, named, onlyIn } = context
  const { wanted, unwanted } = termsOf(query)
  const find = (terms: readonly string[], match: SearchQuery['match']) =>
    terms.length === 0 ? [] : [index.search(dialect, { terms, match, named, onlyIn })]
  const [searchMatches, exclusions] = await Promise.all([
    Promise.all(find(wanted, 'all')),
    Promise.all(find(unwanted, 'any')),
  ])
  return { searchMatches, exclusions, excludedTargets: lockedFor(context) }
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
    sql: (query, context) => byHidden(search('events', 'event_texts', query, context), context),
    index: onlyIfKnown(byWords),
  },
  categories: {
    sql: (ids, context) => inCategories(ids as number[], context),
    index: onlyIfKnown(async (ids, context) =>
      withHidden(named('categories', await descendants(context.db, ids as number[])), context),
    ),
  },
  tags: {
    sql: (ids, context) => linksTo('tags', ids as number[], context),
    index: onlyIfKnown((ids, context) => withHidden(named('tags', ids), context)),
  },
  venue: {
    sql: (ids, context) => linksToReadable('venue', ids, context),
    index: onlyIfKnown(async (ids, context) =>
      withHidden(named('venue', await readableIds('venue', ids, context)), context),
    ),
  },
  organizer: {
    sql: (ids, context) => linksToReadable('organizer', ids, context),
    index: onlyIfKnown(async (ids, context) =>
      withHidden(named('organizer', await readableIds('organizer', ids, context)), context),
    ),
  },
  featured: {
    sql: (isFeatured) => sql<SqlBool>`events.featured = ${Number(isFeatured)}`,
    index: (isFeatured) => flagged('featured', isFeatured),
  },
  ticketed: {
    sql: (isTicketed, context) => byHidden(sql<SqlBool>`events.ticketed = ${Number(isTicketed)}`, context),
    index: onlyIfKnown((isTicketed, context) =>
      (isTicketed ? withHidden : withoutHidden)(['ticketed'], context),
    ),
  },
  cost: {
    sql: (cost, context) =>
      byHidden(
        sql<SqlBool>`coalesce(events.is_free, events.has_free_tickets) = ${Number(cost === 'free')}`,
        context,
      ),
    index: onlyIfKnown((cost, context) => withHidden([cost], context)),
  },
  multi_day: {
    sql: (isLong) =>
      sql<SqlBool>`events.end_utc - events.start_utc ${sql.raw(isLong ? '>=' : '<')} ${sql.lit(secondsOfDay)}`,
    index: (isLong) =>
      isLong ? { includedTargets: [multiDayTargets] } : { excludedTargets: multiDayTargets },
  },
  post_parent: {
    sql: isPartOf,
    index: async (id, { db }) =>
      id === 0 ? { excludedTargets: ['child'] } : { includedTargets: [[await partsOf(id, db)]] },
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
  series: {
    // The next occurrence depends on which ones are listed: see `visible`.
    sql: () => undefined,
    index: (which, { index, site }) =>
      which === 'next' ? { exclusions: [index.laterOccurrences(site.now)] } : {},
  },
  geoloc: {
    sql: (isWanted, context) =>
      byHidden(isWanted ? atVenueThat(isPlaced, context) : not(atVenueThat(isPlaced, context)), context),
    index: onlyIfKnown(async (isWanted, context) =>
      (isWanted ? withHidden : withoutHidden)(await venuesThat(isPlaced, context), context),
    ),
  },
  geoloc_lat: {
    sql: (_, context, values) => byHidden(atVenueThat(isAround(values), context), context),
    index: onlyIfKnown(async (_, context, values) =>
      withHidden(await venuesThat(isAround(values), context), context),
    ),
  },
  geoloc_lng: neutral,
  geoloc_radius: neutral,
  missing_translation: {
    sql: (language, _, { series }) =>
      series === 'texts' ? lacksOwnTranslation(language) : lacksTranslation('events', language),
    index: 'database',
  },
  outdated_translation: {
    sql: (language, _, { series }) =>
      series === 'texts'
        ? hasOwnOutdatedTranslation(language)
        : hasOutdatedTranslation('events', 'event_texts', language),
    index: 'database',
  },
  status: neutral,
  context: neutral,
}

/** The first instant inside a bound: an exact bound is itself excluded, the edge of a day is not. */
function firstAfter(value: unknown): Instant {
  const { at, strict } = boundOf(value)
  return strict ? at + 1 : at
}
