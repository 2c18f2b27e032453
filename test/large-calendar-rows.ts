import type { Insertable } from 'kysely'
import { resources } from '../src/resources/index.ts'
import type { Item, Resource } from '../src/resources/resource.ts'
import type { Database } from '../src/store/sql/schema.ts'
import { textRow } from '../src/store/sql/texts.ts'
import { toWall } from '../src/time/index.ts'
import { chance, eventText, pick, type Language } from './large-calendar-texts.ts'

/** The rows of the large calendar, each computed from its index only. */

type Row<T extends keyof Database> = Insertable<Database[T]>

export const counts = { venues: 2_000, organizers: 500, categories: 200, tags: 100 }

/** Number of occurrences per series. */
const datesOfSeries = 100

const [quarter, day] = [900, 86_400]
const years = 20

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

const sharedDivisor = (one: number, other: number): number =>
  other === 0 ? one : sharedDivisor(other, one % other)

/** A step, near the golden ratio, that visits every place before repeating one. */
function stepThrough(places: number): number {
  let step = Math.max(1, Math.round(places * 0.618))
  while (sharedDivisor(step, places) > 1) step += 1
  return step
}

/** The IDs of the calendar, and its position in time: the middle of the twenty years. */
export class LargeCalendar {
  private readonly step: number

  constructor(
    readonly events: number,
    readonly middle: number,
    /** The share of events that are occurrences of series. */
    private readonly occurrences = 0,
  ) {
    this.step = stepThrough(events)
  }

  readonly venueId = (index: number) => this.events + 1 + (index % counts.venues)
  readonly organizerId = (index: number) => this.events + counts.venues + 1 + (index % counts.organizers)
  readonly seriesId = (place: number) => this.events + counts.venues + counts.organizers + 1 + place
  readonly series = () => Math.ceil((this.events * this.occurrences) / datesOfSeries)
  readonly lastEntry = () => this.seriesId(this.series()) - 1

  /** The series of an event; undefined for a single event. */
  seriesOf(index: number): number | undefined {
    const isOccurrence = index < this.events * this.occurrences
    return isOccurrence ? this.seriesId(Math.floor(index / datesOfSeries)) : undefined
  }

  /** Scatters events in time, so that events adjacent in time are not adjacent in the table. */
  start(index: number): number {
    const place = ((index * this.step) % this.events) / this.events
    const days = Math.round((place - 0.5) * years * 365)
    const quarters = 32 + Math.floor(chance(index, 1) * 52)
    return (Math.floor(this.middle / day) + days) * day + quarters * quarter
  }
}

export const categoryId = (index: number) => 1 + (index % counts.categories)
export const tagId = (index: number) => counts.categories + 1 + (index % counts.tags)
export const lastTerm = counts.categories + counts.tags

/** Three categories with five percent of the events each, in addition to an even share of one half of them. */
export const commonCategories = [5, 15, 25]

const is = (index: number, salt: number, share: number) => chance(index, salt) < share

const languagesOf = (index: number): Language[] => [
  'en',
  ...(is(index, 2, 0.2) ? (['fr'] as const) : []),
  ...(is(index, 3, 0.2) ? (['de'] as const) : []),
]

const languagesColumn = (languages: readonly string[]) => ` ${[...languages].sort().join(' ')} `

const inEnglish = (modified: number) => ({ modified, original_language: 'en', languages: ' en ' })

/** Most last a few hours, some a few days, a few for weeks, and one in a thousand for most of a year. */
function duration(index: number): number {
  const drawn = chance(index, 4)
  if (drawn < 0.001) return Math.round(200 + 100 * chance(index, 5)) * day
  if (drawn < 0.01) return Math.round(7 + 50 * chance(index, 5)) * day
  if (drawn < 0.04) return Math.round(1 + 5 * chance(index, 5)) * day
  return (2 + Math.floor(chance(index, 5) * 16)) * quarter
}

const isDraft = (index: number) => is(index, 6, 0.01)
const isHidden = (index: number) => is(index, 7, 0.003)
const isProtected = (index: number) => is(index, 13, 0.005)

