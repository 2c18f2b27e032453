import type { IncomingMessage } from 'node:http'

/** Bounds the time for which a client may send a body, because its connection and what is read of it are kept meanwhile. */

export interface Pace {
  readonly everyMs: number
  readonly leastBytes: number
}

/** A minute for a whole body. Where a file has more time, it has another one for each of these steps: 70 kbit/s. */
export const usualPace: Pace = { everyMs: 60_000, leastBytes: 512 * 1024 }

/** The limit of one body. */
export interface BodyTime {
  /**
   * Gives the body as long as it makes progress: a photograph takes minutes from many homes, and not every proxy waits for
   * all of it before it forwards it.
   */
  readonly lastWhileProgressing: () => void
}

/** Calls `refuse` if the body takes too long. */
export function limitBodyTime(request: IncomingMessage, refuse: () => void, pace = usualPace): BodyTime {
  const { socket } = request
  let received = socket.bytesRead
  let mayProgress = false
  const timer = setInterval(() => {
    const progress = socket.bytesRead - received
    received += progress
    if (mayProgress && progress >= pace.leastBytes) return
    clearInterval(timer)
    if (!request.complete) refuse()
  }, pace.everyMs).unref()
  request.once('close', () => clearInterval(timer))
  return { lastWhileProgressing: () => void (mayProgress = true) }
}
