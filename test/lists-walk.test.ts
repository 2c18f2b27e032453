import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { made } from './listed.ts'
import { onEachDatabase, testTime, type Json, type Service } from './service.ts'

/** For all filters, the pages together contain what a simple model of the data contains (interface: Lists). */

const [hour, day] = [3_600, 86_400]

interface Happening {
  readonly id: number
  readonly title: string
  readonly start: number
  readonly end: number
  readonly featured: boolean
  readonly ticketed: boolean
  readonly hidden: boolean
  readonly category?: number
  readonly tags: readonly number[]
  readonly venue?: number
  readonly words: string
}

const words = ['Jazz', 'Markt', 'Café', 'Chor', 'Lesung']

/** A small town, the same every time: sixty events over three years, in four zones. */
async function makeTown(service: Service) {
  const categories = [await made(service, '/categories', { name: 'Root' })]
  for (const name of ['Branch', 'Leaf'])
    categories.push(await made(service, '/categories', { name, parent: categories.at(-1) }))
  const tags = [await made(service, '/tags', { name: 'One' }), await made(service, '/tags', { name: 'Two' })]
  const venues = [
    await made(service, '/venues', { venue: 'A' }),
    await made(service, '/venues', { venue: 'B' }),
  ]
  const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Paris']
  const happenings: Happening[] = []
  for (let index = 0; index < 60; index++) {
    const start = testTime - 200 * day + ((index * 37) % 60) * 17 * day + (index % 5) * hour
    const end = start + (index % 7) * 9 * hour
    const planned = {
      title: `${words[index % 5]} ${index % 3}`,
      start,
      end,
      featured: index % 4 === 0,
      ticketed: index % 3 === 0,
      hidden: index % 11 === 0,
      category: [undefined, ...categories][index % 4],
      tags: tags.filter((_, place) => (index >> place) % 2 === 1),
      venue: [undefined, ...venues][index % 3],
      words: `${words[index % 5]} ${index % 3} ${words[(index * 2) % 5]}`.toLowerCase(),
    }
    const id = await made(service, '/events', {
      title: planned.title,
      description: words[(index * 2) % 5],
      start_date: String(start),
      end_date: String(end),
      timezone: zones[index % 4],
      featured: planned.featured,
      tickets: planned.ticketed ? [{ name: 'Door' }] : [],
      hide_from_listings: planned.hidden,
      categories: planned.category === undefined ? [] : [planned.category],
      tags: planned.tags,
      venue: planned.venue ?? [],
    })
    happenings.push({ id, ...planned } as Happening)
  }
  return { categories, tags, venues, happenings }
}

type Town = Awaited<ReturnType<typeof makeTown>>

interface Filters {
  readonly after?: number
  readonly before?: number
  readonly featured?: boolean
  readonly ticketed?: boolean
  readonly category?: number
  readonly tags?: readonly number[]
  readonly venue?: number
  readonly word?: string
  readonly exclude?: readonly number[]
  readonly order: 'asc' | 'desc'
  readonly perPage: number
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

const anyFilters: fc.Arbitrary<Filters> = fc.record({
  after: optional(fc.integer({ min: -250, max: 900 }).map((days) => testTime + days * day)),
  before: optional(fc.integer({ min: -250, max: 900 }).map((days) => testTime + days * day)),
  featured: optional(fc.boolean()),
  ticketed: optional(fc.boolean()),
  category: optional(fc.nat(2)),
  tags: optional(fc.constantFrom([0], [1], [0, 1])),
  venue: optional(fc.nat(1)),
  word: optional(fc.constantFrom('jazz', 'CAFE', 'ma', '2', 'chor les', '-jazz')),
  exclude: optional(fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 20 })),
  order: fc.constantFrom('asc', 'desc'),
  perPage: fc.integer({ min: 1, max: 25 }),
}) as fc.Arbitrary<Filters>

