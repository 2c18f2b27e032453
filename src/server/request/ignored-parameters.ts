import type { Operation } from '../../api/operation.ts'
import type { Headers } from '../response/headers.ts'

/** Limits that keep the header small enough for every client and proxy. */
const maxNames = 20
const maxNameLength = 64

/** Truncates the name, but not within a percent-encoded octet. */
const inHeader = (name: string) =>
  encodeURIComponent(name.toWellFormed()).slice(0, maxNameLength).replace(/%.?$/, '')

/** Parameters that every operation accepts: `ml_language` selects at least the language of messages. */
const alwaysKnown = ['_fields', 'ml_language']

/**
 * Lists unknown parameters in the `X-Ignored` header, because a misspelt filter would otherwise go unnoticed
 * (interface: Parameters).
 */
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
