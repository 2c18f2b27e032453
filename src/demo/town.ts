import { type Language, languages, type TranslatedText, textIn } from './languages.ts'
import { type Association, organizers } from './organizers.ts'
import { type Place, venues } from './places.ts'
import { programme } from './programme.ts'
import { shuffled } from './random.ts'
import { isSeries, type Template, type Theme, type Ticket } from './template.ts'
import { type Category, categories, type Tag, tags } from './terms.ts'
import { moved, type Occurrence, occurrences, recurrence } from './when.ts'

/** The time zone of the town. */
export const townTimezone = 'Europe/Zurich'

export interface EventText {
  readonly title: string
  readonly description: string
  readonly excerpt?: string
  readonly cost?: string
  readonly website?: string
}

/** A date of a series and its overrides. */
export interface TownDate {
  readonly start_date: string
  readonly own?: Readonly<Record<string, string>>
}

export interface TownEvent {
  readonly key: string
  readonly original: Language
  readonly texts: Readonly<Partial<Record<Language, EventText>>>
  /** Translations that are older than the last edit of the original. */
  readonly outdated: readonly Language[]
  readonly status: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** Publication date, for events that are not yet published. */
  readonly date?: string
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly all_day: boolean
  readonly cost: string
  readonly featured: boolean
  readonly sticky: boolean
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly venue?: string
  readonly organizer: readonly string[]
  readonly event_status?: 'cancelled' | 'postponed'
  readonly tickets: readonly Ticket[]
  /** For series: recurrence lines (RFC 5545) and the dates that they yield. */
  readonly recurrence?: readonly string[]
  readonly dates?: readonly TownDate[]
}

export interface Town {
  readonly categories: readonly Category[]
  readonly tags: readonly Tag[]
  readonly venues: readonly Place[]
  readonly organizers: readonly Association[]
  readonly events: readonly TownEvent[]
}

/**
 * Makes a bilingual town with one year of events from `today` (YYYY-MM-DD). The result depends only on the random
 * numbers.
 */
export function makeTown({ today, random }: { today: string; random: () => number }): Town {
  const events = programme.flatMap((template) => makeEvents(template, today))
  const varied = events.map((event) => (event.dates ? event : lessTranslated(event, random)))
  return { categories, tags, venues, organizers, events: withExceptions(varied, today, random) }
}

/** Returns the number of events that it adds to lists. */
export const sizeOf = ({ dates }: TownEvent): number => dates?.length ?? 1

function makeEvents(template: Template, today: string): TownEvent[] {
  const found = occurrences(template.when, today)
  if (!isSeries(template)) return found.map((occurrence, index) => makeEvent(template, occurrence, index))
  const dates = found.map((occurrence, index) => makeDate(template, occurrence, index))
  return [{ ...makeEvent(template, found[0]!, 0), recurrence: recurrence(template.when, today), dates }]
}

function makeDate({ exceptions = [] }: Template, occurrence: Occurrence, index: number): TownDate {
  const { start_date } = occurrence
  const exception = exceptions.find(({ nth }) => nth === index + 1)
  if (exception === undefined) return { start_date }
  const { daysLater } = exception
  const own = daysLater === undefined ? { event_status: 'cancelled' } : moved(occurrence, daysLater)
  return { start_date, own }
}

function makeEvent(template: Template, occurrence: Occurrence, index: number): TownEvent {
  const { key, original, timezone = townTimezone, cost = '', featured = false, sticky = false } = template
  const { day, start_date, end_date, all_day } = occurrence
  const spoken = template.languages ?? languages
  return {
    key: `${key}-${day}`,
    original,
    texts: Object.fromEntries(
      spoken.map((language) => [language, textOf(template, language, occurrence, index)]),
    ),
    outdated: [],
    status: 'publish',
    start_date,
    end_date,
    timezone,
    all_day,
    cost: typeof cost === 'string' ? cost : textIn(cost, original),
    featured,
    sticky,
    categories: template.categories,
    tags: template.tags ?? [],
    venue: inTurn([template.venue ?? []].flat(), index),
    organizer: template.organizer,
    tickets: template.tickets ?? [],
  }
}

const inTurn = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length]

function textOf(template: Template, language: Language, { day }: Occurrence, index: number): EventText {
  const { key, title, description, excerpt, cost, hasWebsite, themes = [], themeBy, number = 1 } = template
  const theme = inTurn(themes, themeBy === 'month' ? day.month - 1 : index)
  const say = (text: TranslatedText) => filled(textIn(text, language), language, theme, number + index)
  return {
    title: say(title),
    description: paragraphs(say(description)),
    ...(excerpt && { excerpt: say(excerpt) }),
    ...(typeof cost === 'object' && { cost: textIn(cost, language) }),
    ...(hasWebsite && { website: `https://example.org/${language}/${key}` }),
  }
}

const filled = (text: string, language: Language, theme: Theme | undefined, number: number): string =>
  text
    .replaceAll('{theme}', theme ? textIn(theme.title, language) : '')
    .replaceAll('{about}', theme ? textIn(theme.about, language) : '')
    .replaceAll('{number}', String(number))

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n')

/** Simulates missing translations, and translations older than the original. */
function lessTranslated(event: TownEvent, random: () => number): TownEvent {
  const translations = languages.filter((language) => language in event.texts && language !== event.original)
  const [first, second] = shuffled(translations, random)
  const luck = random()
  if (luck < 0.04) return without(event, translations)
  if (luck < 0.12 && first) return without(event, [first])
  if (luck < 0.2 && second) return { ...event, outdated: [second] }
  return event
}

const without = (event: TownEvent, missing: readonly Language[]): TownEvent => ({
  ...event,
  texts: Object.fromEntries(
    Object.entries(event.texts).filter(([language]) => !missing.includes(language as Language)),
  ),
})

const exceptions: readonly (readonly [number, Partial<TownEvent>])[] = [
  [15, { status: 'draft' }],
  [4, { status: 'pending' }],
  [3, { status: 'private' }],
  [3, { status: 'future' }],
  [5, { event_status: 'cancelled' }],
  [3, { event_status: 'postponed' }],
]

/** Leaves a few future single events unpublished, and cancels or postpones others. */
function withExceptions(events: readonly TownEvent[], today: string, random: () => number): TownEvent[] {
  const ordinary = events.filter(
    ({ start_date, featured, dates }) => start_date.slice(0, 10) > today && !featured && !dates,
  )
  const changes = exceptions.flatMap(([count, change]) => Array.from({ length: count }, () => change))
  const changed = new Map(
    shuffled(ordinary, random)
      .slice(0, changes.length)
      .map(({ key }, index) => [key, changes[index]]),
  )
  return events.map((event) => {
    const result = { ...event, ...changed.get(event.key) }
    return result.status === 'future'
      ? { ...result, date: `${event.start_date.slice(0, 10)} 00:00:00` }
      : result
  })
}
