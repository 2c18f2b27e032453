import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'

/** A Fastify instance with only the plugins that `set` installs, listening until the end of the test. */
export async function serve(set: (app: FastifyInstance) => void, options: FastifyServerOptions = {}) {
  const app = Fastify(options) as unknown as FastifyInstance
  set(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}
