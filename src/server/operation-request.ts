import type { IncomingMessage } from 'node:http'
import { requireFewFields } from '../api/field-selection.ts'
import { linksAt } from '../api/links.ts'
import { adminNamespace, apiPathOf, type Mount } from '../api/mounts.ts'
import type { Browser, OperationRequest } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import type { Config } from '../config.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import { withoutUnknownValues, type Parameters } from '../resources/parameter.ts'
import type { Links } from '../resources/resource.ts'
import type { Instant } from '../time/index.ts'
import { clientAddress, requestOrigin } from './request/request-origin.ts'
import { listsAmong, withLastOfRepeated } from './request/repeated-names.ts'
import { tagOf } from './response/representation.ts'
import { pathOf } from './request/request-path.ts'
import { matchesETag } from './response/validators.ts'

/** Parses a request into the one object that operations receive; they never see the HTTP request itself. */

type Sent = Record<string, unknown>

/** Names of the language parameter in The Events Calendar; the value `all` selects no language. */
const languageSynonyms = ['wpml_language', 'lang'] as const

/** Parameters that only aliases know. */
export const aliasParameters = [...languageSynonyms, 'hide_subsequent_recurrences', '_method']

const hidesSubsequent = (value: unknown): boolean => /^(?:1|true|yes|on)$/i.test(String(value))

/** Lines of RFC 5545 are text; The Events Calendar has objects for what repeats, which its API does not read either. */
const isForeignRecurrence = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'object' && !(Array.isArray(value) && value.every((line) => typeof line === 'string')))

/**
 * Translates parameter names and values of The Events Calendar (interface: Aliases). What is undefined was sent, but is
 * ignored.
 */
function withSynonyms(sent: Sent): Sent {
  const synonym = languageSynonyms.map((name) => sent[name]).find((language) => language !== undefined)
  const language = sent.ml_language ?? (synonym === 'all' ? undefined : synonym)
  return {
    ...sent,
    ...(language === undefined ? {} : { ml_language: language }),
    ...(sent.orderby === 'event_date' ? { orderby: 'start_date' } : {}),
    ...(isForeignRecurrence(sent.recurrence) ? { recurrence: undefined } : {}),
    ...(hidesSubsequent(sent.hide_subsequent_recurrences) ? { series: sent.series ?? 'next' } : {}),
  }
}

const isSent = ([, value]: [string, unknown]) => value !== undefined && value !== null

/** The body takes precedence over the query. Null counts as not sent (interface: Requests, Clearing fields). */
function mergeSent(query: Sent, body: Sent, mount: Mount, isList: (name: string) => boolean): Sent {
  const merged = { ...query, ...Object.fromEntries(Object.entries(body).filter(isSent)) }
  const sent = withLastOfRepeated(merged, isList)
  return mount.isAlias ? withSynonyms(sent) : sent
}

/** The language as sent in the query, before anything else is known to be valid. */
export const languageIn = (query: Sent, mount: Mount): unknown =>
  mergeSent(query, {}, mount, () => false).ml_language

export const linksFor = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  config: Config,
  mount: Mount,
): Links => linksAt(requestOrigin(request, config), config, mount)

interface Read {
  readonly mount: Mount
  readonly path: Readonly<Record<string, string>>
  readonly query: Sent
  readonly body: Sent
  readonly parameters: Parameters
  readonly caller: OptionalCaller
  readonly callerNow: OperationRequest['callerNow']
  readonly browser: Browser
  readonly now: Instant
  readonly whenClosed: OperationRequest['whenClosed']
  readonly form?: string | undefined
}

const idempotencyKey = ({ headers }: IncomingMessage): string | undefined =>
  [headers['idempotency-key'] ?? []].flat()[0]

/**
 * Mount paths whose ETags `If-Match` may contain, because the administration reads resources through the calendar API.
 */
const readAt = (mount: Mount): string[] =>
  mount.namespace === adminNamespace ? [mount.path, apiPathOf(mount)] : [mount.path]

export function parseRequest(
  request: IncomingMessage,
  { mount, path, query, body, parameters, caller, callerNow, browser, now, whenClosed, form }: Read,
  config: Config,
): OperationRequest {
  const ifMatch = request.headers['if-match']
  const [pathname = '', ...rest] = request.url!.split('?')
  const site = siteOf(config, now)
  // Pages declare no parameters, and read each as they need it.
  const isList = mount.isPages ? () => true : listsAmong(parameters, site)
  const merged = mergeSent(query, body, mount, isList)
  const sent = mount.isAlias ? withoutUnknownValues(merged, parameters, site) : merged
  requireFewFields(sent._fields, site)
  return {
    pathname: pathOf(pathname),
    query: rest.length === 0 ? '' : `?${rest.join('?')}`,
    sent,
    path,
    caller,
    callerNow,
    browser,
    mount,
    links: linksFor(request, config, mount),
    site,
    now,
    address: clientAddress(request, config.trustProxy),
    matchesIfMatch:
      ifMatch === undefined
        ? undefined
        : (shown) =>
            readAt(mount).some((path) =>
              matchesETag(ifMatch, tagOf(JSON.stringify(shown.body), shown, { mount: { path } }), false),
            ),
    idempotencyKey: request.method === 'POST' ? idempotencyKey(request) : undefined,
    acceptLanguage: request.headers['accept-language'],
    lastEventId: [request.headers['last-event-id'] ?? []].flat()[0],
    headers: request.headers,
    isAbandoned: () => request.socket.destroyed,
    whenClosed,
    form,
  }
}
