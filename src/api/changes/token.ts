import { ValidationError } from '../../errors.ts'
import type { RandomBytes } from '../../identity/secrets.ts'
import { message } from '../../locales/sentence.ts'
import type { Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'

/** A position in the feed: the last change that was read, and the database that it belongs to. */
export interface Position {
  readonly database: string
  readonly seq: number
}

export const tokenOf = ({ database, seq }: Position): string =>
  Buffer.from(`${database} ${seq}`).toString('base64url')

const invalidToken = () =>
  new ValidationError('rest_invalid_token', message('Must be a token issued by this service.'))

export function readToken(token: string): Position {
  const [, database, seq] = /^(\w+) (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (database === undefined) throw invalidToken()
  return { database, seq: Number(seq) }
}

/** Sequence numbers of another database refer to other changes. */
export function requireSameDatabase(position: Position, database: string): void {
  if (position.database !== database) throw invalidToken()
}

/** Returns the identifier of the database, which is generated on first use and preserved by copies. */
export function createDatabaseName(store: Store, random: RandomBytes): () => Promise<string> {
  const settled = createSettledText(store, 'database')
  return () => settled(() => random(6).toString('hex'))
}
