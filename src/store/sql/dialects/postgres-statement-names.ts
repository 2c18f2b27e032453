import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isPrepared } from '../prepared-queries.ts'

/**
 * Statements of the hot paths are planned once per connection: planning one by its key takes the server longer than
 * running it. The name of a statement is made of its text, so that it never stands for another, even if a pooler shares the
 * connection.
 */

type PostgresError = Error & { readonly code?: unknown }

/**
 * Behind a connection pooler, a prepared statement may be missing (26000) or already exist (42P05), because sessions
 * are shared.
 */
const unknownStatementCodes = ['26000', '42P05']

/** A column has been added since, which changes the result of `select *`. */
const isCachedPlanChange = ({ code, message }: PostgresError) =>
  code === '0A000' && message.includes('cached plan')

const isUnknownStatement = ({ code }: PostgresError) => unknownStatementCodes.includes(String(code))

/** Whether a query failed by the name of its statement alone: the next one will not. */
export const isStatementNameError = (error: unknown): boolean =>
  error instanceof Error && (isCachedPlanChange(error) || isUnknownStatement(error))

const maxNames = 500

export class StatementNames {
  private readonly names = new Map<string, string>()
  private generation = 0
  private isOff = false

  /** Undefined where the statement is to be planned each time. */
  of(text: string): string | undefined {
    if (this.isOff || !isPrepared(text)) return undefined
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= maxNames) return known
    const name = `calends ${this.generation} ${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
    this.names.set(text, name)
    return name
  }

  /** Behind such a pooler there are none; else they are made anew. */
  onError(error: unknown): void {
    this.isOff ||= isUnknownStatement(error as PostgresError)
    this.generation += 1
    this.names.clear()
  }
}

/** The pool as the query builder uses it, with names for the statements that have one. */
export function withStatementNames(pool: pg.Pool, names: StatementNames): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const ask = async (client: pg.PoolClient, text: string, values: unknown[]) => {
    const name = names.of(text)
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isStatementNameError(error)) throw error
      names.onError(error)
      // Inside of a transaction nothing is answered any more; that has to begin again.
      return client.query(text, values).catch(() => Promise.reject(error as Error))
    }
  }
  const wrap = (client: pg.PoolClient) =>
    ({
      query: (text: string, values: unknown[]) => ask(client, text, values),
      release: () => client.release(),
    }) as unknown as PostgresPoolClient
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
