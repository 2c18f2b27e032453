import { sql, type SqlBool } from 'kysely'
import { mayEditAny, mayEditOthers, mayPublish } from '../identity/roles.ts'
import type { LinkKind } from '../store/sql/schema.ts'
import { all, any, inLanguage } from './conditions.ts'
import type { Condition, ListContext } from './listing.ts'

/**
 * Which events and links a caller may see, as conditions on the table `events`; identity/roles.ts defines the roles.
 */

const always = sql<SqlBool>`1 = 1`

/** Links to entries, which need not be published, and their tables. */
export const contactTables = { venue: 'venues', organizer: 'organizers' } as const
export type ContactKind = keyof typeof contactTables

/** The index has a separate target name for data hidden by an event password, so that only editors can filter by it. */
export const lockedTarget = <Name extends string>(target: Name): `locked ${Name}` => `locked ${target}`

type Asker = Pick<ListContext, 'caller'>

const isOwn = ({ caller }: Asker) => sql<SqlBool>`events.author = ${caller?.id ?? 0}`

/** Events that the caller may edit, who may not edit those of others: the same as `mayEdit`. */
export function isEditable(asker: Asker): Condition {
  const unpublished = sql<SqlBool>`events.status not in ('publish', 'future')`
  return mayPublish(asker.caller) ? isOwn(asker) : all([isOwn(asker), unpublished])
}

/**
 * Events whose hidden data the caller may see: without a password, or editable by the caller (interface: Event
 * passwords).
 */
export function isOpenTo(asker: Asker): Condition {
  if (mayEditOthers(asker.caller)) return always
  // There are few protected events and they have their own index, so this is cheaper than checking every listed event.
  const open = sql<SqlBool>`not exists (select 1 from events as locked where locked.id = events.id and locked.password is not null)`
  return mayEditAny(asker.caller) ? any([open, isEditable(asker)]) : open
}

/** Events with a link that meets the condition and that the caller may see. */
export const linkedWhere = (kind: LinkKind, condition: Condition, context: ListContext): Condition =>
  mayEditAny(context.caller)
    ? all([
        sql<SqlBool>`events.id in (select event_id from event_links where kind = ${kind} and ${condition})`,
        isOpenTo(context),
      ])
    : // Visitors see only published events, so the columns of the link are sufficient.
      sql<SqlBool>`events.id in (select event_id from event_links where kind = ${kind} and visible = 1 and ${condition})`

/** IDs that one event links to, if the caller may see its links. */
export const linkedFrom = (eventId: number, kind: LinkKind, id: unknown, context: ListContext): Condition =>
  sql<SqlBool>`${id} in (select target from event_links join events on events.id = event_links.event_id where event_id = ${eventId} and kind = ${kind} and ${isOpenTo(context)})`

/** Whether an event that the caller may see links to the target with a link that meets the condition. */
export function isUsed(
  kind: LinkKind,
  target: unknown,
  condition: Condition,
  context: ListContext,
): Condition {
  const { caller, onlyIn } = context
  const used = (isSeen: Condition) =>
    sql<SqlBool>`exists (select 1 from event_links cross join events where events.id = event_links.event_id and kind = ${kind} and target = ${target} and ${all([isSeen, condition, ...(onlyIn === undefined ? [] : [inLanguage('events', onlyIn)])])})`
  const isVisible = sql<SqlBool>`event_links.visible = 1`
  const byVisitors =
    onlyIn === undefined
      ? sql<SqlBool>`exists (select 1 from event_links where kind = ${kind} and target = ${target} and ${all([isVisible, condition])})`
      : used(isVisible)
  if (!mayEditAny(caller)) return byVisitors
  const isKept = sql<SqlBool>`events.status <> 'trash'`
  const isReadable = mayEditOthers(caller) ? always : isOwn(context)
  return any([byVisitors, used(all([isKept, isReadable, isOpenTo(context)]))])
}
