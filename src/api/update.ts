import { forbidden, invalidParameters, missingParameters, ValidationError } from '../errors.ts'
import { hashSecret, verifySecret } from '../identity/secrets.ts'
import {
  clearable,
  finishValues,
  forUpdate,
  InvalidParts,
  isBlank,
  type Parameters,
  type Values,
} from '../resources/parameter.ts'
import { flag } from '../resources/parameter-types.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { LookupOptions, Reads, Transaction, WriteOptions } from '../store/index.ts'
import type { WriteContext } from '../store/writes.ts'
import { unlessAnswered, writeOnce } from './idempotency.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import { checkPrecondition } from './preconditions.ts'
import { publishPlaces } from './publish-places.ts'
import type { ResourceServices } from './service.ts'
import {
  answeringDryRun,
  answerOf,
  isWider,
  requireWanted,
  seriesInScope,
  type ScopeValues,
} from './scope.ts'
import { parseParameters, requireCredentials, throwIfInvalid, type Parsed } from './steps.ts'
import {
  findTarget,
  isTrashed,
  loadTarget,
  mayEditItem,
  requireNotTrashed,
  type TargetResource,
} from './target-resource.ts'

export type WriteValues = Values<Parameters> & {
  ml_language?: string
  password?: string
  reuse?: boolean
  minor?: boolean
} & ScopeValues

function refuseInvalidParts(error: unknown): never {
  if (!(error instanceof InvalidParts)) throw error
  if (error.missing.length > 0) throw missingParameters(error.missing)
  throw invalidParameters(error.errors)
}

function orRefuse<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    return refuseInvalidParts(error)
  }
}

/** Creates the draft, and reports contradictory values as invalid. */
export const draftOf = (resource: Resource, values: WriteValues, writing: Writing): Draft =>
  orRefuse(() => resource.draft(values, writing))

/** The values of an update for the item that it applies to: an occurrence, or its series. */
const valuesFor = (
  series: Item | undefined,
  { forSeries }: Resource,
  values: WriteValues,
  occurrence: Item,
): WriteValues =>
  series && forSeries ? orRefuse(() => forSeries(values, occurrence, series) as WriteValues) : values

/** The hash of a password that the item has already stays, because a new one would be a change. */
const hashFor = async (password: string, { row: { password: stored } }: Item): Promise<string> =>
  typeof stored === 'string' && (await verifySecret(stored, password)) ? stored : hashSecret(password)

/**
 * Cleans HTML and hashes secrets. Both are slow, so this happens before the transaction and after the permission check.
 */
export async function finishWriteValues(
  { fields }: Resource,
  values: WriteValues,
  { site }: OperationRequest,
  former?: Item,
): Promise<WriteValues> {
  const finished = await finishValues(fields, values, site).catch(refuseInvalidParts)
  const { password } = finished
  if (typeof password !== 'string') return finished
  return { ...finished, password: await (former ? hashFor(password, former) : hashSecret(password)) }
}

/** Whether a text is sent as it is stored, or was in a version. */
const isAsStored = (
  name: string,
  { sent }: OperationRequest,
  { text, row }: Item,
  { restores }: Pick<WriteContext, 'restores'>,
): boolean =>
  typeof sent[name] === 'string' &&
  !isBlank(sent[name]) &&
  (restores !== undefined || sent[name] === (text[name] ?? row[name]))

/**
 * Texts that are sent as they are stored, or were in a version. They stay so, because plain text that shows markup would
 * lose it when it is read as HTML again, and be cleared if it is nothing else.
 */
function storedTexts(
  values: WriteValues,
  request: OperationRequest,
  item: Item,
  kind: Pick<WriteContext, 'restores'>,
): WriteValues {
  const { sent } = request
  const reduced = Object.entries(values).filter(
    ([name, value]) => (typeof value === 'string' || value === null) && value !== sent[name],
  )
  const stored = reduced.filter(([name]) => isAsStored(name, request, item, kind))
  return Object.fromEntries(stored.map(([name]) => [name, sent[name]])) as WriteValues
}

export function requireFieldPermissions(
  resource: Resource,
  values: WriteValues,
  request: OperationRequest,
  former?: Item,
) {
  const breaches = resource.breaches?.(values, request.caller, former) ?? {}
  if (Object.keys(breaches).length > 0) throw forbidden(breaches)
}

/** Throws all validation errors, including those that only the database can detect. */
export const validationOf =
  (resource: Resource, values: WriteValues, options: LookupOptions) =>
  async (reads: Reads): Promise<void> => {
    await resource.check?.(values, reads.lookup(options))
    throwIfInvalid(options.errors)
  }

