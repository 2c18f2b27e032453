import { ConfigProblem } from '../config.ts'
import { DatabaseProblem } from '../store/open.ts'
import { Problem } from '../errors.ts'
import { tell } from '../locales/index.ts'
import type { Sentence } from '../locales/sentence.ts'

/** What keeps a command from doing what was asked; the sentence is for the operator. */
export class CommandProblem extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_LOCKED: 'another program has locked it',
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_NOTADB: 'the file is not a database',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_FULL: 'no space is left',
  SQLITE_IOERR: 'the disk does not work as it should',
  ECONNREFUSED: 'its server does not run there',
  ECONNRESET: 'its server has closed the connection',
  ETIMEDOUT: 'its server does not answer',
  EHOSTUNREACH: 'its server is out of reach',
  ENOTFOUND: 'the host of its server is not known',
  EAI_AGAIN: 'the host of its server is not known',
  // PostgreSQL's own codes: 28 is about who asks, 3D about a database that is not there.
  '28000': 'its server refuses the user',
  '28P01': 'its server refuses the password',
  '3D000': 'its server has no database of that name',
  '42501': 'the user lacks a right there',
  '53300': 'its server has too many connections',
  '57P03': 'its server is starting or stopping',
}

/** Why the system or the database refuses, in words; undefined for what nobody expects. */
export function refusal(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? reasons[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')] : undefined
}

/** Each parameter that is wrong says so itself. */
function sentencesOfProblem({ sentence, details }: Problem): string {
  const params = details.params
  if (params === undefined || Array.isArray(params)) return tell(sentence, 'en')
  return Object.entries(params as Record<string, Sentence>)
    .map(([name, wrong]) => `${name}: ${tell(wrong, 'en')}`)
    .join('\n')
}

/** What an expected problem says, a sentence per line; undefined for a fault of ours. */
export function sentencesOf(error: unknown): string | undefined {
  if (error instanceof ConfigProblem || error instanceof CommandProblem || error instanceof DatabaseProblem)
    return error.message
  if (error instanceof Problem) return sentencesOfProblem(error)
  const reason = refusal(error)
  return reason === undefined
    ? undefined
    : `The database cannot be used: ${reason}. DATABASE_URL says where it is.`
}
