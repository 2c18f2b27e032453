import type { OperationRequest } from '../../api/operation.ts'
import type { HttpProblem } from '../../errors.ts'
import { isPast, linkedList, pageLists, untilTomorrow } from '../list/list-query.ts'
import { freshFor, type PageContext } from '../context.ts'
import { isMonth, monthOf } from '../parts/dates.ts'
import { emptyList } from '../parts/empty.ts'
import { daySection } from '../parts/entry.ts'
import { listEvents } from '../list/event-list.ts'
import { asHtml, attribute, html, toText, type Content, type SafeHtml } from '../parts/html.ts'
import { dataLinks, isRightToLeft, pageHead, stepLinks } from '../parts/layout.ts'
import { byDay, pageLinks, readRunning, runningSection } from '../list/list-page.ts'
import { monthGrid } from '../calendar/month-grid.ts'
import { readMonth } from '../calendar/month.ts'
import { monthPeriod } from '../calendar/month-page.ts'
import type { Page } from '../page.ts'
import { listDuring, neighbours, timeless, type Period } from '../calendar/period.ts'
import { pageMissing, problemPage } from '../problem-page.ts'

/** Pages in frames of other sites (interface: Embedding): only their content, without masthead, filters and footer. */

/**
 * Makes links and forms leave the frame, except links within the page. Text is escaped, so every `<a` is a link of ours.
 */
const leavingFrame = (content: SafeHtml): SafeHtml =>
  asHtml(toText(content).replace(/<(?:a(?=\s[^>]*href="[^#])|form)(?=\s)/g, '$& target="_top"'))

const frameLooks = ['scheme', 'color', 'limit'] as const

/** The parameters for the appearance, which links inside the frame preserve. */
const looksOf = ({ request: { sent } }: PageContext): Readonly<Record<string, string>> =>
  Object.fromEntries(
    frameLooks.filter((name) => typeof sent[name] === 'string').map((name) => [name, sent[name] as string]),
  )

/** Number of events in a list if `limit` names none, and at most. */
const [usualEvents, maxEvents] = [6, 50]

/** At most every third event has already begun, so that lists are not full of exhibitions. */
const mostRunning = 3

/** The requested number of events, up to a maximum. */
export const limitOf = (sent: unknown): number => {
  const limit = Number(sent)
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, maxEvents) : usualEvents
}

export async function listFrame(context: PageContext): Promise<Page> {
  const { words, to, filters, site, page } = context
  const listParameters = pageLists(context)
  const limit = limitOf(context.request.sent.limit)
  const running = await readRunning(context, listParameters, Math.floor(limit / mostRunning))
  const size = limit - (running?.items.length ?? 0)
  const { items, total } = await listEvents(context, listParameters.coming, { page, perPage: size })
  const days = byDay(items, site.timezone).map(([day, events]) => daySection(day, events, context))
  const isEmpty = total + (running?.total ?? 0) === 0
  const content = html`${runningSection(context, running)}${isEmpty ? await emptyList(context) : days}`
  const title = words(isPast(context) ? 'Past events' : 'Upcoming events')
  return {
    title,
    main: html`<h1 class="visually-hidden"${words.lang}>${title}</h1>
      <div class="main-column">${leavingFrame(content)}</div>
      ${pageLinks(context, total, (one) => to.at('embed/list', { ...one, ...looksOf(context) }), size)}`,
    path: to.list(filters),
    ...dataLinks(context, linkedList(context)),
    validUntil: context.now + freshFor,
    isFramed: true,
  }
}

export async function monthFrame(original: PageContext): Promise<Page> {
  const context = timeless(original)
  const { words, to, today, filters, request } = context
  const month = request.path.month ?? monthOf(today)
  if (!isMonth(month)) throw pageMissing()
  const period: Period = {
    ...monthPeriod(context, month),
    addressAt: (day, others) => to.at(`embed/month/${monthOf(day)}`, { ...others, ...looksOf(context) }),
  }
  const steps = stepLinks(words, words('Month'), neighbours(context, period))
  return {
    title: period.title,
    main: html`${pageHead(period.heading, steps)}${leavingFrame(monthGrid(await readMonth(context, month), context))}`,
    path: to.month(month, filters),
    ...dataLinks(context, listDuring(context, period)),
    validUntil: untilTomorrow(context),
    isFramed: true,
  }
}

/** Whether a path below the mount is that of a frame, whatever follows. */
const isFrame = ({ pathname, mount }: OperationRequest): boolean =>
  /^\/embed\/(?:list|month)(?:\/|$)/i.test(pathname.slice(mount.path.length))

/** The page of a problem; in the frame of another site a browser would show none that must not be framed. */
export function problemOrFrame(problem: HttpProblem, context: PageContext): Page {
  const page = problemPage(problem, context)
  if (!isFrame(context.request)) return page
  return { ...page, main: leavingFrame(page.main), path: context.to.list(), isFramed: true }
}

const schemeOf = (sent: unknown) => (sent === 'light' || sent === 'dark' ? sent : undefined)

/**
 * The colour of the embedding page is a style sheet of its own, because the content security policy forbids inline
 * styles.
 */
function colorStyle({ request: { sent }, asset }: PageContext): Content {
  const color = String(sent.color).toLowerCase()
  return /^[\da-f]{6}$/.test(color) && html`<link rel="stylesheet" href="${asset(`color-${color}.css`)}">`
}

export const framedDocument = (context: PageContext, page: Page): SafeHtml =>
  html`<!doctype html>
<html lang="${context.language}"${attribute('dir', isRightToLeft(context.language) && 'rtl')}${attribute('data-scheme', schemeOf(context.request.sent.scheme))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, follow">
<title>${page.title} · ${context.config.siteName}</title>
<link rel="preload" href="${context.asset(context.assets.font)}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${context.asset(context.assets.style)}">
${colorStyle(context)}
<link rel="canonical" href="${context.origin}${page.path!}">
</head>
<body class="framed">
<main id="content">${page.main}</main>
</body>
</html>
`
