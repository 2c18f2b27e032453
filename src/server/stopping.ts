import type { FastifyInstance } from 'fastify'
import { unavailable } from '../errors.ts'

export interface Stopping {
  readonly hasBegun: boolean
}

/** While the service stops, what is under way finishes, what comes is refused, and no connection is kept. */
export function installStopping(app: FastifyInstance): Stopping {
  const stopping = { hasBegun: false }
  app.addHook('preClose', async () => {
    stopping.hasBegun = true
  })
  app.addHook('onRequest', ({ routeOptions }, _, done) => {
    done(stopping.hasBegun && !routeOptions.config.isOperation ? unavailable() : undefined)
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (stopping.hasBegun) reply.header('connection', 'close')
    done(null, payload)
  })
  return stopping
}
