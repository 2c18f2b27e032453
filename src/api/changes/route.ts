import { readNoting, type Values } from '../../resources/parameter.ts'
import { languagesOf } from '../language.ts'
import { isStillAllowed } from '../lasting-rights.ts'
import { routeOf, type OperationRequest, type OperationResult, type Route } from '../operation.ts'
import { parseParameters, throwIfInvalid } from '../steps.ts'
import { nextPage, type FollowServices } from './follow.ts'
import { largestPage, positionAt, requireKept, type ChangesPage, type FeedReader } from './page.ts'
import { allKinds, changesParameters, defaultPerPage } from './parameters.ts'
import { eventStream, streamChanges } from './stream.ts'
import { readToken, tokenOf, type Position } from './token.ts'

interface ChangesServices extends FollowServices {
  readonly isStopping: () => boolean
}

const isStreamed = ({ form }: OperationRequest) => form === eventStream.extension

type ChangesValues = Values<typeof changesParameters>

/** A stream keeps its page in memory until a slow client has read it, and there may be a hundred. */
const largestPageOfStream = 2 ** 19

const readerOf = (values: ChangesValues, request: OperationRequest): FeedReader => ({
  caller: request.caller,
  kinds: values.kinds ?? allKinds,
  language: languagesOf(values.ml_language, request).effective,
  languages: request.site.languages,
  links: request.links,
  perPage: values.per_page ?? defaultPerPage,
  maxBytes: isStreamed(request) ? largestPageOfStream : largestPage,
})

interface ParsedRequest {
  readonly values: ChangesValues
  /** Undefined if the client reads the feed for the first time. */
  readonly position: Position | undefined
}

/**
 * `Last-Event-ID` takes precedence over `since`, because `EventSource` reconnects with its original URL. Errors in
 * either are reported for `since`.
 */
function parseRequest(request: OperationRequest): ParsedRequest {
  const { values, errors } = parseParameters(changesParameters, request)
  const { lastEventId } = request
  const last =
    isStreamed(request) && lastEventId ? readNoting(errors, 'since', () => readToken(lastEventId)) : undefined
  throwIfInvalid(errors)
  return { values, position: last ?? values.since ?? undefined }
}

const isOver = ({ isStopping }: ChangesServices, request: OperationRequest) =>
  isStopping() || request.isAbandoned()

/** Where a client begins that has no token. */
const newestPosition = async ({ store }: ChangesServices): Promise<Position> =>
  positionAt(store, (await store.latest.feedBounds()).newest)

async function pageFor(
  services: ChangesServices,
  request: OperationRequest,
  { values, position }: ParsedRequest,
): Promise<ChangesPage> {
  const { store, waiting } = services
  if (position === undefined)
    return { changes: [], position: await newestPosition(services), isComplete: true }
  await requireKept(store, position)
  const milliseconds = 1_000 * (values.wait ?? 0)
  const patience = { milliseconds, isOver: () => isOver(services, request) }
  const follow = () => nextPage(services, position.seq, readerOf(values, request), patience)
  if (milliseconds === 0) return follow()
  const page = await waiting.hold(request, follow)
  // The next request gets what its credentials allow by then (interface: Changes).
  return (await isStillAllowed(request)) ? page : { changes: [], position, isComplete: false }
}

const streamHeaders = {
  'content-type': eventStream.mediaType,
  // Otherwise a stopping service would wait for the next request on this connection.
  connection: 'close',
  // Asks proxies not to buffer the response.
  'x-accel-buffering': 'no',
}

async function streamFor(
  services: ChangesServices,
  request: OperationRequest,
  parsed: ParsedRequest,
): Promise<OperationResult> {
  const { store, waiting } = services
  waiting.holdUntilClosed(request)
  const after = parsed.position ?? (await newestPosition(services))
  await requireKept(store, after)
  const followed = {
    after,
    reader: readerOf(parsed.values, request),
    isOver: () => isOver(services, request),
    isStillAllowed: () => isStillAllowed(request),
  }
  const pieces = () => streamChanges(services, followed)
  return { isPrivate: true, headers: streamHeaders, stream: { state: undefined, isLive: true, pieces } }
}

async function run(services: ChangesServices, request: OperationRequest): Promise<OperationResult> {
  const parsed = parseRequest(request)
  if (isStreamed(request)) return streamFor(services, request, parsed)
  const { changes, position, isComplete } = await pageFor(services, request, parsed)
  const page = {
    changes: changes.map(({ change }) => change),
    next: tokenOf(position),
    complete: isComplete,
  }
  return {
    // Because a reader would take the same page for news, and never reach the next.
    isRevalidated: true,
    language: readerOf(parsed.values, request).language,
    // Passed as text, so that the limit of large responses applies to it.
    bodyParts: [JSON.stringify(page)],
  }
}

/** The feed of changes (interface: Changes). */
export function changesRoute(services: ChangesServices): Route {
  return routeOf('/changes', {
    method: 'GET',
    operationId: 'listChanges',
    summary: 'Follow changes',
    parameters: changesParameters,
    responseSchema: 'changeFeed',
    forms: [eventStream],
    mayWait: true,
    run: (request) => run(services, request),
  })
}
