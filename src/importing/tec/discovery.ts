import type { IncomingHttpHeaders } from 'node:http'
import { OutgoingRefused, type Outgoing } from '../../outgoing/index.ts'
import { isObject } from '../../is-object.ts'
import { closestLanguage } from '../languages.ts'
import { listOf } from '../objects.ts'
import { SourceTooSlow, SourceUnreachable } from '../unreachable.ts'
import { addressAt } from './addresses.ts'
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

export function below(root: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root)
  const route = routeOf(root)
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** The home page of a site. */
interface Page {
  /** Where it was found, after redirects. */
  readonly url: URL
  readonly html: string
  /** API roots named in the response headers. */
  readonly named: readonly URL[]
  /** Why it could not be read, unless the site responded with an error. */
  readonly refused?: OutgoingRefused
}

const maxHtmlBytes = 5 * 1024 * 1024

const textOf = (header: string | string[] | undefined) => [header ?? []].flat().join(', ')

const rootsBelow = (rest: URL): URL[] =>
  ['/tribe/events/v1', '/cal/events/v1'].map((path) => below(rest, path))

function rootsIn(headers: IncomingHttpHeaders, page: URL): URL[] {
  const [, rest] = /<([^<>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(textOf(headers.link)) ?? []
  const at = (named: string | undefined) => (named === undefined ? undefined : addressAt(named, page))
  const roots = [headers['x-tec-api-root'], headers['x-cal-api-root']].map((named) => at(named?.toString()))
  const restRoot = at(rest)
  return [...roots, ...(restRoot === undefined ? [] : rootsBelow(restRoot))].filter(
    (url) => url !== undefined,
  )
}

/** Reads the home page; if it cannot be read, the API may work nevertheless. */
async function readPage(outgoing: Outgoing, address: string, signal?: AbortSignal): Promise<Page> {
  try {
    const request = { accept: 'text/html', types: /./, maxBytes: maxHtmlBytes }
    const { headers, body, url: final } = await withRetries(() => outgoing(address, request), signal)
    const url = new URL(final)
    return { url, html: body.toString(), named: rootsIn(headers, url) }
  } catch (error) {
    if (!(error instanceof OutgoingRefused)) throw error
    const page = { url: new URL(address), html: '', named: [] }
    return error.status === undefined ? { ...page, refused: error } : page
  }
}

const guessesFor = ({ url }: Page) => [
  ...rootsBelow(new URL('wp-json/', url)),
  ...rootsBelow(new URL('?rest_route=/', url)),
  new URL('cal/events/v1', url),
]

/** Throws where the site asks for credentials, because others are neither found nor accepted elsewhere. */
async function isRoot(reader: SiteReader, url: URL): Promise<boolean> {
  const answer = await reader.read(below(url, '/')).catch((error: unknown) => {
    if (!(error instanceof OutgoingRefused)) throw error
    if (error.status === 401)
      throw new SourceUnreachable(`${url.host} answered 401: it needs a valid username and password`)
    return undefined
  })
  return typeof answer?.namespace === 'string' && /\/events\/v1$/.test(answer.namespace)
}

async function rootOf(reader: SiteReader, page: Page): Promise<URL> {
  for (const one of new Set([...page.named, ...guessesFor(page)].map(({ href }) => href))) {
    const url = new URL(one)
    if (await isRoot(reader, url)) return url
  }
  throw page.refused ?? new SourceUnreachable(`no interface for events was found at ${page.url.href}`)
}

const codeOf = (tag: string | undefined) => tag?.toLowerCase().replaceAll('_', '-')

/** The code of a language of the site that a text or a page names in its own way. */
export const codeAmong = (
  { original, languages }: Pick<Site, 'original' | 'languages'>,
  tag: string,
): string =>
  closestLanguage(original === undefined ? languages : [...languages, original], tag) ?? codeOf(tag)!

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}=["']([^"']*)`, 'i').exec(tag)?.[1]

/**
 * Reads the hreflang links of a page, with which translated sites declare its URL in each language. Without `<` in its pattern,
 * a tag is not looked for from each of thousands of unclosed ones to the end of the page.
 */
function homesIn({ html, url }: Page): Map<string, URL> {
  const homes = new Map<string, URL>()
  for (const [tag] of html.matchAll(/<link\b[^<>]*>/gi)) {
    const code = codeOf(attribute(tag, 'hreflang'))
    const home = addressAt(attribute(tag, 'href') ?? '', url)
    if (code !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(code) && home !== undefined)
      homes.set(code, home)
  }
  return homes
}

type Languages = Pick<Site, 'original' | 'languages'> & { readonly homes: ReadonlyMap<string, URL> }

const unlessRefused = (error: unknown): undefined => {
  const isAnswer = error instanceof OutgoingRefused || error instanceof SourceUnreachable
  if (!isAnswer || error instanceof SourceTooSlow) throw error
  return undefined
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
  const homes = all.flatMap(({ slug, home_url: named }) => {
    const home = typeof named === 'string' ? addressAt(named, root) : undefined
    return home === undefined ? [] : [[String(slug), home] as const]
  })
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
  const tag = /<html\b[^<>]*\blang=["']([\w-]+)/i.exec(page.html)?.[1]
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
  return { ...page, named: [...(isInterface ? [given] : []), ...page.named] }
}

export async function findSite(reader: SiteReader, page: Page): Promise<Site> {
  const root = await rootOf(reader, page)
  return { root, ...(await languagesOf(reader, root, page)) }
}
