import type { Insertable, Kysely } from 'kysely'
import type { Database, LinkKind } from '../src/store/sql/schema.ts'
import { fold } from '../src/text/search.ts'
import { toWall } from '../src/time/index.ts'
import { testTime } from './service.ts'

/** A town whose events tests change freely; written directly to the database. */

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

export const town = {
  events: range(100, 150),
  /** IDs that are unused at first. */
  spare: range(5_000, 20),
  /** Parents of other events, whether of occurrences or single events. */
  parents: range(100, 2),
  venues: range(1, 4),
  organizers: range(10, 3),
  /** Each is the parent of the next. */
  categories: range(20, 4),
  tags: range(30, 3),
}

export interface Happening {
  readonly start: number
  readonly duration: number
  readonly modified: number
  readonly status: string
  readonly hidden: boolean
  readonly featured: boolean
  readonly ticketed: boolean
  readonly free: boolean | null
  readonly parent: number
  readonly isOccurrence: boolean
  readonly author: number
  readonly event_status: string
  readonly password: string | null
  readonly languages: readonly string[]
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly words: readonly string[]
}

const entry = { modified: testTime, original_language: 'en', languages: ' en ' }

/** The last venue has no coordinates, the one before it is not published. */
const venue = (id: number, index: number): Insertable<Database['venues']> => ({
  ...entry,
  id,
  author: 1,
  status: index === 2 ? 'draft' : 'publish',
  date: testTime,
  image: null,
  zip: null,
  phone: null,
  show_map: 1,
  show_map_link: 1,
  geo_lat: index === 3 ? null : 46 + 4 * (index % 2),
  geo_lng: index === 3 ? null : 7,
})

export async function fillTown(db: Kysely<Database>): Promise<void> {
  await db.insertInto('venues').values(town.venues.map(venue)).execute()
  const wall = toWall(testTime, 'UTC')
  const rule = { recurrence: '', starts: wall, ends: wall, horizon: wall }
  await db
    .insertInto('series')
    .values(town.parents.map((id) => ({ id, ...rule })))
    .execute()
  const ancestors = town.categories.flatMap((descendant) =>
    town.categories
      .filter((ancestor) => ancestor <= descendant)
      .map((ancestor) => ({ ancestor, descendant })),
  )
  await db.insertInto('category_tree').values(ancestors).execute()
}

const row = (id: number, one: Happening): Insertable<Database['events']> => ({
  id,
  author: one.author,
  status: one.status,
  date: testTime,
  modified: one.modified,
  image: null,
  original_language: one.languages[0]!,
  languages: ` ${one.languages.join(' ')} `,
  timezone: 'UTC',
  all_day: 0,
  start_date: toWall(one.start, 'UTC'),
  end_date: toWall(one.start + one.duration, 'UTC'),
  start_utc: one.start,
  end_utc: one.start + one.duration,
  show_map: 1,
  show_map_link: 1,
  hide_from_listings: Number(one.hidden),
  sticky: 0,
  featured: Number(one.featured),
  overrides: '',
  recurrence_id: one.parent !== 0 && one.isOccurrence ? toWall(one.start, 'UTC') : null,
  post_parent: one.parent,
  event_status: one.event_status,
  tickets: '[]',
  ticketed: Number(one.ticketed),
  is_free: one.free === null ? null : Number(one.free),
  password: one.password,
  sequence: 0,
})

/** The text of each language omits the first word of the previous one. */
const texts = (id: number, one: Happening): Insertable<Database['event_texts']>[] =>
  one.languages.map((language, index) => ({
    id,
    language,
    slug: null,
    live: 1,
    modified: one.modified,
    search: fold(one.words.slice(index).join(' ')),
    sort: fold(one.words.slice(index).join(' ')),
    title: one.words.slice(index).join(' '),
    description: null,
    excerpt: null,
    website: null,
    cost: null,
  }))

const kinds = ['venue', 'organizer', 'categories', 'tags'] as const satisfies LinkKind[]

const links = (id: number, one: Happening): Insertable<Database['event_links']>[] =>
  kinds.flatMap((kind) =>
    one[kind].map((target, position) => ({
      event_id: id,
      kind,
      position,
      target,
      visible: Number(one.status === 'publish' && !one.hidden && one.password === null),
      start_utc: one.start,
      end_utc: one.start + one.duration,
    })),
  )

type Tables = 'events' | 'event_texts' | 'event_links'

async function insert<T extends Tables>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
) {
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 500) as never)
      .execute()
}

/** Replaces the events with the same IDs; the last one of an ID counts, and undefined deletes it. */
export async function changeEvents(
  db: Kysely<Database>,
  changes: readonly (readonly [id: number, one: Happening | undefined])[],
): Promise<void> {
  const latest = [...new Map(changes)]
  const ids = latest.map(([id]) => id)
  const made = latest.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const]))
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('event_links').where('event_id', 'in', ids).execute()
    await trx.deleteFrom('event_texts').where('id', 'in', ids).execute()
    await trx.deleteFrom('events').where('id', 'in', ids).execute()
    await insert(
      trx,
      'events',
      made.map(([id, one]) => row(id, one)),
    )
    await insert(
      trx,
      'event_texts',
      made.flatMap(([id, one]) => texts(id, one)),
    )
    await insert(
      trx,
      'event_links',
      made.flatMap(([id, one]) => links(id, one)),
    )
  })
}