function queryOf(filters: Filters, { categories, tags, venues, happenings }: Town): string {
  const { after, before, featured, ticketed, category, venue, word, exclude, order, perPage } = filters
  const sent = {
    starts_after: String(after ?? 100_000_000),
    strict_dates: true,
    ends_before: before,
    featured,
    ticketed,
    categories: category === undefined ? undefined : categories[category],
    tags: filters.tags?.map((place) => tags[place]),
    venue: venue === undefined ? undefined : venues[venue],
    search: word,
    exclude: exclude?.map((place) => happenings[place]!.id),
    order,
    per_page: perPage,
  }
  const pairs = Object.entries(sent).filter(([, value]) => value !== undefined)
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

const says = (text: string, query: string) => {
  const plain = text.replaceAll('é', 'e')
  return query
    .toLowerCase()
    .split(' ')
    .every((word) => (word.startsWith('-') ? !plain.includes(word.slice(1)) : plain.includes(word)))
}

const isSameOrUnset = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value

/** What the list is to hold, looked for one by one. */
function modelOf(filters: Filters, { categories, tags, venues, happenings }: Town): number[] {
  const { after = 100_000_000, before = Infinity, category, venue, word, exclude } = filters
  const below = category === undefined ? undefined : categories.slice(category)
  const found = happenings.filter(
    (one, place) =>
      !one.hidden &&
      one.start > after &&
      one.end < before &&
      isSameOrUnset(filters.featured, one.featured) &&
      isSameOrUnset(filters.ticketed, one.ticketed) &&
      (below === undefined || (one.category !== undefined && below.includes(one.category))) &&
      (filters.tags === undefined || filters.tags.some((tag) => one.tags.includes(tags[tag]!))) &&
      (venue === undefined || one.venue === venues[venue]) &&
      (word === undefined || says(one.words, word)) &&
      exclude?.includes(place) !== true,
  )
  const sorted = found.toSorted((one, other) => one.start - other.start || one.id - other.id)
  return (filters.order === 'asc' ? sorted : sorted.toReversed()).map(({ id }) => id)
}

/** All pages from the first to the last, by the links that they give. */
async function walk(service: Service, path: string, collection: string, link: string) {
  const pages: Json[] = []
  for (let url: string | undefined = path; url !== undefined; url = pages.at(-1)[link]) {
    const { status, body, text } = await service.get(url)
    assert.equal(status, 200, `${url}: ${text}`)
    pages.push(body)
  }
  return { pages, ids: pages.flatMap((page) => page[collection].map(({ id }: Json) => id)) }
}

onEachDatabase((service) => {
  describe('walking through a list', () => {
    let town: Town
    before(async () => {
      town = await makeTown(service)
    })

    test('returns each event once, in order, and the exact total', async () => {
      await fc.assert(
        fc.asyncProperty(anyFilters, async (filters) => {
          const expected = modelOf(filters, town)
          const path = `/events?${queryOf(filters, town)}&_fields=events.id,total,total_pages,next_rest_url`
          const { pages, ids } = await walk(service, path, 'events', 'next_rest_url')
          assert.deepEqual(ids, expected)
          for (const { total, total_pages } of pages) {
            assert.equal(total, expected.length)
            assert.equal(total_pages, Math.ceil(expected.length / filters.perPage))
          }
          assert.equal(pages.length, Math.max(1, Math.ceil(expected.length / filters.perPage)))
        }),
        { numRuns: 100 },
      )
    })

    test('backwards returns the same', async () => {
      await fc.assert(
        fc.asyncProperty(anyFilters, async (filters) => {
          const expected = modelOf(filters, town)
          const last = Math.max(1, Math.ceil(expected.length / filters.perPage))
          const path = `/events?${queryOf(filters, town)}&page=${last}&_fields=events.id,previous_rest_url`
          const { pages } = await walk(service, path, 'events', 'previous_rest_url')
          const ids = pages.toReversed().flatMap(({ events }) => events.map(({ id }: Json) => id))
          assert.deepEqual(ids, expected)
        }),
        { numRuns: 30 },
      )
    })

    test('holds for any order and every kind', async () => {
      const orders = {
        events: ['start_date', 'end_date', 'title', 'date', 'modified', 'id'],
        venues: ['name', 'title', 'id', 'date', 'modified'],
        categories: ['name', 'slug', 'id', 'count', 'description', 'parent'],
        tags: ['name', 'slug', 'id', 'count', 'description'],
      }
      for (const [collection, names] of Object.entries(orders))
        for (const orderby of names)
          for (const order of ['asc', 'desc'])
            for (const perPage of [1, 7]) {
              if (collection === 'events' && perPage === 1) continue
              const query = `orderby=${orderby}&order=${order}&per_page=${perPage}&starts_after=2000-01-01`
              const path = `/${collection}?${query}`
              const { pages, ids } = await walk(service, path, collection, 'next_rest_url')
              assert.equal(new Set(ids).size, ids.length, path)
              assert.equal(ids.length, pages[0].total, path)
            }
    })
  })
})
