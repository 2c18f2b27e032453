import { isMonth, localeOf, today } from './dates.ts'
import { sourceOf, type Sent, type Source } from './source.ts'
import { wordsIn, type Words } from './words.ts'

/** Filters of the API that are attributes of the same name (interface: Event filters). */
const narrowingNames = [
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'cost',
  'event_status',
  'search',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
] as const

/** Those that say when; a month stands for a time of its own. */
const timeNames = ['during', 'start_date', 'starts_before', 'end_date'] as const

export const attributeNames: readonly string[] = [
  'view',
  'lang',
  'src',
  'limit',
  'month',
  'header',
  'heading-level',
  ...narrowingNames,
  ...timeNames,
]

/** What the attributes of an element ask for. */
export interface Settings {
  readonly view: 'list' | 'month'
  readonly source: Source
  readonly locale: string
  readonly words: Words
  readonly limit: number
  readonly month: string
  readonly hasHeader: boolean
  readonly heading: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
  /** Filters by what and where; `filters` has also those by time. */
  readonly narrowing: Sent
  readonly filters: Sent
}

const [usualLimit, mostEvents] = [6, 50]

/** `featured` may stand without a value; any other filter without one is none. */
const valueOf = (element: Element, name: string): string =>
  element.getAttribute(name) || (name === 'featured' && element.hasAttribute(name) ? 'true' : '')

const read = (element: Element, names: readonly string[]): Sent =>
  Object.fromEntries(
    names.map((name) => [name, valueOf(element, name)] as const).filter(([, value]) => value !== ''),
  )

const isLevel = (text: string | null): text is '1' | '2' | '3' | '4' | '5' | '6' => /^[1-6]$/.test(text ?? '')

const limitOf = (text: string | null) =>
  Math.min(Math.max(Math.trunc(Number(text ?? usualLimit)) || usualLimit, 1), mostEvents)

/** The script lies in a folder below the calendar that it belongs to. */
const ownCalendar = new URL('..', import.meta.url).href

export function readSettings(element: Element): Settings {
  const locale = localeOf(element.closest('[lang]')?.getAttribute('lang') || 'en')
  const month = element.getAttribute('month')
  const level = element.getAttribute('heading-level')
  const narrowing = read(element, narrowingNames)
  return {
    view: element.getAttribute('view') === 'month' ? 'month' : 'list',
    source: sourceOf(element.getAttribute('src') || ownCalendar, locale),
    locale,
    words: wordsIn(locale),
    limit: limitOf(element.getAttribute('limit')),
    month: isMonth(month) ? month : today().slice(0, 7),
    hasHeader: element.getAttribute('header') !== 'off',
    heading: `h${isLevel(level) ? level : '2'}`,
    narrowing,
    filters: { ...narrowing, ...read(element, timeNames) },
  }
}
