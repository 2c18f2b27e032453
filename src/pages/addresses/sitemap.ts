import { resources } from '../../resources/index.ts'
import { selectionOf } from '../../resources/json-template.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import type { PageContext } from '../context.ts'
import { monthAfter, monthOf } from '../parts/dates.ts'
import { listItems, listQuery, type Sent } from '../list/event-list.ts'
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

/** List parameters that select the resources whose pages are listed. */
const listed = {
  events: { start_date: '1000-01-01', end_date: '9999-12-31' },
  venues: { has_events: 'true' },
  organizers: { has_events: 'true' },
  categories: {},
  tags: {},
} as const satisfies Readonly<Partial<Record<ResourceName, Sent>>>

type ListedName = keyof typeof listed
const names = Object.keys(listed) as ListedName[]

interface File {
  readonly name: string
  readonly modified?: string | undefined
}

/** All files of a kind have the date of its newest change, because new resources shift the others between files. */
async function filesOf(context: PageContext, name: ListedName): Promise<File[]> {
  const query = await listQuery(context, { ...listed[name], ...newestFirst(name) }, resources[name])
  const { ids, total } = await context.reads.list({ ...query, page: 1, perPage: 1 })
  const [newest] = await context.reads.values<Listed>(resources[name], ids, {
    ...context,
    only: listedProperties,
  })
  const modified = newest?.modified_utc && instantText(newest.modified_utc)
  return Array.from({ length: Math.ceil(total / addressesPerFile) }, (_, index) => ({
    name: `${name}-${index + 1}.xml`,
    modified,
  }))
}

/** Terms have no date of modification. */
const newestFirst = (name: ListedName): Sent =>
  resources[name].family === 'entries' ? { orderby: 'modified', order: 'desc' } : {}

const instantText = (utc: string) => `${utc.replace(' ', 'T')}Z`

const lastModified = (modified: string | undefined): Content =>
  modified !== undefined && html`<lastmod>${modified}</lastmod>`

/** The sitemap index. */
export const sitemapIndex: MakeDocument = async (context) => {
  const files = (await Promise.all(names.map((name) => filesOf(context, name)))).flat()
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
function viewAddresses({ site, origin, in: pagesIn, today }: PageContext): Address[] {
  const months = Array.from({ length: 12 }, (_, index) => monthAfter(monthOf(today), index))
  const paths = [
    '',
    'map/',
    'search/',
    'events/category/',
    'accessibility/',
    ...months.map((month) => `month/${month}/`),
  ]
  return paths.flatMap((path) => {
    const languages = site.languages.map(
      (language) => [language, `${origin}${pagesIn(language).base}/${path}`] as const,
    )
    return languages.map(([, location]) => ({ location, languages }))
  })
}

interface Listed {
  readonly modified_utc?: string
  readonly translations: Readonly<Record<string, { readonly url: string; readonly modified_utc: string }>>
}

const listedProperties = selectionOf(['modified_utc', 'translations'] satisfies (keyof Listed)[])

async function resourceAddresses(context: PageContext, name: ListedName, page: number): Promise<Address[]> {
  const { items } = await listItems<Listed>(context, resources[name], listed[name], {
    page,
    perPage: addressesPerFile,
    only: listedProperties,
  })
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
  if (file === 'pages.xml') return xml(urlSet(viewAddresses(context)))
  const [, name, page] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(file!) ?? []
  const known = names.find((one) => one === name)
  if (known === undefined) throw pageMissing()
  const addresses = await resourceAddresses(context, known, Number(page))
  if (addresses.length === 0) throw pageMissing()
  return xml(urlSet(addresses))
}
