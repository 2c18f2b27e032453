import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '../../../test/images.ts'
import { respondToConnectionError } from './protocol-errors.ts'

test('a client that keeps its half of the connection open after an error keeps no descriptor', async () => {
  const server = createServer()
    .on('clientError', (error, socket) => respondToConnectionError(error, socket as Socket, 'en'))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  try {
    client.write('NONSENSE\r\n\r\n')
    const [response] = (await once(client, 'data')) as [Buffer]
    assert.match(response.toString(), /^HTTP\/1\.1 400 /)

    await until(
      () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
      (count) => count === 0,
    )
    assert.ok(!client.closed)
  } finally {
    client.destroy()
    server.close()
  }
})
