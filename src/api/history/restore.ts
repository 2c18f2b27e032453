import { HttpProblem, versionNotFound } from '../../errors.ts'
import { findStored, nextWall } from '../../recurrence/index.ts'
import type { Parameters } from '../../resources/parameter.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import { differences, type State } from '../../store/history/state.ts'
import type { Transaction } from '../../store/index.ts'
import type { LinkKind } from '../../store/sql/schema.ts'
import { unlessAnswered, writeOnce } from '../idempotency.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { answerOf } from '../scope.ts'
import { findEditable, loadTarget } from '../target-resource.ts'
import { prepareUpdate, updateFieldsOf, type Update } from '../update.ts'
import { calendarRequest } from './calendar-request.ts'
import { toRequestValue, partsOf, publishedNames } from './fields.ts'
import { namesToRestore, type NamesToRestore } from './own-fields.ts'

/**
 * Restoring a version is an ordinary write of the fields that differ, one per language, with the usual checks,
 * permissions and consequences. Fields that cannot be restored are skipped and listed in the response
 * (interface: History).
 */

type Sent = Record<string, unknown>

interface SkippedField {
  readonly field: string
  readonly value: unknown
}

export interface Restoring {
  readonly service: ResourceServices
  readonly resource: Resource
  readonly request: OperationRequest
  readonly item: Item
  /** Undefined if no single version is restored. */
  readonly version: number | undefined
  readonly skipped: SkippedField[]
}

const languagesIn = ({ languages }: State) =>
  String(languages ?? '')
    .trim()
    .split(' ')

/** Fields that have a meaning only in combination are sent together. */
function withCompanions({ sentTogether = [] }: Resource, names: readonly string[]): readonly string[] {
  return names.some((name) => sentTogether.includes(name)) ? [...new Set([...names, ...sentTogether])] : names
}

/** Without translations that the version did not have, which are removed instead. */
function fieldsToRestore({ resource, item, request }: Restoring, then: State, now: State): NamesToRestore {
  const differing = publishedNames(resource, differences(now, then))
  const { names, inherit } = namesToRestore(item, { then, now, differing }, request.site.now)
  const there = languagesIn(then)
  const languageOf = (name: string) => partsOf(name).language ?? item.row.original_language
  return {
    names: withCompanions(resource, names).filter((name) => there.includes(languageOf(name))),
    inherit,
  }
}

type ByLanguage = readonly (readonly [language: string, sent: Sent])[]

/** The fields to send in each language, the original first. */
export function sentByLanguage(
  { resource, request, item, skipped }: Restoring,
  then: State,
  names: readonly string[],
): ByLanguage {
  const original = item.row.original_language
  const sent = new Map<string, Sent>()
  for (const name of names) {
    const { field, language = original } = partsOf(name)
    // Versions contain only a digest of the password, which reveals a change but not the password.
    if (field === 'password') skipped.push({ field, value: null })
    else {
      const value = toRequestValue(resource, field, then[name], request.site) ?? ''
      sent.set(language, { ...sent.get(language), [field]: value })
    }
  }
  return [...sent].toSorted(([one], [other]) => Number(other === original) - Number(one === original))
}

/** What is inherited is sent with the original, also that of translations. */
export function inheriting(
  { item }: Restoring,
  inherit: readonly string[],
  byLanguage: ByLanguage,
): ByLanguage {
  if (inherit.length === 0) return byLanguage
  const original = item.row.original_language
  const { [original]: sent, ...others } = Object.fromEntries(byLanguage)
  return [[original, { ...sent, inherit }], ...Object.entries(others)]
}

/** Whether a rule has dates that a series has which was split from it. */
async function overlapsSplit({ service, item }: Restoring, then: State): Promise<boolean> {
  const starts = await service.store.latest.startsOfSplits(item.id)
  if (starts.length === 0) return false
  const first = {
    start: String(then.start_date),
    timezone: String(then.timezone),
    allDay: then.all_day === 1,
  }
  const recurrence = findStored(String(then.recurrence), first)
  return recurrence !== undefined && nextWall(recurrence, first, starts.toSorted()[0]!) !== undefined
}

/**
 * Skips what an ordinary write does not bring back, or would bring twice: a series that has ended, whose dates are events
 * of their own, the dates that another series has taken over, and the place of a date in its series.
 */
async function withoutSeries(
  restoring: Restoring,
  names: readonly string[],
  then: State,
  isEnded: boolean,
): Promise<string[]> {
  const { service, resource, request, skipped } = restoring
  const { caller, site } = request
  const isRule = names.includes('recurrence') && Boolean(then.recurrence)
  const isTakenOver = isRule && (await overlapsSplit(restoring, then))
  const parents = names.includes('post_parent') && then.post_parent ? [Number(then.post_parent)] : []
  const [parent] = await service.store.latest.load(resource, parents, {
    caller,
    language: site.languages[0]!,
  })
  const isSkipped = (name: string) =>
    isEnded ||
    (name === 'recurrence' && isTakenOver) ||
    (name === 'post_parent' && parent?.series !== undefined)
  for (const field of names.filter(isSkipped))
    skipped.push({ field, value: toRequestValue(resource, field, then[field], site) })
  return names.filter((name) => !isSkipped(name))
}

