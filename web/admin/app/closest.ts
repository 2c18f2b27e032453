import { closestFirst, type Item } from '../parts/matching.ts'
import { calendar, type Query, type Service } from '../service/service.ts'
import type { Kind } from '../service/types.ts'

/** More than are offered, because lists are sorted by name, and a name that many others contain comes after these. */
const compared = 100

interface Search<Named, Choice> {
  readonly search: string
  /** How many are offered. */
  readonly offered: number
  /** Only these are read. */
  readonly fields: readonly string[]
  readonly query: Query
  readonly choiceOf: (named: Named) => Choice
  readonly signal: AbortSignal
}

/** The entries or terms that contain the words, the closest first; without words the first of all. */
export async function readClosest<Named, Choice extends Item>(
  service: Service,
  kind: Kind,
  { search, offered, fields, query, choiceOf, signal }: Search<Named, Choice>,
): Promise<readonly Choice[]> {
  const asked = {
    ...query,
    ...(search === '' ? { per_page: offered } : { search, per_page: compared }),
    ...(kind === 'tags' ? { hide_empty: false } : {}),
    _fields: fields.map((name) => `${kind}.${name}`).join(','),
  }
  const { body } = await service.read<Readonly<Record<string, Named[]>>>(calendar(`/${kind}`), {
    query: asked,
    signal,
  })
  return closestFirst(body[kind]!.map(choiceOf), search).slice(0, offered)
}