/** A name can be cleared in a translation only, where that of the original then applies (interface: Writing translations). */
async function checkName(
  reads: Reads,
  resource: Resource,
  values: WriteValues,
  target: TargetResource | undefined,
  { caller, errors }: LookupOptions,
  isKept: (name: string, item: Item) => boolean,
): Promise<void> {
  const name = resource.titleField
  if (values[name] !== null) return
  const [item] =
    target === undefined ? [] : await reads.load(resource, [target.id], { caller, language: target.language })
  if (item !== undefined && isKept(name, item)) return
  if (item === undefined || item.row.original_language === target!.language)
    errors.set(name, ValidationError.of('rest_empty', 'Must not be empty.'))
}

/** Loads the current state of the target, and throws if the caller may not make these changes. */
async function loadEditable(
  reads: Reads,
  resource: Resource,
  values: WriteValues,
  request: OperationRequest,
  target: TargetResource | undefined,
): Promise<Item> {
  const { caller } = request
  const item = await loadTarget(reads, resource, request, target)
  requireNotTrashed(resource, item, caller)
  if (!mayEditItem(resource, item, caller)) throw forbidden()
  requireFieldPermissions(resource, values, request, item)
  return item
}

const minor = { minor: flag('Whether translations stay up to date although the original changes') }

/** Parameters accepted by an update; an update by slug does not accept all of them. */
export function updateFieldsOf(resource: Resource, isById: boolean): Parameters {
  const { fields, titleField, onlyOnCreate = [], notBySlug = [] } = resource
  const refused = isById ? onlyOnCreate : [...onlyOnCreate, ...notBySlug]
  const accepted = Object.entries(fields).filter(([name]) => !refused.includes(name))
  const merged: Parameters = forUpdate(Object.fromEntries(accepted))
  const named = { [titleField]: clearable(merged[titleField]!) }
  return { ...merged, ...named, ...minor, ...resource.updateParameters }
}

/** A validated update, to be run in a transaction. */
export interface Update extends WriteOptions {
  readonly run: (transaction: Transaction) => Promise<OperationResult>
}

/** Whether an update writes to many events. */
const isOfMany = ({ repeats }: Resource, values: WriteValues, item: Item): boolean =>
  repeats === true && (item.series !== undefined || isWider(item, values) || values.recurrence !== undefined)

export async function prepareUpdate(
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
  kind: Pick<WriteContext, 'restores' | 'note' | 'keepsHiddenLinks'>,
): Promise<Update> {
  const { caller, site } = request
  const { latest } = service.store
  const { values, errors } = parseParameters(parameters, request) as Parsed<WriteValues>
  const named = errors.has('ml_language') ? undefined : values.ml_language
  const target = await findTarget(latest, resource, request, named)
  const options = { site, caller, errors, targetId: target?.id }
  const check = async (reads: Reads) => {
    await checkName(reads, resource, values, target, options, (name, item) =>
      isAsStored(name, request, item, kind),
    )
    await validationOf(resource, values, options)(reads)
  }
  await check(latest)
  requireCredentials(caller)
  const item = await loadEditable(latest, resource, values, request, target)
  const { language } = target!
  const finished = await finishWriteValues(resource, values, request, item)
  const run = async (transaction: Transaction) => {
    // Checks again, because another request may have changed or deleted it, or a referenced resource, meanwhile.
    await check(transaction)
    const former = await loadEditable(transaction, resource, values, request, target)
    await checkPrecondition(service, transaction, resource, target!, request)
    const context = { site, caller, language, isMinor: values.minor === true, ...kind }
    const series = await seriesInScope(transaction, resource, former, values, context)
    if (series !== undefined) requireFieldPermissions(resource, values, request, series)
    const stored = storedTexts(values, request, former, kind)
    const meant = valuesFor(series, resource, { ...finished, ...stored }, former)
    const writing = { ...context, former: series ?? former }
    const changed = await transaction.update(
      resource,
      writing.former,
      draftOf(resource, meant, writing),
      writing,
    )
    requireWanted(values, changed)
    const own = series && resource.forOccurrence?.({ ...finished, ...stored }, former)
    const occurrence = own && (await loadTarget(transaction, resource, request, target))
    if (occurrence && !isTrashed(occurrence)) {
      const alone = { ...context, former: occurrence }
      await transaction.update(resource, occurrence, draftOf(resource, own as WriteValues, alone), alone)
    }
    const written = await loadTarget(transaction, resource, request, target)
    const hasPlaces = await publishPlaces(service, transaction, resource, { former, after: written }, context)
    const after = hasPlaces ? await loadTarget(transaction, resource, request, target) : written
    return answerOf(service, resource, after, { language, changed }, request)
  }
  return { run, isLong: isOfMany(resource, values, item) }
}

export const handleUpdate = (
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
): Promise<OperationResult> =>
  unlessAnswered(service, request, resource.name, async () => {
    const { run, ...options } = await prepareUpdate(service, resource, parameters, request, {
      keepsHiddenLinks: true,
    })
    return answeringDryRun(writeOnce(service, request, resource.name, run, options))
  })