/** Skips links to resources that no longer exist. */
async function withoutGone({ service, resource, request, skipped }: Restoring, sent: Sent): Promise<Sent> {
  const { store } = service
  const links = Object.entries(resource.links ?? {}).filter(([kind]) => Array.isArray(sent[kind]))
  const given = links.map(([name, target]) => ({
    name,
    kind: store.resources[target].singular,
    ids: sent[name] as number[],
  }))
  const { site, caller } = request
  const existing = await store.latest.lookup({ site, caller, errors: new Map() }).existing(given)
  const present = given.map(({ name, kind, ids }) => {
    const gone = ids.filter((id) => !existing.get(kind)?.has(id))
    skipped.push(...gone.map((value) => ({ field: name as LinkKind, value })))
    return [name, ids.filter((id) => !gone.includes(id))] as const
  })
  return { ...sent, ...Object.fromEntries(present) }
}

/** Skips a slug that another resource uses by now. */
async function withoutTakenSlug(
  { service, resource, item, skipped }: Restoring,
  { slug, ...sent }: Sent,
): Promise<Sent> {
  if (slug === undefined) return sent
  const found = await service.store.latest.findBySlug(resource, String(slug))
  if (found === undefined || found.id === item.id) return { ...sent, slug }
  skipped.push({ field: 'slug', value: slug })
  return sent
}

/** A slug that was not sent may be another one by now: one from the trash is numbered if it is taken. */
async function reportOtherSlugs(
  transaction: Transaction,
  { resource, item, version, skipped }: Restoring,
  then: State,
): Promise<void> {
  const states = await transaction.stateAfter(resource, item.id, version!)
  const isSkipped = skipped.some(({ field }) => field === 'slug')
  const others = Object.keys(then).filter(
    (name) =>
      partsOf(name).field === 'slug' && then[name] && states?.now[name] && then[name] !== states.now[name],
  )
  if (!isSkipped) skipped.push(...others.map((field) => ({ field, value: then[field] })))
}

/** The fields that a problem reports as invalid. */
function invalidFields(error: unknown): string[] {
  if (!(error instanceof HttpProblem) || error.code !== 'rest_invalid_param') return []
  return Object.keys(error.details.params as object).map((name) => name.split('.')[0]!)
}

async function prepareWrite(restoring: Restoring, language: string, sent: Sent): Promise<Update> {
  const { service, resource, request, version, skipped } = restoring
  const parameters: Parameters = updateFieldsOf(resource, true)
  const prepare = (fields: Sent) =>
    prepareUpdate(
      service,
      resource,
      parameters,
      { ...request, sent: { ...fields, ml_language: language } },
      { restores: version },
    )
  const possible = await withoutTakenSlug(restoring, await withoutGone(restoring, sent))
  return prepare(possible).catch((error: unknown) => {
    const invalid = invalidFields(error).filter((field) => Object.hasOwn(possible, field))
    if (invalid.length === 0) throw error
    skipped.push(...invalid.map((field) => ({ field, value: possible[field] })))
    return prepare(Object.fromEntries(Object.entries(possible).filter(([field]) => !invalid.includes(field))))
  })
}

/** `If-Match` applies to the first write only, because that write changes the representation. */
export async function prepareWrites(restoring: Restoring, byLanguage: ByLanguage): Promise<Update[]> {
  const writes: Update[] = []
  let { request } = restoring
  for (const [language, sent] of byLanguage) {
    writes.push(await prepareWrite({ ...restoring, request }, language, sent))
    request = { ...request, matchesIfMatch: undefined }
  }
  return writes
}

const writeName = ({ name }: Resource) => `${name} history`

export const restoreVersion = (
  service: ResourceServices,
  resource: Resource,
  request: OperationRequest,
): Promise<OperationResult> =>
  unlessAnswered(service, request, writeName(resource), () =>
    restore(service, resource, calendarRequest(request)),
  )

async function restore(
  service: ResourceServices,
  resource: Resource,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller, site, path } = request
  const { latest } = service.store
  const { target, item } = await findEditable(latest, resource, request)
  const version = Number(path.version)
  const states = Number.isSafeInteger(version)
    ? await latest.stateAfter(resource, item.id, version)
    : undefined
  if (states === undefined) throw versionNotFound()
  const { then, now } = states
  const restoring: Restoring = { service, resource, request, item, version, skipped: [] }
  const isEnded = Boolean(then.recurrence) && !now.recurrence
  const { names: wanted, inherit } = fieldsToRestore(restoring, then, now)
  const names = await withoutSeries(restoring, wanted, then, isEnded)
  const sent = sentByLanguage(restoring, then, names)
  const writes = await prepareWrites(restoring, inheriting(restoring, inherit, sent))
  const removed = isEnded ? [] : languagesIn(now).filter((language) => !languagesIn(then).includes(language))
  return writeOnce(service, request, writeName(resource), async (transaction) => {
    for (const { run } of writes) await run(transaction)
    for (const language of removed) {
      const written = await loadTarget(transaction, resource, request, target)
      // A date that follows its series again has lost the languages that the series lacks.
      if (written.translations[language] === undefined) continue
      await transaction.removeTranslation(resource, written, { site, caller, language, restores: version })
    }
    await reportOtherSlugs(transaction, restoring, then)
    const after = await loadTarget(transaction, resource, request, target)
    const { body, language } = answerOf(service, resource, after, target, request)
    return { body: { resource: body, left_out: restoring.skipped }, language }
  })
}
