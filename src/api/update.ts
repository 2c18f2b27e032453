import { forbidden, invalidParameters, missingParameters, preconditionFailed } from '../errors.ts'
import { hashSecret } from '../identity/secrets.ts'
import {
  finishValues,
  forUpdate,
  InvalidParts,
  type Parameters,
  type Values,
} from '../resources/parameter.ts'
import { flag } from '../resources/parameter-types.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { LookupOptions, Reads, Transaction, WriteOptions } from '../store/index.ts'
import type { WriteContext } from '../store/writes.ts'
import { writeOnce } from './idempotency.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'
import {
  answeringDryRun,
  isWider,
  presentCounts,
  requireWanted,
  seriesInScope,
  type ScopeValues,
} from './scope.ts'
import { parseParameters, throwIfInvalid, requireCredentials } from './steps.ts'
import {
  findTarget,
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

/** A draft says at once what in the values contradicts itself. */
export function draftOf(resource: Resource, values: WriteValues, writing: Writing): Draft {
  try {
    return resource.draft(values, writing)
  } catch (error) {
    return refuseInvalidParts(error)
  }
}

/** Cleans HTML and hashes secrets: before the transaction begins, and only for those who may write, because it takes long. */
export async function finishWriteValues(
  { fields }: Resource,
  values: WriteValues,
  { site }: OperationRequest,
): Promise<WriteValues> {
  const finished = await finishValues(fields, values, site).catch(refuseInvalidParts)
  return typeof finished.password === 'string'
    ? { ...finished, password: await hashSecret(finished.password) }
    : finished
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

/**
 * A write that names a representation applies only while that is current (RFC 9110 13.1.1), in whichever language
 * it was read, and with credentials or without.
 */
export async function checkPrecondition(
  { store }: ResourceServices,
  reads: Reads,
  resource: Resource,
  { id, language }: TargetResource,
  { matchesIfMatch, caller, site, links }: OperationRequest,
): Promise<void> {
  if (matchesIfMatch === undefined) return
  for (const reader of [caller, undefined])
    for (const one of new Set([language, ...site.languages])) {
      const [item] = await reads.load(resource, [id], { caller: reader, language: one })
      const view = store.view({ links, language: one, caller: reader, isSingle: true })
      const body = item === undefined ? null : resource.present(item, view)
      if (matchesIfMatch({ body, language: item?.language, caller: reader })) return
    }
  throw preconditionFailed()
}

/** Throws all that is wrong with the values, including what only the database can tell. */
export const checking =
  (resource: Resource, values: WriteValues, options: LookupOptions) =>
  async (reads: Reads): Promise<void> => {
    await resource.check?.(values, reads.lookup(options))
    throwIfInvalid(options.errors)
  }

/** What the caller may change of the resource as it is now. */
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

/** What an update takes; by slug some fields are not taken. */
export function updateFieldsOf(resource: Resource, isById: boolean): Parameters {
  const { fields, onlyOnCreate = [], notBySlug = [] } = resource
  const refused = isById ? onlyOnCreate : [...onlyOnCreate, ...notBySlug]
  const accepted = Object.entries(fields).filter(([name]) => !refused.includes(name))
  return { ...forUpdate(Object.fromEntries(accepted)), ...minor, ...resource.updateParameters }
}

/** An update that has been read and checked, and is done in a transaction. */
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
  version: Pick<WriteContext, 'restores' | 'note'> = {},
): Promise<Update> {
  const { caller, site, links } = request
  const { latest, view } = service.store
  const { values, errors } = parseParameters(parameters, request) as {
    values: WriteValues
    errors: Map<string, never>
  }
  const named = errors.has('ml_language') ? undefined : values.ml_language
  const target = await findTarget(latest, resource, request, named)
  const check = checking(resource, values, { site, caller, errors, targetId: target?.id })
  await check(latest)
  requireCredentials(caller)
  const item = await loadEditable(latest, resource, values, request, target)
  const { language } = target!
  const finished = await finishWriteValues(resource, values, request)
  const run = async (transaction: Transaction) => {
    // Again, because another request may have changed or removed it, or what it refers to, meanwhile.
    await check(transaction)
    const former = await loadEditable(transaction, resource, values, request, target)
    await checkPrecondition(service, transaction, resource, target!, request)
    const context = { site, caller, language, isMinor: values.minor === true, ...version }
    const series = await seriesInScope(transaction, resource, former, values, context)
    const meant = series && resource.forSeries ? resource.forSeries(finished, former, series) : finished
    const writing = { ...context, former: series ?? former }
    const changed = await transaction.update(
      resource,
      writing.former,
      draftOf(resource, meant, writing),
      writing,
    )
    requireWanted(values, changed)
    const after = await loadTarget(transaction, resource, request, target)
    const body = resource.present(after, view({ links, language, caller }))
    return { body: presentCounts(resource, body, changed), language: after.language }
  }
  return { run, isLong: isOfMany(resource, values, item) }
}

export async function handleUpdate(
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
): Promise<OperationResult> {
  const { run, ...options } = await prepareUpdate(service, resource, parameters, request)
  return answeringDryRun(writeOnce(service, request, resource.name, run, options))
}
