import { ValidationError } from '../../errors.ts'
import type { RandomBytes } from '../../identity/secrets.ts'
import { message } from '../../locales/sentence.ts'
import type { Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'

/** Where a reader of the feed stands: the last change it has read, and of which database. */
export interface Position {
  readonly database: string
  readonly seq: number
}

export const tokenOf = ({ database, seq }: Position): string =>
  Buffer.from(`${database} ${seq}`).toString('base64url')

const invalidToken = () =>
  new ValidationError('rest_invalid_token', message('Must be a token that this service has given.'))

export function readToken(token: string): Position {
  const [, database, seq] = /^(\w+) (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (database === undefined) throw invalidToken()
  return { database, seq: Number(seq) }
}

/** Numbers of another database stand for other changes. */
export function requireSameDatabase(position: Position, database: string): void {
  if (position.database !== database) throw invalidToken()
}

/** What tells this database from others; a copy of it goes on under the same name. */
export function createDatabaseName(store: Store, random: RandomBytes): () => Promise<string> {
  const settled = createSettledText(store, 'database')
  return () => settled(() => random(6).toString('hex'))
}