/** Whether visitors may read the whole event. */
export const isOpen = (index: number): boolean => !isDraft(index) && !isProtected(index)

export function event(calendar: LargeCalendar, index: number): Row<'events'> {
  const start = calendar.start(index)
  const end = start + duration(index)
  const timezone = is(index, 8, 0.8) ? 'Europe/Zurich' : 'UTC'
  const series = calendar.seriesOf(index)
  const written = calendar.middle - Math.floor(chance(index, 9) * 5 * 365 * day)
  return {
    id: index + 1,
    modified: written,
    original_language: 'en',
    languages: languagesColumn(languagesOf(index)),
    author: index % 1_000 === 0 ? 2 : 1,
    status: isDraft(index) ? 'draft' : 'publish',
    date: written,
    image: null,
    timezone,
    all_day: 0,
    start_date: toWall(start, timezone),
    end_date: toWall(end, timezone),
    start_utc: start,
    end_utc: end,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: Number(isHidden(index)),
    sticky: 0,
    featured: Number(is(index, 10, 0.005)),
    overrides: '',
    post_parent: series ?? (index % 1_000 === 1 ? 2 : 0),
    recurrence_id: series === undefined ? null : toWall(start, timezone),
    event_status: is(index, 11, 0.01) ? 'cancelled' : 'scheduled',
    tickets: '[]',
    ticketed: Number(is(index, 12, 0.05)),
    is_free: is(index, 12, 0.05) ? 0 : null,
    password: isProtected(index) ? 'open sesame' : null,
    sequence: 0,
  }
}

const text = (id: number, slug: string, language: Language, modified: number) => ({
  id,
  language,
  slug: language === 'en' ? slug : `${slug}-${language}`,
  live: 1,
  modified,
})

/** What searches and lists go by is derived as in every write of the service, so that they find the same. */
const derived = <T extends keyof Database>(
  resource: Resource,
  row: object,
  own: Omit<Row<T>, 'search' | 'sort'>,
): Row<T> => textRow(resource, row as Item['row'], own) as Row<T>

export const eventTexts = (calendar: LargeCalendar, index: number): Row<'event_texts'>[] =>
  languagesOf(index).map((language) =>
    derived<'event_texts'>(resources.events, event(calendar, index), {
      ...text(index + 1, `event-${index}`, language, calendar.middle),
      ...eventText(index, language),
      excerpt: null,
      website: null,
      cost: is(index, 12, 0.05) ? String(5 + (index % 60)) : null,
    }),
  )

/** The event of a series resembles its first occurrence, and is not listed. */
export const seriesEvent = (calendar: LargeCalendar, place: number): Row<'events'> => ({
  ...event(calendar, place * datesOfSeries),
  id: calendar.seriesId(place),
  status: 'publish',
  hide_from_listings: 2,
  post_parent: 0,
  recurrence_id: null,
})

export const seriesTexts = (calendar: LargeCalendar, place: number): Row<'event_texts'>[] =>
  eventTexts(calendar, place * datesOfSeries).map((row) => ({
    ...row,
    id: calendar.seriesId(place),
    slug: `series-${row.slug!}`,
  }))

export function seriesRule(calendar: LargeCalendar, place: number): Row<'series'> {
  const { id, start_date, end_date } = seriesEvent(calendar, place)
  const rule = { recurrence: 'RRULE:FREQ=WEEKLY', split_from: null, due: null }
  return { ...rule, id, starts: start_date, ends: end_date, horizon: end_date }
}

/** All events have an organizer, a category and a tag, most a venue; links contain the columns that lists filter by. */
export function links(calendar: LargeCalendar, index: number): Row<'event_links'>[] {
  const start = calendar.start(index)
  const derived = {
    event_id: index + 1,
    visible: Number(!isDraft(index) && !isHidden(index) && !isProtected(index)),
    start_utc: start,
    end_utc: start + duration(index),
  }
  const common = is(index, 14, 0.05 * commonCategories.length) ? [pick(commonCategories, index, 15)] : []
  const own = categoryId(Math.floor(chance(index, 16) * counts.categories))
  const targets = {
    venue: is(index, 17, 0.97) ? [calendar.venueId(Math.floor(chance(index, 18) * counts.venues))] : [],
    organizer: [calendar.organizerId(Math.floor(chance(index, 19) * counts.organizers))],
    categories: [...new Set([own, ...common])],
    tags: [tagId(Math.floor(chance(index, 20) * counts.tags))],
  }
  return Object.entries(targets).flatMap(([kind, ids]) =>
    ids.map((target, position) => ({ ...derived, kind: kind as keyof typeof targets, position, target })),
  )
}

