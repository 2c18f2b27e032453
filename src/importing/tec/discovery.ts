import { OutgoingRefused, type Outgoing } from '../../outgoing/index.ts'
import { isObject } from '../../is-object.ts'
import { closestLanguage } from '../languages.ts'
import { listOf } from '../objects.ts'
import { SourceUnreachable } from '../unreachable.ts'
import { withRetries, type SiteReader } from './site-reader.ts'

/** Finds the API of a site and its languages. */

export interface Site {
  /** The root URL of the API. */
  readonly root: URL
  /** The default language; undefined if the site does not declare it. */
  readonly original: string | undefined
  readonly languages: readonly string[]
  /** API roots per language, for sites with a folder or host for each language. */
  readonly roots: ReadonlyMap<string, URL>
}

/** The path of the API relative to the URL of the site. */
const interfacePath = /(?:index\.php\/)?(?:wp-json\/)?(?:tribe|cal)\/events\/v1\/?$/

const eventsPath = /\/(?:tribe|cal)\/events\/v1\/?$/

/** Sites without pretty permalinks pass the route in a parameter. */
const routeOf = (url: URL) => url.searchParams.get('rest_route')

/** Builds a URL below an API root. */
export function below(root: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root)
  const route = routeOf(root)
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** The home page of a site. */
export interface Page {
  /** Where it was found, after redirects. */
  readonly url: URL
  readonly html: string
  /** API roots named in the response headers. */
  readonly named: readonly string[]
}

const maxHtmlBytes = 5 * 1024 * 1024

const textOf = (header: string | string[] | undefined) => [header ?? []].flat().join(', ')

/** Reads the home page; an error response is ignored, because the API may work nevertheless. */
async function readPage(outgoing: Outgoing, url: string, signal?: AbortSignal): Promise<Page> {
  try {
    const request = { accept: 'text/html', types: /./, maxBytes: maxHtmlBytes }
    const { headers, body, url: final } = await withRetries(() => outgoing(url, request), signal)
    const rest = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(textOf(headers.link))?.[1]
    const named = [headers['x-tec-api-root'], headers['x-cal-api-root']].flatMap((one) => one ?? [])
    const html = body.toString()
    return { url: new URL(final), html, named: rest === undefined ? named : [...named, ...rootsBelow(rest)] }
  } catch (error) {
    if (!(error instanceof OutgoingRefused) || error.status === undefined) throw error
    return { url: new URL(url), html: '', named: [] }
  }
}

function rootsBelow(rest: string): string[] {
  const root = new URL(rest)
  return ['/tribe/events/v1', '/cal/events/v1'].map((path) => below(root, path).href)
}

const guessesFor = ({ url }: Page) => [
  ...rootsBelow(new URL('wp-json/', url).href),
  ...rootsBelow(new URL('?rest_route=/', url).href),
  new URL('cal/events/v1', url).href,
]

async function isRoot(reader: SiteReader, url: URL): Promise<boolean> {
  const answer = await reader.read(below(url, '/')).catch((error: unknown) => {
    if (error instanceof OutgoingRefused) return undefined
    throw error
  })
  return typeof answer?.namespace === 'string' && /\/events\/v1$/.test(answer.namespace)
}

async function rootOf(reader: SiteReader, page: Page): Promise<URL> {
  for (const one of new Set([...page.named, ...guessesFor(page)])) {
    const url = new URL(one)
    if (await isRoot(reader, url)) return url
  }
  throw new SourceUnreachable(`no interface for events was found at ${page.url.href}`)
}

const codeOf = (tag: string | undefined) => tag?.toLowerCase().replaceAll('_', '-')

