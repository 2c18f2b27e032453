import { tagsFor } from '../../src/locales/language-tags.ts'

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
  /** The requested one; undefined if the calendar supports none of those of the element. */
  readonly language: string | undefined
  /** The base URL of the pages in that language. */
  readonly pages: string
}

/** A calendar and the language tags to show it in, the most specific first: `pt-br`, `pt` (RFC 4647 3.4). */
export interface Source {
  readonly base: string
  readonly languages: readonly string[]
}

export type Sent = Readonly<Record<string, string>>

/** The calendar does not understand a filter, such as the slug of a category that was renamed. */
export class Refusal extends Error {
  /** For readers, in the language of the response. */
  readonly sentences: string
  readonly lang: string | undefined

  constructor(response: Response, message: string, params: Readonly<Record<string, string>>) {
    const sentences = Object.values(params).join(' ')
    super(`${message}. ${sentences}`)
    this.sentences = sentences
    this.lang = response.headers.get('content-language') ?? undefined
  }
}

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
export const sourceOf = (address: string, tag: string): Source => ({
  base: new URL(address, document.baseURI).href.replace(/(?:\/cal\/events\/v1)?\/*$/, ''),
  languages: tagsFor(tag),
})

/** Timeout of a request, in milliseconds. */
export const patience = 20_000

const ask = ({ base }: Source, path: string, signal: AbortSignal): Promise<Response> =>
  fetch(`${base}/cal/events/v1/${path}`, { signal, credentials: 'omit' })

interface Language {
  readonly code: string
  /** The base URL of its pages; older calendars do not tell it. */
  readonly url?: string
}

/** The languages of each calendar that was asked for them, shared by all elements of a page. */
const offered = new Map<string, Promise<readonly Language[]>>()

/** Does not end with the element that asks first, because others may wait for it too. */
async function readLanguages(source: Source): Promise<readonly Language[]> {
  const response = await ask(source, 'languages', AbortSignal.timeout(patience))
  const body = await response.json()
  if (!response.ok) throw new Error(body.message)
  return body.languages
}

function languagesOf(source: Source): Promise<readonly Language[]> {
  const { base } = source
  const languages = offered.get(base) ?? readLanguages(source)
  offered.set(base, languages)
  languages.catch(() => offered.delete(base))
  return languages
}

/**
 * The base URL of the pages in a language. An event that is shown in it tells it without the redirect that the default
 * language has. Where none is and the calendar has a path, that may be a prefix, before which the language stands.
 */
async function pagesOf(
  source: Source,
  events: readonly ListedEvent[],
  language: string | undefined,
): Promise<string> {
  const event = events.find((one) => one.language === language)
  const known = /^(.*\/)event\/[^/]*\/$/.exec(event?.url ?? '')?.[1]
  if (known !== undefined) return known
  if (language === undefined) return `${source.base}/`
  if (new URL(source.base).pathname === '/') return `${source.base}/${language}/`
  const languages = await languagesOf(source).catch(() => [])
  return languages.find(({ code }) => code === language)?.url ?? `${source.base}/`
}

/**
 * A language without variants is requested at once, because waiting for those of the calendar would delay the events. Of a
 * variant the calendar may well have only the language, and each refusal is an error in the console.
 */
export async function readList(source: Source, sent: Sent, signal: AbortSignal): Promise<Found> {
  const isGuess = source.languages.length === 1 && !offered.has(source.base)
  const known = isGuess ? source.languages : (await languagesOf(source)).map(({ code }) => code)
  const language = source.languages.find((one) => known.includes(one))
  const inLanguage: Sent = language === undefined ? {} : { ml_language: language, ml_fallback: 'original' }
  const query = new URLSearchParams({ ...sent, ...inLanguage, _fields: fields })
  const response = await ask(source, `events?${query}`, signal)
  const body = await response.json()
  if (response.ok) return { ...body, language, pages: await pagesOf(source, body.events, language) }
  const { code, message, data } = body
  if (isGuess && data.params?.ml_language !== undefined) {
    await languagesOf(source)
    return readList(source, sent, signal)
  }
  throw code === 'rest_invalid_param' ? new Refusal(response, message, data.params) : new Error(message)
}

const withQuery = (address: string, sent: Sent) => {
  const query = new URLSearchParams(sent).toString()
  return query === '' ? address : `${address}?${query}`
}

export const feedOf = ({ pages }: Found, sent: Sent): string =>
  withQuery(`${pages}cal/events/v1/events.ics`, sent)

/** The URL of a page. */
export const pageOf = ({ pages }: Found, path: string, sent: Sent): string =>
  withQuery(`${pages}${path}`, sent)
