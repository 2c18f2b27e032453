import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './service.ts'

/**
 * A third-party site with The Events Calendar, replicating recorded responses: with entities in texts, authors as
 * strings, pages of at most 50, and a 404 after the last one.
 */

type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** A fault for the next request whose URL contains a text. */
interface Accident {
  readonly at: string
  readonly happens: (response: ServerResponse) => void
}

interface Asked {
  readonly url: URL
  readonly at: number
  readonly authorization: string | undefined
}

const root = '/wp-json/tribe/events/v1'

export class ForeignCalendar {
  /** The published content, by language; '' for a site without languages. */
  readonly content: Record<string, Record<Kind, Json[]>> = {}
  readonly drafts: Json[] = []
  /** IDs of events that are not readable on their own, because they have a password. */
  readonly closed: number[] = []
  /** Whether parameters for drafts are refused, as older versions do. */
  refusesDrafts = false
  readonly asked: Asked[] = []
  readonly accidents: Accident[] = []
  /** What an extension puts before every response of the API. */
  before = ''
  /** Maximum page size. */
  perPage = 50
  head = ''
  /** Headers of the home page; undefined is how WordPress names its API. */
  headers: Readonly<Record<string, string>> | undefined
  /** The languages reported by Polylang; undefined without that plugin. */
  polylang: readonly Json[] | undefined
  /** Whether languages are path segments, as WPML configures by default, rather than a parameter. */
  hasFolders = false
  pauseMs = 0
  /** Maximum number of concurrent requests. */
  most = 0
  private open = 0
  private readonly server: Server

  constructor() {
    this.server = createServer((request, response) => {
      this.open += 1
      this.most = Math.max(this.most, this.open)
      response.on('close', () => (this.open -= 1))
      setTimeout(() => response.destroyed || this.answer(request, response), this.pauseMs)
    })
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.content[''] = { events: [], venues: [], organizers: [], categories: [], tags: [] }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** URLs of the list requests. */
  get lists(): string[] {
    return this.asked.filter(({ url }) => url.pathname.startsWith(`${root}/`)).map(({ url }) => url.href)
  }

  private answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, this.origin)
    const [, folder] = /^\/(\w\w)\/wp-json/.exec(url.pathname) ?? []
    if (this.hasFolders) url.searchParams.delete('lang')
    if (this.hasFolders && folder !== undefined) {
      url.pathname = url.pathname.slice(3)
      url.searchParams.set('lang', folder)
    }
    this.asked.push({ url, at: Date.now(), authorization: request.headers.authorization })
    const accident = this.accidents.findIndex(({ at }) => url.href.includes(at))
    if (accident >= 0) return this.accidents.splice(accident, 1)[0]!.happens(response)
    if (url.pathname === '/') return this.home(response)
    if (url.pathname === `${root}/`) return this.json(response, 200, { namespace: 'tribe/events/v1' })
    if (url.pathname === '/wp-json/pll/v1/languages' && this.polylang !== undefined)
      return this.json(response, 200, this.polylang)
    if (this.closed.some((id) => url.pathname === `${root}/events/${id}`))
      return this.json(response, 403, { code: 'event-password-protected', data: { status: 403 } })
    const kind = url.pathname.slice(root.length + 1) as Kind
    if (!url.pathname.startsWith(root) || this.content['']![kind] === undefined)
      return this.json(response, 404, { code: 'rest_no_route', data: { status: 404 } })
    return this.list(response, kind, url)
  }

  private home(response: ServerResponse) {
    response.writeHead(200, {
      'content-type': 'text/html; charset=UTF-8',
      ...(this.headers ?? { link: `<${this.origin}/wp-json/>; rel="https://api.w.org/"` }),
    })
    response.end(`<!doctype html><html lang="en-US"><head>${this.head}</head><body>Town</body></html>`)
  }

  private list(response: ServerResponse, kind: Kind, url: URL) {
    const { page = '1', per_page: wanted = '12', lang = '' } = Object.fromEntries(url.searchParams)
    const isSignedIn = this.asked.at(-1)!.authorization !== undefined
    if (this.refusesDrafts && url.searchParams.has('status'))
      return this.json(response, 400, { code: 'rest_invalid_param', data: { status: 400 } })
    const drafts = kind === 'events' && isSignedIn && url.searchParams.has('status') ? this.drafts : []
    const all = [...(this.content[lang] ?? this.content['']!)[kind], ...drafts]
    const perPage = Math.min(Number(wanted), this.perPage)
    const [pages, from] = [Math.ceil(all.length / perPage), (Number(page) - 1) * perPage]
    if (from >= all.length && kind === 'events')
      return this.json(response, 404, { code: 'event-archive-page-not-found', data: { status: 404 } })
    const next = new URL(url)
    next.searchParams.set('page', String(Number(page) + 1))
    return this.json(response, 200, {
      [kind]: all.slice(from, from + perPage),
      rest_url: url.href,
      ...(Number(page) < pages ? { next_rest_url: next.href } : {}),
      total: all.length,
      total_pages: pages,
    })
  }

  private json(response: ServerResponse, status: number, body: unknown) {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(this.before + JSON.stringify(body))
  }
}

/** A response that reports overload, optionally with Retry-After. */
export const busy =
  (status: number, retryAfter?: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
  }

/** Closes the connection in the middle of a response. */
export const brokenOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"events": [{"id": 1')
  setTimeout(() => response.destroy(), 20)
}

const dated = {
  author: '1',
  status: 'publish',
  date: '2026-05-06 07:08:09',
  date_utc: '2026-05-06 07:08:09',
  modified: '2026-11-20 23:35:24',
  modified_utc: '2026-11-20 23:35:24',
}

export const foreignTerm = (id: number, name: string, slug: string, more: Json = {}): Json => ({
  id,
  count: 1,
  description: '',
  name,
  slug,
  taxonomy: 'tribe_events_cat',
  parent: 0,
  meta: [],
  _links: {},
  ...more,
})

export const foreignVenue = (id: number, venue: string, slug: string, more: Json = {}): Json => ({
  id,
  ...dated,
  venue,
  slug,
  address: '1 rue A',
  city: 'Paris',
  country: 'France',
  json_ld: { '@type': 'Place' },
  show_map: true,
  show_map_link: false,
  ...more,
})

export const foreignOrganizer = (id: number, organizer: string, slug: string, more: Json = {}): Json => ({
  id,
  ...dated,
  organizer,
  slug,
  phone: '555-1234',
  website: 'https://acme.example.org',
  email: 'info@acme.example.org',
  ...more,
})

export const foreignEvent = (id: number, more: Json = {}): Json => ({
  id,
  global_id: `example.org?id=${id}`,
  ...dated,
  title: `Event ${id}`,
  description: '<p>Rich <b>text</b> &amp; more</p>',
  excerpt: '<p>Short &#038; sweet</p>',
  slug: `event-${id}`,
  image: false,
  all_day: false,
  start_date: '2027-01-10 09:00:00',
  end_date: '2027-01-10 11:00:00',
  utc_start_date: '2027-01-10 08:00:00',
  timezone: 'Europe/Paris',
  timezone_abbr: 'CET',
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: '',
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  json_ld: { '@type': 'Event', eventStatus: 'https://schema.org/EventScheduled' },
  ...more,
})
