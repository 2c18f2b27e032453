import type { ServerResponse } from 'node:http'
import type { Pace } from './slow-bodies.ts'

/**
 * Bounds the time for which a client may read a response. One that reads a few bytes now and then is never silent, and would
 * keep the memory of the response, which others wait for, for as long as it wants.
 */

/** A minute, and another one for each of these steps: 70 kbit/s, as for uploads. */
const usual: Pace = { everyMs: 60_000, leastBytes: 512 * 1024 }

export interface ReadingTime {
  /** The client gets so many bytes more, and with them time. */
  begin(bytes: number): void
  /** The client has taken them; the time until the next ones does not count, because it waits for us. */
  pause(): void
}

export function limitReadingTime(response: ServerResponse, pace = usual): ReadingTime {
  let leftMs = pace.everyMs
  let [begun, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined]
  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    leftMs -= performance.now() - begun
  }
  response.once('close', pause)
  return {
    begin(bytes) {
      pause()
      if (response.destroyed) return
      leftMs += (bytes / pace.leastBytes) * pace.everyMs
      begun = performance.now()
      timer = setTimeout(() => response.destroy(), leftMs).unref()
    },
    pause,
  }
}
