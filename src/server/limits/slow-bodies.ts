import type { IncomingMessage } from 'node:http'

/** Bounds the time for which a client may send a body, because its connection and what is read of it are kept meanwhile. */

interface Pace {
  readonly everyMs: number
  readonly leastBytes: number
}

/** A minute for a whole body. Where a file has more time, it has another one for each of these steps: 70 kbit/s. */
const usual: Pace = { everyMs: 60_000, leastBytes: 512 * 1024 }

const patient = new WeakSet<IncomingMessage>()

/**
 * Gives a body as long as it makes progress: a photograph takes minutes from many homes, and not every proxy waits for all
 * of it before it forwards it.
 */
export const allowTime = (request: IncomingMessage): void => void patient.add(request)

/** Calls `refuse` if the body takes too long. */
export function limitBodyTime(request: IncomingMessage, refuse: () => void, pace = usual): void {
  const { socket } = request
  let received = socket.bytesRead
  const timer = setInterval(() => {
    const progress = socket.bytesRead - received
    received += progress
    if (patient.has(request) && progress >= pace.leastBytes) return
    clearInterval(timer)
    if (!request.complete) refuse()
  }, pace.everyMs).unref()
  request.once('close', () => clearInterval(timer))
}
