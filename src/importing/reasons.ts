import { HttpProblem, ValidationError } from '../errors.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import { InvalidParts } from '../resources/parameter.ts'
import type { Copy, Unreadable } from './record.ts'
import { Refused } from './refused.ts'

/** The reason for the action of a row; `field` is the field concerned. */
export interface Reason extends LocalizableMessage {
  readonly field?: string
  /** The ID of an existing event that may be the same. */
  readonly suspected?: number
  /** The fields that a change writes. */
  readonly written?: readonly string[]
  /** The fields that stay as they are here. */
  readonly kept?: readonly string[]
}

/** The fields that the text of a reason names, in their order there. */
export const fieldsNamedBy = ({ field, written, kept }: Reason): readonly string[] =>
  written ?? kept ?? (field === undefined ? [] : [field])

const faultsOf = (errors: ReadonlyMap<string, ValidationError>): Reason[] =>
  [...errors].map(([field, { sentence }]) => ({ ...sentence, field }))

const sameIdentifier = (line: number) => message('This has the same identifier as line {line}.', { line })

const sameTitleAndStart = (line: number) =>
  message(
    'This has the same title and start as line {line}, and no identifier (id or UID) that makes it another event.',
    { line },
  )

interface Besides {
  readonly isSame: boolean
  readonly hasDerivedId?: boolean | undefined
}

/** What becomes of a record, or of a part of one, with the identifier of another one that counts. */
export const besides = (
  line: number,
  other: number,
  { isSame, hasDerivedId = false }: Besides,
): Copy | Unreadable =>
  isSame
    ? { line, original: other }
    : { line, fault: hasDerivedId ? sameTitleAndStart(other) : sameIdentifier(other) }

/** Says of a copy which line it repeats. */
export const repeats = ({ original }: Copy): Reason =>
  message('This is the same as line {line}.', { line: original })

const missingReasons = (names: readonly string[]): Reason[] =>
  names.map((field) => ({ ...message('Is missing.'), field }))

/** Returns the reasons of a failed write; undefined if the record is not the cause. */
export function reasonsOf(error: unknown): Reason[] | undefined {
  if (error instanceof Refused) return [error.fault]
  if (error instanceof InvalidParts) return [...missingReasons(error.missing), ...faultsOf(error.errors)]
  if (error instanceof ValidationError) return [error.sentence]
  return error instanceof HttpProblem && error.status < 500 ? [error.sentence] : undefined
}
