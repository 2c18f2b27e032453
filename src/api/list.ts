import { forbidden, noSuchPage } from '../errors.ts'
import { mayEditSome, type Asker } from '../identity/roles.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type { Reader, Resource } from '../resources/resource.ts'
import type { Reads } from '../store/index.ts'
import { addDays, startOfDay, toInstant, toWall } from '../time/index.ts'
import type { ListFormat } from './formats/index.ts'
import { languagesOf } from './language.ts'
import type { Answer, Asked } from './operation.ts'
import { parametersInEffect, totalPages } from './paging.ts'
import { lacksRight, readAsked, refuseFaults } from './steps.ts'
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

function readerOf({ site, asker, mount }: Asked, values: ListValues): Reader {
  const { effective, named: said } = languagesOf(values.ml_language, { mount, site })
  const named = values.ml_fallback === 'none' ? effective : said
  return {
    site,
    asker,
    language: effective,
    named,
    onlyIn: values.ml_fallback === 'original' ? undefined : named,
  }
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

/** Finds one page of what matches, and wraps it (contract §10). */
export async function listItems(
  reads: Reads,
  resource: Resource,
  format: ListFormat,
  asked: Asked,
): Promise<Answer> {
  const { asker, site, sent } = asked
  const { values, faults } = readAsked(resource.listParameters, asked) as {
    values: ListValues
    faults: Map<string, never>
  }
  await resource.checkList?.(values, reads.lookup({ site, asker, faults }))
  refuseFaults(faults)
  checkRights(values, asker)

  const [page, perPage] = [values.page ?? 1, values.per_page ?? site.perPage]
  const reader = readerOf(asked, values)
  const found = await reads.list({ resource, values, reader, page, perPage })
  const paging = { page, perPage, total: found.total }
  if (page > 1 && page > totalPages(paging) && resource.family === 'entries')
    throw noSuchPage(resource.singular)

  const shown = { ...effectiveStatus(resource, values, asker), ...found.plan.shown }
  const inEffect = [...parametersInEffect(resource, found.plan.values, shown), ...trimmed(asked)]
  return {
    ...(await format({ resource, found, paging, inEffect, asked })),
    language: reader.language,
    ...stability(resource, values, { sent, site }),
  }
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
  { sent, site }: Pick<Asked, 'sent' | 'site'>,
): Pick<Answer, 'until'> {
  const worded = dateNames.some(
    (name) => name in listParameters && sent[name] !== undefined && isInWords(sent[name]),
  )
  if (worded || values.only_with_upcoming) return {}
  const tomorrow = addDays(startOfDay(toWall(site.now, site.timezone)), 1)
  return { until: toInstant(tomorrow, site.timezone) }
}
