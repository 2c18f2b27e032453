import { isAmong, isInherited, overridesOf } from '../../resources/events/inheritance.ts'
import type { Item } from '../../resources/resource.ts'
import type { State } from '../../store/history/state.ts'
import { rowOf } from '../../store/series/rows.ts'

/** What an occurrence has of its own, when a version of it is restored (interface: History, Series). */

/** The names of fields in a version, and those that the occurrence takes from its series again. */
export interface NamesToRestore {
  readonly names: readonly string[]
  readonly inherit: readonly string[]
}

/** Fields that an occurrence has of its own by now and did not have then. */
export const namesToInherit = (now: readonly string[], then: readonly string[]): string[] =>
  now.filter((name) => !isAmong(then, name))

const ownIn = ({ overrides }: State): readonly string[] => overridesOf({ overrides: String(overrides ?? '') })

/** One that is over keeps its values, because its series may have changed without it. */
const follows = (item: Item, then: State, now: State, seconds: number): boolean =>
  rowOf(item).recurrence_id !== null &&
  typeof then.recurrence_id === 'string' &&
  rowOf(item).end_utc > seconds &&
  then.status !== 'trash' &&
  now.status !== 'trash'

/** What differs, without what the occurrence had from its series: that it takes from the series as it is now. */
export function namesToRestore(
  item: Item,
  {
    then,
    now,
    differing,
  }: { readonly then: State; readonly now: State; readonly differing: readonly string[] },
  at: number,
): NamesToRestore {
  if (!follows(item, then, now, at)) return { names: differing, inherit: [] }
  const [had, has] = [ownIn(then), ownIn(now)]
  const changed = differing.filter((name) => !isInherited(name) || isAmong(had, name))
  const missing = had.filter((name) => !isAmong(has, name))
  return { names: [...new Set([...changed, ...missing])], inherit: namesToInherit(has, had) }
}
