import type { Instant } from '../time/index.ts'
import type { Sent } from './list/event-list.ts'
import type { PageContext } from './context.ts'
import type { Filters } from './filters/filters.ts'
import type { SafeHtml } from './parts/html.ts'

export type View = 'list' | 'month' | 'week' | 'day' | 'map' | 'search'

/** A page without its layout: its content and metadata. */
export interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For the document title, without the name of the site. */
  readonly title: string
  readonly description?: string
  readonly main: SafeHtml
  /** The active view in the masthead. */
  readonly view?: View
  /** Canonical path of the page; absent if nothing may link to it. */
  readonly path?: string
  /** Paths by language; all languages of the site if absent, none for a problem. */
  readonly translations?: Readonly<Record<string, string>>
  /** Absolute URL of the same data in the API. */
  readonly data?: string
  /** Parameters of its feed. */
  readonly feed?: Sent
  /** Absolute URL of the shown dates as a calendar, which `?ical=1` redirects to, if not the feed. */
  readonly calendar?: string
  /** Filters that links to other views preserve. */
  readonly filters?: Filters
  readonly image?: string | undefined
  readonly jsonLd?: unknown
  /** Whether search engines may index it; not for pages of unlimited number, such as filtered ones. */
  readonly isListed?: boolean
  /** Additional elements in the head. */
  readonly head?: SafeHtml | undefined
  /** Whether it is shown without masthead and footer, and may be framed by other sites. */
  readonly isFramed?: boolean
  /** Whether the response must not be shared. */
  readonly isPrivate?: boolean
  /** Expiry of the page if no data changes; absent if it may become outdated at any time. */
  readonly validUntil?: Instant
}

/** A file other than a page, such as a sitemap. */
interface SiteDocument {
  readonly type: string
  readonly text: string
}

export type MakeDocument = (context: PageContext) => Promise<SiteDocument>

/** A redirect to the canonical URL of a page. */
export interface Redirect {
  readonly location: string
  /** Whether it follows a completed operation that must not be repeated; the target page confirms it. */
  readonly isDone?: true
  /** Expiry of the redirect if no data changes; never if absent. */
  readonly validUntil?: Instant
}

/** The Events Calendar serves the feed of every page under the first parameter, and as a file for Outlook under the second. */
export const wantsCalendar = ({ sent }: PageContext['request']): boolean =>
  sent.ical === '1' || sent['outlook-ical'] === '1'

export const toCalendar = ({ location, ...redirect }: Redirect): Redirect => ({
  ...redirect,
  location: `${location}${location.includes('?') ? '&' : '?'}ical=1`,
})

/** Thrown while a page is made that is found at another address. */
export class MovedPage extends Error {
  constructor(readonly redirect: Redirect) {
    super(`moved to ${redirect.location}`)
  }
}
