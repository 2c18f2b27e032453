import { setTimeout as pause } from 'node:timers/promises'
import type { Imports } from '../importing/index.ts'
import { stopSignals } from '../stop-signals.ts'
import { findImport } from '../store/imports/imports.ts'
import type { Db } from '../store/sql/db.ts'
import { CommandError, Interrupted } from './error-messages.ts'

/**
 * Runs an import to its end. The run is a job, so that a service on the same database, or the next import, continues it
 * if this process is interrupted. Because any of them may have taken it, the database says whether it is done.
 */

interface Run {
  readonly db: Db
  readonly imports: Imports
  /** Errors that have interrupted runs in this process, by the ID of the import. */
  readonly interruptions: ReadonlyMap<number, unknown>
}

const pollMs = 100

export async function runImport(run: Run, id: number): Promise<void> {
  let stopped: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals) => void (stopped = signal)
  // Once, so that a second signal ends the process at once.
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    await run.imports.request(id)
    while (stopped === undefined && (await isRunning(run, id))) await pause(pollMs)
  } finally {
    await run.imports.stop()
    for (const signal of stopSignals) process.off(signal, stop)
  }
  if (stopped !== undefined && (await isRunning(run, id)))
    throw new Interrupted(
      stopped,
      `Import ${id} was interrupted. The service continues it at once or when it starts, and so does the next calends import.`,
    )
}

/** Throws if the run has failed or was interrupted by an error. */
async function isRunning({ db, interruptions }: Run, id: number): Promise<boolean> {
  if (interruptions.has(id)) throw interruptions.get(id)
  const { state, fault } = (await findImport(db, id))!
  if (state === 'failed') throw new CommandError(`Import ${id} failed: ${fault}`)
  return state === 'running'
}
