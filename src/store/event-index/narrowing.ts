import type { Selection } from './selection.ts'
import { always, meet, type Window } from './window.ts'

/** What one filter adds to a query of the index; bounds are whole seconds. */
export type Narrowing = Partial<Omit<Selection, 'window' | 'isDescending'>> & {
  readonly window?: Partial<Window>
}

/** All narrowings hold; of `include`, `exclude` and `modifiedAfter` there is one each. */
export function combine(narrowings: readonly Narrowing[], isDescending: boolean): Selection {
  const last = <Name extends keyof Narrowing>(name: Name) =>
    narrowings.findLast((one) => one[name] !== undefined)?.[name]
  return {
    window: narrowings.map(({ window }) => ({ ...always, ...window })).reduce(meet, always),
    wanted: narrowings.flatMap(({ wanted = [] }) => wanted),
    unwanted: narrowings.flatMap(({ unwanted = [] }) => unwanted),
    modifiedAfter: last('modifiedAfter'),
    include: last('include'),
    exclude: last('exclude') ?? [],
    found: narrowings.flatMap(({ found = [] }) => found),
    unfound: narrowings.flatMap(({ unfound = [] }) => unfound),
    isDescending,
  }
}
