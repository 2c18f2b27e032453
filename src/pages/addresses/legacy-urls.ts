import { resources } from '../../resources/index.ts'
import { selectionOf } from '../../resources/json-template.ts'
import type { Resource } from '../../resources/resource.ts'
import type { PageContext } from '../context.ts'
import { dayAfter } from '../../time/index.ts'
import { isDay, isMonth, isoWeekOf, monthOf } from '../parts/dates.ts'
import type { Filters } from '../filters/filters.ts'
import { feedAddress } from '../parts/subscription.ts'
import { listItems } from '../list/event-list.ts'
import { untilTomorrow } from '../list/list-query.ts'
import { toCalendar, wantsCalendar, type Redirect } from '../page.ts'
import { pageMissing } from '../problem-page.ts'
import type { MakePage } from '../index.ts'

/** The URLs of The Events Calendar, used by old links and bookmarks; each redirects to ours. */

/** The contents of an old URL. */
interface LegacyUrl {
  readonly view?: string | undefined
  /** `2027-03-02`, or `2027-03` for a month. */
  readonly date?: string | undefined
  readonly page?: string | undefined
  readonly search?: string | undefined
  /** Whether it is the URL of a calendar for programs. */
  readonly isCalendar?: boolean | undefined
}

const views = 'list|month|week|day|map|today|past|upcoming|featured|photo|summary|feed'

/** `month/2027-03`, `list/page/2`, `2027-03-02`, `page/2`, `2027-03-02/ical` */
const viewPath = new RegExp(
  `^(?:(${views})(?:/|$))?(?:(\\d{4}-\\d\\d(?:-\\d\\d)?)(?:/|$))?(?:page/([1-9]\\d{0,6})|(ical))?$`,
)

const isDate = (text: string | undefined): text is string =>
  text !== undefined && (isDay(text) || isMonth(text))

function readPath(path: string): LegacyUrl | undefined {
  const [whole, view, date, page, ical] = viewPath.exec(path) ?? []
  if (whole === undefined || (date !== undefined && !isDate(date))) return undefined
  return { view, date, page, isCalendar: ical !== undefined }
}

const isOfEvents = ({ request: { sent } }: PageContext): boolean => sent.post_type === 'tribe_events'

/** `?post_type=tribe_events&feed=rss2` */
const wantsFeed = (context: PageContext): boolean =>
  isOfEvents(context) && /^(?:feed|rss2?|rdf|atom)$/.test(String(context.request.sent.feed))

/** `?eventDisplay=month&eventDate=2027-03` */
function readQuery(context: PageContext): LegacyUrl {
  const { sent } = context.request
  const text = (...names: readonly string[]) =>
    names.map((name) => sent[name]).find((one): one is string => typeof one === 'string' && one !== '')
  const view = text('eventDisplay', 'tribe_event_display', 'tribe_display')
  const date = text('eventDate', 'tribe-bar-date')
  return {
    view: wantsFeed(context) ? 'feed' : views.split('|').find((one) => one === view),
    date: isDate(date) ? date : undefined,
    page: /^[1-9]\d{0,6}$/.exec(text('tribe_paged', 'paged') ?? '')?.[0],
    search: text('tribe-bar-search'),
  }
}

const lastPart = (path: unknown): string | undefined =>
  typeof path === 'string' ? path.split('/').findLast((part) => part !== '') : undefined

/** The terms that a query string names, by slug. */
function termsIn(context: PageContext): Filters {
  const { sent } = context.request
  const categories = lastPart(sent.tribe_events_cat)
  // The name is too short to be one of The Events Calendar alone.
  const tags = isOfEvents(context) ? lastPart(sent.post_tag ?? sent.tag) : undefined
  return { ...(categories && { categories }), ...(tags && { tags }) }
}

/** The parameters of the filter bar of The Events Calendar, which name terms by ID. */
const barParameters = { categories: 'tribe_eventcategory', tags: 'tribe_tags' } as const

type TermKind = keyof typeof barParameters

const termKinds = Object.keys(barParameters) as readonly TermKind[]

/** More than a bar has. */
const maxBarIds = 100

const barIdsIn = ({ request: { sent } }: PageContext, kind: TermKind): readonly string[] =>
  [sent[barParameters[kind]]]
    .flat()
    .filter((one): one is string => typeof one === 'string' && /^[1-9]\d{0,8}$/.test(one))
    .slice(0, maxBarIds)

