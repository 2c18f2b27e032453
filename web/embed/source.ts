/** The published list of events, limited to the fields that the element displays. */

export interface ListedEvent {
  readonly title: string
  readonly url: string
  /** Local time of the event, `2026-12-03 18:00:00`. */
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly timezone_abbr: string
  readonly all_day: boolean
  readonly event_status: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled' | 'moved-online'
  readonly language: string
  readonly venue: { readonly venue?: string } | readonly { readonly venue?: string }[]
  readonly tickets: readonly { readonly availability: string }[]
}

export interface Found {
  readonly events: readonly ListedEvent[]
  readonly total: number
  readonly total_pages: number
}

/** A calendar and the languages to request, in order of preference. */
export interface Source {
  readonly base: string
  readonly languages: readonly string[]
}

export type Sent = Readonly<Record<string, string>>

const fields = [
  'total',
  'total_pages',
  ...[
    'title',
    'url',
    'start_date',
    'end_date',
    'utc_start_date',
    'timezone_abbr',
    'all_day',
    'event_status',
    'language',
    'venue.venue',
    'tickets.availability',
  ].map((field) => `events.${field}`),
].join(',')

/** Derives the base URL from the address of the calendar, with or without the path of its API. */
export const sourceOf = (address: string, locale: string): Source => ({
  base: new URL(address, document.baseURI).href.replace(/(?:\/cal\/events\/v1)?\/*$/, ''),
  languages: [...new Set([new Intl.Locale(locale).language, locale.toLowerCase()])],
})

const apiOf = ({ base }: Source) => `${base}/cal/events/v1`

/** Languages that a calendar does not support, shared so that each is requested in vain only once per page. */
const refused = new Set<string>()

const languageOf = ({ base, languages }: Source): string | undefined =>
  languages.find((language) => !refused.has(`${base} ${language}`))

export async function readList(source: Source, sent: Sent, signal: AbortSignal): Promise<Found> {
  const language = languageOf(source)
  const inLanguage: Sent = language === undefined ? {} : { ml_language: language, ml_fallback: 'original' }
  const query = new URLSearchParams({ ...sent, ...inLanguage, _fields: fields })
  const response = await fetch(`${apiOf(source)}/events?${query}`, { signal, credentials: 'omit' })
  if (response.ok) return response.json() as Promise<Found>
  const problem = await response.json()
  if (language === undefined || problem.data.params?.ml_language === undefined)
    throw new Error(problem.message)
  refused.add(`${source.base} ${language}`)
  return readList(source, sent, signal)
}

const withQuery = (address: string, sent: Sent) => {
  const query = new URLSearchParams(sent).toString()
  return query === '' ? address : `${address}?${query}`
}

/**
 * The base URL of the pages in the language of the element. An event that is shown in that language tells it without the
 * redirect that the default language has.
 */
function pagesOf(source: Source, { events }: Found): string {
  const language = languageOf(source)
  const event = events.find((one) => one.language === language)
  const known = /^(.*\/)event\/[^/]*\/$/.exec(event?.url ?? '')?.[1]
  return known ?? (language === undefined ? `${source.base}/` : `${source.base}/${language}/`)
}

export const feedOf = (source: Source, found: Found, sent: Sent): string =>
  withQuery(`${pagesOf(source, found)}cal/events/v1/events.ics`, sent)

/** The URL of a page. */
export const pageOf = (source: Source, found: Found, path: string, sent: Sent): string =>
  withQuery(`${pagesOf(source, found)}${path}`, sent)