/** The code of a language of the site that a text or a page names in its own way. */
export const codeAmong = (
  { original, languages }: Pick<Site, 'original' | 'languages'>,
  tag: string,
): string =>
  closestLanguage(original === undefined ? languages : [...languages, original], tag) ?? codeOf(tag)!

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}=["']([^"']*)`, 'i').exec(tag)?.[1]

/** Reads the hreflang links of a page, with which translated sites declare its URL in each language. */
function homesIn({ html, url }: Page): Map<string, URL> {
  const homes = new Map<string, URL>()
  for (const [tag] of html.matchAll(/<link\b[^>]*>/gi)) {
    const [code, href] = [codeOf(attribute(tag, 'hreflang')), attribute(tag, 'href') ?? '']
    if (code !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(code) && URL.canParse(href, url.href))
      homes.set(code, new URL(href, url))
  }
  return homes
}

type Languages = Pick<Site, 'original' | 'languages'> & { readonly homes: ReadonlyMap<string, URL> }

const unlessRefused = (error: unknown): undefined => {
  if (error instanceof OutgoingRefused || error instanceof SourceUnreachable) return undefined
  throw error
}

/** Calends lists its languages in its own API. */
async function ownLanguages(reader: SiteReader, root: URL): Promise<Languages | undefined> {
  const answer = await reader.read(below(root, '/languages')).catch(unlessRefused)
  const languages = listOf(answer?.languages).flatMap((one) =>
    isObject(one) && typeof one.code === 'string' ? [one.code] : [],
  )
  return languages.length === 0
    ? undefined
    : { original: String(answer!.default), languages, homes: new Map<string, URL>() }
}

/** The plugin Polylang lists languages in an API of its own. */
async function polylangLanguages(reader: SiteReader, root: URL): Promise<Languages | undefined> {
  const url = below(root, '')
  if (routeOf(root) === null) url.pathname = root.pathname.replace(eventsPath, '/pll/v1/languages')
  else url.searchParams.set('rest_route', '/pll/v1/languages')
  const all = listOf(await reader.readList(url).catch(unlessRefused))
    .filter(isObject)
    .filter(({ slug }) => typeof slug === 'string')
  if (all.length === 0) return undefined
  const homes = all.flatMap(({ slug, home_url: home }) =>
    typeof home === 'string' && URL.canParse(home) ? [[String(slug), new URL(home)] as const] : [],
  )
  const original = all.find(({ is_default: isDefault }) => isDefault === true)
  return {
    original: original && String(original.slug),
    languages: all.map(({ slug }) => String(slug)),
    homes: new Map(homes),
  }
}

function languagesOfPage(page: Page): Languages {
  const homes = homesIn(page)
  const languages = [...homes.keys()]
  const tag = /<html\b[^>]*\blang=["']([\w-]+)/i.exec(page.html)?.[1]
  return { original: tag && codeAmong({ original: undefined, languages }, tag), languages, homes }
}

/** Returns the API root below the home page of another language. */
function rootAt(home: URL, root: URL): URL {
  const url = new URL(home)
  const path = routeOf(root) === null ? (interfacePath.exec(root.pathname)?.[0] ?? '') : ''
  url.pathname = `${home.pathname.replace(/\/$/, '')}/${path}`
  url.search = root.search
  return url
}

async function languagesOf(reader: SiteReader, root: URL, page: Page): Promise<Omit<Site, 'root'>> {
  const { original, languages, homes } =
    (await ownLanguages(reader, root)) ?? (await polylangLanguages(reader, root)) ?? languagesOfPage(page)
  const roots = [...homes].map(([language, home]) => [language, rootAt(home, root)] as const)
  return { original, languages, roots: new Map(roots.filter(([, { href }]) => href !== root.href)) }
}

/** Reads the home page of a site by its URL or that of its API. */
export async function readHome(outgoing: Outgoing, given: URL, signal?: AbortSignal): Promise<Page> {
  const home = new URL(given)
  home.pathname = home.pathname.replace(interfacePath, '')
  home.searchParams.delete('rest_route')
  const isInterface = home.href !== given.href
  const page = await readPage(outgoing, home.href, signal)
  return { ...page, named: [...(isInterface ? [given.href] : []), ...page.named] }
}

/** Finds the API of the site that has this home page. */
export async function findSite(reader: SiteReader, page: Page): Promise<Site> {
  const root = await rootOf(reader, page)
  return { root, ...(await languagesOf(reader, root, page)) }
}
