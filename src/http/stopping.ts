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
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (stopping.hasBegun && !routeOptions.config.isOperation) throw unavailable()
  })
  app.addHook('onSend', async (_, reply) => {
    if (stopping.hasBegun) reply.header('connection', 'close')
  })
  return stopping
}
