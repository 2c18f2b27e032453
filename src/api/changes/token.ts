import { ValidationError } from '../../errors.ts'

/** A position in the feed: the last change that was read, and the history that its number belongs to. */
export interface Position {
  readonly lineage: number
  readonly seq: number
}

/** Hexadecimal digits of a lineage. */
const digits = 12

export const tokenOf = ({ lineage, seq }: Position): string =>
  Buffer.from(`${lineage.toString(16).padStart(digits, '0')} ${seq}`).toString('base64url')

export function readToken(token: string): Position {
  const [, lineage, seq] = /^([\da-f]{12}) (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (lineage === undefined)
    throw ValidationError.of('rest_invalid_token', 'Must be a token issued by this service.')
  return { lineage: Number.parseInt(lineage, 16), seq: Number(seq) }
}