const hasBarTerms = (context: PageContext): boolean =>
  termKinds.some((kind) => barIdsIn(context, kind).length > 0)

/** The slugs of the terms with these IDs, separated by commas. */
async function slugsOfBar(context: PageContext, kind: TermKind): Promise<string | undefined> {
  const ids = barIdsIn(context, kind)
  if (ids.length === 0) return undefined
  const sent = { include: ids.join(','), hide_empty: 'false' }
  const options = { perPage: ids.length, only: selectionOf(['slug']) }
  const { items } = await listItems<{ readonly slug: string }>(context, resources[kind], sent, options)
  if (items.length === 0) throw pageMissing()
  return items.map(({ slug }) => slug).join(',')
}

async function existingTerm(context: PageContext, kind: TermKind, slug: string | undefined) {
  if (slug === undefined) return slugsOfBar(context, kind)
  if (!(await isTerm(context, kind, slug))) throw pageMissing()
  return slug
}

/**
 * Subscriptions that The Events Calendar offers on the page of a category are
 * `/?post_type=tribe_events&tribe_events_cat=music&ical=1`; without the term, subscribers would receive everything.
 */
async function existingTermsIn(context: PageContext, narrowing: Filters): Promise<Filters> {
  const terms = { ...termsIn(context), ...narrowing }
  const existing = termKinds.map(
    async (kind) => [kind, await existingTerm(context, kind, terms[kind])] as const,
  )
  return Object.fromEntries((await Promise.all(existing)).filter(([, slugs]) => slugs !== undefined))
}

const isTerm = async ({ reads }: PageContext, kind: TermKind, slug: string): Promise<boolean> =>
  (await reads.findBySlug(resources[kind], slug)) !== undefined

/** How many days back a list of past events begins. */
const pastDays = 90

function listAddress({ to, today }: PageContext, { view, date, page }: LegacyUrl, filters: Filters): string {
  if (view === 'past')
    return to.list({ ...filters, start_date: dayAfter(today, -pastDays), end_date: dayAfter(today, -1) })
  return to.list({
    ...filters,
    ...(view === 'featured' ? { featured: 'true' } : {}),
    ...(date === undefined ? {} : { start_date: date }),
    ...(page === undefined || page === '1' ? {} : { page }),
  })
}

function addressOf(context: PageContext, legacy: LegacyUrl, filters: Filters): string {
  const { to, today } = context
  const day = legacy.date === undefined ? today : isDay(legacy.date) ? legacy.date : `${legacy.date}-01`
  const view = legacy.view ?? (legacy.date === undefined ? 'list' : isDay(legacy.date) ? 'day' : 'month')
  switch (view) {
    case 'month':
      return to.month(monthOf(day), filters)
    case 'week':
      return to.week(isoWeekOf(day), filters)
    case 'day':
      return to.day(day, filters)
    case 'today':
      return to.day(today, filters)
    case 'map':
      return to.map(filters)
    default:
      return listAddress(context, { ...legacy, ...(legacy.date && { date: day }) }, filters)
  }
}

/** The query string applies where the path does not specify a value. */
async function redirectTo(
  context: PageContext,
  legacy: LegacyUrl,
  narrowing: Filters = {},
): Promise<Redirect> {
  const fromQuery = readQuery(context)
  // Past events were a list as well, so their links have both.
  const isPast = fromQuery.view === 'past' && legacy.view === 'list'
  const whole: LegacyUrl = {
    view: isPast ? 'past' : (legacy.view ?? fromQuery.view),
    date: legacy.date ?? fromQuery.date,
    page: legacy.page ?? fromQuery.page,
    isCalendar: legacy.isCalendar,
  }
  const named = await existingTermsIn(context, narrowing)
  if (whole.view === 'feed')
    return { location: feedAddress(context, { ...context.narrowing, ...named }, 'rss') }
  const search = fromQuery.search === undefined ? {} : { search: fromQuery.search }
  const address = addressOf(context, whole, { ...context.filters, ...named, ...search })
  const redirect = { location: `${context.origin}${address}`, validUntil: untilTomorrow(context) }
  return whole.isCalendar && !wantsCalendar(context.request) ? toCalendar(redirect) : redirect
}

