import { forbidden } from '../../errors.ts'
import { mayEditOthers, type OptionalCaller } from '../../identity/roles.ts'
import { page } from '../../resources/common-parameters.ts'
import { forList } from '../../resources/parameter.ts'
import type { Resource } from '../../resources/resource.ts'
import { isContact } from '../../store/history/contacts.ts'
import type { Version } from '../../store/history/read.ts'
import { toWall } from '../../time/index.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import type { ResourceServices } from '../service.ts'
import { requireCredentials, requireParameters } from '../steps.ts'
import { findTarget, loadTarget, mayEditItem } from '../target-resource.ts'
import { toPublicValue, partsOf, publishedNames } from './fields.ts'

export const listParameters = forList(page)

/** The contact of a suggestion is for editors only, even if somebody else was made the author of the event. */
const noteFor = (caller: OptionalCaller, version: Version): { note?: string } =>
  version.note === null || (isContact(version) && !mayEditOthers(caller)) ? {} : { note: version.note }

const present =
  (resource: Resource, { site, caller }: OperationRequest) =>
  (version: Version) => ({
    version: version.version,
    action: version.action,
    author: version.author,
    author_name: version.authorName,
    date_utc: toWall(version.at, 'UTC'),
    language: version.language,
    ...(version.restored === null ? {} : { restored_version: version.restored }),
    ...noteFor(caller, version),
    changes: Object.fromEntries(
      publishedNames(resource, version.before).map((name) => {
        const shown = (value: unknown) => toPublicValue(resource, partsOf(name).field, value, site)
        return [name, { before: shown(version.before[name]), after: shown(version.after[name]) }]
      }),
    ),
  })

/**
 * Callers who may edit a resource may read its versions; the versions of a permanently deleted one are for editors
 * only.
 */
async function requireEditable(
  { store }: ResourceServices,
  resource: Resource,
  request: OperationRequest,
  hasVersions: boolean,
): Promise<void> {
  const { caller } = request
  requireCredentials(caller)
  const target = await findTarget(store.latest, resource, request, undefined)
  const wasDeleted = hasVersions && mayEditOthers(caller)
  const item = await loadTarget(store.latest, resource, request, target).catch((error: unknown) => {
    if (wasDeleted) return undefined
    throw error
  })
  if (item !== undefined && !mayEditItem(resource, item, caller)) throw forbidden()
}

export async function listHistory(
  service: ResourceServices,
  resource: Resource,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(listParameters, request)
  const id = Number(request.path.id)
  const requested = requestedPage(values, request)
  const { versions, total } = Number.isSafeInteger(id)
    ? await service.store.latest.versions(resource, id, requested)
    : { versions: [], total: 0 }
  await requireEditable(service, resource, request, total > 0)
  return presentPage(
    request,
    `${resource.name}/${id}/history`,
    { versions: versions.map(present(resource, request)) },
    { ...requested, total },
  )
}
