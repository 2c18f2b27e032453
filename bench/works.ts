import { commonWords, rareName } from '../test/large-calendar-texts.ts'
import type { LargeCalendar } from '../test/large-calendar-rows.ts'
import { categoryId, commonCategories, isOpen, tagId } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'

/** Workloads by name; varying URLs avoid cached responses. */

interface Asker {
  readonly calendar: LargeCalendar
  readonly nth: number
}

type Address = (caller: Asker) => string

const day = 86_400
const dayText = (days: number) => new Date((middle + days * day) * 1_000).toISOString().slice(0, 10)

/** A different window each time, of two to four months within the two years around the middle. */
function window({ nth }: Asker): string {
  const first = ((nth * 37) % 600) - 300
  return `start_date=${dayText(first)}&end_date=${dayText(first + 60 + (Math.floor(nth / 600) % 60))}`
}

/** A day within some years around the middle; none repeats within a thousand requests. */
const aDay = (nth: number) => ((nth * 7) % 4_001) - 1_000

/** All events, with a different URL each time. */
const ever = ({ nth }: Asker) => `starts_after=${dayText(-20_000 + (nth % 10_000))}`

const events = (...parts: readonly Address[]): Address => {
  return (caller) => `/events?${parts.map((part) => part(caller)).join('&')}`
}

const is =
  (text: string): Address =>
  () =>
    text

const aVenue: Address = ({ calendar, nth }) => `venue=${calendar.venueId(nth * 7)}`
const anOrganizer: Address = ({ calendar, nth }) => `organizer=${calendar.organizerId(nth * 7)}`
const aCategory: Address = ({ nth }) => `categories=${categoryId(nth * 7)}`
const aTag: Address = ({ nth }) => `tags=${tagId(nth * 7)}`
const commonCategory: Address = ({ nth }) => `categories=${commonCategories[nth % commonCategories.length]!}`
const aRareWord: Address = ({ nth }) => `search=${rareName(nth, 50)}`
const aCommonWord: Address = ({ nth }) => `search=${commonWords[nth % commonWords.length]!}`
const around: Address = ({ nth }) =>
  `geoloc_lat=${-80 + (nth % 160)}&geoloc_lng=${-170 + ((nth * 3) % 340)}&geoloc_radius=${200 + (nth % 300)}`

/** Single reads in random order. */
function single({ calendar, nth }: Asker): string {
  let index = (nth * 61_803) % calendar.events
  while (!isOpen(index)) index = (index + 1) % calendar.events
  return `/events/${index + 1}`
}

export const alone: Readonly<Record<string, Address>> = {
  'window alone': events(window),
  'window, latest first': events(window, is('order=desc')),
  starts_before: events(({ nth }) => `starts_before=${dayText(aDay(nth))}`),
  ends_before: events(({ nth }) => `ends_before=${dayText(aDay(nth))}`),
  ends_after: events(({ nth }) => `ends_after=${dayText(aDay(nth))}`),
  during: events(({ nth }) => `during=${dayText(aDay(nth))}`),
  'one category': events(aCategory, ever),
  'one category of 5 %': events(commonCategory, ever),
  'one tag': events(aTag, ever),
  'one venue': events(aVenue, ever),
  'one organizer': events(anOrganizer, ever),
  featured: events(is('featured=true'), ever),
  'not featured': events(is('featured=false'), ever),
  ticketed: events(is('ticketed=true'), ever),
  post_parent: events(is('post_parent=2'), ever),
  event_status: events(is('event_status=cancelled'), ever),
  author: events(is('author=2'), ever),
  modified_after: events(({ nth }) => `modified_after=${dayText(-1_500 + ((nth * 7) % 1_000))}`, ever),
  include: events(({ nth }) => `include=${[1, 2, 3].map((one) => one + 3 * nth).join(',')}`),
  exclude: events(({ nth }) => `exclude=${[1, 2, 3].map((one) => one + 3 * nth).join(',')}`, ever),
  'placed at all': events(is('geoloc=true'), ever),
  'around a point': events(around, ever),
  'one language': events(is('ml_language=fr'), ever),
  'search, rare': events(aRareWord, ever),
}

