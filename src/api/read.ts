import { forbidden, noTranslation, notAccessible, passwordProtected } from '../errors.ts'
import { mayRead, type OptionalCaller } from '../identity/roles.ts'
import { verifySecret } from '../identity/secrets.ts'
import { message } from '../locales/sentence.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import { ownedOf, type Item, type Resource } from '../resources/resource.ts'
import { alternateLinks, requireCredentials, requireParameters } from './steps.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { Reads } from '../store/index.ts'
import type { ResourceServices } from './service.ts'
import {
  findTarget,
  loadTarget,
  mayEditItem,
  requireNotTrashed,
  type TargetResource,
} from './target-resource.ts'

type ReadValues = Values<Parameters> & {
  password?: string
  context?: string
  ml_language?: string
  ml_fallback?: string
}

function refuseUnreadable(resource: Resource, item: Item, { caller }: OperationRequest) {
  requireNotTrashed(resource, item, caller)
  if (
    resource.family === 'entries' &&
    !mayRead(caller, ownedOf(item)) &&
    !mayEditItem(resource, item, caller)
  )
    throw notAccessible(resource.singular)
}

/** `context=edit` shows what only those need who may edit the resource. */
function requirePermissionToEdit(resource: Resource, item: Item, caller: OptionalCaller) {
  if (mayEditItem(resource, item, caller)) return
  requireCredentials(caller)
  throw forbidden({ context: message('This requires permission to edit the resource.') })
}

/** The correct password unlocks a protected event; failed attempts are counted (interface: Event passwords). */
export async function verifyEventPassword(
  { limits }: ResourceServices,
  item: Item,
  password: string | undefined,
): Promise<boolean> {
  const hash = item.row.password
  if (typeof hash !== 'string') return true
  if (password === undefined || password === '') return false
  const opened = await limits.eventPassword.verify(
    hash,
    async () => (await verifySecret(hash, password)) || undefined,
  )
  return opened === true
}

/** Whether the event was unlocked by its password, which callers who may edit it do not need. */
async function isUnlocked(
  service: ResourceServices,
  resource: Resource,
  item: Item,
  { password }: ReadValues,
  request: OperationRequest,
) {
  if (mayEditItem(resource, item, request.caller)) return false
  if (await verifyEventPassword(service, item, password)) return true
  throw passwordProtected()
}

/** Representations that are the same for all visitors are stored as documents. */
async function readDocument(
  reads: Reads,
  resource: Resource,
  target: TargetResource | undefined,
  { context, password, ml_fallback }: ReadValues,
  request: OperationRequest,
): Promise<OperationResult | undefined> {
  if (target === undefined || request.caller !== undefined || context === 'edit' || password !== undefined)
    return undefined
  const { id, language } = target
  const document = await reads.document(resource, id, { language, links: request.links })
  if (document === undefined || (ml_fallback === 'none' && document.text_language !== language))
    return undefined
  return {
    bodyParts: [document.text],
    headers: { link: alternateLinks(document.languages.split(' '), resource, id, request) },
    language: document.text_language,
    validUntil: Infinity,
  }
}

/**
 * Responds with a resource in one language, and links to its other languages (interface: Reading in a language). A table
 * says whether an event has a password even without `context=edit`.
 */
export async function handleRead(
  service: ResourceServices,
  reads: Reads,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
  tellsProtection = false,
): Promise<OperationResult> {
  const values = requireParameters(parameters, request) as ReadValues
  const target = await findTarget(reads, resource, request, values.ml_language)
  const document = await readDocument(reads, resource, target, values, request)
  if (document !== undefined) return document
  const { caller, links } = request
  const item = await loadTarget(reads, resource, request, target)
  refuseUnreadable(resource, item, request)
  if (values.context === 'edit') requirePermissionToEdit(resource, item, caller)
  const opened = await isUnlocked(service, resource, item, values, request)
  const language = target!.language
  if (values.ml_fallback === 'none' && item.language !== language) throw noTranslation(language)
  const isForEditing = values.context === 'edit' || tellsProtection
  const view = service.store.view({
    links,
    language,
    caller,
    isSingle: true,
    isUnlocked: opened,
    isForEditing,
  })
  return {
    body: resource.present(item, view),
    headers: { link: alternateLinks(Object.keys(item.translations), resource, item.id, request) },
    language: item.language,
    validSince: item.series?.changedAt,
    // A response that was unlocked by a password must not be shared.
    ...(values.password === undefined
      ? { validUntil: item.series?.changesAt ?? Infinity }
      : { isPrivate: true }),
  }
}
