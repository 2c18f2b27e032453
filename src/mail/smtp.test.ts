import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '../../test/images.ts'
import { sendThrough } from './smtp.ts'

const sockets: Socket[] = []
/** Its response to the first command has no last line. */
const server = createServer((socket) => {
  sockets.push(socket)
  socket.write('220 ready\r\n')
  const timer = setInterval(() => socket.write('250-more\r\n'), 20)
  socket.on('error', () => undefined).on('close', () => clearInterval(timer))
})
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
after(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a mail server that never ends its response holds up a message for a limited time, and loses its connection', async () => {
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const message = { from: 'calendar@example.org', to: 'ann@example.org', subject: 'Hello', text: 'Hello' }
  await assert.rejects(sendThrough(url, message, new AbortController().signal, 200), { name: 'TimeoutError' })
  await until(
    () => Promise.resolve(sockets[0]!.closed),
    (isClosed) => isClosed,
  )
})
