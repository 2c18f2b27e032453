import { forbidden, invalidParameters, missingParameters, preconditionFailed } from '../errors.ts'
import { hashSecret } from '../identity/secrets.ts'
import { InvalidParts, type Parameters, type Values } from '../resources/parameter.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { Reads } from '../store/index.ts'
import { writeOnce } from './idempotency.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import { readAsked, refuseFaults, requireCredentials } from './steps.ts'
import { findTarget, loadTarget, mayEditItem, refuseTrashed, type Target } from './target.ts'

export type WriteValues = Values<Parameters> & { ml_language?: string; password?: string; reuse?: boolean }

/** A draft says at once what in the values contradicts itself. */
export function draftOf(resource: Resource, values: WriteValues, writing: Writing): Draft {
  try {
    return resource.draft(values, writing)
  } catch (error) {
    if (!(error instanceof InvalidParts)) throw error
    if (error.missing.length > 0) throw missingParameters(error.missing)
    throw invalidParameters(error.faults)
  }
}

/** Secrets are hashed before the transaction begins, for that takes its time. */
export async function withoutSecrets(values: WriteValues): Promise<WriteValues> {
  return typeof values.password === 'string'
    ? { ...values, password: await hashSecret(values.password) }
    : values
}

export function refuseBreaches(resource: Resource, values: WriteValues, asked: Asked, former?: Item) {
  const breaches = resource.breaches?.(values, asked.asker, former) ?? {}
  if (Object.keys(breaches).length > 0) throw forbidden(breaches)
}

/**
 * A write that names a representation applies only while that is current (RFC 9110 13.1.1), in whichever language
 * it was read, and with credentials or without.
 */
export async function checkPrecondition(
  { store }: Service,
  reads: Reads,
  resource: Resource,
  { id, language }: Target,
  { isCurrent, asker, site, links }: Asked,
): Promise<void> {
  if (isCurrent === undefined) return
  for (const reader of [asker, undefined])
    for (const one of new Set([language, ...site.languages])) {
      const [item] = await reads.load(resource, [id], { asker: reader, language: one })
      const view = store.view({ links, language: one, asker: reader, isSingle: true })
      const body = item === undefined ? null : resource.present(item, view)
      if (isCurrent({ body, language: item?.language, asker: reader })) return
    }
  throw preconditionFailed()
}

export async function updateItem(
  service: Service,
  resource: Resource,
  parameters: Parameters,
  asked: Asked,
): Promise<Answer> {
  const { asker, site, links } = asked
  const { latest, view } = service.store
  const { values, faults } = readAsked(parameters, asked) as {
    values: WriteValues
    faults: Map<string, never>
  }
  const named = faults.has('ml_language') ? undefined : values.ml_language
  const target = await findTarget(latest, resource, asked, named)
  await resource.check?.(values, latest.lookup({ site, asker, faults, targetId: target?.id }))
  refuseFaults(faults)
  requireCredentials(asker)
  const former = await loadTarget(latest, resource, asked, target)
  refuseTrashed(resource, former, asker)
  if (!mayEditItem(resource, former, asker)) throw forbidden()
  refuseBreaches(resource, values, asked, former)
  const { id, language } = target!
  const hashed = await withoutSecrets(values)
  return writeOnce(service, asked, resource.name, async (transaction) => {
    const [current] = await transaction.load(resource, [id], { asker, language })
    const item = current ?? former
    await checkPrecondition(service, transaction, resource, target!, asked)
    const writing = { site, asker, language, former: item }
    await transaction.update(resource, item, draftOf(resource, hashed, writing), writing)
    const [after] = await transaction.load(resource, [id], { asker, language })
    if (after === undefined) throw new Error(`${resource.singular} ${id} vanished while it was written`)
    return { body: resource.present(after, view({ links, language, asker })), language: after.language }
  })
}
