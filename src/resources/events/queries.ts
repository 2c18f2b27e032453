import { sql, type SqlBool } from 'kysely'
import { mayEditAny } from '../../identity/roles.ts'
import {
  addDays,
  addMonths,
  dayOf,
  isoWithOffset,
  lastSecondOfDay,
  momentToInstant,
  momentToWall,
  startOfDay,
  toInstant,
  toWall,
  type Instant,
  type Moment,
} from '../../time/index.ts'
import { all, nameMatches, placeIn, sortedName } from '../conditions.ts'
import { visibleEntries } from '../entries.ts'
import { checkAround, withRadius } from '../geography.ts'
import { isOpenTo } from '../event-visibility.ts'
import { linkNames, narrowedFor, type Bound } from './filters.ts'
import { isListed } from './listed.ts'
import { hasOwnTexts } from './own-texts.ts'
import { checkEvent, checkIds, resolveTerms } from '../reference-checks.ts'
import type { Values } from '../parameter.ts'
import type { Condition, Indexed, ListContext, ListPlan, Order, Reader } from '../listing.ts'
import type { Lookup } from '../resource.ts'
import { containsSeries, dateFilters, defaultMonths, type listParameters } from './schema.ts'

type ListValues = Values<typeof listParameters>

/** A bound as an instant. Without `strict_dates` the whole day is included (interface: Date filters). */
function bound(moment: Moment, strict: boolean, edge: 'first' | 'last' | 'next', timezone: string): Bound {
  if (strict) return { at: momentToInstant(moment, timezone), strict }
  const midnight = startOfDay(momentToWall(moment, timezone))
  if (edge === 'first') return { at: toInstant(midnight, timezone), strict }
  const last = lastSecondOfDay(midnight, timezone)
  // The last day of the year 9999 has no next day, but what ends with it never ends (interface: Date filters).
  return { at: edge === 'next' ? last + 1 : last, strict }
}

const edges = {
  start_date: 'first',
  end_date: 'last',
  starts_before: 'next',
  starts_after: 'next',
  ends_before: 'next',
  ends_after: 'next',
} as const

const opensWindow = [
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
  'include',
] as const

/**
 * The end of the window moves with a start after today; an end in the past has no default start. Lists of series have
 * no default window (interface: Date window, Series).
 */
function defaultWindow(
  values: ListValues,
  { site, daysBack = 0 }: Reader,
): Pick<ListValues, 'start_date' | 'end_date'> {
  if (containsSeries(values) || opensWindow.some((name) => values[name] !== undefined)) return {}
  const { start_date, end_date, strict_dates } = values
  const today = dayOf(toWall(site.now, site.timezone))
  const start = start_date ? dayOf(momentToWall(start_date, site.timezone)) : today
  // Clients request everything with `start_date=2000-01-01`, so an early start does not move the end.
  const lastStart = start > today ? start : today
  const isPast =
    end_date && bound(end_date, strict_dates ?? false, edges.end_date, site.timezone).at < site.now
  return {
    ...(start_date || isPast
      ? {}
      : { start_date: { wall: addDays(`${today} 00:00:00`, -daysBack), hasTime: false } }),
    ...(end_date
      ? {}
      : { end_date: { wall: addMonths(`${lastStart} 23:59:59`, defaultMonths), hasTime: true } }),
  }
}

/** Bounds as instants; `include` disables all date filters (interface: Date filters). */
function bounds(values: ListValues, { site }: Reader): Record<string, Bound> {
  if (values.include !== undefined) return {}
  const sent = Object.entries(edges).filter(([name]) => values[name as keyof typeof edges])
  return Object.fromEntries(
    sent.map(([name, edge]) => [
      name,
      bound(values[name as keyof typeof edges]!, values.strict_dates ?? false, edge, site.timezone),
    ]),
  )
}

export function plan(values: ListValues, reader: Reader): ListPlan {
  const silenced = values.include === undefined ? values : withoutDates(values)
  const window = defaultWindow(silenced, reader)
  const inEffect: ListValues = { ...withRadius(silenced), ...window }
  const settled = bounds(inEffect, reader)
  return {
    values: { ...inEffect, ...settled },
    shown: shownDates(inEffect, reader),
    ...(window.end_date && settled.end_date ? { defaultEnd: settled.end_date.at } : {}),
    ...(values.series === 'next' ? { asOf: reader.site.now } : {}),
  }
}

/**
 * Dates for `rest_url`: local times of the site, with an offset if the local time is ambiguous. The window is given as
 * whole days unless it is strict.
 */
function shownDates(values: ListValues, { site: { timezone } }: Reader): Record<string, string> {
  const shownBound = (name: string, moment: Moment) =>
    values.strict_dates || !(name in dayEdges)
      ? shownMoment(moment, timezone)
      : `${dayOf(momentToWall(moment, timezone))} ${dayEdges[name as keyof typeof dayEdges]}`
  const moments = [...Object.keys(edges), 'modified_after'] as (keyof typeof edges | 'modified_after')[]
  const { during } = values
  return {
    ...Object.fromEntries(
      moments.flatMap((name) => (values[name] ? [[name, shownBound(name, values[name])]] : [])),
    ),
    ...(during
      ? { during: `${shownInstant(during.from, timezone)}/${shownInstant(during.to, timezone)}` }
      : {}),
  }
}

