import { forbidden, invalidParameters, missingParameters, preconditionFailed } from '../errors.ts'
import { hashSecret } from '../identity/secrets.ts'
import { finishValues, InvalidParts, type Parameters, type Values } from '../resources/parameter.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { Reads } from '../store/index.ts'
import { writeOnce } from './idempotency.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'
import { parseParameters, throwIfInvalid, requireCredentials } from './steps.ts'
import {
  findTarget,
  loadTarget,
  mayEditItem,
  requireNotTrashed,
  type TargetResource,
} from './target-resource.ts'

export type WriteValues = Values<Parameters> & { ml_language?: string; password?: string; reuse?: boolean }

function refusingInvalidParts<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof InvalidParts)) throw error
    if (error.missing.length > 0) throw missingParameters(error.missing)
    throw invalidParameters(error.errors)
  }
}

/** A draft says at once what in the values contradicts itself. */
export const draftOf = (resource: Resource, values: WriteValues, writing: Writing): Draft =>
  refusingInvalidParts(() => resource.draft(values, writing))

/** Cleans HTML and hashes secrets: before the transaction begins, and only for those who may write, because it takes long. */
export async function finishWriteValues(
  { fields }: Resource,
  values: WriteValues,
  { site }: OperationRequest,
): Promise<WriteValues> {
  const finished = refusingInvalidParts(() => finishValues(fields, values, site))
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
  { isCurrent, caller, site, links }: OperationRequest,
): Promise<void> {
  if (isCurrent === undefined) return
  for (const reader of [caller, undefined])
    for (const one of new Set([language, ...site.languages])) {
      const [item] = await reads.load(resource, [id], { caller: reader, language: one })
      const view = store.view({ links, language: one, caller: reader, isSingle: true })
      const body = item === undefined ? null : resource.present(item, view)
      if (isCurrent({ body, language: item?.language, caller: reader })) return
    }
  throw preconditionFailed()
}

export async function handleUpdate(
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller, site, links } = request
  const { latest, view } = service.store
  const { values, errors } = parseParameters(parameters, request) as {
    values: WriteValues
    errors: Map<string, never>
  }
  const named = errors.has('ml_language') ? undefined : values.ml_language
  const target = await findTarget(latest, resource, request, named)
  await resource.check?.(values, latest.lookup({ site, caller, errors, targetId: target?.id }))
  throwIfInvalid(errors)
  requireCredentials(caller)
  const former = await loadTarget(latest, resource, request, target)
  requireNotTrashed(resource, former, caller)
  if (!mayEditItem(resource, former, caller)) throw forbidden()
  requireFieldPermissions(resource, values, request, former)
  const { id, language } = target!
  const finished = await finishWriteValues(resource, values, request)
  return writeOnce(service, request, resource.name, async (transaction) => {
    const [current] = await transaction.load(resource, [id], { caller, language })
    const item = current ?? former
    await checkPrecondition(service, transaction, resource, target!, request)
    const writing = { site, caller, language, former: item }
    await transaction.update(resource, item, draftOf(resource, finished, writing), writing)
    const [after] = await transaction.load(resource, [id], { caller, language })
    if (after === undefined) throw new Error(`${resource.singular} ${id} disappeared while being updated`)
    return { body: resource.present(after, view({ links, language, caller })), language: after.language }
  })
}
