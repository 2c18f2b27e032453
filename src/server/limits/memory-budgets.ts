import type { ServerResponse } from 'node:http'

/** Bounds the memory that many slow clients can hold together. */

const mebibyte = 2 ** 20

/** Bodies of anonymous requests that are being read or answered, in bytes; four times as much for signed-in callers. */
const bodyBytes = 32 * mebibyte

/** Responses that are large and not yet sent, in bytes. */
const [largeResponse, responseBytes] = [mebibyte, 128 * mebibyte]

/** What a stream holds at most while it is sent, in bytes. */
const streamBytes = mebibyte / 2

export interface MemoryBudgets {
  /** Whether there is room for so many bytes more of the body. */
  holdBody(response: ServerResponse, isSignedIn: boolean, bytes: number): boolean
  /** Large responses stay in memory until slow clients have read them; the last number that is given counts. */
  holdResponse(response: ServerResponse, bytes: number): boolean
  /** What of a stream is under way to a slow client counts as well. */
  holdStream(response: ServerResponse): boolean
}

export function memoryBudgets(maxBody: number): MemoryBudgets {
  const bodies = Math.max(bodyBytes, 4 * maxBody)
  const anonymous = new ByteBudget(bodies)
  const signedIn = new ByteBudget(4 * bodies)
  const large = new ByteBudget(responseBytes)
  return {
    holdBody: (response, isSignedIn, bytes) => (isSignedIn ? signedIn : anonymous).hold(response, bytes),
    holdResponse(response, bytes) {
      large.release(response)
      return bytes < largeResponse || large.hold(response, bytes)
    },
    holdStream: (response) => large.hold(response, streamBytes),
  }
}

class ByteBudget {
  private held = 0
  private readonly holders = new Map<ServerResponse, number>()

  constructor(private readonly maximum: number) {}

  /** Holds more bytes until the response has been sent or given up; false if there is no room for them. */
  hold(response: ServerResponse, bytes: number): boolean {
    if (this.held + bytes > this.maximum || response.destroyed) return false
    if (!this.holders.has(response)) response.once('close', () => this.release(response))
    this.holders.set(response, (this.holders.get(response) ?? 0) + bytes)
    this.held += bytes
    return true
  }

  release(response: ServerResponse) {
    this.held -= this.holders.get(response) ?? 0
    this.holders.delete(response)
  }
}