/** The earliest end among the date filters. */
export function endOfList(values: ListValues): Instant {
  const bounds = [values.end_date, values.ends_before, values.starts_before] as unknown as (
    | Bound
    | undefined
  )[]
  const ends = bounds.flatMap((one) => one?.at ?? [])
  return Math.min(...ends, values.during?.to ?? Infinity)
}

const dayEdges = { start_date: '00:00:00', end_date: '23:59:59' } as const

const shownMoment = (moment: Moment, timezone: string) =>
  'wall' in moment ? moment.wall : shownInstant(moment.instant, timezone)

function shownInstant(instant: Instant, timezone: string): string {
  const wall = toWall(instant, timezone)
  return toInstant(wall, timezone) === instant ? wall : isoWithOffset(instant, timezone)
}

const isOfDates = (name: string) => name === 'strict_dates' || dateFilters.includes(name)

const withoutDates = (values: ListValues): ListValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isOfDates(name)))

/**
 * Single events, and the first listed occurrence of each series that has not ended. Looks these up per series; the
 * unary plus and the `case` keep the planner from scanning all listed events for each series.
 */
const isNext = (listed: Condition, now: Instant): Condition =>
  sql<SqlBool>`(events.recurrence_id is null or events.id in (
    select (select events.id from events where events.post_parent = series.id and events.recurrence_id is not null
      and +events.end_utc > ${now} and case when ${listed} then 1 else 0 end = 1 order by events.start_utc, events.id limit 1)
    from series))`

/** What is listed for itself: all but the occurrences that have the status of their series. */
const hasOtherStatus: Condition = sql<SqlBool>`(events.recurrence_id is null or not exists (
  select 1 from events as whole where whole.id = events.post_parent and whole.status = events.status))`

export function visible(values: ListValues, context: ListContext): Condition[] {
  const listed = [
    visibleEntries('events', values.status ?? undefined, context),
    ...isListed(values, context),
    ...(context.onlyOpen ? [isOpenTo(context)] : []),
  ]
  const { now, timezone } = context.site
  if (values.series === 'texts')
    return [...listed, ...hasOwnTexts(toInstant(startOfDay(toWall(now, timezone)), timezone))]
  if (values.series === 'once') return [...listed, hasOtherStatus]
  return values.series === 'next' ? [...listed, isNext(all(listed), now)] : listed
}

const isPublished = (status: ListValues['status']) =>
  Array.isArray(status) && status.every((one) => one === 'publish')

export const indexed: Indexed<typeof listParameters> = {
  isPublic: (values, { caller }) => {
    const { status, context, include } = values
    return (
      !containsSeries(values) &&
      (isPublished(status) || status == null) &&
      context !== 'edit' &&
      !(mayEditAny(caller) && (status == null || include != null))
    )
  },
  direction: ({ orderby, order }) =>
    orderby == null || orderby === 'start_date' ? (order ?? 'asc') : undefined,
  directionByEnd: ({ orderby, order }) => (orderby === 'end_date' ? (order ?? 'asc') : undefined),
  narrowedFor,
  namesOf: linkNames,
}

const instant: Order = [sql.ref('events.start_utc'), 'asc']
const id: Order = [sql.ref('events.id'), 'asc']

export function order(
  { orderby, order: direction, search: query, include }: ListValues,
  { language }: ListContext,
): Order[] {
  const way = direction ?? (orderby === 'relevance' ? 'desc' : 'asc')
  const relevance = nameMatches('events', 'event_texts', query ?? '')
  const orders = {
    start_date: [[sql.ref('events.start_utc'), way]],
    end_date: [[sql.ref('events.end_utc'), way]],
    title: [[sortedName('events', 'event_texts', language), way]],
    date: [[sql.ref('events.date'), way]],
    modified: [[sql.ref('events.modified'), way]],
    relevance: [...(query ? ([[relevance, way]] as const) : []), instant],
    id: [],
    include: [[placeIn('events', include ?? []), way]],
  } as const satisfies Record<string, readonly Order[]>
  return [
    ...(orders[orderby ?? 'start_date'] as readonly Order[]),
    [id[0], orderby === 'relevance' ? 'asc' : way],
  ]
}

export async function checkList(values: ListValues, lookup: Lookup): Promise<void> {
  checkAround(values, lookup)
  if (values.categories)
    values.categories = await resolveTerms('categories', 'category', values.categories, lookup)
  if (values.tags) values.tags = await resolveTerms('tags', 'tag', values.tags, lookup)
  if (values.venue) await checkIds('venue', 'venue', values.venue, lookup)
  if (values.organizer) await checkIds('organizer', 'organizer', values.organizer, lookup)
  if (values.post_parent) await checkEvent('post_parent', values.post_parent, lookup)
}