const entry = (id: number, { middle }: LargeCalendar) => ({
  ...inEnglish(middle),
  id,
  author: 1,
  status: id % 500 === 0 ? 'draft' : 'publish',
  date: middle - id * quarter,
  image: null,
})

export const venue = (calendar: LargeCalendar, index: number): Row<'venues'> => ({
  ...entry(calendar.venueId(index), calendar),
  zip: String(1_000 + (index % 9_000)),
  phone: null,
  show_map: 1,
  show_map_link: 1,
  geo_lat: index % 10 === 0 ? null : -85 + (index % 1_700) / 10,
  geo_lng: index % 10 === 0 ? null : -180 + (index % 719) / 2,
})

const blank = { description: null, excerpt: null, website: null }
const halls = ['Hall', 'Theatre', 'Garden', 'Library', 'Jazz cellar', 'Church', 'Gallery', 'School']

export const venueText = (calendar: LargeCalendar, index: number): Row<'venue_texts'> =>
  derived<'venue_texts'>(resources.venues, venue(calendar, index), {
    ...text(calendar.venueId(index), `venue-${index}`, 'en', calendar.middle),
    ...blank,
    venue: `${halls[index % halls.length]!} ${index}`,
    address: `${1 + (index % 90)} Main Street`,
    city: `Town ${index % 50}`,
    country: 'Switzerland',
    province: null,
    state: null,
    stateprovince: null,
  })

export const organizer = (calendar: LargeCalendar, index: number): Row<'organizers'> => ({
  ...entry(calendar.organizerId(index), calendar),
  phone: null,
  email: `office@organizer-${index}.example`,
})

export const organizerText = (calendar: LargeCalendar, index: number): Row<'organizer_texts'> =>
  derived<'organizer_texts'>(resources.organizers, organizer(calendar, index), {
    ...text(calendar.organizerId(index), `organizer-${index}`, 'en', calendar.middle),
    ...blank,
    organizer: `Society for ${halls[index % halls.length]!} ${index}`,
  })

/** Every tenth category is the parent of the nine after it. */
const parentOf = (index: number) => (index % 10 === 0 ? 0 : categoryId(index - (index % 10)))

export const category = ({ middle }: LargeCalendar, index: number): Row<'categories'> => ({
  ...inEnglish(middle),
  id: categoryId(index),
  parent: parentOf(index),
})

export const tag = ({ middle }: LargeCalendar, index: number): Row<'tags'> => ({
  ...inEnglish(middle),
  id: tagId(index),
})

export const branches = (index: number): Row<'category_tree'>[] =>
  [categoryId(index), ...(parentOf(index) === 0 ? [] : [parentOf(index)])].map((ancestor) => ({
    ancestor,
    descendant: categoryId(index),
  }))

const termText = (
  { middle }: LargeCalendar,
  resource: Resource,
  { id, slug, name }: { id: number; slug: string; name: string },
): Row<'tag_texts'> =>
  derived<'tag_texts'>(
    resource,
    { id },
    {
      ...text(id, slug, 'en', middle),
      name,
      name_key: name.toLowerCase(),
      description: null,
    },
  )

export const categoryText = (calendar: LargeCalendar, index: number) =>
  termText(calendar, resources.categories, {
    id: categoryId(index),
    slug: `category-${index}`,
    name: `Category ${index}`,
  })

export const tagText = (calendar: LargeCalendar, index: number) =>
  termText(calendar, resources.tags, { id: tagId(index), slug: `tag-${index}`, name: `Jazz ${index}` })
