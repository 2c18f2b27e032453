import { ServiceError } from './errors.ts'

/**
 * Writes that were refused because the ETag became outdated between reading and writing. That of an event also changes with the
 * number of events in its categories and tags, and with its venues and organizers.
 */

export const isOvertaken = (error: unknown): boolean => error instanceof ServiceError && error.isConflict

const repetitions = 3

/** Repeats what reads, compares and writes; it is up to `work` to refuse what somebody else has changed. */
export async function whileOvertaken<T>(work: () => Promise<T>, left = repetitions): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOvertaken(error) || left === 0) throw error
    return whileOvertaken(work, left - 1)
  }
}
