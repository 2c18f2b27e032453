import { HttpProblem, ValidationError } from '../errors.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import { InvalidParts } from '../resources/parameter.ts'
import { Refused } from './refused.ts'

/** Why a row is handled as it is; `field` names what a sentence is about. */
export interface Reason extends LocalizableMessage {
  readonly field?: string
  /** The event here that a new one may be. */
  readonly suspected?: number
}

const faultsOf = (errors: ReadonlyMap<string, ValidationError>): Reason[] =>
  [...errors].map(([field, { sentence }]) => ({ ...sentence, field }))

const missingReasons = (names: readonly string[]): Reason[] =>
  names.map((field) => ({ ...message('Is missing.'), field }))

export const invalid = (missing: readonly string[], errors: ReadonlyMap<string, ValidationError>) =>
  new InvalidParts(missing, errors)

/** What a failed write says to people; undefined if it is no fault of the record. */
export function reasonsOf(error: unknown): Reason[] | undefined {
  if (error instanceof Refused) return [error.fault]
  if (error instanceof InvalidParts) return [...missingReasons(error.missing), ...faultsOf(error.errors)]
  if (error instanceof ValidationError) return [error.sentence]
  return error instanceof HttpProblem && error.status < 500 ? [error.sentence] : undefined
}
