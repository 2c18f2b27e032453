import type { Instant } from '../time/index.ts'
import type { Sent } from './list/event-list.ts'
import type { PageContext } from './context.ts'
import type { Filters } from './filters/filters.ts'
import type { SafeHtml } from './parts/html.ts'

export type View = 'list' | 'month' | 'week' | 'day' | 'map' | 'search'

/** A page before it is laid out: what it says, and what it tells programs about itself. */
export interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For the title of the window, without the name of the site. */
  readonly title: string
  readonly description?: string
  readonly main: SafeHtml
  /** Which of the views it is, for the masthead. */
  readonly view?: View
  /** The address of the page itself, as a path; absent where it has none that may be linked to. */
  readonly path?: string
  /** Its addresses by language; those of every language of the site if absent, none for a problem. */
  readonly translations?: Readonly<Record<string, string>>
  /** The address of the same data, absolute. */
  readonly data?: string
  /** What its feed is narrowed to. */
  readonly feed?: Sent
  /** The address of what the page shows as a calendar, which `?ical=1` asks for, if that is not the feed. */
  readonly calendar?: string
  /** Filters that the links to the other views keep. */
  readonly filters?: Filters
  readonly image?: string | undefined
  readonly jsonLd?: unknown
  /** For search engines: pages without end, such as filtered ones, are not listed. */
  readonly isListed?: boolean
  /** What the head has besides the usual. */
  readonly head?: SafeHtml | undefined
  /** Without masthead and footer, and allowed in frames on pages of others. */
  readonly isFramed?: boolean
  /** For the one who asked alone. */
  readonly isPrivate?: boolean
  /** When the page is no longer right, even if no data changes; absent if it may be wrong at any time. */
  readonly validUntil?: Instant
  /** Behind the page and its neighbours, for browsers and search engines. */
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

/** A file besides the pages, such as a sitemap. */
interface SiteDocument {
  readonly type: string
  readonly text: string
}

export type MakeDocument = (context: PageContext) => Promise<SiteDocument>

/** Where the reader is sent instead: the one right address of the page. */
export interface Redirect {
  readonly location: string
  /** Whether something was done, and the page there says so; sending it again would do it twice. */
  readonly isDone?: true
  /** When it leads elsewhere, even if no data changes; never if absent. */
  readonly validUntil?: Instant
}
