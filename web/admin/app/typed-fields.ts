import { useEffect } from 'react'
import { useStoredInput } from './stored-input.ts'

/** What was typed into fields whose values the service has, until they are saved. What others change meanwhile is noticed. */

interface Typed {
  readonly value: string
  /** The stored value when it was begun. */
  readonly base: string
  /** Whether the service has it, though `stored` may be older. */
  readonly isConfirmed?: boolean
}

type Values<Name extends string> = Readonly<Record<Name, string>>
type AllTyped<Name extends string> = Readonly<Partial<Record<Name, Typed>>>

export interface TypedFields<Name extends string> {
  /** What the fields show. */
  readonly values: Values<Name>
  /** What can be saved: it differs from what is stored, and from what it was begun from. */
  readonly unsaved: Readonly<Partial<Record<Name, string>>>
  /** The stored value that what is shown was begun from. */
  readonly baseOf: (name: Name) => string
  /** The fields that were changed by somebody else since they were begun; they are not saved before that is decided. */
  readonly conflicts: readonly Name[]
  readonly type: (name: Name, value: string) => void
  /** Decides that what was typed replaces what is stored. */
  readonly keep: (name: Name) => void
  readonly discard: (name: Name) => void
  /** To be called when the service has saved the values; what was typed meanwhile is based on them. */
  readonly confirm: (saved: Readonly<Partial<Record<Name, string>>>) => void
  /** To be called when `stored` has been read again after that. */
  readonly settle: () => void
}

const isTyped = ({ value, base }: Typed) => value !== base
const isShown = (typed: Typed) => isTyped(typed) || typed.isConfirmed === true

/** Undefined if nothing is left, so that nothing is stored. */
function pick<Name extends string>(typed: AllTyped<Name>, isWanted: (name: Name, typed: Typed) => boolean) {
  const left = (Object.entries(typed) as [Name, Typed][]).filter(([name, one]) => isWanted(name, one))
  return left.length === 0 ? undefined : (Object.fromEntries(left) as AllTyped<Name>)
}

const valuesOf = <Name extends string>(typed: AllTyped<Name> | undefined) =>
  Object.fromEntries(
    Object.entries<Typed>((typed ?? {}) as Record<string, Typed>).map(([name, { value }]) => [name, value]),
  ) as Partial<Record<Name, string>>

function withoutConfirmed<Name extends string>(typed: AllTyped<Name> | undefined) {
  const hasConfirmed = Object.values<Typed | undefined>(typed ?? {}).some((one) => one?.isConfirmed)
  return typed && hasConfirmed ? pick(typed, (_, { isConfirmed }) => isConfirmed !== true) : typed
}

export function useTypedFields<Name extends string>(key: string, stored: Values<Name>): TypedFields<Name> {
  const [typed = {} as AllTyped<Name>, setTyped] = useStoredInput<AllTyped<Name>>(key)
  const change = (name: Name, next: (now: Typed | undefined) => Typed) =>
    setTyped((now = {} as AllTyped<Name>) => ({ ...now, [name]: next(now[name]) }))
  const settle = () => setTyped(withoutConfirmed)
  // What was confirmed just before a tab was closed is of no more use.
  useEffect(settle, [key])
  const differing = pick(typed, (name, one) => isTyped(one) && one.value !== stored[name])
  const isOpen = (name: Name, { base }: Typed) => base !== stored[name]
  return {
    values: { ...stored, ...valuesOf(pick(typed, (_, one) => isShown(one))) },
    baseOf: (name) => typed[name]?.base ?? stored[name],
    unsaved: valuesOf(differing && pick(differing, (name, one) => !isOpen(name, one))),
    conflicts: Object.keys((differing && pick(differing, isOpen)) ?? {}) as Name[],
    type: (name, value) =>
      change(name, (now) => ({ value, base: now !== undefined && isShown(now) ? now.base : stored[name] })),
    keep: (name) => change(name, (now) => ({ value: now?.value ?? stored[name], base: stored[name] })),
    discard: (name) => setTyped((now) => now && pick(now, (other) => other !== name)),
    confirm: (saved) =>
      setTyped((now) => {
        if (now === undefined) return undefined
        const based = ([name, one]: [Name, Typed]) => {
          const base = saved[name]
          return [
            name,
            base === undefined ? one : { value: one.value, base, isConfirmed: one.value === base },
          ]
        }
        return Object.fromEntries((Object.entries(now) as [Name, Typed][]).map(based)) as AllTyped<Name>
      }),
    settle,
  }
}
