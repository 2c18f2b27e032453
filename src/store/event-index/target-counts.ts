import type { IndexedEvents } from './indexed-events.ts'

/** What is counted: whoever counts the same again gives the same object, because its groups are found once. */
export interface Counting {
  /** What the names of the targets begin with. */
  readonly kinds: readonly string[]
  /** For targets that form a tree: each with its ancestors and itself, all of which count its events. */
  readonly lines?: ReadonlyMap<number, readonly number[]> | undefined
}

/** How many events there are, by the ID of the target; targets without events are absent. */
export type TargetCounts = ReadonlyMap<number, number>

/** Everything that counts together has one group; an ID may have several targets, such as of protected events. */
export interface TargetGroups {
  /** By the number of the target. */
  readonly ofTarget: readonly (readonly number[] | undefined)[]
  /** The ID of each group. */
  readonly ids: readonly number[]
}

function groupsOf(events: IndexedEvents, counting: Counting): TargetGroups {
  const groups = events.groups.get(counting) ?? findGroups(events, counting)
  events.groups.set(counting, groups)
  return groups
}

function findGroups(events: IndexedEvents, { kinds, lines }: Counting): TargetGroups {
  const groups = new Map<number, number>()
  const groupOf = (id: number) => {
    const group = groups.get(id) ?? groups.size
    groups.set(id, group)
    return group
  }
  const ofTarget = Array.from<readonly number[] | undefined>({ length: events.targets })
  for (const [number, id] of kinds.flatMap((kind) => events.numbersOfKind(kind)))
    ofTarget[number] = (lines?.get(id) ?? [id]).map(groupOf)
  return { ofTarget, ids: [...groups.keys()] }
}

/** How many of the events have each target, or one that lies below it. */
export function countTargets(
  events: IndexedEvents,
  ids: readonly number[],
  counting: Counting,
): TargetCounts {
  const groups = groupsOf(events, counting)
  const counts = events.eventTargets.countGroups(ids, groups.ofTarget, groups.ids.length)
  return new Map(
    groups.ids.map((id, group) => [id, counts[group]!] as const).filter(([, count]) => count > 0),
  )
}
