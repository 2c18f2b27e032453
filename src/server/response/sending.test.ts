import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { calendarMounts } from '../../api/mounts.ts'
import { readConfig } from '../../config.ts'
import { beginExchange } from '../exchange.ts'
import { memoryBudgets } from '../limits/memory-budgets.ts'
import { inTurn } from '../request/pipelining.ts'
import { createShutdown } from '../shutdown.ts'
import type { Variant } from './encoding.ts'
import { createSender } from './sending.ts'

const config = readConfig({ environment: {}, readFile: () => undefined })
const sender = createSender({
  config,
  budgets: memoryBudgets(config),
  shutdown: createShutdown(),
  log: pino({ level: 'silent' }),
  stalledMs: 300,
  pace: { everyMs: 300, leastBytes: 2 ** 23 },
})
const piece = 'x'.repeat(2 ** 20)

async function* withoutEnd() {
  for (;;) yield piece
}

async function* slowly(pieces: number) {
  for (let number = 0; number < pieces; number += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    yield '.'
  }
}

async function* failing(): AsyncIterable<string> {
  yield await Promise.reject<string>(new Error('the database is gone'))
}

const stream = (pieces: AsyncIterable<string>) => ({
  body: undefined,
  stream: { pieces, isCompressed: false },
})

const begun = (request: IncomingMessage, response: ServerResponse) => {
  const located = { mount: calendarMounts(config)[0]!, path: '/' }
  return beginExchange({ request, response, id: '1', located: located as never }, config)
}

/** Reads 64 KiB now and then. */
function readSlowly(client: Socket): void {
  const timer = setInterval(() => client.read(), 5)
  client.once('close', () => clearInterval(timer))
}

/** Sends responses to a client, which reads all of them or nothing; resolves when its connection is closed. */
async function exchange(
  variant: Omit<Variant, 'status' | 'headers'>,
  reads: boolean | 'slowly',
  requests = 1,
): Promise<number> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    void sender.send(begun(request, response), { status: 200, headers: [], ...variant })
  }
  const server = createServer(inTurn(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests - 1))
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let received = 0
  const isRead = reads === true ? once(client, 'end') : undefined
  if (reads === 'slowly') readSlowly(client.pause())
  if (reads === true) client.on('data', ({ length }) => (received += length))
  await Promise.all([once((await accepted)[0], 'close'), isRead])
  client.destroy()
  server.close()
  return received
}

test('a client that reads nothing more of a response is not waited for', { timeout: 20_000 }, async () => {
  await exchange(stream(withoutEnd()), false)
  await exchange({ body: Buffer.alloc(2 ** 26) }, false)
  await exchange({ body: Buffer.alloc(2 ** 14) }, false, 2_000)
})

test('a client that reads too slowly is not waited for', { timeout: 20_000 }, async () => {
  await exchange(stream(withoutEnd()), 'slowly')
  await exchange({ body: Buffer.alloc(2 ** 26) }, 'slowly')
})

test('a client that reads gets all, however long that takes', async () => {
  assert.ok((await exchange(stream(slowly(10)), true)) > 10)
  assert.ok((await exchange({ body: Buffer.alloc(2 ** 26) }, true)) > 2 ** 26)
})

for (const isCompressed of [false, true])
  test(`a stream that fails before its first piece is answered with a problem, compressed: ${isCompressed}`, async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const exchange = begun(request, response)
      try {
        const stream = { pieces: failing(), isCompressed }
        await sender.send(exchange, { status: 200, headers: [], body: undefined, stream })
      } catch {
        sender.sendProblem(exchange, { status: 503, headers: [], body: undefined })
      }
    }
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    server.close()
    assert.equal(status, 503)
  })
