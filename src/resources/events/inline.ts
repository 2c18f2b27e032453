import type { ValidationError } from '../../errors.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import type { LocalizableMessage } from '../../locales/sentence.ts'
import { organizers } from '../organizers/index.ts'
import type { LinkTarget, Lookup, Resource } from '../resource.ts'
import { venues } from '../venues/index.ts'

/**
 * Venues and organizers created inside an event follow the rules of their own create operation (interface: Creating
 * events).
 */

const kinds = { venue: venues, organizer: organizers } as const

type Linking = { readonly [Name in keyof typeof kinds]?: readonly LinkTarget[] | null }

interface Inline {
  /** `venue`, or `venue.1` if there are several. */
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

const errorsIn = (path: string, { errors }: Lookup): Map<string, ValidationError> =>
  new Map(
    [...errors].flatMap(([name, fault]) => (name.startsWith(path) ? [[name.slice(path.length), fault]] : [])),
  )

export async function checkInline(values: Linking, lookup: Lookup): Promise<void> {
  for (const { name, resource, values: own } of inlineOf(values)) {
    const errors = errorsIn(`${name}.`, lookup)
    await resource.check?.(own, { ...lookup, errors, targetId: undefined })
    for (const [part, fault] of errors) lookup.errors.set(`${name}.${part}`, fault)
  }
}

export const inlineBreaches = (values: Linking, caller: OptionalCaller): Record<string, LocalizableMessage> =>
  Object.fromEntries(
    inlineOf(values).flatMap(({ name, resource, values: own }) =>
      Object.entries(resource.breaches?.(own, caller) ?? {}).map(([part, sentence]) => [
        `${name}.${part}`,
        sentence,
      ]),
    ),
  )
