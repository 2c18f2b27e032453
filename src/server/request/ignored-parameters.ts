import type { Operation } from '../../api/operation.ts'
import type { Headers } from '../response/headers.ts'

/** Names for a header of a size that every client and proxy accepts. */
const maxNames = 20
const maxNameLength = 64

/** Cut where no percent-encoded octet is broken. */
const inHeader = (name: string) =>
  encodeURIComponent(name.toWellFormed()).slice(0, maxNameLength).replace(/%.?$/, '')

/** Of each mount, besides the parameters of the operation: `ml_language` is at least the language of messages. */
const alwaysKnown = ['_fields', 'ml_language']

/** Names what was sent but is no parameter, because a misspelt filter would otherwise go unnoticed (interface: Parameters). */
export function ignoredParameters(
  sent: Readonly<Record<string, unknown>>,
  { parameters, path = {} }: Pick<Operation, 'parameters' | 'path'>,
  synonyms: readonly string[],
): Headers {
  const ignored = Object.keys(sent).filter(
    (name) =>
      !Object.hasOwn(parameters, name) &&
      !Object.hasOwn(path, name) &&
      !alwaysKnown.includes(name) &&
      !synonyms.includes(name),
  )
  const names = ignored.slice(0, maxNames).map(inHeader)
  return names.length === 0 ? {} : { 'x-ignored': names.join(', ') }
}
