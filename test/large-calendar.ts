import { sql, type Insertable, type Kysely } from 'kysely'
import type { Database } from '../src/database/schema.ts'
import { recount } from '../src/database/tallies.ts'
import { fold } from '../src/text/search.ts'
import { toWall } from '../src/time/index.ts'
import { testTime } from './service.ts'

/** A calendar of many years, for tests of how much a list reads; written past the service, in one go. */

export const size = { events: 100_000, venues: 2_000, organizers: 500, categories: 200, tags: 100 }

const [hour, day] = [3_600, 86_400]
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const venueId = (index: number) => size.events + 1 + (index % size.venues)
const organizerId = (index: number) => size.events + size.venues + 1 + (index % size.organizers)
const categoryId = (index: number) => 1 + (index % size.categories)
const tagId = (index: number) => size.categories + 1 + (index % size.tags)

const words = ['jazz', 'market', 'reading', 'choir', 'walk', 'film', 'dance', 'chess', 'lecture', 'theatre']
const wordsOf = (index: number) => `${words[index % 10]} ${words[Math.floor(index / 10) % 10]} ${index}`

const written = (index: number) => ({
  modified: testTime - index * hour,
  original_language: 'en',
  languages: ' en ',
})

const entry = (id: number, index: number) => ({
  ...written(index),
  id,
  author: index % 1_000 === 0 ? 2 : 1,
  status: index % 500 === 0 ? 'draft' : 'publish',
  date: testTime - index * hour,
  image: null,
})

const text = (id: number, slug: string, shown: string, language = 'en') => ({
  id,
  language,
  slug: language === 'en' ? slug : `${slug}-${language}`,
  live: 1,
  modified: testTime,
  version: 1,
  based_on: language === 'en' ? 0 : 1,
  search: fold(shown),
  sort: fold(shown),
})

/** From ten years ago to ten years ahead. */
function event(index: number): Insertable<Database['events']> {
  const start = testTime + Math.round((index / size.events - 0.5) * 20 * 365 * day)
  return {
    ...entry(index + 1, index),
    languages: index % 5 === 0 ? ' en fr ' : ' en ',
    timezone: 'UTC',
    all_day: 0,
    start_date: toWall(start, 'UTC'),
    end_date: toWall(start + 2 * hour, 'UTC'),
    start_utc: start,
    end_utc: start + 2 * hour,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: Number(index % 300 === 0),
    sticky: 0,
    featured: Number(index % 200 === 0),
    post_parent: index % 1_000 === 1 ? 2 : 0,
    event_status: index % 100 === 0 ? 'cancelled' : 'scheduled',
    tickets: '[]',
    ticketed: Number(index % 20 === 0),
    password: null,
  }
}

const blank = { description: null, excerpt: null, website: null }

const eventTexts = (index: number): Insertable<Database['event_texts']>[] =>
  (index % 5 === 0 ? ['en', 'fr'] : ['en']).map((language) => ({
    ...text(index + 1, `event-${index}`, wordsOf(index), language),
    ...blank,
    title: wordsOf(index),
    cost: null,
  }))

const venue = (index: number): Insertable<Database['venues']> => ({
  ...entry(venueId(index), index),
  zip: null,
  phone: null,
  show_map: 1,
  show_map_link: 1,
  geo_lat: index % 10 === 0 ? null : -85 + (index % 1_700) / 10,
  geo_lng: index % 10 === 0 ? null : -180 + (index % 719) / 2,
})

const address = { address: null, city: null, country: null, province: null, state: null, stateprovince: null }

const venueText = (index: number): Insertable<Database['venue_texts']> => ({
  ...text(venueId(index), `venue-${index}`, wordsOf(index)),
  ...blank,
  ...address,
  venue: wordsOf(index),
})

const organizer = (index: number): Insertable<Database['organizers']> => ({
  ...entry(organizerId(index), index),
  phone: null,
  email: null,
})

const organizerText = (index: number): Insertable<Database['organizer_texts']> => ({
  ...text(organizerId(index), `organizer-${index}`, wordsOf(index)),
  ...blank,
  organizer: wordsOf(index),
})

/** Every tenth category is the parent of the nine after it. */
const parentOf = (index: number) => (index % 10 === 0 ? 0 : categoryId(index - (index % 10)))

const termText = (id: number, slug: string, index: number): Insertable<Database['tag_texts']> => ({
  ...text(id, slug, wordsOf(index)),
  name: wordsOf(index),
  name_key: wordsOf(index),
  description: null,
})

const ancestors = (index: number) => [categoryId(index), ...(parentOf(index) === 0 ? [] : [parentOf(index)])]

function links(index: number): Insertable<Database['event_links']>[] {
  const link = { event_id: index + 1, position: 0, visible: 0, start_utc: 0, end_utc: 0 }
  return [
    { ...link, kind: 'venue', target: venueId(index) },
    { ...link, kind: 'organizer', target: organizerId(index) },
    { ...link, kind: 'categories', target: categoryId(index) },
    { ...link, kind: 'tags', target: tagId(index) },
  ]
}

/** The rows travel as one JSON text: a statement with a parameter for each value would take minutes. */
async function insert<T extends keyof Database & string>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]))
  const places = columns.map((_, place) => sql`value ->> ${sql.lit(place)}`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.id(column)))}) select ${sql.join(places)} from json_each(${JSON.stringify(values)})`.execute(
    db,
  )
}

export async function fillCalendar(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insert(trx, 'events', range(size.events).map(event))
    await insert(trx, 'event_texts', range(size.events).flatMap(eventTexts))
    await insert(trx, 'event_links', range(size.events).flatMap(links))
    await insert(trx, 'venues', range(size.venues).map(venue))
    await insert(trx, 'venue_texts', range(size.venues).map(venueText))
    await insert(trx, 'organizers', range(size.organizers).map(organizer))
    await insert(trx, 'organizer_texts', range(size.organizers).map(organizerText))
    const categories = range(size.categories)
    await insert(
      trx,
      'categories',
      categories.map((index) => ({ ...written(index), id: categoryId(index), parent: parentOf(index) })),
    )
    await insert(
      trx,
      'category_texts',
      categories.map((index) => termText(categoryId(index), `category-${index}`, index)),
    )
    await insert(
      trx,
      'category_tree',
      categories.flatMap((index) =>
        ancestors(index).map((ancestor) => ({ ancestor, descendant: categoryId(index) })),
      ),
    )
    await insert(
      trx,
      'tags',
      range(size.tags).map((index) => ({ ...written(index), id: tagId(index) })),
    )
    await insert(
      trx,
      'tag_texts',
      range(size.tags).map((index) => termText(tagId(index), `tag-${index}`, index)),
    )
    await recount(trx)
  })
}
