import { rootPath } from '../api/links.ts'
import type { OperationRequest } from '../api/operation.ts'
import type { Config } from '../config.ts'
import type { Links } from '../resources/resource.ts'
import type { Site } from '../resources/parameter.ts'
import type { SuggestionServices } from '../api/history/suggest.ts'
import type { Reads } from '../store/index.ts'
import { dayOf, toWall, type Instant } from '../time/index.ts'
import { addressesAt, type Addresses } from './addresses/addresses.ts'
import type { Assets } from './assets.ts'
import { readFilters, type Filters } from './filters/filters.ts'
import type { Sent } from './list/event-list.ts'
import { narrowingOf } from './filters/narrowing.ts'
import { wordsIn, type Words } from './parts/words.ts'

/** Services needed to render pages. */
export interface PageServices extends SuggestionServices {
  readonly assets: Assets
  /** The key that signs forms. */
  readonly formKey: () => Promise<string>
}

/** A request for a page, with everything that the page may depend on. */
export interface PageContext extends PageServices {
  readonly request: OperationRequest
  readonly reads: Reads
  /** Path of an asset, such as the style sheet. */
  readonly asset: (name: string) => string
  readonly site: Site
  /** The language of the page; texts that are not translated are in another language. */
  readonly language: string
  readonly words: Words
  readonly links: Links
  /** The path of the page as used in links, including the path prefix of a proxy. */
  readonly path: string
  /** `https://host` */
  readonly origin: string
  readonly to: Addresses
  /** The same pages in another language. */
  readonly in: (language: string) => Addresses
  readonly filters: Filters
  /** The filters as parameters of the API, without those that concern time. */
  readonly narrowing: Sent
  /** The page number of a list, from 1. */
  readonly page: number
  /** In the time zone of the site. */
  readonly today: string
  readonly now: Instant
}

/** Paths of the pages in a language: the default language has no segment (interface: Web pages). */
const pagesIn = (links: Links, { languages, prefix }: Config, language: string): Addresses => {
  const segment = languages.indexOf(language) > 0 ? `/${language}` : ''
  return addressesAt(`${rootPath(links)}${segment}${prefix}`)
}

const pageNumber = (sent: unknown) => (/^[1-9]\d{0,6}$/.test(String(sent)) ? Number(sent) : 1)

/** How many seconds a page with upcoming events may be reused; `now` is rounded down accordingly. */
export const freshFor = 300

export async function contextOf(
  request: OperationRequest,
  reads: Reads,
  services: PageServices,
): Promise<PageContext> {
  const { config } = services
  const { links, site, mount, now, sent } = request
  const language = mount.language ?? site.languages[0]!
  const context = {
    ...services,
    request,
    reads,
    site,
    language,
    words: wordsIn(language),
    links,
    path: `${rootPath(links)}${request.pathname}`,
    origin: new URL(links.site).origin,
    asset: (name: string) => `${rootPath(links)}${config.prefix}/assets/${name}`,
    to: pagesIn(links, config, language),
    in: (other: string) => pagesIn(links, config, other),
    filters: readFilters(sent),
    page: pageNumber(sent.page),
    today: dayOf(toWall(now, site.timezone)),
    now: now - (now % freshFor),
  }
  return { ...context, narrowing: await narrowingOf(context) }
}
