import type { IndexQuery } from './index-query.ts'
import { unboundedWindow, intersectWindows, type TimeWindow } from './time-window.ts'

/** What one filter adds to an index query; bounds are whole seconds. */
export type Narrowing = Partial<Omit<IndexQuery, 'window' | 'isDescending'>> & {
  readonly window?: Partial<TimeWindow>
}

/** Combines all narrowings; of `include`, `exclude` and `modifiedAfter`, the last one applies. */
export function combine(narrowings: readonly Narrowing[], isDescending: boolean): IndexQuery {
  const last = <Name extends keyof Narrowing>(name: Name) =>
    narrowings.findLast((one) => one[name] !== undefined)?.[name]
  return {
    window: narrowings
      .map(({ window }) => ({ ...unboundedWindow, ...window }))
      .reduce(intersectWindows, unboundedWindow),
    includedTargets: narrowings.flatMap(({ includedTargets = [] }) => includedTargets),
    excludedTargets: narrowings.flatMap(({ excludedTargets = [] }) => excludedTargets),
    modifiedAfter: last('modifiedAfter'),
    include: last('include'),
    exclude: last('exclude') ?? [],
    searchMatches: narrowings.flatMap(({ searchMatches = [] }) => searchMatches),
    exclusions: narrowings.flatMap(({ exclusions = [] }) => exclusions),
    isDescending,
  }
}

/** The query with additional time bounds. */
export const narrowTo = (query: IndexQuery, window: Partial<TimeWindow>): IndexQuery => ({
  ...query,
  window: intersectWindows(query.window, { ...unboundedWindow, ...window }),
})