export const together: Readonly<Record<string, Address>> = {
  'category + window': events(commonCategory, window),
  'venue + window': events(aVenue, window),
  'rare search + window': events(aRareWord, window),
  'category + venue': events(commonCategory, aVenue, ever),
  'three categories': events(is(`categories=${commonCategories.join(',')}`), ever),
}

/** With a million events, page 50,000 and later. */
const deepPage: Address = (caller) =>
  `${events(ever)(caller)}&page=${Math.floor(caller.calendar.events / 20) + (caller.nth % 100)}`

const monthText = (nth: number) => {
  const date = new Date((middle + (((nth * 37) % 240) - 120) * 30.44 * day) * 1_000)
  return date.toISOString().slice(0, 7)
}

const pageLanguages = ['en', 'fr', 'de'] as const

/** Months of twenty years, each in three languages, so that every run has the same number of each. */
const monthsInLanguages = 720

const monthAndLanguage = (nth: number) => ({
  month: monthText(Math.floor(nth / 3)),
  language: pageLanguages[nth % 3]!,
})

const monthPage: Address = ({ nth }) => {
  const { month, language } = monthAndLanguage(nth)
  const path = `/${language === 'en' ? '' : `/${language}`}/month/${month}/`
  // With an unknown parameter, because a page that was asked for before would be cached.
  return nth < monthsInLanguages ? path : `${path}?round=${Math.floor(nth / monthsInLanguages)}`
}

const listOfMonth: Address = ({ nth }) => {
  const { month, language } = monthAndLanguage(nth)
  return `/events?start_date=${month}-01&starts_before=${month}-28&per_page=100&ml_language=${language}&ml_fallback=original`
}

const listPage: Address = ({ nth }) => `//?start_date=${dayText(aDay(nth))}`
const listFromDay: Address = ({ nth }) => `/events?start_date=${dayText(aDay(nth))}&per_page=20`

/** Distinct for 360 requests. */
const categoryLists: Address = ({ nth }) =>
  `/categories?per_page=${10 + (nth % 90)}&order=${nth % 180 < 90 ? 'asc' : 'desc'}&orderby=${nth % 360 < 180 ? 'name' : 'count'}`

export const addresses = {
  'same list again': is('/events'),
  'another window each time': events(window),
  'single event': single,
  'page in the middle': deepPage,
  'categories with counts': categoryLists,
  'search 10 %, first': events(aCommonWord, is('starts_after=1990-01-01')),
  'search 10 %, after': events(aCommonWord, ever),
  'search 10 % + window': events(aCommonWord, window),
  'month page': monthPage,
  'list of a month': listOfMonth,
  'list page': listPage,
  'list from a day': listFromDay,
  create: is('/events'),
  ...alone,
  ...together,
} satisfies Readonly<Record<string, Address>>

/** Paths that start with two slashes are pages, which are served from the root. */
export const urlOf = (base: string, address: string): string =>
  address.startsWith('//') ? `${new URL(base).origin}${address.slice(1)}` : `${base}${address}`

export type WorkName = keyof typeof addresses

const paragraph =
  'Songs and stories from the harbour, with drinks in the garden and an open stage for everybody. '

/** A typical new event: five hundred characters and six links. */
export const newEvent = ({ calendar, nth }: Asker) => ({
  title: `Announced evening ${nth}`,
  description: `<p>${paragraph.repeat(3)}</p><p><strong>${rareName(nth, 90)}</strong> ${paragraph.repeat(2)}</p>`,
  start_date: `${dayText(nth % 600)} ${String(8 + (nth % 12)).padStart(2, '0')}:00:00`,
  end_date: `${dayText(nth % 600)} ${String(10 + (nth % 12)).padStart(2, '0')}:30:00`,
  venue: calendar.venueId(nth * 7),
  organizer: calendar.organizerId(nth * 11),
  categories: [categoryId(nth * 13), commonCategories[nth % commonCategories.length]!],
  tags: [tagId(nth * 17), tagId(nth * 17 + 1)],
})
