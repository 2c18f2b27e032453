import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createResolve } from './resolve.ts'

const [headerBytes, typeOfIpv4] = [12, 1]

/** The answer of a name server that knows the IPv4 address of `known.test` alone (RFC 1035 4.1). */
function answerTo(query: Buffer): Buffer | undefined {
  const end = query.indexOf(0, headerBytes)
  const name = query.subarray(headerBytes + 1, end).toString('latin1')
  if (name.startsWith('silent')) return undefined
  const question = query.subarray(headerBytes, end + 5)
  const isKnown = name.startsWith('known')
  const hasAddress = isKnown && query.readUInt16BE(end + 1) === typeOfIpv4
  const flags = [0x81, isKnown ? 0x80 : 0x83]
  const header = [...query.subarray(0, 2), ...flags, 0, 1, 0, hasAddress ? 1 : 0, 0, 0, 0, 0]
  const address = [0xc0, headerBytes, 0, typeOfIpv4, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]
  return Buffer.concat([Buffer.from(header), question, Buffer.from(hasAddress ? address : [])])
}

let server: Socket
let nameServers: string[]
const folder = mkdtempSync(join(tmpdir(), 'calends-hosts-'))
const hostsFile = join(folder, 'hosts')
const { signal } = new AbortController()

before(async () => {
  writeFileSync(
    hostsFile,
    '# 192.0.2.1 comment.test\n192.0.2.2\tTwo.test known-too.test # both\n::2 two.test\n',
  )
  server = createSocket('udp4', (query, { port, address }) => {
    const answer = answerTo(query)
    if (answer !== undefined) server.send(answer, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  nameServers = [`127.0.0.1:${(server.address() as AddressInfo).port}`]
})
after(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('the hosts file comes first, then DNS, then what the system knows besides', async () => {
  const resolve = createResolve({ nameServers, hostsFile })

  assert.deepEqual(await resolve('two.test', signal), ['192.0.2.2', '::2'])
  assert.deepEqual(await resolve('known-too.test', signal), ['192.0.2.2'])
  assert.deepEqual(await resolve('known.test', signal), ['192.0.2.7'])
  const [local] = await resolve('localhost', signal)
  assert.match(local!, /^(?:127\.0\.0\.1|::1)$/)
  await assert.rejects(resolve('comment.test', signal), { code: 'ENOTFOUND' })
})

test('names whose servers do not answer delay neither other names nor other lookups, and can be cancelled', async () => {
  const resolve = createResolve({ nameServers, hostsFile })
  const stopping = new AbortController()
  let ended = 0
  const waiting = Array.from({ length: 10 }, () =>
    assert
      .rejects(resolve('silent.test', stopping.signal), { code: 'ECANCELLED' })
      .finally(() => (ended += 1)),
  )

  await resolve('known.test', signal)
  await resolve('localhost', signal)
  await lookup('localhost')
  assert.equal(ended, 0)
  stopping.abort()
  await Promise.all(waiting)
})
