import type { ServerResponse } from 'node:http'

/** Bounds the memory that many slow clients can hold together. */
export class ByteBudget {
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

  private release(response: ServerResponse) {
    this.held -= this.holders.get(response) ?? 0
    this.holders.delete(response)
  }
}
