import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { limitBodyTime } from './slow-bodies.ts'

const part = Buffer.alloc(1_000)

interface Upload {
  readonly parts: number
  readonly everyMs: number
  readonly isPatient: boolean
}

/** Sends a body in parts; returns whether it was refused before all of it had arrived. */
async function isRefused({ parts, everyMs, isPatient }: Upload): Promise<boolean> {
  let refused = false
  const server = createServer((request, response) => {
    const refuse = () => {
      refused = true
      request.socket.destroy()
    }
    const time = limitBodyTime(request, refuse, { everyMs: 1_000, leastBytes: part.length })
    if (isPatient) time.lastWhileProgressing()
    request.resume().once('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  client.resume().write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${parts * part.length}\r\n\r\n`)
  for (let sent = 0; sent < parts && !refused; sent += 1) {
    client.write(part)
    await pause(everyMs)
  }
  client.destroy()
  server.close()
  return refused
}

test('a body must arrive in time, and a file of somebody who is known only has to make progress', async () => {
  const atOnce = { parts: 3, everyMs: 1 }
  const slowly = { parts: 40, everyMs: 50 }
  const hardly = { parts: 3, everyMs: 2_500 }

  assert.equal(await isRefused({ ...atOnce, isPatient: false }), false)
  assert.equal(await isRefused({ ...slowly, isPatient: false }), true)
  assert.equal(await isRefused({ ...slowly, isPatient: true }), false)
  assert.equal(await isRefused({ ...hardly, isPatient: true }), true)
})
