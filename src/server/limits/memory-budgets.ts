import type { ServerResponse } from 'node:http'
import { clientOf } from '../../identity/clients.ts'
import { SharedBudget } from '../../shared-budget.ts'
import type { Exchange } from '../exchange.ts'
import { clientAddress } from '../request/request-origin.ts'

/** Bounds the memory that many slow clients can hold together, and the share of it that one of them can hold. */

const mebibyte = 2 ** 20

/** Limit in bytes for the bodies of all anonymous requests in progress; signed-in callers have four times as much. */
const bodyBytes = 32 * mebibyte

/** The first bytes of a body do not count, so that small ones are never refused; connections buffer more than that. */
const uncountedBodyBytes = 16 * 1024

/**
 * Size in bytes from which a response counts, because the operating system may take smaller ones whole, and the limit for
 * all such responses that are not yet sent.
 */
const [largeResponse, responseBytes] = [64 * 1024, 128 * mebibyte]

/** Number of bytes that a stream buffers while it is sent, if its pieces are not long. */
const streamBytes = mebibyte / 2

/** What was read for a piece is in memory too: its text, its values, and the next piece. */
const perPieceByte = 4

type Holder = Pick<Exchange, 'request' | 'response' | 'caller'>

export interface MemoryBudgets {
  /** Reserves memory for the body that has been received so far; false if the budget is exhausted. */
  holdBody(holder: Holder, bytes: number): boolean
  /** Large responses stay in memory until slow clients have read them. A further call replaces the number of bytes. */
  holdResponse(holder: Holder, bytes: number): boolean
  /** Reserves the buffer of a streamed response, for its current piece. */
  holdStream(holder: Holder, pieceBytes?: number): boolean
}

interface BudgetOptions {
  readonly maxBody: number
  /** Size in bytes of the largest body, that of an upload: the share of one client has room for it. */
  readonly maxUpload: number
  readonly trustProxy: boolean
}

export function memoryBudgets({ maxBody, maxUpload, trustProxy }: BudgetOptions): MemoryBudgets {
  const bodies = Math.max(bodyBytes, 4 * maxBody, 1.5 * maxUpload)
  const anonymous = new ByteBudget(bodies, Math.max(bodies / 4, maxUpload), trustProxy)
  const signedIn = new ByteBudget(4 * bodies, bodies, trustProxy)
  // Many readers may share the address of a proxy, so one address gets most of it.
  const large = new ByteBudget(responseBytes, (responseBytes * 3) / 4, trustProxy)
  return {
    holdBody: (holder, bytes) =>
      bytes <= uncountedBodyBytes || (holder.caller === undefined ? anonymous : signedIn).hold(holder, bytes),
    holdResponse(holder, bytes) {
      if (bytes >= largeResponse) return large.hold(holder, bytes)
      large.release(holder)
      return true
    },
    holdStream: (holder, pieceBytes = 0) =>
      large.hold(holder, Math.max(streamBytes, perPieceByte * pieceBytes)),
  }
}

interface Held {
  readonly client: string
  readonly bytes: number
}

/** A budget whose bytes are held until a response is sent or aborted. */
class ByteBudget {
  private readonly budget: SharedBudget
  private readonly holders = new Map<ServerResponse, Held>()

  constructor(
    maximum: number,
    share: number,
    private readonly trustProxy: boolean,
  ) {
    this.budget = new SharedBudget(maximum, share)
  }

  /** Replaces what the response holds; false if the budget is exhausted. */
  hold(holder: Holder, bytes: number): boolean {
    const { response } = holder
    if (response.destroyed) return false
    const { client } = this.release(holder) ?? this.begin(holder)
    const isHeld = this.budget.take(client, bytes)
    this.holders.set(response, { client, bytes: isHeld ? bytes : 0 })
    return isHeld
  }

  /** Keeps the entry, so that each response has one listener. */
  release({ response }: Pick<Holder, 'response'>): Held | undefined {
    const held = this.holders.get(response)
    if (held === undefined) return undefined
    this.budget.release(held.client, held.bytes)
    this.holders.set(response, { ...held, bytes: 0 })
    return held
  }

  private begin(holder: Holder): Pick<Held, 'client'> {
    const { request, response, caller } = holder
    response.once('close', () => {
      this.release(holder)
      this.holders.delete(response)
    })
    return { client: clientOf(caller, clientAddress(request, this.trustProxy)) }
  }
}
