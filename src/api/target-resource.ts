import { forbidden, noLongerAvailable, notFound, wrongResourceType, type HttpProblem } from '../errors.ts'
import { mayEdit, mayCreate, type OptionalCaller } from '../identity/roles.ts'
import { integer } from '../resources/parameter-types.ts'
import { ownedOf, type Item, type Resource } from '../resources/resource.ts'
import { slugSought } from '../text/slug.ts'
import { languagesOf } from './language.ts'
import type { OperationRequest } from './operation.ts'
import { requireCredentials } from './steps.ts'
import type { Reads } from '../store/index.ts'

/** The target resource of a request by ID or slug. */

export const resourcePath = { id: integer('Unique identifier of the resource', { minimum: 0 }) }

export interface TargetResource {
  readonly id: number
  /**
   * The content language: that named in the request, else that of the slug, else the default
   * (interface: Reading in a language).
   */
  readonly language: string
}

/** Resolves the ID or slug in the path; undefined if it cannot belong to any resource. */
export async function findTarget(
  reads: Reads,
  resource: Resource,
  request: OperationRequest,
  named: string | null | undefined,
): Promise<TargetResource | undefined> {
  const { effective, specified } = languagesOf(named, request)
  if (request.path.slug === undefined) {
    const id = Number(request.path.id)
    return Number.isSafeInteger(id) ? { id, language: effective } : undefined
  }
  const found = await reads.findBySlug(resource, slugSought(request.path.slug))
  return found && { id: found.id, language: specified ?? languageOf(found.languages, effective, request) }
}

/** A text in a language that the site no longer has is not chosen, because it cannot be read or edited otherwise. */
function languageOf(languages: readonly string[], preferred: string, { site }: OperationRequest): string {
  const known = languages.filter((language) => site.languages.includes(language))
  return known.includes(preferred) ? preferred : (known[0] ?? preferred)
}

/** The reason why nothing was found: the ID is unknown or belongs to another resource (interface: Requests). */
async function absence(
  reads: Reads,
  resource: Resource,
  target: TargetResource | undefined,
): Promise<HttpProblem> {
  const isOther = target !== undefined && (await reads.isTaken(resource, target.id))
  return isOther ? wrongResourceType(resource.singular) : notFound(resource.singular)
}

/** Loads the target in its language, or throws the problem that explains why this is not possible. */
export async function loadTarget(
  reads: Reads,
  resource: Resource,
  { caller }: OperationRequest,
  target: TargetResource | undefined,
): Promise<Item> {
  const [item] =
    target === undefined ? [] : await reads.load(resource, [target.id], { caller, language: target.language })
  if (item === undefined) throw await absence(reads, resource, target)
  return item
}

/** The target of a write, which the caller must be allowed to edit. */
export async function findEditable(
  reads: Reads,
  resource: Resource,
  request: OperationRequest,
  named?: string | null,
): Promise<{ readonly target: TargetResource; readonly item: Item }> {
  const { caller } = request
  requireCredentials(caller)
  const target = await findTarget(reads, resource, request, named)
  const item = await loadTarget(reads, resource, request, target)
  if (!mayEditItem(resource, item, caller)) throw forbidden()
  return { target: target!, item }
}

/** Terms have no owner; the role that may create them may edit them. */
export const mayEditItem = ({ family, name }: Resource, item: Item, caller: OptionalCaller): boolean =>
  family === 'terms' ? mayCreate(caller, name) : mayEdit(caller, ownedOf(item))

export const isTrashed = ({ row }: Item): boolean => row.status === 'trash'

/** For callers who may not edit it, a trashed resource is gone (interface: Deleting events). */
export function requireNotTrashed(resource: Resource, item: Item, caller: OptionalCaller): void {
  if (isTrashed(item) && !mayEditItem(resource, item, caller)) throw noLongerAvailable(resource.singular)
}
