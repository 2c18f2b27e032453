import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPrivately } from '../private-files.ts'
import { DatabaseError } from '../open.ts'

/** Backup files are either complete or absent. */

export const walSuffixes = ['-wal', '-shm']

const removeAll = (file: string) => {
  for (const suffix of ['', '-journal', ...walSuffixes]) rmSync(`${file}${suffix}`, { force: true })
}

/** Flushes the cache of the operating system to the disk. */
function fsyncPath(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** Writes to a temporary file and renames it only after it is complete and fsynced. */
export async function writeAtomically(
  file: string,
  make: (temporaryFile: string) => Promise<void>,
): Promise<void> {
  const temporaryFile = `${file}.unfinished`
  removeAll(temporaryFile)
  // Before it is filled, because other programs create files that everybody may read.
  createPrivately(temporaryFile)
  try {
    await make(temporaryFile)
    fsyncPath(temporaryFile)
    renameSync(temporaryFile, file)
    fsyncPath(dirname(file))
  } finally {
    removeAll(temporaryFile)
  }
}

export function assertAbsent(file: string): void {
  if (existsSync(file)) throw new DatabaseError(`The file ${file} already exists; choose another name.`)
}
