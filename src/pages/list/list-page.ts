import { groupBy } from '../../group-by.ts'
import { matterOf } from '../../resources/events/matter.ts'
import { freshFor, type PageContext } from '../context.ts'
import { formatDayAlone, timeOf } from '../parts/dates.ts'
import { whatIsOn } from '../parts/description.ts'
import { linkedList, wholeList, pageLists, firstDayOf, isPast, type PageLists } from './list-query.ts'
import {
  daysText,
  languageOf,
  namedSection,
  daySection,
  ownSpanOf,
  pathOf,
  placeText,
  spanOf,
  statusWord,
  zoneWords,
} from '../parts/entry.ts'
import { listEvents, notOver, type FoundItems } from './event-list.ts'
import { filterForm } from '../filters/filter-form.ts'
import { quickChoices } from '../filters/quick-choices.ts'
import { filtersInForce } from '../filters/filters-in-force.ts'
import { daysOf } from '../filters/written-dates.ts'
import { isFiltered, without, withoutTimes, type Filters } from '../filters/filters.ts'
import { attribute, html, type Content, type SafeHtml } from '../parts/html.ts'
import { dataLinks, pageHead } from '../parts/layout.ts'
import { MovedPage, type Page } from '../page.ts'
import { coverPicture } from '../parts/pictures.ts'
import type { ShownEvent } from '../parts/shown.ts'
import type { Message } from '../../locales/fr.ts'
import { moreWords, typeset, wordsBeside } from '../parts/words.ts'
import { emptyList } from '../parts/empty.ts'

/** Number of entries per page, and of running events shown above them. */
export const perPage = 20
const runningShown = 5

export const byDay = (events: readonly ShownEvent[], timezone: string): [string, ShownEvent[]][] => [
  ...groupBy(events, (event) => spanOf(event, timezone).first),
]

async function cover(context: PageContext): Promise<Content> {
  const { items } = await listEvents(context, { featured: 'true', ...notOver(context.now) }, { perPage: 12 })
  const shown = items
    .map((event) => ({ event, image: coverPicture(event.image, context) }))
    .filter(({ image }) => image !== undefined)
    .slice(0, 3)
  if (shown.length < 3) return undefined
  return html`<section aria-labelledby="highlights">
    <h2 class="visually-hidden" id="highlights"${context.words.lang}>${context.words('Highlights')}</h2>
    <div class="cover">${shown.map(({ event, image }) => coverEntry(event, image, context))}</div>
  </section> `
}

function coverEntry(event: ShownEvent, image: Content, context: PageContext): SafeHtml {
  const span = ownSpanOf(event)
  const { first, last, isLong } = span
  const { words } = context
  const zone = zoneWords(event, span, context)
  const days = daysText(context, first, isLong ? last : first)
  const when =
    isLong || event.all_day
      ? days
      : html`${days}, ${timeOf(event.start_date)}${zone !== undefined && [' ', wordsBeside(words, zone)]}`
  const place = placeText(event, context)
  const matter = matterOf(event)
  return html`<article class="entry-cover"${attribute('data-status', matter)}>
    ${image}
    <p class="entry-time">${when}</p>
    <h3 class="entry-title">
      ${statusWord(matter, words)}<a href="${pathOf(event.url)}"${languageOf(event, context)}><bdi>${typeset(event.title, event.language)}</bdi></a>
    </h3>
    ${place !== undefined && html`<p class="entry-facts">${place}</p>`}
  </article> `
}

/** How many pages a list fills; an empty one fills one. */
export const pageCount = (total: number, size = perPage) => Math.max(1, Math.ceil(total / size))

/** The page number as a filter, which the first page omits. */
export const pageFilter = ({ page }: Pick<PageContext, 'page'>): Filters =>
  page === 1 ? {} : { page: String(page) }

/**
 * Links to the previous and next page, with the page number between them. Redirects to the last page if the requested one
 * does not exist, as may happen with an old link.
 */
export const pageLinks = (
  context: PageContext,
  total: number,
  address: (filters: Filters) => string,
  size = perPage,
): Content => linksOfPages(pageCount(total, size), context, address)

interface PageNames {
  readonly previous: Message
  readonly next: Message
}

