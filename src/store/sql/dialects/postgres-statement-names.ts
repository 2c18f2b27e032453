import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { sha256 } from '../../../text/digest.ts'
import { isPrepared } from '../prepared-queries.ts'
import { cutIfUnanswered } from './postgres-answer-deadline.ts'

/**
 * Frequent statements are planned once per connection, because planning a lookup by key takes the server longer than
 * running it. The name of a statement is derived from its text, so that it never denotes another one, even if a pooler
 * shares the connection.
 */

type PostgresError = Error & { readonly code?: unknown }

/**
 * Behind a connection pooler, a prepared statement may be missing (26000) or already exist (42P05), because sessions
 * are shared.
 */
const unknownStatementCodes = ['26000', '42P05']

/** A column was added since, which changes the result of `select *`. */
const isCachedPlanChange = ({ code, message }: PostgresError) =>
  code === '0A000' && message.includes('cached plan')

const isUnknownStatement = ({ code }: PostgresError) => unknownStatementCodes.includes(String(code))

/** Whether a query failed only because of its statement name, so that a retry can succeed. */
export const isStatementNameError = (error: unknown): boolean =>
  error instanceof Error && (isCachedPlanChange(error) || isUnknownStatement(error))

const maxNames = 500

export class StatementNames {
  private readonly names = new Map<string, string>()
  private generation = 0
  private isOff = false

  /** Undefined if the statement has to be planned each time. */
  of(text: string): string | undefined {
    if (this.isOff || !isPrepared(text)) return undefined
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= maxNames) return known
    const name = `calends ${this.generation} ${sha256(text).slice(0, 16)}`
    this.names.set(text, name)
    return name
  }

  /** Switches names off behind a pooler that does not support them, and otherwise starts with new ones. */
  onError(error: unknown): void {
    this.isOff ||= isUnknownStatement(error as PostgresError)
    this.generation += 1
    this.names.clear()
  }
}

/** The pool for the query builder, with names for prepared statements and a deadline for each answer. */
export function withStatementNames(pool: pg.Pool, names: StatementNames, deadlineMs: number): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const ask = async (client: pg.PoolClient, text: string, values: unknown[]) => {
    const name = names.of(text)
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isStatementNameError(error)) throw error
      names.onError(error)
      // Inside a transaction every further query fails, so the transaction has to be retried.
      return client.query(text, values).catch(() => Promise.reject(error as Error))
    }
  }
  const wrap = (client: pg.PoolClient) =>
    ({
      query: (text: string, values: unknown[]) =>
        cutIfUnanswered(client, deadlineMs, ask(client, text, values)),
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
