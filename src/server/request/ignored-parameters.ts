import type { Operation, OperationRequest } from '../../api/operation.ts'
import type { Headers } from '../response/headers.ts'

/** Limits that keep the header small enough for every client and proxy. */
const maxNames = 20
const maxNameLength = 64

/** Truncates the name, but not within a percent-encoded octet. */
const inHeader = (name: string) =>
  encodeURIComponent(name.toWellFormed()).slice(0, maxNameLength).replace(/%.?$/, '')

/**
 * Parameters that every operation accepts: `ml_language` selects at least the language of messages, and `_fields` from
 * JSON only.
 */
const alwaysKnown = (form: string | undefined) =>
  form === undefined ? ['_fields', 'ml_language'] : ['ml_language']

/**
 * Lists unknown parameters in the `X-Ignored` header, because a misspelt filter would otherwise go unnoticed
 * (interface: Parameters).
 */
export function ignoredParameters(
  { sent, form }: Pick<OperationRequest, 'sent' | 'form'>,
  { parameters, path = {} }: Pick<Operation, 'parameters' | 'path'>,
  synonyms: readonly string[],
): Headers {
  const known = [...alwaysKnown(form), ...synonyms]
  const ignored = Object.keys(sent).filter(
    (name) =>
      sent[name] === undefined ||
      (!Object.hasOwn(parameters, name) && !Object.hasOwn(path, name) && !known.includes(name)),
  )
  const names = ignored.slice(0, maxNames).map(inHeader)
  return names.length === 0 ? {} : { 'x-ignored': names.join(', ') }
}
