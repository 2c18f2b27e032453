import { forbidden, inTrash, noTranslation, cannotDeleteOriginal, passwordProtected } from '../errors.ts'
import type { Audited } from '../identity/audit-log.ts'
import { mayEditOthers } from '../identity/roles.ts'
import { message } from '../locales/sentence.ts'
import { readNoting, type Parameter, type Parameters, type Values } from '../resources/parameter.ts'
import type { Item, OccurrenceCounts, Resource } from '../resources/resource.ts'
import { language as languageParameter } from '../resources/common-parameters.ts'
import { checkPrecondition } from './preconditions.ts'
import { parseParameters, requireParameters, throwIfInvalid } from './steps.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'
import type { Reads, Transaction } from '../store/index.ts'
import type { WriteContext } from '../store/writes.ts'
import {
  answeringDryRun,
  answerOf,
  editableSeries,
  isWider,
  requireWanted,
  seriesInScope,
  type ScopeValues,
} from './scope.ts'
import { verifyEventPassword } from './read.ts'
import { findEditable, isTrashed, loadTarget, type TargetResource } from './target-resource.ts'

type RemoveValues = Values<Parameters> & {
  password?: string
  force?: boolean
  ml_language?: string
} & ScopeValues

async function refuseWrongPassword(service: ResourceServices, item: Item, { password }: RemoveValues) {
  if (
    password !== undefined &&
    typeof item.row.password === 'string' &&
    !(await verifyEventPassword(service, item, password))
  )
    throw passwordProtected()
}

/** Checks again inside the transaction, because another request may have deleted or changed the item meanwhile. */
async function refuseChanged(
  service: ResourceServices,
  reads: Reads,
  resource: Resource,
  request: OperationRequest,
  target: TargetResource,
  former: Item,
): Promise<Item> {
  const item = await loadTarget(reads, resource, request, target)
  if (isTrashed(item) && !isTrashed(former)) throw inTrash(resource.singular)
  await checkPrecondition(service, reads, resource, target, request)
  return item
}

/**
 * Moves a resource to the trash, or deletes it permanently: terms always, entries if an editor sets `force`
 * (interface: Deleting events, Categories).
 */
export async function handleDelete(
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller } = request
  const { store } = service
  const values = requireParameters(parameters, request) as RemoveValues
  const { target, item } = await findEditable(store.latest, resource, request, values.ml_language)
  const isForced = values.force === true
  if (isForced && !mayEditOthers(caller))
    throw forbidden({
      force: message(
        'Only editors can delete permanently; without force, the resource is moved to the trash.',
      ),
    })
  if (isTrashed(item) && !isForced) throw inTrash(resource.singular)
  await refuseWrongPassword(service, item, values)
  const isFinal = isForced || resource.family === 'terms'
  const { language } = target
  const isLong = item.series !== undefined || isWider(item, values)
  const remove = async (transaction: Transaction) => {
    const current = await refuseChanged(service, transaction, resource, request, target, item)
    const context = { site: request.site, caller, language }
    const changed = await removeInScope(transaction, resource, current, { ...values, isFinal }, context)
    requireWanted(values, changed)
    if (isFinal) await transaction.audit(auditOf(resource, current, request))
    return changed
  }
  return answeringDryRun(
    store.write(remove, { isLong }).then(async (changed) => {
      const after = isFinal ? formerly(item) : await reload(service, resource, item, language, request)
      return answerOf(service, resource, after, { language, changed }, request)
    }),
  )
}

/** The audit log entry of a permanent deletion. */
export const auditOf = (
  { singular, titleField }: Resource,
  { id, text }: Item,
  { caller, address, now }: OperationRequest,
): Audited => ({
  action: 'resource-deleted',
  by: caller,
  target: { kind: singular, id, name: String(text[titleField] ?? '') },
  address,
  now,
})

/** Removes the item or, depending on the scope, all following occurrences or the whole series. */
async function removeInScope(
  transaction: Transaction,
  resource: Resource,
  item: Item,
  { isFinal, ...values }: ScopeValues & { readonly isFinal: boolean },
  context: WriteContext,
): Promise<OccurrenceCounts | undefined> {
  if (!isFinal && values.scope === 'following' && isWider(item, values)) {
    await editableSeries(transaction, resource, item, context)
    return transaction.trashFollowing(item, context)
  }
  const meant = (await seriesInScope(transaction, resource, item, values, context)) ?? item
  return isFinal ? transaction.remove(resource, meant, context) : transaction.trash(resource, meant, context)
}

/** A permanently deleted resource is returned as it was; an entry with the status `trash`. */
const formerly = (item: Item): Item =>
  item.row.status === undefined ? item : { ...item, row: { ...item.row, status: 'trash' } }

async function reload(
  { store }: ResourceServices,
  resource: Resource,
  item: Item,
  language: string,
  { caller }: OperationRequest,
) {
  const [after] = await store.latest.load(resource, [item.id], { caller, language })
  return after ?? item
}

/**
 * Removes one translation; the original can be deleted only with the resource itself (interface: Writing translations).
 */
export async function handleDeleteTranslation(
  service: ResourceServices,
  resource: Resource,
  parameter: Parameter<string>,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller, site } = request
  const { store } = service
  const { values, errors } = parseParameters(languageParameter, request)
  const language = readNoting(errors, 'lang', () => parameter.read(request.path.lang, site)) ?? ''
  throwIfInvalid(errors)
  const { target, item } = await findEditable(store.latest, resource, request, values.ml_language)
  if (item.row.original_language === language) throw cannotDeleteOriginal(language)
  if (item.translations[language] === undefined) throw noTranslation(language)
  const remove = async (transaction: Transaction) => {
    const current = await refuseChanged(service, transaction, resource, request, target, item)
    if (current.translations[language] === undefined) throw noTranslation(language)
    await transaction.removeTranslation(resource, current, { site, caller, language })
  }
  await store.write(remove, { isLong: item.series !== undefined })
  const after = await reload(service, resource, item, target.language, request)
  return answerOf(service, resource, after, target, request)
}
