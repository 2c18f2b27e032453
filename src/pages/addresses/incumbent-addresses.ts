import { resources } from '../../resources/index.ts'
import type { PageContext } from '../context.ts'
import { dayAfter, isDay, isMonth, isoWeekOf, monthOf } from '../parts/dates.ts'
import type { Filters } from '../filters/filters.ts'
import { feedAddress } from '../parts/layout.ts'
import { untilTomorrow } from '../list/list-query.ts'
import type { Redirect } from '../page.ts'
import { pageMissing } from '../problem-page.ts'
import type { MakePage } from '../index.ts'

/** The addresses of The Events Calendar, which old links and bookmarks lead to; each leads on to ours. */

/** What an old address asks for. */
interface Asked {
  readonly view?: string | undefined
  /** `2027-03-02`, or `2027-03` for a month. */
  readonly date?: string | undefined
  readonly page?: string | undefined
  readonly search?: string | undefined
}

const views = 'list|month|week|day|map|today|past|upcoming|featured|photo|summary|feed'

/** `month/2027-03`, `list/page/2`, `2027-03-02`, `page/2` */
const viewPath = new RegExp(
  `^(?:(${views})(?:/|$))?(?:(\\d{4}-\\d\\d(?:-\\d\\d)?)(?:/|$))?(?:page/([1-9]\\d{0,6}))?$`,
)

const isDate = (text: string | undefined): text is string =>
  text !== undefined && (isDay(text) || isMonth(text))

function readPath(path: string): Asked | undefined {
  const [whole, view, date, page] = viewPath.exec(path) ?? []
  return whole === undefined || (date !== undefined && !isDate(date)) ? undefined : { view, date, page }
}

/** `?eventDisplay=month&eventDate=2027-03` */
function readQuery({ request: { sent } }: PageContext): Asked {
  const text = (...names: readonly string[]) =>
    names.map((name) => sent[name]).find((one): one is string => typeof one === 'string' && one !== '')
  const view = text('eventDisplay', 'tribe_event_display')
  const date = text('eventDate', 'tribe-bar-date')
  return {
    view: views.split('|').find((one) => one === view),
    date: isDate(date) ? date : undefined,
    page: /^[1-9]\d{0,6}$/.exec(text('tribe_paged', 'paged') ?? '')?.[0],
    search: text('tribe-bar-search'),
  }
}

/** How far back a list of what is past begins. */
const pastDays = 90

function listAddress({ to, today }: PageContext, { view, date, page }: Asked, filters: Filters): string {
  if (view === 'past')
    return to.list({ ...filters, start_date: dayAfter(today, -pastDays), end_date: dayAfter(today, -1) })
  return to.list({
    ...filters,
    ...(view === 'featured' ? { featured: 'true' } : {}),
    ...(date === undefined ? {} : { start_date: date }),
    ...(page === undefined || page === '1' ? {} : { page }),
  })
}

function addressOf(context: PageContext, asked: Asked, filters: Filters): string {
  const { to, today } = context
  const day = asked.date === undefined ? today : isDay(asked.date) ? asked.date : `${asked.date}-01`
  const view = asked.view ?? (asked.date === undefined ? 'list' : isDay(asked.date) ? 'day' : 'month')
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
      return listAddress(context, { ...asked, ...(asked.date && { date: day }) }, filters)
  }
}

/** What the query says holds where the path does not say it. */
function redirectTo(context: PageContext, asked: Asked, narrowing: Filters = {}): Redirect {
  const said = readQuery(context)
  const whole: Asked = {
    view: asked.view ?? said.view,
    date: asked.date ?? said.date,
    page: asked.page ?? said.page,
  }
  if (whole.view === 'feed') return { location: feedAddress(context, narrowing, 'rss') }
  const search = said.search === undefined ? {} : { search: said.search }
  const address = addressOf(context, whole, { ...context.filters, ...narrowing, ...search })
  return { location: `${context.origin}${address}`, validUntil: untilTomorrow(context) }
}

const view: MakePage = (context) => {
  const asked = readPath(context.request.path.view ?? '')
  if (asked === undefined) throw pageMissing()
  return Promise.resolve(redirectTo(context, asked))
}

/** An occurrence had the address of its series with its day; `all` were all dates, `feed` the comments. */
const eventPart: MakePage = async ({ request, reads, language, origin, to }) => {
  const { slug, part } = request.path as { slug: string; part: string }
  if (!isDay(part) && !['all', 'feed', 'ical'].includes(part)) throw pageMissing()
  const dated = `${slug}-${part}`
  const isOccurrence = isDay(part) && (await reads.findBySlug(resources.events, dated, language))
  const address = `${origin}${to.at(`event/${isOccurrence ? dated : slug}`)}`
  return { location: part === 'ical' ? `${address}?ical=1` : address }
}

/** The present month, week or day, for whoever leaves the date out of our own address. */
const present =
  (named: NonNullable<Asked['view']>): MakePage =>
  (context) =>
    Promise.resolve(redirectTo(context, { view: named }))

export const incumbentAddresses: Readonly<Record<string, MakePage>> = {
  ...Object.fromEntries(['month', 'week', 'day', 'today', 'list'].map((name) => [`/${name}`, present(name)])),
  '/events': view,
  '/events/{view*}': view,
  '/event/{slug}/{part}': eventPart,
}

/** `?eventDisplay=month&eventDate=2027-03` at the root, where nothing of it may be asked. */
export const addressAsked = (context: PageContext, narrowing: Filters = {}): Redirect | undefined =>
  Object.values(readQuery(context)).some((one) => one !== undefined)
    ? redirectTo(context, {}, narrowing)
    : undefined

/** The views of a category or tag, `music/month/2027-03`, unless that is the path of one itself. */
export const orItsViews =
  (kind: 'categories' | 'tags', page: MakePage): MakePage =>
  async (context) => {
    const path = context.request.path.path!
    const [, term, rest] = new RegExp(`^(.+?)/((?:${views}|page|\\d{4}-\\d\\d)(?:[/-].*)?)$`).exec(path) ?? []
    const asked = rest === undefined ? undefined : readPath(rest)
    const isTerm = (one: string) =>
      context.reads.findBySlug(resources[kind], one.split('/').at(-1)!, context.language)
    if (asked === undefined || (await isTerm(path)) !== undefined)
      return addressAsked(context, { [kind]: path.split('/').at(-1)! }) ?? page(context)
    return redirectTo(context, asked, { [kind]: term!.split('/').at(-1)! })
  }
