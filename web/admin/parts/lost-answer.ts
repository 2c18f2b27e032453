import { randomName } from '../app/random-name.ts'
import { ConnectionLost, ServiceError } from '../service/errors.ts'
import { untilConnected, whenConnected } from './saving.ts'

/** Writes whose response may be lost although they were carried out. */

/** Gateways that give up may have passed the request on. */
const isUnanswered = (error: unknown) =>
  error instanceof ConnectionLost || (error instanceof ServiceError && [502, 504].includes(error.status))

const repetitions = 2

/**
 * Writes, and if there is no response, asks whether it was carried out and repeats it only if not: repeated blindly, it
 * would meet its own change and take it for somebody else's. `findDone` returns undefined if it was not carried out.
 */
export async function writeOnce<T>(
  write: () => Promise<T>,
  findDone: () => Promise<T | undefined>,
  left = repetitions,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUnanswered(error)) throw error
    await whenConnected()
    const done = await untilConnected(findDone)
    if (done !== undefined) return done
    if (left === 0) throw error
    return writeOnce(write, findDone, left - 1)
  }
}

const notKnown = async () => undefined

/** Writes under an idempotency key, by which the service recognizes a repetition. */
export const writeKeyed = <T>(
  write: (idempotencyKey: string) => Promise<T>,
  idempotencyKey = randomName(),
): Promise<T> => writeOnce(() => write(idempotencyKey), notKnown)
