import { resources } from '../../resources/index.ts'
import { selectionOf } from '../../resources/json-template.ts'
import type { Paging } from '../../resources/listing.ts'
import type { Resource } from '../../resources/resource.ts'
import { monthPeriod } from '../calendar/month-page.ts'
import { listDuring } from '../calendar/period.ts'
import type { PageContext } from '../context.ts'
import { monthAfter, monthOf } from '../parts/dates.ts'
import { countEvents, listQuery, type FoundItems, type Sent } from '../list/event-list.ts'
import { asHtml, html, toText, type Content, type SafeHtml } from '../parts/html.ts'
import type { MakeDocument } from '../page.ts'
import { pageMissing } from '../problem-page.ts'

/** All pages for search engines, with their languages and dates of modification (sitemaps.org). */

/** Far below the limit of 50,000 URLs per file, so that a file is generated within milliseconds. */
const addressesPerFile = 500

const declaration = asHtml('<?xml version="1.0" encoding="UTF-8"?>\n')

const xml = (content: SafeHtml): { readonly type: string; readonly text: string } => ({
  type: 'application/xml; charset=utf-8',
  text: toText(content),
})

interface ListedKind {
  readonly resource: Resource
  /** List parameters that select the resources whose pages are listed. */
  readonly sent: Sent
}

const listed: Readonly<Record<string, ListedKind>> = {
  events: { resource: resources.events, sent: { start_date: '1000-01-01', end_date: '9999-12-31' } },
  series: { resource: resources.events, sent: { series: 'only' } },
  venues: { resource: resources.venues, sent: { has_events: 'true' } },
  organizers: { resource: resources.organizers, sent: { has_events: 'true' } },
  categories: { resource: resources.categories, sent: {} },
  tags: { resource: resources.tags, sent: {} },
}

interface Listed {
  readonly modified_utc?: string
  readonly translations: Readonly<Record<string, { readonly url: string; readonly modified_utc: string }>>
}

const listedProperties = selectionOf(['modified_utc', 'translations'] satisfies (keyof Listed)[])

/** Without events that have a password, because their pages answer 403. */
async function listOpen(
  context: PageContext,
  { resource, sent }: ListedKind,
  paging: Paging,
): Promise<FoundItems<Listed>> {
  const listing = await listQuery(context, sent, resource)
  const reader = { ...listing.reader, onlyOpen: true }
  const { ids, total } = await context.reads.list({ ...listing, reader, ...paging })
  const { links, language } = context
  const items = await context.reads.values<Listed>(resource, ids, { links, language, only: listedProperties })
  return { items, total }
}

interface File {
  readonly name: string
  readonly modified?: string | undefined
}

/** All files of a kind have the date of its newest change, because new resources shift the others between files. */
async function filesOf(
  context: PageContext,
  [name, { resource, sent }]: [string, ListedKind],
): Promise<File[]> {
  const newestFirst = { resource, sent: { ...sent, ...byNewest(resource) } }
  const { items, total } = await listOpen(context, newestFirst, { page: 1, perPage: 1 })
  const modified = items[0]?.modified_utc && instantText(items[0].modified_utc)
  return Array.from({ length: Math.ceil(total / addressesPerFile) }, (_, index) => ({
    name: `${name}-${index + 1}.xml`,
    modified,
  }))
}

/** Terms have no date of modification. */
const byNewest = ({ family }: Resource): Sent =>
  family === 'entries' ? { orderby: 'modified', order: 'desc' } : {}

const instantText = (utc: string) => `${utc.replace(' ', 'T')}Z`

const lastModified = (modified: string | undefined): Content =>
  modified !== undefined && html`<lastmod>${modified}</lastmod>`

export const sitemapIndex: MakeDocument = async (context) => {
  const files = (await Promise.all(Object.entries(listed).map((kind) => filesOf(context, kind)))).flat()
  return xml(
    html`${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${[{ name: 'pages.xml' }, ...files].map(
        ({
          name,
          modified,
        }: File) => html`<sitemap><loc>${context.origin}${context.to.base}/sitemap/${name}</loc>${lastModified(modified)}</sitemap>
`,
      )}
    </sitemapindex>`,
  )
}

interface Address {
  readonly location: string
  readonly modified?: string | undefined
  /** URLs of the page by language. */
  readonly languages: readonly (readonly [language: string, location: string])[]
}

const entry = ({ location, modified, languages }: Address): Content =>
  html`<url><loc>${location}</loc>${lastModified(modified)}${
    languages.length > 1 &&
    languages.map(
      ([language, address]) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    )
  }</url>
`

const urlSet = (addresses: readonly Address[]): SafeHtml =>
  html`${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
    ${addresses.map(entry)}
  </urlset>`

/** The views that do not belong to one resource, with the months of a year; later months are linked from there. */
async function viewAddresses(context: PageContext): Promise<Address[]> {
  const { site, origin, in: pagesIn } = context
  const months = await monthsWithEvents(context)
  const paths = ['', 'map/', 'search/', 'events/category/', 'accessibility/', 'embed/', ...months]
  return paths.flatMap((path) => {
    const languages = site.languages.map(
      (language) => [language, `${origin}${pagesIn(language).base}/${path}`] as const,
    )
    return languages.map(([, location]) => ({ location, languages }))
  })
}

/** Paths of months; search engines may not index empty ones. */
async function monthsWithEvents(context: PageContext): Promise<string[]> {
  const months = Array.from({ length: 12 }, (_, index) => monthAfter(monthOf(context.today), index))
  const counts = await Promise.all(
    months.map((month) => countEvents(context, listDuring(context, monthPeriod(context, month)))),
  )
  return months.filter((_, index) => counts[index]! > 0).map((month) => `month/${month}/`)
}

async function resourceAddresses(context: PageContext, kind: ListedKind, page: number): Promise<Address[]> {
  const { items } = await listOpen(context, kind, { page, perPage: addressesPerFile })
  return items.flatMap(({ modified_utc, translations }) => {
    const languages = Object.entries(translations).map(([language, { url }]) => [language, url] as const)
    return Object.values(translations).map((one) => ({
      location: one.url,
      modified: instantText(modified_utc ?? one.modified_utc),
      languages,
    }))
  })
}

/** One file of the sitemap: `pages.xml`, `events-3.xml`. */
export const sitemapFile: MakeDocument = async (context) => {
  const { file } = context.request.path
  if (file === 'pages.xml') return xml(urlSet(await viewAddresses(context)))
  const [, name, page] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(file!) ?? []
  if (name === undefined || !Object.hasOwn(listed, name)) throw pageMissing()
  const addresses = await resourceAddresses(context, listed[name]!, Number(page))
  if (addresses.length === 0) throw pageMissing()
  return xml(urlSet(addresses))
}
