import { isAmong, overridesOf } from '../resources/events/inheritance.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { readState, type State } from '../store/history/state.ts'
import { rowOf } from '../store/series/rows.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/** The own fields of an occurrence, named and stored as in its versions. */
export async function ownFieldsOf(trx: Trx, events: Resource, item: Item): Promise<State> {
  const own = overridesOf(rowOf(item))
  if (own.length === 0) return {}
  const state = await readState(trx, events, item.id)
  return Object.fromEntries(Object.entries(state).filter(([name]) => isAmong(own, name)))
}
