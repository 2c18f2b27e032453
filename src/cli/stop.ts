import type { Socket } from 'node:net'
import { constants } from 'node:os'
import type { FastifyInstance } from 'fastify'

const patience = 10_000

/** npm passes a signal on that the terminal has sent us already; that is not yet impatience. */
const echo = 1_000

const signals = ['SIGTERM', 'SIGINT'] as const

/** Connections, so that those over which nothing was ever asked do not keep us waiting. */
export function trackConnections({ server }: FastifyInstance): Set<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/** Waits for the signal to stop, lets what is under way finish, and is done; a second signal ends it all. */
export async function untilStopped(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const one of signals) process.once(one, resolve)
  })
  const begun = Date.now()
  for (const one of signals)
    process.on(one, () => {
      if (Date.now() - begun > echo) process.exit(128 + constants.signals[one])
    })
  app.log.info({ signal }, 'stopping')
  const timer = setTimeout(() => app.server.closeAllConnections(), patience)
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  await app.close()
  clearTimeout(timer)
  app.log.info('stopped')
}
