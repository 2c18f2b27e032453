import { noLongerAvailable, notFound, otherKind, type Problem } from '../errors.ts'
import { mayEdit, mayCreate, type Asker, type Owned } from '../identity/roles.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { hasForbiddenCharacter } from '../text/characters.ts'
import { languagesOf } from './language.ts'
import type { Asked } from './operation.ts'
import type { Reads } from '../store/index.ts'

/** What a request by id or by slug is about. */

export interface Target {
  readonly id: number
  /** The language of content: said in the request, else that of the slug, else the site's own (contract §5). */
  readonly language: string
}

/** Finds the id that a path means; undefined where there is nothing. */
export async function findTarget(
  reads: Reads,
  resource: Resource,
  asked: Asked,
  named: string | null | undefined,
): Promise<Target | undefined> {
  const { effective, said } = languagesOf(named, asked)
  if (asked.path.slug === undefined) {
    const id = Number(asked.path.id)
    return Number.isSafeInteger(id) ? { id, language: effective } : undefined
  }
  if (hasForbiddenCharacter(asked.path.slug)) return undefined
  const found = await reads.findBySlug(resource, asked.path.slug.normalize('NFC').toLowerCase())
  return found && { id: found.id, language: said ?? found.language }
}

/** Why there is nothing: the id is unknown, or is one of another kind (contract §1). */
async function absence(reads: Reads, resource: Resource, target: Target | undefined): Promise<Problem> {
  const isOther = target !== undefined && (await reads.isTaken(resource, target.id))
  return isOther ? otherKind(resource.singular) : notFound(resource.singular)
}

/** The item itself in the language of the target, or the problem that says why not. */
export async function loadTarget(
  reads: Reads,
  resource: Resource,
  { asker }: Asked,
  target: Target | undefined,
): Promise<Item> {
  const [item] =
    target === undefined ? [] : await reads.load(resource, [target.id], { asker, language: target.language })
  if (item === undefined) throw await absence(reads, resource, target)
  return item
}

const entry = (item: Item) => item.row as unknown as Owned

/** Terms belong to nobody: whoever makes them edits them. */
export const mayEditItem = ({ family, name }: Resource, item: Item, asker: Asker): boolean =>
  family === 'terms' ? mayCreate(asker, name) : mayEdit(asker, entry(item))

export const isTrashed = ({ row }: Item): boolean => row.status === 'trash'

/** The trash is gone for all but those who may edit it (contract §1). */
export function refuseTrashed(resource: Resource, item: Item, asker: Asker): void {
  if (isTrashed(item) && !mayEditItem(resource, item, asker)) throw noLongerAvailable(resource.singular)
}
