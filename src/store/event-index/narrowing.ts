import type { CalendarQuery } from './calendar-query.ts'
import { unboundedWindow, intersectWindows, type TimeWindow } from './time-window.ts'

/** What one filter adds to a query of the index; bounds are whole seconds. */
export type Narrowing = Partial<Omit<CalendarQuery, 'window' | 'isDescending'>> & {
  readonly window?: Partial<TimeWindow>
}

/** All narrowings hold; of `include`, `exclude` and `modifiedAfter` there is one each. */
export function combine(narrowings: readonly Narrowing[], isDescending: boolean): CalendarQuery {
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

/** The query within further bounds of time. */
export const narrowTo = (query: CalendarQuery, window: Partial<TimeWindow>): CalendarQuery => ({
  ...query,
  window: intersectWindows(query.window, { ...unboundedWindow, ...window }),
})
