import { ConfigProblem } from '../config.ts'
import { DatabaseError } from '../store/open.ts'
import { isConnectFailure } from '../store/sql/dialects/postgres-connecting.ts'
import { HttpProblem } from '../errors.ts'
import { formatMessage } from '../locales/index.ts'
import { exitCodeOfSignal } from '../stop-signals.ts'
import type { LocalizableMessage } from '../locales/sentence.ts'

/** An error that stops a command; its message is written for the operator. */
export class CommandError extends Error {}

/** A stop signal ended the command. */
export class Interrupted extends CommandError {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, message: string) {
    super(message)
    this.exitCode = exitCodeOfSignal(signal)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'disk full',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a part of the path is not a directory',
  SQLITE_BUSY: 'it is locked by another process',
  SQLITE_LOCKED: 'it is locked by another process',
  SQLITE_CANTOPEN: 'the file cannot be opened, or its directory cannot be written to',
  SQLITE_NOTADB: 'the file is not a database',
  SQLITE_CORRUPT: 'the file is corrupt',
  SQLITE_READONLY: 'the file or its directory is read-only',
  SQLITE_FULL: 'disk full',
  SQLITE_IOERR: 'disk I/O error',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the server closed the connection',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the server is unreachable',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the server is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the server is not trusted',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host name',
  // PostgreSQL error codes: class 25 is the state of a transaction, 28 authentication, 3D a missing database, 3F a missing schema.
  '25006': 'the server is read-only, or still a replica',
  '28000': 'the server rejected the user',
  '28P01': 'the server rejected the password',
  '3D000': 'the database does not exist on the server',
  '3F000': 'the search_path leads to no schema that exists',
  '53300': 'the server has too many connections',
  '57P03': 'the server is starting or shutting down',
}

/**
 * What the PostgreSQL driver says without a code, mostly if the address leads to something else, and what servers say
 * with a code that means other things too.
 */
const reasonsByMessage: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^Connection terminated due to connection timeout/, 'the server does not answer, or is not PostgreSQL'],
  [/^Connection terminated/, 'the server ended the connection, or is not PostgreSQL'],
  [/client password must be a/, 'the server requires a password'],
  [/^extension "pg_trgm" is not available/, 'the server lacks the extension pg_trgm (postgresql-contrib)'],
  [
    /pg_hba\.conf .*(?:no encryption|SSL off)$/,
    'the server rejected the user, or the connection because it is not encrypted (sslmode=verify-full)',
  ],
  [
    /^SSL required|^connection is insecure/,
    'the server requires an encrypted connection (sslmode=verify-full)',
  ],
  [
    /^unsupported startup parameter: (?:statement|idle_in_transaction_session)_timeout/,
    'PgBouncer requires ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ],
  [/^received invalid response/, 'the server is not PostgreSQL'],
  [
    /does not support SSL connections$|establishing an SSL connection$/,
    'the server offers no encrypted connection, or is not PostgreSQL',
  ],
]

function reasonByMessage(error: unknown): string | undefined {
  const text = error instanceof Error ? error.message : ''
  return reasonsByMessage.find(([pattern]) => pattern.test(text))?.[1]
}

/** Of PostgreSQL, which says what is missing on what. */
const insufficientPrivilege = '42501'

/** Describes an error of the operating system or the database; undefined if the error is unexpected. */
export function reasonFor(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  if (code === insufficientPrivilege) return `insufficient privileges, ${(error as Error).message}`
  const known = typeof code === 'string' ? reasons[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')] : undefined
  return reasonByMessage(error) ?? known
}

/** The reason, or else what the error says itself. */
export const reasonOrMessage = (error: unknown): string => reasonFor(error) ?? (error as Error).message

function explained(what: string, error: unknown): unknown {
  const reason = reasonFor(error) ?? reasonFor((error as Error).cause)
  if (reason === undefined || (error as { code?: unknown }).code === undefined) return error
  return new CommandError(`${what}: ${reason}.`, { cause: error })
}

/** Turns errors of the operating system into messages of the command. */
export async function explainErrors(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw explained(what, error)
  }
}

/** The same for work that is not awaited. */
export function explainNow<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explained(what, error)
  }
}

/** One line for each invalid parameter. */
function errorMessageOfProblem({ sentence, details }: HttpProblem): string {
  const params = details.params
  if (params === undefined || Array.isArray(params)) return formatMessage(sentence, 'en')
  return Object.entries(params as Record<string, LocalizableMessage>)
    .map(([name, wrong]) => `${name}: ${formatMessage(wrong, 'en')}`)
    .join('\n')
}

/** The message of an expected error, one sentence per line; undefined for internal errors. */
export function errorMessageOf(error: unknown): string | undefined {
  if (error instanceof ConfigProblem || error instanceof CommandError || error instanceof DatabaseError)
    return error.message
  if (error instanceof HttpProblem) return errorMessageOfProblem(error)
  // Why there is no connection depends on the server and the driver, so the list of reasons is never complete.
  const reason = reasonFor(error) ?? (isConnectFailure(error) ? (error as Error).message : undefined)
  if (reason === undefined) return undefined
  return `Cannot use the database: ${reason}.${isOfDisk(error) ? '' : ' Check DATABASE_URL.'}`
}

/** Another database would meet the same disk. */
const isOfDisk = (error: unknown): boolean =>
  /^(?:SQLITE_(?:FULL|IOERR)|ENOSPC)/.test(String((error as { code?: unknown }).code))
