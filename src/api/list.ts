import { forbidden, pageNotFound } from '../errors.ts'
import { mayEditAny, type OptionalCaller } from '../identity/roles.ts'
import { message } from '../locales/sentence.ts'
import { containsSeries, dateFilters } from '../resources/events/schema.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type { ListPlan, Reader } from '../resources/listing.ts'
import type { Resource } from '../resources/resource.ts'
import type { Reads } from '../store/index.ts'
import { addDays, addMonths, dayOf, lastSecondOfDay, startOfDay, toInstant, toWall } from '../time/index.ts'
import { jsonList, type FoundList } from './formats/json.ts'
import { languagesOf } from './language.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import { parametersInEffect, requestedPage, totalPages } from './pagination.ts'
import { parseParameters, requireCredentials, throwIfInvalid, type Parsed } from './steps.ts'
import { pathsOf } from './field-selection.ts'

type ListValues = Values<Parameters> & {
  page?: number
  per_page?: number
  status?: string[] | 'any'
  context?: string
  series?: string
  ml_language?: string
  ml_fallback?: string
}

/** The parameters that require permission to edit (interface: Roles). */
function namesForEditing(values: ListValues): string[] {
  const asked = {
    context: values.context === 'edit',
    series: containsSeries(values),
    missing_translation: values.missing_translation !== undefined,
    outdated_translation: values.outdated_translation !== undefined,
  }
  return Object.entries(asked).flatMap(([name, isAsked]) => (isAsked ? [name] : []))
}

const asksUnpublished = ({ status }: ListValues) =>
  status === 'any' || status?.some((one) => one !== 'publish') === true

function checkRights(values: ListValues, caller: OptionalCaller) {
  if (mayEditAny(caller)) return
  const names = namesForEditing(values)
  if (names.length > 0) requireCredentials(caller)
  const breaches = {
    ...Object.fromEntries(
      names.map((name) => [name, message('Only contributors, authors and editors can request this.')]),
    ),
    ...(asksUnpublished(values)
      ? { status: message('Only contributors, authors and editors can list unpublished resources.') }
      : {}),
  }
  if (Object.keys(breaches).length > 0) throw forbidden(breaches)
}

function readerOf({ site, caller, mount }: OperationRequest, values: ListValues): Reader {
  const { effective, requested } = languagesOf(values.ml_language, { mount, site })
  const named = values.ml_fallback === 'none' ? effective : requested
  return {
    site,
    caller,
    language: effective,
    named,
    onlyIn: values.ml_fallback === 'original' ? undefined : named,
    isForEditing: values.context === 'edit',
  }
}

/** The status that applies if none is requested: callers who cannot edit see published entries (interface: Lists). */
const effectiveStatus = (
  { family }: Resource,
  { status }: ListValues,
  caller: OptionalCaller,
): Record<string, string> =>
  family === 'entries' && status === undefined && !mayEditAny(caller) ? { status: 'publish' } : {}

/** `_fields` is preserved in page links. */
function trimmed({ sent: { _fields } }: OperationRequest): [string, string][] {
  const paths = pathsOf(_fields)
  return paths.length === 0 ? [] : [['_fields', paths.join(',')]]
}

/** How a form reads its list. */
interface ListReading {
  /** Whether it contains all matches, unless a page is requested. */
  readonly isWhole?: boolean
  readonly daysBack?: number | undefined
}

/** Larger than any list, and an integer in both databases. */
const everything = 2 ** 31 - 1

const pagingOf = (values: ListValues, request: OperationRequest, { isWhole }: ListReading) =>
  isWhole && values.page === undefined && values.per_page === undefined
    ? { page: 1, perPage: everything }
    : requestedPage(values, request)

/** Finds the matching resources: one page, or all of them (interface: Lists). */
export async function findList(
  reads: Reads,
  resource: Resource,
  request: OperationRequest,
  reading: ListReading = {},
): Promise<FoundList> {
  const { caller, site, sent } = request
  const { values, errors } = parseParameters(resource.listParameters, request) as Parsed<ListValues>
  await resource.checkList?.(values, reads.lookup({ site, caller, errors }))
  throwIfInvalid(errors)
  checkRights(values, caller)

  const { page, perPage } = pagingOf(values, request, reading)
  const reader = { ...readerOf(request, values), daysBack: reading.daysBack }
  const found = await reads.list({ resource, values, reader, page, perPage })
  const paging = { page, perPage, total: found.total }
  if (page > 1 && page > totalPages(paging) && resource.family === 'entries')
    throw pageNotFound(resource.singular)

  const shown = { ...effectiveStatus(resource, values, caller), ...found.plan.shown }
  const inEffect = [...parametersInEffect(resource, found.plan.values, shown), ...trimmed(request)]
  return {
    resource,
    values,
    found,
    paging,
    inEffect,
    request,
    reader,
    ...stability(resource, values, found.plan, { sent, site }),
  }
}

/** One page as JSON. */
export async function handleList(
  reads: Reads,
  resource: Resource,
  request: OperationRequest,
): Promise<OperationResult> {
  const list = await findList(reads, resource, request)
  const { reader, validUntil } = list
  const page = await jsonList(list)
  return {
    ...page,
    headers: { ...page.headers, ...(await horizonHeader(reads, list)) },
    language: reader.language,
    ...(validUntil === undefined ? {} : { validUntil }),
  }
}

/**
 * Tells the client that the list extends beyond the horizon, where series have no occurrences yet (interface: Series).
 */
export async function horizonHeader(
  reads: Reads,
  { resource, found, request: { site } }: FoundList,
): Promise<Record<string, string>> {
  const end = resource.endOfList?.(found.plan.values)
  if (end === undefined) return {}
  const general = dayOf(addMonths(toWall(site.now, site.timezone), site.horizon))
  const isBeyond = (day: string) => end > lastSecondOfDay(`${day} 00:00:00`, site.timezone)
  // Most series are continued each week or month, so the ends of those without a limit are hardly ever earlier.
  const recent = addMonths(`${general} 00:00:00`, -1)
  const full = await reads.cached(`earliest full horizon before ${recent}`, (latest) =>
    latest.earliestFullHorizon(recent),
  )
  if (full !== undefined) return isBeyond(dayOf(full)) ? { 'x-horizon': dayOf(full) } : {}
  return isBeyond(general) && (await reads.hasOpenSeries()) ? { 'x-horizon': general } : {}
}

const dateNames = [...dateFilters, 'modified_after']

/** The meaning of a relative date such as "tomorrow" changes all the time. */
const isRelativeDate = (value: unknown) => typeof value !== 'string' || /[a-su-y]/i.test(value)

/**
 * How long the response stays valid: default windows change at midnight, or when an exact end has passed; upcoming events,
 * relative dates and the next occurrences of series change continuously.
 */
function stability(
  { listParameters }: Resource,
  values: ListValues,
  { asOf }: ListPlan,
  { sent, site }: Pick<OperationRequest, 'sent' | 'site'>,
): Pick<OperationResult, 'validUntil'> {
  const isSent = (name: string) => name in listParameters && sent[name] !== undefined
  const hasRelativeDate = dateNames.some((name) => isSent(name) && isRelativeDate(sent[name]))
  const endsDuringDay = isSent('strict_dates') && isSent('end_date') && !isSent('start_date')
  if (hasRelativeDate || endsDuringDay || values.only_with_upcoming || asOf !== undefined) return {}
  const tomorrow = addDays(startOfDay(toWall(site.now, site.timezone)), 1)
  return { validUntil: toInstant(tomorrow, site.timezone) }
}
