import { OutgoingRefused, type Outgoing } from '../../outgoing/index.ts'
import { isObject } from '../../is-object.ts'
import { listOf } from '../objects.ts'
import { SourceUnreachable } from '../unreachable.ts'
import { withPatience, type SiteReader } from './polite.ts'

/** Where the interface of a site is, and which languages the site has. */

export interface Site {
  /** The root of the interface. */
  readonly root: URL
  /** That of what names no other; undefined if the site does not say. */
  readonly original: string | undefined
  readonly languages: readonly string[]
  /** Where the interface is below the pages of a language, if these have a folder or a host of their own. */
  readonly roots: ReadonlyMap<string, URL>
}

/** What follows the address of a site in that of its interface. */
const interfacePath = /(?:index\.php\/)?(?:wp-json\/)?(?:tribe|cal)\/events\/v1\/?$/

const eventsPath = /\/(?:tribe|cal)\/events\/v1\/?$/

/** Sites without readable addresses name the route in a parameter. */
const routeOf = (url: URL) => url.searchParams.get('rest_route')

/** An address below the root of an interface, with parameters. */
export function below(root: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root)
  const route = routeOf(root)
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

interface Page {
  readonly url: URL
  readonly html: string
  /** What its headers name as roots. */
  readonly named: readonly string[]
}

const mostHtmlBytes = 5 * 1024 * 1024

const textOf = (header: string | string[] | undefined) => [header ?? []].flat().join(', ')

/** A site whose page cannot be read may have an interface all the same. */
async function readPage(outgoing: Outgoing, url: string): Promise<Page> {
  try {
    const request = { accept: 'text/html', types: /./, maxBytes: mostHtmlBytes }
    const { headers, body, url: final } = await withPatience(() => outgoing(url, request))
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

const codeOf = (tag: string | undefined) => tag?.split(/[-_]/)[0]!.toLowerCase()

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}=["']([^"']*)`, 'i').exec(tag)?.[1]

/** Translated sites name the languages of each page in its head, with its address in each. */
function homesIn({ html, url }: Page): Map<string, URL> {
  const homes = new Map<string, URL>()
  for (const [tag] of html.matchAll(/<link\b[^>]*>/gi)) {
    const [code, href] = [codeOf(attribute(tag, 'hreflang')), attribute(tag, 'href') ?? '']
    if (code !== undefined && /^[a-z]{2,3}$/.test(code) && URL.canParse(href, url.href))
      homes.set(code, new URL(href, url))
  }
  return homes
}

type Languages = Pick<Site, 'original' | 'languages'> & { readonly homes: ReadonlyMap<string, URL> }

const unlessRefused = (error: unknown): undefined => {
  if (error instanceof OutgoingRefused || error instanceof SourceUnreachable) return undefined
  throw error
}

/** A service like this one names its languages itself. */
async function ownLanguages(reader: SiteReader, root: URL): Promise<Languages | undefined> {
  const answer = await reader.read(below(root, '/languages')).catch(unlessRefused)
  const languages = listOf(answer?.languages).flatMap((one) =>
    isObject(one) && typeof one.code === 'string' ? [one.code] : [],
  )
  return languages.length === 0
    ? undefined
    : { original: String(answer!.default), languages, homes: new Map<string, URL>() }
}

/** Polylang has an interface for them, besides that for events. */
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
  const original = codeOf(/<html\b[^>]*\blang=["']([\w-]+)/i.exec(page.html)?.[1])
  return { original, languages: [...homes.keys()], homes }
}

/** The interface of the site at another of its homes. */
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

/** The address is that of the site or that of its interface. */
export async function findSite(outgoing: Outgoing, reader: SiteReader, address: string): Promise<Site> {
  const given = new URL(address)
  const home = new URL(given)
  home.pathname = home.pathname.replace(interfacePath, '')
  home.searchParams.delete('rest_route')
  const isInterface = home.href !== given.href
  const page = await readPage(outgoing, home.href)
  const root = await rootOf(reader, { ...page, named: [...(isInterface ? [given.href] : []), ...page.named] })
  return { root, ...(await languagesOf(reader, root, page)) }
}
