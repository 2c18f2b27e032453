import type { ServerResponse } from 'node:http'
import { usualPace } from './slow-bodies.ts'

/**
 * Bounds the time for which a client may read a response. One that reads a few bytes now and then is never silent, and would
 * keep the memory of the response, which others wait for, for as long as it wants.
 */

export interface ReadingTime {
  /** The client gets so many bytes more, and with them time. */
  begin(bytes: number): void
  /** The client has taken them; the time until the next ones does not count, because it waits for us. */
  pause(): void
}

/** By default a minute, and another one for each step of an upload. */
export function limitReadingTime(response: ServerResponse, pace = usualPace): ReadingTime {
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
