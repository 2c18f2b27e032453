import { sql, type SqlBool } from 'kysely'
import type { LinkKind } from '../store/sql/schema.ts'
import {
  hasOutdatedTranslation,
  isAmong,
  lacksTranslation,
  not,
  placeIn,
  search,
  sortedName,
} from './conditions.ts'
import { visibleEntries, type entryList } from './entries.ts'
import { isUsed, linkedFrom } from './event-visibility.ts'
import { checkEvent } from './reference-checks.ts'
import type { Values } from './parameter.ts'
import { neutral, type Condition, type Filters, type ListContext, type Order } from './listing.ts'
import type { Lookup, ResourceName } from './resource.ts'
import type { contactOrders, usage } from './venues/schema.ts'
import type { choice } from './parameter-types.ts'
import type { TextTableName } from './kinds.ts'

/** Shared by the lists of venues and organizers: both can be filtered by the events that use them. */

type ContactParameters = typeof entryList &
  typeof usage & { orderby: ReturnType<typeof choice<(typeof contactOrders)[number]>> }
type ContactValues = Values<ContactParameters>

const isAny = sql<SqlBool>`1 = 1`

export const contactFilters = (
  table: ResourceName,
  texts: TextTableName,
  linkKind: LinkKind,
): Filters<ContactParameters> => ({
  search: { sql: (query, context) => search(table, texts, query, context) },
  event: {
    sql: (id, context) => linkedFrom(id, linkKind, sql.ref(`${table}.id`), context),
  },
  has_events: {
    sql: (isWanted, context) => {
      const isLinked = isUsed(linkKind, sql.ref(`${table}.id`), isAny, context)
      return isWanted ? isLinked : not(isLinked)
    },
  },
  only_with_upcoming: {
    sql: (isWanted, context) => {
      const isToCome = sql<SqlBool>`event_links.end_utc > ${context.site.now}`
      return isWanted ? isUsed(linkKind, sql.ref(`${table}.id`), isToCome, context) : undefined
    },
  },
  include: { sql: (ids) => isAmong(sql.ref(`${table}.id`), ids) },
  exclude: { sql: (ids) => not(isAmong(sql.ref(`${table}.id`), ids)) },
  author: { sql: (id) => sql<SqlBool>`${sql.ref(`${table}.author`)} = ${id}` },
  missing_translation: { sql: (language) => lacksTranslation(table, language) },
  outdated_translation: { sql: (language) => hasOutdatedTranslation(table, texts, language) },
  status: neutral,
  context: neutral,
})

export const contactOrder =
  (table: ResourceName, texts: TextTableName) =>
  ({ orderby, order, include }: ContactValues, context: ListContext): Order[] => {
    const way = order ?? 'asc'
    const name: Order = [sortedName(table, texts, context.language), way]
    const column = (one: string): Order => [sql.ref(`${table}.${one}`), way]
    const orders = {
      name: [name],
      title: [name],
      id: [],
      date: [column('date')],
      modified: [column('modified')],
      include: [[placeIn(table, include ?? []), way] as const],
    }
    return [...orders[orderby ?? 'name'], column('id')]
  }

export const contactVisible =
  (table: ResourceName) =>
  ({ status }: ContactValues, context: ListContext): Condition[] => [
    visibleEntries(table, status ?? undefined, context),
  ]

export async function checkContactList({ event }: ContactValues, lookup: Lookup): Promise<void> {
  if (event != null) await checkEvent('event', event, lookup)
}
