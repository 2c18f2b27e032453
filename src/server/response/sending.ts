import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline as pipe } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { HttpProblem, unavailable } from '../../errors.ts'
import { cookieHeaders } from '../request/cookies.ts'
import type { Variant } from './encoding.ts'
import type { Exchange } from '../exchange.ts'
import { apiHeaders, pageHeaders, preflightHeaders, requestIdHeader } from './headers.ts'
import type { MemoryBudgets } from '../limits/memory-budgets.ts'
import type { Pace } from '../limits/slow-bodies.ts'
import { limitReadingTime } from '../limits/slow-readers.ts'
import { stalledClientMs } from '../limits/stalled-clients.ts'
import type { Shutdown } from '../shutdown.ts'

/** Sends a variant: the last step of the pipeline. */

interface SenderOptions {
  readonly config: Config
  readonly budgets: MemoryBudgets
  readonly shutdown: Shutdown
  readonly log: FastifyBaseLogger
  readonly stalledMs?: number
  readonly pace?: Pace
}

export interface Sender {
  /**
   * Throws `unavailable` if the memory budget is exhausted, because large responses stay in memory until slow clients
   * have read them.
   */
  send(exchange: Exchange, variant: Variant): void | Promise<void>
  /** Sends a problem regardless of the memory budget, because problems are small. */
  sendProblem(exchange: Exchange, variant: Variant): void
  sendPreflight(exchange: Exchange): void
}

export function createSender({
  config,
  budgets,
  shutdown,
  log,
  stalledMs = stalledClientMs,
  pace,
}: SenderOptions): Sender {
  function begin({ request, response, id, limit = [], located, cookies }: Exchange, variant: Variant): void {
    response.writeHead(variant.status, [
      requestIdHeader,
      id,
      ...limit,
      ...(shutdown.isStopping ? ['connection', 'close'] : []),
      ...(located.mount.isPages ? commonOfPages : common),
      ...cookieHeaders(cookies, request, config),
      ...variant.headers,
    ])
  }

  function sendWhole(exchange: Exchange, variant: Variant): void {
    const { request, response } = exchange
    begin(exchange, variant)
    response.end(request.method === 'HEAD' ? undefined : variant.body)
    // Usually the operating system takes all at once.
    if (response.writableLength === 0) return
    response.setTimeout(stalledMs)
    limitReadingTime(response, pace).begin(response.writableLength)
  }

  /** Breaks off where long pieces would exhaust the budget, because slow clients hold them, or a client is too slow. */
  async function* limited(exchange: Exchange, pieces: AsyncIterable<string>): AsyncIterable<string> {
    const reading = limitReadingTime(exchange.response, pace)
    for await (const piece of pieces) {
      if (!budgets.holdStream(exchange, piece.length)) throw unavailable()
      reading.begin(piece.length)
      yield piece
      reading.pause()
    }
  }

  /**
   * Headers that are sent cannot be changed, so an error closes the connection before the response is complete. One
   * before the first piece is thrown, so that it is answered with a problem.
   */
  async function sendStream(exchange: Exchange, variant: Variant): Promise<void> {
    const { pieces, isCompressed } = variant.stream!
    const source = Readable.from(limited(exchange, pieces), { highWaterMark: 1 })
    await once(source, 'readable')
    if (exchange.response.destroyed) return void source.destroy()
    begin(exchange, variant)
    // Closes the connection of a client that has stopped reading, whose place others would wait for. A stream that waits
    // for changes is not silent for that long.
    exchange.response.setTimeout(stalledMs)
    try {
      await (isCompressed ? pipe(source, createGzip(), exchange.response) : pipe(source, exchange.response))
    } catch (error) {
      if (clientLeft.has((error as { code?: string }).code)) return
      const level = error instanceof HttpProblem ? 'info' : 'error'
      log[level]({ err: error as Error, request: exchange.id }, 'a response was broken off')
    }
  }

  return {
    send(exchange, variant) {
      const { request } = exchange
      const { body, stream } = variant
      const isAffordable =
        stream === undefined
          ? budgets.holdResponse(exchange, body?.length ?? 0)
          : budgets.holdStream(exchange)
      if (!isAffordable) throw unavailable()
      const isWhole = stream === undefined || request.method === 'HEAD'
      return isWhole ? sendWhole(exchange, variant) : sendStream(exchange, variant)
    },
    sendProblem: sendWhole,
    sendPreflight({ request, response, id, located }) {
      response.writeHead(204, { [requestIdHeader]: id, ...preflightHeaders(request, located.mount) })
      response.end()
    },
  }
}

const common = Object.entries(apiHeaders).flat()
const commonOfPages = Object.entries(pageHeaders).flat()

/** Error codes of a stream whose client has disconnected. */
const clientLeft = new Set<string | undefined>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])
