import type { ServerResponse } from 'node:http'

/** Bounds the memory that many slow clients can hold together. */

const mebibyte = 2 ** 20

/** Limit in bytes for the bodies of all anonymous requests in progress; signed-in callers have four times as much. */
const bodyBytes = 32 * mebibyte

/**
 * Size in bytes from which a response counts, because the operating system may take smaller ones whole, and the limit for
 * all such responses that are not yet sent.
 */
const [largeResponse, responseBytes] = [64 * 1024, 128 * mebibyte]

/** Maximum number of bytes that a stream buffers while it is sent. */
const streamBytes = mebibyte / 2

export interface MemoryBudgets {
  /** Reserves memory for more bytes of the request body; false if the budget is exhausted. */
  holdBody(response: ServerResponse, isSignedIn: boolean, bytes: number): boolean
  /** Large responses stay in memory until slow clients have read them. A further call replaces the number of bytes. */
  holdResponse(response: ServerResponse, bytes: number): boolean
  /** Reserves the buffer of a streamed response. */
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

  /** Reserves more bytes until the response is sent or aborted; false if the budget is exhausted. */
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
