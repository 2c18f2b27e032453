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
}

/** What follows the address of a site in that of its interface. */
const interfacePath = /(?:index\.php\/)?(?:wp-json\/)?(?:tribe|cal)\/events\/v1\/?$/

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

/** Translated sites name the languages of each page in its head. */
const languagesIn = (html: string) => [
  ...new Set(
    [...html.matchAll(/<link\b[^>]*\bhreflang=["']([a-z]{2,3})(?:[-_][\w-]+)?["']/gi)].map(([, code]) =>
      codeOf(code)!,
    ),
  ),
]

/** A service like this one names its languages itself. */
async function languagesOf(reader: SiteReader, root: URL, page: Page): Promise<Omit<Site, 'root'>> {
  const answer = await reader.read(below(root, '/languages')).catch((error: unknown) => {
    if (error instanceof OutgoingRefused) return undefined
    throw error
  })
  const codes = listOf(answer?.languages).flatMap((one) =>
    isObject(one) && typeof one.code === 'string' ? [one.code] : [],
  )
  if (codes.length > 0) return { original: String(answer!.default), languages: codes }
  const original = codeOf(/<html\b[^>]*\blang=["']([\w-]+)/i.exec(page.html)?.[1])
  return { original, languages: languagesIn(page.html) }
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
