import { idsOf } from '../../ids-of.ts'
import { formOfPublished, HttpProblem } from '../../errors.ts'
import type { Config } from '../../config.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Reads, RepresentOptions, Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'
import { leastBytes } from '../../response-limit.ts'
import { startOfDay, toInstant, toWall, type Instant } from '../../time/index.ts'
import { version as programVersion } from '../../version.ts'
import type { Feed, FeedItem, FeedSeries, Form } from '../formats/form.ts'
import type { FoundList } from '../formats/json.ts'
import { whileAllowed } from '../lasting-rights.ts'
import { pagesIn } from '../links.ts'
import { findList, horizonHeader } from '../list.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { pageLinkHeader, totalHeaders } from '../pagination.ts'
import type { ResourceServices } from '../service.ts'
import { createBatches, seriesPerBatch, type ReadBatches } from './batches.ts'
import { titleOf } from './title.ts'

/** Lists and single reads in forms other than JSON (interface: Feeds and exports). */

interface FeedRequest {
  readonly resource: Resource
  readonly form: Form
  readonly request: OperationRequest
}

/** Services needed to write feeds. */
export interface FeedServices {
  readonly store: Store
  readonly config: Config
  /**
   * The host in identifiers such as UIDs. It is stored when the first feed is requested, because identifiers must not
   * change when the service moves to another host.
   */
  readonly hostOf: (request: OperationRequest) => Promise<string>
  readonly inBatches: ReadBatches
}

export function feedServices({ store, config }: ResourceServices): FeedServices {
  const settled = createSettledText(store, 'feed host')
  const hostOf = ({ links }: OperationRequest) => settled(() => new URL(links.site).host)
  return { store, config, hostOf, inBatches: createBatches(store) }
}

/** A form that ignores the permissions of its caller contains only public data. */
const withFormPermissions = ({ form, request }: FeedRequest): OperationRequest =>
  form.followsRights ? request : { ...request, caller: undefined }

/** Credentials change nothing about a form that ignores permissions, so that asking for them would mislead. */
const refusalOf = ({ form, request }: FeedRequest, error: unknown): unknown => {
  const isRight = error instanceof HttpProblem && error.code === 'rest_forbidden'
  return isRight && !form.followsRights && request.caller !== undefined ? formOfPublished() : error
}

async function asForm<T>(feedRequest: FeedRequest, result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw refusalOf(feedRequest, error)
  }
}

const contentType = ({ mediaType }: Form) => `${mediaType}; charset=utf-8`

/** Metadata of a feed. */
const about = ({ config }: FeedServices, { request }: FeedRequest, language: string) => ({
  title: config.siteName,
  language,
  timezone: config.timezone,
  home: `${pagesIn(request.links, language, config)}/`,
  now: request.now,
})

type Shown = Readonly<Record<'id', number> & Record<'status', string>> & { readonly recurrence?: unknown }

const itemOf = (text: string): FeedItem<Shown> => ({ text, shown: JSON.parse(text) as Shown })

/** Options for representing the items of a feed. */
const representing = (
  { reader }: Pick<FoundList, 'reader'>,
  { form, request: { links } }: FeedRequest,
): RepresentOptions => {
  const { language, caller, onlyIn } = reader
  const { isOfLinkedData: isSingle = false, followsRights: isForEditing = false } = form
  return { links, language, caller, onlyIn, isSingle, isForEditing }
}

type Batching = Pick<FeedServices, 'inBatches'>

/** Skips items that were unpublished before their batch was read, because slow clients may take minutes. */
async function* itemsOf(
  { inBatches }: Batching,
  ids: readonly number[],
  resource: Resource,
  options: RepresentOptions,
) {
  const batches = inBatches(ids, (reads, some) => reads.represent(resource, some, options), {
    bytesOf: leastBytes,
  })
  for await (const texts of batches)
    yield texts.map(itemOf).filter(({ shown }) => options.caller !== undefined || shown.status === 'publish')
}

/** Series with their timetables. */
async function readSeries(
  reads: Reads,
  ids: readonly number[],
  resource: Resource,
  options: RepresentOptions,
): Promise<(FeedSeries<Shown> & Pick<FeedItem<Shown>, 'text'>)[]> {
  const timetables = await reads.timetables(ids)
  const texts = await reads.represent(resource, idsOf(timetables), options)
  const items = new Map(texts.map(itemOf).map((item) => [item.shown.id, item]))
  return timetables.flatMap((timetable) => {
    const item = items.get(timetable.id)
    return item === undefined ? [] : [{ timetable, ...item }]
  })
}

const schedulesOf = ({ inBatches }: Batching, ids: readonly number[]) =>
  inBatches(ids, (reads, some) => reads.schedules(some))

/** How a feed reads the given items while it is being written. */
const readingOf = (
  batching: Batching,
  ids: readonly number[],
  resource: Resource,
  options: RepresentOptions,
): Pick<Feed<Shown>, 'items' | 'schedules' | 'series'> => ({
  items: () => itemsOf(batching, ids, resource, options),
  schedules: () => schedulesOf(batching, ids),
  series: (some) =>
    batching.inBatches(some, (reads, few) => readSeries(reads, few, resource, options), {
      size: seriesPerBatch,
      bytesOf: (found) => leastBytes(found.map(({ text }) => text)),
    }),
})

/** Everything that the body depends on; relative dates are already resolved in `inEffect`. */
const stateOf = (
  { config: { siteName, timezone, currency, languages } }: FeedServices,
  { inEffect, paging, found: { plan } }: FoundList,
  { form, request: { links, query, sent, now } }: FeedRequest,
  versions: readonly (string | number)[],
): string =>
  JSON.stringify([
    ...[versions, form.extension, links, query, siteName, timezone, currency, languages, inEffect, paging],
    sent.only_with_upcoming === undefined ? (plan.asOf ?? 0) : now,
  ])