const view: MakePage = async (context) => {
  const legacy = readPath(context.request.path.view ?? '')
  if (legacy === undefined) throw pageMissing()
  return redirectTo(context, legacy)
}

/**
 * The URL of an occurrence was that of its series followed by the day; `all` listed all dates, and `feed` the comments.
 */
const eventPart: MakePage = async ({ request, reads, origin, to }) => {
  const { slug, part } = request.path as { slug: string; part: string }
  if (!isDay(part) && !['all', 'feed', 'ical'].includes(part)) throw pageMissing()
  const dated = `${slug}-${part}`
  const isOccurrence = isDay(part) && (await reads.findBySlug(resources.events, dated))
  const redirect = { location: `${origin}${to.at(`event/${isOccurrence ? dated : slug}`)}` }
  return part === 'ical' && !wantsCalendar(request) ? toCalendar(redirect) : redirect
}

/** The feed of a site of WordPress holds its news, unless it asks for events. */
const siteFeed: MakePage = async (context) => {
  if (!isOfEvents(context)) throw pageMissing()
  return redirectTo(context, { view: 'feed' })
}

/** Redirects our own URL without a date to the current month, week or day. */
const present =
  (named: NonNullable<LegacyUrl['view']>): MakePage =>
  (context) =>
    redirectTo(context, { view: named })

export const legacyUrls: Readonly<Record<string, MakePage>> = {
  ...Object.fromEntries(['month', 'week', 'day', 'today', 'list'].map((name) => [`/${name}`, present(name)])),
  '/events': view,
  '/events/{view*}': view,
  '/event/{slug}/{part}': eventPart,
  '/feed': siteFeed,
}

/**
 * Redirects `?eventDisplay=month&eventDate=2027-03` at the root; undefined if the query string has no such parameter.
 */
export const redirectOfQuery = async (
  context: PageContext,
  narrowing: Filters = {},
): Promise<Redirect | undefined> =>
  hasBarTerms(context) ||
  Object.values({ ...readQuery(context), ...termsIn(context) }).some((one) => one !== undefined)
    ? redirectTo(context, {}, narrowing)
    : undefined

/** Query parameters that name a page on sites without pretty permalinks, with the path of that page here. */
const pagesBySlug = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' }

/** IDs of these kinds are unique among each other. */
const kindsById: readonly Resource[] = [resources.events, resources.venues, resources.organizers]

const url = selectionOf(['url'])

async function pageById(context: PageContext, id: string): Promise<Redirect | undefined> {
  for (const resource of kindsById) {
    const only = { perPage: 1, only: url }
    const { items } = await listItems<{ readonly url: string }>(context, resource, { include: id }, only)
    if (items[0] !== undefined) return { location: items[0].url }
  }
  return undefined
}

/**
 * Redirects the short links of WordPress, which its pages and feeds offer for sharing: `?p=123`, `?tribe_events=jazz`;
 * undefined if the query string has no such parameter, or nothing is there.
 */
export async function redirectOfShortLink(context: PageContext): Promise<Redirect | undefined> {
  const { request, origin, to } = context
  const named = (name: string, pattern: RegExp) => {
    const value = request.sent[name]
    return typeof value === 'string' ? pattern.exec(value)?.[0] : undefined
  }
  for (const [name, path] of Object.entries(pagesBySlug)) {
    const slug = named(name, /^[^/?#\\]+$/)
    if (slug !== undefined) return { location: `${origin}${to.at(`${path}/${slug}`)}` }
  }
  const id = named('p', /^[1-9]\d{0,8}$/)
  return id === undefined ? undefined : pageById(context, id)
}

/** Redirects views of a category or tag, such as `music/month/2027-03`, unless that is the path of a term. */
export const withLegacyViews =
  (kind: TermKind, page: MakePage): MakePage =>
  async (context) => {
    const path = context.request.path.path!
    const [, term, rest] =
      new RegExp(`^(.+?)/((?:${views}|page|ical|\\d{4}-\\d\\d)(?:[/-].*)?)$`).exec(path) ?? []
    const legacy = rest === undefined ? undefined : readPath(rest)
    const slugOf = (one: string) => one.split('/').at(-1)!
    if (legacy === undefined || (await isTerm(context, kind, slugOf(path))))
      return (await redirectOfQuery(context, { [kind]: slugOf(path) })) ?? page(context)
    return redirectTo(context, legacy, { [kind]: slugOf(term!) })
  }
