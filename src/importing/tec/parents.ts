import type { Joined } from './joining.ts'

/**
 * The depth of each category. A loop instead of a recursion, because a site may nest as many as it likes; where they form
 * a cycle, the first one counts as if it had no parent.
 */
function depthsOf(all: readonly Joined[]): ReadonlyMap<Joined, number> {
  const byId = new Map(all.map((one) => [one.id, one]))
  const parentOf = ({ texts }: Joined) => byId.get(Number(texts[0].object.parent ?? 0))
  const depths = new Map<Joined, number>()
  for (const one of all) {
    const path = new Set<Joined>()
    let next: Joined | undefined = one
    for (; next !== undefined && !depths.has(next) && !path.has(next); next = parentOf(next)) path.add(next)
    let depth = (next && depths.get(next)) ?? 0
    for (const below of [...path].toReversed()) depths.set(below, (depth += 1))
  }
  return depths
}

/** Sorts parents before their children. */
export function parentsFirst(all: readonly Joined[]): Joined[] {
  const depths = depthsOf(all)
  return all.toSorted((first, second) => depths.get(first)! - depths.get(second)!)
}