const byTime: PageNames = { previous: 'Earlier events', next: 'Later events' }

/** Of lists that do not simply go forward in time. */
export const byNumber: PageNames = { previous: 'Previous page', next: 'Next page' }

/** The same for a number of pages. */
export function linksOfPages(
  pages: number,
  { words, page, filters, origin, now }: PageContext,
  address: (filters: Filters) => string,
  { previous, next }: PageNames = byTime,
): Content {
  const to = (number: number) => address({ ...without(filters, 'page'), ...pageFilter({ page: number }) })
  if (page > pages) throw new MovedPage({ location: `${origin}${to(pages)}`, validUntil: now + freshFor })
  if (pages === 1) return undefined
  return html`<nav class="pages" aria-label="${words('Pages')}"${words.lang}>
    ${page > 1 ? html`<a class="button" href="${to(page - 1)}"${words.lang}>${words(previous)}</a>` : html`<span></span>`}
    <span class="quiet num"${words.lang}>${words('Page {a} of {b}', { a: words.number(page), b: words.number(pages) })}</span>
    ${page < pages ? html`<a class="button" href="${to(page + 1)}"${words.lang}>${words(next)}</a>` : html`<span></span>`}
  </nav> `
}

type Running = FoundItems<ShownEvent> | undefined

/** The first running events, and their total number. */
export const readRunning = async (
  context: PageContext,
  { running }: PageLists,
  most = runningShown,
): Promise<Running> => running && listEvents(context, running, { perPage: most })

/** What runs today runs now; on any other day that the filters begin with, it runs then. */
function runningName(context: PageContext): Message {
  const { today, filters } = context
  if ((firstDayOf(context) ?? today) === today) return 'Running now'
  const [first, last] = daysOf(filters, context) ?? []
  return first !== undefined && first === last ? 'Running that day' : 'Running in that period'
}

/** Running events, and a link to all of them on the page of the day, which `filters` restricts as the page itself. */
export function runningSection(
  context: PageContext,
  running: Running,
  filters: Filters = context.filters,
): Content {
  if (running === undefined || context.page > 1) return undefined
  const { words, to } = context
  const { items, total } = running
  const rest = total - items.length
  const day = firstDayOf(context) ?? context.today
  const name = runningName(context)
  const hasSeveralDays = name === 'Running in that period'
  return html`${namedSection(words(name), items, context, { isRunning: true, hasSeveralDays })}${
    rest > 0 &&
    html`<p class="more-running">
      <a href="${to.day(day, withoutTimes(filters))}"${words.lang}>${moreWords(rest, words)}</a>
    </p> `
  }`
}

/** The list page: running events, followed by the others day by day. */
export async function listPage(context: PageContext): Promise<Page> {
  const { words, language, today, to, filters, page, site } = context
  const listParameters = pageLists(context)
  const { items, total } = await listEvents(context, listParameters.coming, { page, perPage })
  const isHome = page === 1 && !isFiltered(filters)
  const running = await readRunning(context, listParameters)
  const totalWithRunning = total + (running?.total ?? 0)
  const days = byDay(items, site.timezone)
  const content =
    totalWithRunning > 0
      ? days.map(([day, events]) => daySection(day, events, context))
      : await emptyList(context)
  const title = words(isPast(context) ? 'Past events' : 'Upcoming events')
  const dateline = html`<p>
    <time datetime="${today}">${formatDayAlone(language, 'full', today)}</time>
  </p>`
  const main = html`${pageHead(title, dateline, words.lang)}${isHome && (await cover(context))}
    <div class="columns">
      <div class="main-column">
        ${await quickChoices(context, (one) => to.list(one))}${await filtersInForce(context, (one) => to.list(one))}${runningSection(context, running)}${content}${pageLinks(context, total, (one) => to.list(one))}
      </div>
      ${await filterForm(context, { action: to.list(), list: wholeList(context), total: totalWithRunning })}
    </div>`
  return {
    title,
    description: whatIsOn(context),
    main,
    view: 'list',
    path: to.list({ ...filters, ...pageFilter(context) }),
    filters,
    ...dataLinks(context, linkedList(context)),
    isListed: !isFiltered(filters),
    validUntil: context.now + freshFor,
  }
}
