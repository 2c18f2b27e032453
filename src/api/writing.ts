import { load } from '../store/sql/reading.ts'
import { update } from '../store/sql/writing.ts'
import { forbidden, invalidParameters, missingParameters, preconditionFailed } from '../errors.ts'
import { hashSecret } from '../identity/secrets.ts'
import { InvalidParts, type Parameters, type Values } from '../resources/parameter.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import { readAsked, refuseFaults, requireCredentials, viewOf } from './asking.ts'
import { matches } from '../server/conditional.ts'
import { writeOnce } from './idempotency.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import { currentTag } from './single.ts'
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

async function present(service: Service, resource: Resource, id: number, language: string, asked: Asked) {
  const { db, resources } = service
  const [item] = await load(db, resource, [id], { resources, asker: asked.asker, language })
  if (item === undefined) throw new Error(`${resource.singular} ${id} vanished while it was written`)
  return { item, body: resource.present(item, viewOf(service, asked, language)) }
}

/**
 * A write that names a representation applies only while that is current (RFC 9110 13.1.1), in whichever language
 * it was read, and with credentials or without.
 */
export async function checkPrecondition(
  service: Service,
  resource: Resource,
  { id, language }: Target,
  asked: Asked,
): Promise<void> {
  if (asked.ifMatch === undefined) return
  const languages = new Set([language, ...asked.site.languages])
  for (const reader of [asked, { ...asked, asker: undefined }])
    for (const one of languages)
      if (matches(asked.ifMatch, await currentTag(service, resource, id, one, reader), false)) return
  throw preconditionFailed()
}

export async function updateItem(
  service: Service,
  resource: Resource,
  parameters: Parameters,
  asked: Asked,
): Promise<Answer> {
  const { asker, site } = asked
  const { values, faults } = readAsked(parameters, asked) as {
    values: WriteValues
    faults: Map<string, never>
  }
  const target = await findTarget(
    service,
    resource,
    asked,
    faults.has('ml_language') ? undefined : values.ml_language,
  )
  await resource.check?.(values, { db: service.db, site, asker, faults, targetId: target?.id })
  refuseFaults(faults)
  requireCredentials(asker)
  const former = await loadTarget(service, resource, asked, target)
  refuseTrashed(resource, former, asker)
  if (!mayEditItem(resource, former, asker)) throw forbidden()
  refuseBreaches(resource, values, asked, former)
  const { id, language } = target!
  const hashed = await withoutSecrets(values)
  return writeOnce(service, asked, resource.name, async (trx) => {
    const inside = { ...service, db: trx }
    const [current] = await load(trx, resource, [id], { resources: service.resources, asker, language })
    const item = current ?? former
    await checkPrecondition(inside, resource, target!, asked)
    const writing = { site, asker, language, former: item, resources: service.resources }
    await update(trx, resource, item, draftOf(resource, hashed, writing), writing)
    const after = await present(inside, resource, id, language, asked)
    return { body: after.body, language: after.item.language }
  })
}