/** When the data last changed: the dates of the listed items would not reveal removals. It may be ahead of the clock. */
const changedAt = async (
  store: Store,
  version: number | undefined,
  now: Instant,
): Promise<Instant | undefined> => (version === undefined ? undefined : store.dateOf(version, now))

/** The date of last modification: windows move at midnight, and relative dates such as "in an hour" at any time. */
function modifiedAt(
  { request: { site, now }, validUntil }: FoundList,
  changed: Instant | undefined,
): Instant | undefined {
  if (changed === undefined) return undefined
  if (validUntil === undefined) return Math.max(changed, now)
  return Math.max(changed, toInstant(startOfDay(toWall(site.now, site.timezone)), site.timezone))
}

const addressOf = ({ form, resource, request }: FeedRequest): string =>
  `${request.links.rest}/${resource.name}.${form.extension}`

/** Totals and, if a page was requested, the ones around it. */
function pageHeaders(feedRequest: FeedRequest, { values, paging, inEffect }: FoundList) {
  const isWhole = values.page === undefined && values.per_page === undefined
  return {
    ...totalHeaders(paging, feedRequest.request),
    ...(isWhole ? {} : pageLinkHeader(addressOf(feedRequest), paging, Object.fromEntries(inEffect))),
  }
}

/** Responds with a list in another form: all matches, unless a page is requested. */
export async function handleFeed(services: FeedServices, feedRequest: FeedRequest): Promise<OperationResult> {
  const { store, hostOf } = services
  const { form, resource, request } = feedRequest
  const host = await hostOf(request)
  const version = store.version()
  const changed = await changedAt(store, version, request.now)
  const lineage = await store.lineage()
  const { daysBack } = form
  const reader = withFormPermissions(feedRequest)
  const reading = store.reading(async (reads) => {
    const found = await findList(reads, resource, reader, { isWhole: true, daysBack })
    const title = await titleOf(reads, store, found, services.config.siteName)
    return [found, await horizonHeader(reads, found), title] as const
  })
  const [list, horizon, title] = await asForm(feedRequest, reading)
  const { language } = list.reader
  const feed: Feed = {
    ...about(services, feedRequest, language),
    title,
    self: `${addressOf(feedRequest)}${request.query}`,
    host,
    defaultEnd: list.found.plan.defaultEnd,
    isSingle: false,
    ...readingOf(services, list.found.ids, resource, representing(list, feedRequest)),
  }
  return {
    stream: {
      state:
        version === undefined
          ? undefined
          : stateOf(services, list, feedRequest, [lineage, version, programVersion, host]),
      pieces: () => whileAllowed(reader, form.write(feed as Feed<never>)),
    },
    headers: { 'content-type': contentType(form), ...pageHeaders(feedRequest, list), ...horizon },
    language,
    modified: modifiedAt(list, changed),
  }
}

async function* once<T>(value: T): AsyncIterable<T> {
  yield await Promise.resolve(value)
}

async function* none<T>(): AsyncIterable<T> {}

async function whole(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const piece of pieces) found.push(piece)
  return found
}

/**
 * The contents of the feed of one resource: the resource itself, or the occurrences of a series if the form has
 * occurrences.
 */
async function readingOfOne(
  services: FeedServices,
  item: FeedItem<Shown>,
  language: string,
  { form, resource, request: { links } }: FeedRequest,
): Promise<Pick<Feed<Shown>, 'items' | 'schedules' | 'series'>> {
  const { id, recurrence } = item.shown
  if (form.hasOccurrences && recurrence !== undefined) {
    const [timetable] = await services.store.reading((reads) => reads.timetables([id]))
    const ids = (timetable?.dates ?? []).map((date) => date.id)
    return readingOf(services, ids, resource, { links, language })
  }
  return { items: () => once([item]), schedules: () => schedulesOf(services, [id]), series: none }
}

/** Not the whole query, because it may have the password of the event. */
const languageQuery = ({ sent }: OperationRequest): string =>
  typeof sent.ml_language === 'string' ? `?${new URLSearchParams({ ml_language: sent.ml_language })}` : ''

/**
 * Responds with one resource in another form. It is read as JSON first, so that every form refuses the same requests.
 */
export async function handleReadInForm(
  services: FeedServices,
  feedRequest: FeedRequest,
  readAsJson: (request: OperationRequest, tellsProtection: boolean) => Promise<OperationResult>,
): Promise<OperationResult> {
  const { store, hostOf } = services
  const { form, resource, request } = feedRequest
  const host = await hostOf(request)
  const changed = await changedAt(store, store.version(), request.now)
  const read = readAsJson(withFormPermissions(feedRequest), form.followsRights ?? false)
  const found = await asForm(feedRequest, read)
  const language = found.language!
  const item = itemOf(found.bodyParts?.join('') ?? JSON.stringify(found.body))
  const feed: Feed = {
    ...about(services, feedRequest, language),
    self: `${request.links.rest}/${resource.name}/${item.shown.id}.${form.extension}${languageQuery(request)}`,
    host,
    isSingle: true,
    ...(await readingOfOne(services, item, language, feedRequest)),
  }
  const bodyParts = await whole(form.write(feed as Feed<never>))
  const headers = { ...found.headers, 'content-type': contentType(form) }
  const modified = changed === undefined ? undefined : Math.max(changed, found.validSince ?? changed)
  // A response without its own date must not be cached for as long as the data is the same.
  const isDated = modified !== undefined && modified <= request.now
  const validUntil = isDated ? found.validUntil : undefined
  return { ...found, body: undefined, bodyParts, headers, modified, validUntil }
}
