import type { Kysely } from 'kysely'
import { always, meet, type Selection, type Window } from '../../store/event-index/index.ts'
import type { Database } from '../../store/sql/schema.ts'
import { mayEditOthers, mayEditSome } from '../../identity/roles.ts'
import { momentToInstant, type Instant, type Range } from '../../time/index.ts'
import { termsOf } from '../conditions.ts'
import { isAround, isPlaced } from '../geography.ts'
import type { Values } from '../parameter.ts'
import type { Asking, Condition, ListPlan } from '../resource.ts'
import { eventStatuses, type listParameters } from './schema.ts'

/** What a list narrows to, in the words of the calendar. */

type PlanValues = ListPlan['values']
type ListValues = Values<typeof listParameters>
type Given<Name extends keyof ListValues> = NonNullable<ListValues[Name]>

/** Parameters that narrow nothing. */
const neutral = ['page', 'per_page', 'strict_dates', 'order', 'orderby', 'ml_language', 'ml_fallback']
const settled = ['status', 'context', 'geoloc_lng', 'geoloc_radius']

/** What one parameter adds to the selection. */
type Narrowing = Partial<Omit<Selection, 'window'>> & { readonly window?: Partial<Window> }

type Narrow = (value: never, asking: Asking, values: ListValues) => Narrowing | Promise<Narrowing>

/** After the plan a date is a bound. */
interface Bound {
  readonly at: Instant
  readonly strict: boolean
}

const named = (kind: string, targets: readonly unknown[]) =>
  targets.map((target) => `${kind} ${String(target)}`)

/** Links of one kind: any of them will do. */
const linksTo = (kind: string) => (ids: readonly number[]) => ({ wanted: [named(kind, ids)] })

const flagged = (name: string) => (isFlagged: boolean) =>
  isFlagged ? { wanted: [[name]] } : { unwanted: [name] }

const inCategories = async (ids: readonly number[], { db }: Asking) => ({
  wanted: [named('categories', await descendants(db, ids))],
})

const atVenues = async (condition: Condition, { db }: Asking) => named('venue', await venues(db, condition))

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

async function venues(db: Kysely<Database>, condition: Condition): Promise<number[]> {
  const rows = await db
    .selectFrom('venues')
    .select('id')
    .where('status', '=', 'publish')
    .where(condition)
    .execute()
  return rows.map(({ id }) => id)
}

/** Each text that is found has all of the wanted words, and no text of the event any of the others. */
async function byWords(
  query: string,
  { calendar, dialect, asker, onlyIn: language }: Asking,
): Promise<Narrowing> {
  const { wanted, unwanted } = termsOf(query)
  const sought = [...(wanted.length === 0 ? [] : [wanted]), ...unwanted.map((term) => [term])]
  const events = await Promise.all(sought.map((terms) => calendar!.find(dialect, { terms, language })))
  const found = events.slice(0, sought.length - unwanted.length)
  return {
    found,
    unfound: events.slice(found.length),
    unwanted: mayEditOthers(asker) ? [] : ['locked'],
  }
}

/** Protected events are found by those who wrote them; and what falls back to the original is not kept apart. */
const isSearched = ({ named, onlyIn, asker }: Asking) =>
  named === onlyIn && (asker === undefined || mayEditOthers(asker))

/** One narrowing for each parameter that the calendar knows of; bounds are whole seconds. */
const narrowings: Readonly<Record<string, Narrow>> = {
  start_date: ({ at }: Bound) => ({ window: { startFrom: at } }),
  end_date: ({ at }: Bound) => ({ window: { endTo: at + 1 } }),
  starts_before: ({ at }: Bound) => ({ window: { startTo: at } }),
  starts_after: ({ at, strict }: Bound) => ({ window: { startFrom: strict ? at + 1 : at } }),
  ends_before: ({ at }: Bound) => ({ window: { endTo: at } }),
  ends_after: ({ at, strict }: Bound) => ({ window: { endFrom: strict ? at + 1 : at } }),
  during: ({ from, to }: Range) => ({ window: { startTo: to, runsFrom: from } }),
  search: byWords,
  categories: inCategories,
  tags: linksTo('tags'),
  venue: linksTo('venue'),
  organizer: linksTo('organizer'),
  featured: flagged('featured'),
  ticketed: flagged('ticketed'),
  post_parent: (id: number) => (id === 0 ? { unwanted: ['child'] } : { wanted: [[`parent ${id}`]] }),
  event_status: (status: Given<'event_status'>) =>
    status === 'scheduled'
      ? { unwanted: named('status', eventStatuses.slice(1)) }
      : { wanted: [[`status ${status}`]] },
  author: (id: number) => ({ wanted: [[`author ${id}`]] }),
  modified_after: (moment: Given<'modified_after'>, { site }) => ({
    modifiedAfter: momentToInstant(moment, site.timezone),
  }),
  include: (ids: readonly number[]) => ({ include: ids }),
  exclude: (ids: readonly number[]) => ({ exclude: ids }),
  geoloc: async (isWanted: boolean, asking) => {
    const placed = await atVenues(isPlaced, asking)
    return isWanted ? { wanted: [placed] } : { unwanted: placed }
  },
  geoloc_lat: async (_, asking, values) => ({ wanted: [await atVenues(isAround(values), asking)] }),
}

const isPublished = (status: unknown) => Array.isArray(status) && status.every((one) => one === 'publish')

/** Whether the list is of what everybody sees. */
export const isOfEverybody = ({ status, context, include }: PlanValues, { asker }: Asking): boolean =>
  (isPublished(status) || status === undefined) &&
  context !== 'edit' &&
  !(mayEditSome(asker) && (status === undefined || include !== undefined))

function together(parts: readonly Narrowing[], isDescending: boolean): Selection {
  const last = <Name extends keyof Narrowing>(name: Name) =>
    parts.findLast((one) => one[name] !== undefined)?.[name]
  return {
    window: parts.map(({ window }) => ({ ...always, ...window })).reduce(meet, always),
    wanted: parts.flatMap(({ wanted = [] }) => wanted),
    unwanted: parts.flatMap(({ unwanted = [] }) => unwanted),
    modifiedAfter: last('modifiedAfter'),
    include: last('include'),
    exclude: last('exclude') ?? [],
    found: parts.flatMap(({ found = [] }) => found),
    unfound: parts.flatMap(({ unfound = [] }) => unfound),
    isDescending,
  }
}

/** The list as a selection from the calendar; undefined where that does not know what it narrows by. */
export async function selectionOf(values: PlanValues, asking: Asking): Promise<Selection | undefined> {
  const said = Object.entries(values).filter(
    ([name, value]) => value !== undefined && value !== null && ![...neutral, ...settled].includes(name),
  )
  const isKnown = ([name]: [string, unknown]) =>
    name in narrowings && (name !== 'search' || isSearched(asking))
  if (!isOfEverybody(values, asking) || !said.every(isKnown)) return undefined
  const parts = await Promise.all(
    said.map(([name, value]) => narrowings[name]!(value as never, asking, values as ListValues)),
  )
  const languages = asking.onlyIn === undefined ? [] : [{ wanted: [[`language ${asking.onlyIn}`]] }]
  return together([...parts, ...languages], values.order === 'desc')
}
