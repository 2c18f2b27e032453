import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { stopSignals } from '../../stop-signals.ts'
import { createPrivately } from '../private-files.ts'
import { DatabaseError } from '../open.ts'

/** Backups and exports are either complete or absent. */

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

/** Cleans up after the work, also if a signal ends the process meanwhile. */
export async function cleaningUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const stop = (signal: NodeJS.Signals) => {
    cleanUp()
    // Sent again without this listener, so that whoever started the process sees what has ended it.
    process.off(signal, stop).kill(process.pid, signal)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    return await work()
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
    cleanUp()
  }
}

/** Writes to a temporary file and renames it only after it is complete and fsynced. */
export async function writeAtomically(
  file: string,
  make: (temporaryFile: string) => Promise<void>,
): Promise<void> {
  const temporaryFile = `${file}.unfinished`
  removeAll(temporaryFile)
  let removeFolders: () => void = () => undefined
  await cleaningUp(
    () => {
      removeAll(temporaryFile)
      removeFolders()
    },
    async () => {
      // Before it is filled, because other programs create files that everybody may read.
      removeFolders = createPrivately(temporaryFile)
      await make(temporaryFile)
      fsyncPath(temporaryFile)
      renameSync(temporaryFile, file)
      fsyncPath(dirname(file))
    },
  )
}

export function assertAbsent(file: string): void {
  if (existsSync(file)) throw new DatabaseError(`The file ${file} already exists; choose another name.`)
}
