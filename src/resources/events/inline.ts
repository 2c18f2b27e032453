import type { Invalid } from '../../errors.ts'
import type { Asker } from '../../identity/roles.ts'
import type { Sentence } from '../../locales/sentence.ts'
import { organizers } from '../organizers/index.ts'
import type { LinkTarget, Lookup, Resource } from '../resource.ts'
import { venues } from '../venues/index.ts'

/** Venues and organizers that an event brings along are judged as their own create would (contract §6.2). */

const kinds = { venue: venues, organizer: organizers } as const

type Linking = { readonly [Name in keyof typeof kinds]?: readonly LinkTarget[] | null }

interface Inline {
  /** `venue`, or `venue.1` where there are several. */
  readonly name: string
  readonly resource: Resource
  readonly values: Readonly<Record<string, unknown>>
}

const inlineOf = (values: Linking): Inline[] =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((name) => {
    const targets = values[name] ?? []
    return targets.flatMap((target, place) =>
      typeof target === 'number'
        ? []
        : [
            {
              name: targets.length === 1 ? name : `${name}.${place}`,
              resource: kinds[name],
              values: target.values,
            },
          ],
    )
  })

export async function checkInline(values: Linking, lookup: Lookup): Promise<void> {
  for (const { name, resource, values: own } of inlineOf(values)) {
    const faults = new Map<string, Invalid>()
    await resource.check?.(own, { ...lookup, faults, targetId: undefined })
    for (const [part, fault] of faults) lookup.faults.set(`${name}.${part}`, fault)
  }
}

export const inlineBreaches = (values: Linking, asker: Asker): Record<string, Sentence> =>
  Object.fromEntries(
    inlineOf(values).flatMap(({ name, resource, values: own }) =>
      Object.entries(resource.breaches?.(own, asker) ?? {}).map(([part, sentence]) => [
        `${name}.${part}`,
        sentence,
      ]),
    ),
  )
