import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  ReadBuffer,
  serializeMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { withInvalidParams } from './invalid-params.ts'

/**
 * The protocol over two streams. Unlike the transport of the library, it answers everything that was asked before the
 * input ended, because the input may be a file.
 */
export class StandardStreams implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves once the input has ended and all of it is answered, or nobody can read the answers. */
  readonly ended: Promise<void>
  private settle: () => void = () => undefined
  private readonly buffer = new ReadBuffer()
  private readonly unanswered = new Set<RequestId>()
  private hasInputEnded = false

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {
    this.ended = new Promise((resolve) => (this.settle = resolve))
  }

  start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.receive(chunk))
    this.input.on('error', (error) => this.onerror?.(error))
    // Files and /dev/null end without being closed, and a stream may be closed without an end.
    for (const event of ['end', 'close']) this.input.once(event, () => this.endInput())
    if (this.input.readableEnded || this.input.destroyed) setImmediate(() => this.endInput())
    this.output.on('error', () => this.settle())
    return Promise.resolve()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await new Promise<void>((resolve, reject) =>
      this.output.write(serializeMessage(withInvalidParams(message)), (error) =>
        error ? reject(error) : resolve(),
      ),
    )
    if ('id' in message && !('method' in message)) this.unanswered.delete(message.id!)
    this.settleIfAnswered()
  }

  close(): Promise<void> {
    this.input.pause()
    this.settle()
    this.onclose?.()
    return Promise.resolve()
  }

  private endInput() {
    if (this.hasInputEnded) return
    this.hasInputEnded = true
    // The last line may lack its line feed.
    this.receive(Buffer.from('\n'))
    this.settleIfAnswered()
  }

  private settleIfAnswered() {
    if (this.hasInputEnded && this.unanswered.size === 0) this.settle()
  }

  private receive(chunk: Buffer) {
    try {
      this.buffer.append(chunk)
    } catch (error) {
      this.onerror?.(error as Error)
      return this.settle()
    }
    while (this.takeMessage());
  }

  /** Whether there may be another message. */
  private takeMessage(): boolean {
    try {
      const message = this.buffer.readMessage()
      if (message === null) return false
      this.note(message)
      this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error as Error)
    }
    return true
  }

  /** Cancelled requests are not answered. */
  private note(message: JSONRPCMessage) {
    if (isJSONRPCRequest(message)) this.unanswered.add(message.id)
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      this.unanswered.delete(message.params?.requestId as RequestId)
  }
}
