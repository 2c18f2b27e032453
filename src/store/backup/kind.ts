import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseError } from '../open.ts'

/** Which database a backup is of, by the first bytes of the file. */

const beginnings = { SQLite: 'SQLite format 3\0', PostgreSQL: 'PGDMP' } as const

type Kind = keyof typeof beginnings

function beginningOf(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(beginnings.SQLite.length)
    return buffer.toString('latin1', 0, readSync(opened, buffer))
  } finally {
    closeSync(opened)
  }
}

/** Throws for a backup of the other database, because neither program that reads backups says what the file is. */
export function requireKind(file: string, wanted: Kind): void {
  const beginning = beginningOf(file)
  const other = wanted === 'SQLite' ? 'PostgreSQL' : 'SQLite'
  if (!beginning.startsWith(beginnings[other])) return
  throw new DatabaseError(
    `The backup is of ${other}, and DATABASE_URL names ${wanted}. Restore it to ${other}; calends copy moves the data to ${wanted}.`,
  )
}
