import { localeOf } from '../../src/time/date-format.ts'
import { isMonth, tagOf, today } from './dates.ts'
import { sourceOf, type Sent, type Source } from './source.ts'
import { wordsIn, type Words } from './words.ts'

/** API filters available as attributes of the same name (interface: Event filters). */
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

/** Date filters; the month view replaces them. */
export const timeNames = ['during', 'start_date', 'starts_before', 'end_date'] as const

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

/** The settings from the attributes of an element. */
export interface Settings {
  readonly view: 'list' | 'month'
  readonly source: Source
  readonly locale: string
  readonly words: Words
  readonly limit: number
  readonly month: string
  readonly hasHeader: boolean
  readonly heading: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
  /** Filters other than dates; `filters` includes those as well. */
  readonly narrowing: Sent
  readonly filters: Sent
}

const [usualLimit, mostEvents] = [6, 50]

/** `featured` may have no value; any other filter without a value is ignored. */
const valueOf = (element: Element, name: string): string =>
  element.getAttribute(name) || (name === 'featured' && element.hasAttribute(name) ? 'true' : '')

const read = (element: Element, names: readonly string[]): Sent =>
  Object.fromEntries(
    names.map((name) => [name, valueOf(element, name)] as const).filter(([, value]) => value !== ''),
  )

const isLevel = (text: string | null): text is '1' | '2' | '3' | '4' | '5' | '6' => /^[1-6]$/.test(text ?? '')

const limitOf = (text: string | null) =>
  Math.min(Math.max(Math.trunc(Number(text ?? usualLimit)) || usualLimit, 1), mostEvents)

/** The script is in a directory below the base URL of its calendar. */
const ownCalendar = new URL('..', import.meta.url).href

/** As HTML determines the language of a node; `closest` ends at the root of a shadow tree. */
function languageAround(element: Element): string | null {
  const holder = element.closest('[lang]')
  if (holder !== null) return holder.getAttribute('lang')
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? languageAround(root.host) : null
}

export function readSettings(element: Element): Settings {
  const tag = tagOf(languageAround(element) || 'en')
  const month = element.getAttribute('month')
  const level = element.getAttribute('heading-level')
  const narrowing = read(element, narrowingNames)
  return {
    view: element.getAttribute('view') === 'month' ? 'month' : 'list',
    source: sourceOf(element.getAttribute('src') || ownCalendar, tag),
    locale: localeOf(tag),
    words: wordsIn(tag),
    limit: limitOf(element.getAttribute('limit')),
    month: isMonth(month) ? month : today().slice(0, 7),
    hasHeader: element.getAttribute('header') !== 'off',
    heading: `h${isLevel(level) ? level : '2'}`,
    narrowing,
    filters: { ...narrowing, ...read(element, timeNames) },
  }
}
