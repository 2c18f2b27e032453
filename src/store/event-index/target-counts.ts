import type { IndexedEvents } from './indexed-events.ts'

export interface Counting {
  /** What the names of the targets begin with. */
  readonly kinds: readonly string[]
  /** For targets that form a tree: each with its ancestors and itself, all of which count its events. */
  readonly lines?: ReadonlyMap<number, readonly number[]> | undefined
}

/** How many events there are, by the ID of the target; targets without events are absent. */
export type TargetCounts = ReadonlyMap<number, number>

/** How many of the events have each target, or one that lies below it. */
export function countTargets(
  events: IndexedEvents,
  ids: readonly number[],
  { kinds, lines }: Counting,
): TargetCounts {
  const groups = new Map<number, number>()
  const groupOf = (id: number) => {
    const group = groups.get(id) ?? groups.size
    groups.set(id, group)
    return group
  }
  const groupsOf = Array.from<readonly number[] | undefined>({ length: events.targets })
  for (const [number, id] of kinds.flatMap((kind) => events.numbersOfKind(kind)))
    groupsOf[number] = (lines?.get(id) ?? [id]).map(groupOf)
  const counts = events.eventTargets.countGroups(ids, groupsOf, groups.size)
  return new Map(
    [...groups].map(([id, group]) => [id, counts[group]!] as const).filter(([, count]) => count > 0),
  )
}
