import { sql, type Kysely } from 'kysely'
import { kinds, resourceNames, type Kind } from '../../resources/kinds.ts'
import type { GivenIds } from '../../resources/resource.ts'
import { padToLength, prepare, prepareByIds } from './prepared-queries.ts'
import type { Database } from './schema.ts'
import { batchQueries } from './query-batcher.ts'

/** Checks whether the IDs in parameters exist. */

type Found = { readonly kind: Kind; readonly id: number }

/** Queries by the number of IDs of each kind; most requests have one of a few such shapes. */
const maxShapes = 500
const queries = new Map<string, ReturnType<typeof prepare<Found>>>()

/** Only a few padded lengths, because each combination is a separate SQL statement. */
const roundedUp = (ids: readonly number[]): number[] =>
  padToLength(ids, 4 ** Math.ceil(Math.log2(ids.length) / 2))

const oneOf = (db: Kysely<Database>, kind: Kind, ids: readonly never[]) =>
  db
    .selectFrom(resourceNames[kind])
    .select([sql<Kind>`${sql.lit(kind)}`.as('kind'), 'id'])
    .where('id', 'in', ids)

type IdsByKind = readonly (readonly [kind: Kind, ids: readonly number[]])[]

/** Finds the existing IDs of all resources in one query. */
function finding(request: IdsByKind) {
  const shape = request.map(([kind, ids]) => `${kind} ${ids.length}`).join(' ')
  const known = queries.get(shape)
  if (known !== undefined) return known
  const built = prepare<Found>((db, values) => {
    let from = 0
    const [first, ...others] = request.map(([kind, ids]) =>
      oneOf(db, kind, values.slice(from, (from += ids.length))),
    )
    return others.reduce((query, other) => query.unionAll(other), first!)
  })
  if (queries.size >= maxShapes) queries.clear()
  queries.set(shape, built)
  return built
}

/** The number of IDs per resource in one query. */
const idsAtOnce = 4 ** 6

/** Which of these IDs exist, by kind. Requests that arrive together almost always share one query. */
export const existingIds = batchQueries<readonly GivenIds[], ReadonlyMap<Kind, ReadonlySet<number>>>(
  async (db, all) => {
    const found = new Map(kinds.map((kind) => [kind, new Set<number>()]))
    const given = all.flat()
    const idsOf = (kind: Kind) => given.filter((one) => one.kind === kind).flatMap(({ ids }) => ids)
    const left = kinds.map((kind): [Kind, number[]] => [kind, [...new Set(idsOf(kind))]])
    for (;;) {
      const asked = left
        .filter(([, ids]) => ids.length > 0)
        .map(([kind, ids]) => [kind, roundedUp(ids.splice(0, idsAtOnce))] as const)
      if (asked.length === 0) return all.map(() => found)
      const rows = await finding(asked)(
        db,
        asked.flatMap(([, ids]) => ids),
      )
      for (const { kind, id } of rows) found.get(kind)!.add(id)
    }
  },
)

export const existingUsers = prepareByIds<{ id: number }>((db, ids) =>
  db.selectFrom('users').select('id').where('id', 'in', ids),
)
