import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that returns one fixed response, which it receives over the channel to its parent. */

let body = Buffer.alloc(0)
process.on('message', (message: string) => {
  body = Buffer.from(message, 'base64')
  process.send!('ready')
})
const server = createServer((_, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
