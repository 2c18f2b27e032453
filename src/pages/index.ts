import type { Endpoint, EndpointRoute, OperationRequest, OperationResult } from '../api/operation.ts'
import type { HttpProblem } from '../errors.ts'
import type { Parameters } from '../resources/parameter.ts'
import { accessibilityPage } from './accessibility-page.ts'
import { contextOf, type PageContext, type PageServices } from './context.ts'
import { dayPage } from './calendar/day-page.ts'
import { embedPage } from './embed/embed-page.ts'
import { eventPage } from './event/event-page.ts'
import { listFrame, monthFrame, problemOrFrame } from './embed/frame.ts'
import { redirectOfQuery, redirectOfShortLink, legacyUrls, withLegacyViews } from './addresses/legacy-urls.ts'
import { feedAddress } from './parts/subscription.ts'
import { listPage } from './list/list-page.ts'
import { mapPage } from './map/map-page.ts'
import { monthPage } from './calendar/month-page.ts'
import { MovedPage, toCalendar, wantsCalendar, type MakeDocument, type Page, type Redirect } from './page.ts'
import { organizerPage, venuePage } from './place-pages.ts'
import { manifest, robots } from './addresses/site-files.ts'
import { sitemapFile, sitemapIndex } from './addresses/sitemap.ts'
import { untilTomorrow } from './list/list-query.ts'
import { redirectResult, representPage, rightAddress } from './response.ts'
import { searchPage } from './list/search-page.ts'
import { sendSuggestion, suggestPage, thanksPage } from './suggest/suggest-page.ts'
import { categoriesPage, categoryPage, tagPage } from './term-pages.ts'
import { weekPage } from './calendar/week-page.ts'

/** The pages for visitors by path, one file each (interface: Web pages). */

export type MakePage = (context: PageContext) => Promise<Page | Redirect>

const pages: Readonly<Record<string, MakePage>> = {
  '/': async (context) =>
    (await redirectOfShortLink(context)) ?? (await redirectOfQuery(context)) ?? listPage(context),
  '/month/{month}': monthPage,
  '/week/{week}': weekPage,
  '/day/{day}': dayPage,
  '/map': mapPage,
  '/search': searchPage,
  '/accessibility': accessibilityPage,
  '/embed': embedPage,
  '/embed/list': listFrame,
  '/embed/month': monthFrame,
  '/embed/month/{month}': monthFrame,
  '/event/{slug}': eventPage,
  '/venue/{slug}': venuePage,
  '/organizer/{slug}': organizerPage,
  '/events/category': categoriesPage,
  '/events/category/{path*}': withLegacyViews('categories', categoryPage),
  '/events/tag/{path*}': withLegacyViews('tags', tagPage),
  ...legacyUrls,
}

/** Only if suggestions are enabled. */
const suggesting: typeof pages = { '/suggest': suggestPage, '/suggest/thanks': thanksPage }

/** Files other than pages; their paths do not end in a slash. */
const documents: Readonly<Record<string, MakeDocument>> = {
  '/sitemap.xml': sitemapIndex,
  '/sitemap/{file}': sitemapFile,
  '/site.webmanifest': manifest,
  '/robots.txt': robots,
}

/** Pages accept any parameters and ignore unknown ones. */
const noParameters: Parameters = {}

interface Form {
  readonly make: MakePage
  readonly acceptsFile?: true
}

/** Pages that accept a form. The password of an event is sent by one, because it must not be part of a URL. */
const forms: Readonly<Record<string, Form>> = {
  '/event/{slug}': { make: eventPage },
  '/suggest': { make: sendSuggestion, acceptsFile: true },
}

export function pageRoutes(services: PageServices): EndpointRoute[] {
  const files = Object.entries(documents).map(([pattern, make]) => ({
    pattern,
    operations: [documentEndpoint(make, services)],
  }))
  return Object.entries({ ...pages, ...suggesting })
    .map(([pattern, make]): EndpointRoute => {
      const form = forms[pattern]
      return {
        pattern,
        ...(pattern in suggesting ? { isOffered: ({ suggestions }) => suggestions } : {}),
        operations: [
          pageEndpoint(make, services, pattern in legacyUrls),
          ...(form ? [formEndpoint(form, services)] : []),
        ],
      }
    })
    .concat(files)
}

/** Old URLs without a final slash are not redirected to add one, because they redirect anyway. */
const pageEndpoint = (make: MakePage, services: PageServices, isLegacy: boolean): Endpoint => ({
  method: 'GET',
  parameters: noParameters,
  run: (request) =>
    services.store.reading((reads) => show(make, isLegacy ? withSlash(request) : request, reads, services)),
})

const withSlash = (request: OperationRequest): OperationRequest =>
  request.pathname.endsWith('/') ? request : { ...request, pathname: `${request.pathname}/` }

/** Uses the primary database, because an operation with side effects must not be retried after a replica has failed. */
const formEndpoint = ({ make, ...form }: Form, services: PageServices): Endpoint => ({
  ...form,
  method: 'POST',
  parameters: noParameters,
  run: (request) => show(make, request, services.store.latest, services),
})

const documentEndpoint = (make: MakeDocument, services: PageServices): Endpoint => ({
  method: 'GET',
  parameters: noParameters,
  run: (request) =>
    services.store.reading(async (reads) => {
      const context = await contextOf(request, reads, services)
      const { type, text } = await make(context)
      return { bodyParts: [text], headers: { 'content-type': type }, validUntil: untilTomorrow(context) }
    }),
})

async function show(
  make: MakePage,
  request: OperationRequest,
  reads: PageContext['reads'],
  services: PageServices,
): Promise<OperationResult> {
  const elsewhere = rightAddress(request)
  if (elsewhere !== undefined) return redirectResult(elsewhere, request)
  const context = await contextOf(request, reads, services)
  const made = await pageOrMoved(make, context)
  if ('location' in made) return redirectResult(wantsCalendar(request) ? toCalendar(made) : made, request)
  return wantsCalendar(request)
    ? redirectResult({ location: made.calendar ?? feedAddress(context, made.feed) }, request)
    : representPage(context, made)
}

async function pageOrMoved(make: MakePage, context: PageContext): Promise<Page | Redirect> {
  try {
    return await make(context)
  } catch (error) {
    if (error instanceof MovedPage) return error.redirect
    throw error
  }
}

/** Renders a problem as a page in the language of the URL. */
export async function pageProblem(
  services: PageServices,
  problem: HttpProblem,
  request: OperationRequest,
): Promise<OperationResult> {
  // Drops all filters, because invalid ones would prevent this page from rendering too.
  const { password } = request.sent
  const context = await contextOf({ ...request, sent: { password } }, services.store.latest, services)
  const result = representPage(context, problemOrFrame(problem, context))
  return { ...result, headers: { ...result.headers, ...problem.headers } }
}
