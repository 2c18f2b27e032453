import { HttpProblem, ValidationError } from '../errors.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import { InvalidParts } from '../resources/parameter.ts'
import { Refused } from './refused.ts'

/** The reason for the action of a row; `field` is the field concerned. */
export interface Reason extends LocalizableMessage {
  readonly field?: string
  /** The ID of an existing event that may be the same. */
  readonly suspected?: number
}

const faultsOf = (errors: ReadonlyMap<string, ValidationError>): Reason[] =>
  [...errors].map(([field, { sentence }]) => ({ ...sentence, field }))

const missingReasons = (names: readonly string[]): Reason[] =>
  names.map((field) => ({ ...message('Is missing.'), field }))

export const invalid = (missing: readonly string[], errors: ReadonlyMap<string, ValidationError>) =>
  new InvalidParts(missing, errors)

/** Returns the reasons of a failed write; undefined if the record is not the cause. */
export function reasonsOf(error: unknown): Reason[] | undefined {
  if (error instanceof Refused) return [error.fault]
  if (error instanceof InvalidParts) return [...missingReasons(error.missing), ...faultsOf(error.errors)]
  if (error instanceof ValidationError) return [error.sentence]
  return error instanceof HttpProblem && error.status < 500 ? [error.sentence] : undefined
}
