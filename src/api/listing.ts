import type { Calendar } from '../store/event-index/index.ts'
import { list, load } from '../store/sql/reading.ts'
import { forbidden, noSuchPage } from '../errors.ts'
import { mayEditSome, type Asker } from '../identity/roles.ts'
import { inLanguage } from '../resources/conditions.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type { Asking, Condition, ListPlan, Resource } from '../resources/resource.ts'
import { addDays, startOfDay, toInstant, toWall } from '../time/index.ts'
import { keptVersion, lacksRight, readAsked, refuseFaults, viewOf } from './asking.ts'
import { languagesOf } from './language.ts'
import type { Answer, Asked } from './operation.ts'
import { envelope, linkHeader, pageLinks, parametersInEffect, totalHeaders, totalPages } from './paging.ts'
import type { Service } from './service.ts'
import { pathsOf } from './trimming.ts'

type ListValues = Values<Parameters> & {
  page?: number
  per_page?: number
  status?: string[] | 'any'
  context?: string
  ml_language?: string
  ml_fallback?: string
}

/** Parameters that speak of what only editors see (contract §2). */
function checkRights(
  { status, context, missing_translation, outdated_translation }: ListValues,
  asker: Asker,
) {
  const asksToEdit =
    context === 'edit' || missing_translation !== undefined || outdated_translation !== undefined
  if (asksToEdit && !mayEditSome(asker)) throw lacksRight(asker)
  const asksUnpublished = status === 'any' || status?.some((one) => one !== 'publish')
  if (asksUnpublished && !mayEditSome(asker)) throw forbidden()
}

function asking(
  service: Service,
  { site, asker, mount }: Asked,
  values: ListValues,
  calendar: Calendar | undefined,
): Asking {
  const { effective, named: said } = languagesOf(values.ml_language, { mount, site })
  const named = values.ml_fallback === 'none' ? effective : said
  return {
    site,
    asker,
    dialect: service.dialect,
    db: service.db,
    calendar,
    language: effective,
    named,
    onlyIn: values.ml_fallback === 'original' ? undefined : named,
  }
}

function conditionsOf(resource: Resource, values: ListValues, plan: ListPlan, context: Asking): Condition[] {
  const filters = resource.filters as Record<
    string,
    (value: unknown, asking: Asking, all: unknown) => Condition | undefined
  >
  const narrowing = Object.entries(plan.values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : (filters[name]?.(value, context, plan.values) ?? []),
  )
  return [
    ...(resource.visible?.(values, context) ?? []),
    ...narrowing,
    ...(context.onlyIn === undefined ? [] : [inLanguage(resource.name, context.onlyIn)]),
  ]
}

/** Anonymous readers see what is published; that is in effect without being said (contract §10). */
const effectiveStatus = (
  { family }: Resource,
  { status }: ListValues,
  asker: Asker,
): Record<string, string> =>
  family === 'entries' && status === undefined && !mayEditSome(asker) ? { status: 'publish' } : {}

/** What an answer is trimmed to stays so from page to page. */
const trimmed = ({ sent: { _fields } }: Asked): [string, string][] =>
  _fields === undefined ? [] : [['_fields', pathsOf(_fields).join(',')]]

/** One page of what matches, with exact totals and links that keep every parameter (contract §10). */
export async function listItems(service: Service, resource: Resource, asked: Asked): Promise<Answer> {
  const { values, faults } = readAsked(resource.listParameters, asked) as {
    values: ListValues
    faults: Map<string, never>
  }
  await resource.checkList?.(values, { db: service.db, site: asked.site, asker: asked.asker, faults })
  refuseFaults(faults)
  checkRights(values, asked.asker)

  const version = await keptVersion(service, asked)
  const context = asking(service, asked, values, version === undefined ? undefined : service.kept.calendar())
  const plan = resource.plan?.(values, context) ?? { values, shown: {} }
  const [page, perPage] = [values.page ?? 1, values.per_page ?? asked.site.perPage]
  const quick = await resource.find?.(plan, context, { page, perPage })
  const found =
    quick?.ids !== undefined && quick.total !== undefined
      ? { ids: quick.ids, total: quick.total }
      : await list(
          service.db,
          resource,
          conditionsOf(resource, values, plan, context),
          resource.order(values, context),
          { page, perPage },
          quick?.total,
        )
  const paging = { page, perPage, total: found.total }
  if (page > 1 && page > totalPages(paging) && resource.family === 'entries')
    throw noSuchPage(resource.singular)

  const texts = await itemTexts(service, resource, asked, context, found.ids, version)
  const shown = { ...effectiveStatus(resource, values, asked.asker), ...plan.shown }
  const links = pageLinks(`${asked.links.rest}/${resource.name}`, paging, [
    ...parametersInEffect(resource, plan.values, shown),
    ...trimmed(asked),
  ])
  return {
    parts: withItems(resource.name, texts, JSON.stringify(envelope(resource.name, [], paging, links))),
    headers: { ...totalHeaders(paging, asked), link: linkHeader(links) },
    language: context.language,
    ...stability(resource, values, asked),
  }
}

/** Puts the items into the empty list that the envelope begins with. */
function withItems(name: string, texts: readonly string[], envelope: string): string[] {
  const empty = `{"${name}":[]`
  const items = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return [empty.slice(0, -1), ...items, ']', envelope.slice(empty.length)]
}

/** The JSON text of each item: for everybody put together from what is kept, for others rendered as they may read it. */
async function itemTexts(
  service: Service,
  resource: Resource,
  asked: Asked,
  { language, onlyIn }: Asking,
  ids: readonly number[],
  version: number | undefined,
): Promise<string[]> {
  const { db, resources, kept } = service
  const { asker, links } = asked
  if (version !== undefined) return kept.composer.items(resource, ids, { language, onlyIn, links })
  const view = viewOf(service, asked, language)
  const items = await load(db, resource, ids, { resources, asker, language, onlyIn })
  return items.map((item) => JSON.stringify(resource.present(item, view)))
}

const dateNames = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
  'modified_after',
]

/** A date in words, such as "tomorrow", means something else from one moment to the next. */
const isInWords = (value: unknown) => typeof value !== 'string' || /[a-su-y]/i.test(value)

/** Default windows begin with the day; what is upcoming, and dates in words, move with the clock itself. */
function stability(
  { listParameters }: Resource,
  values: ListValues,
  { sent, site }: Asked,
): Pick<Answer, 'until'> {
  const worded = dateNames.some(
    (name) => name in listParameters && sent[name] !== undefined && isInWords(sent[name]),
  )
  if (worded || values.only_with_upcoming) return {}
  const tomorrow = addDays(startOfDay(toWall(site.now, site.timezone)), 1)
  return { until: toInstant(tomorrow, site.timezone) }
}
