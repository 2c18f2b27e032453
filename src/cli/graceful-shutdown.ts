import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { exitCodeOfSignal, repeatedSignalMs, stopSignals } from '../stop-signals.ts'

/** Milliseconds after a stop signal until connections are closed, and until the process exits whatever it waits for. */
const [shutdownTimeoutMs, exitTimeoutMs] = [10_000, 15_000]

/**
 * Milliseconds to wait for open connections to close, because requests may already be on their way, and the polling
 * interval.
 */
const [drainTimeoutMs, step] = [500, 20]

/** Open connections, each with the last response that was started on it. */
type Connections = ReadonlyMap<Socket, ServerResponse | undefined>

export function trackConnections({ server }: FastifyInstance): Connections {
  const connections = new Map<Socket, ServerResponse | undefined>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (connections.has(socket)) connections.set(socket, response)
  })
  return connections
}

/**
 * Refuses new connections at once. Open ones get one more response, with `Connection: close`, because closing them
 * while a request is on its way would reset them.
 */
async function drain({ server }: FastifyInstance, connections: Connections): Promise<void> {
  for (const response of connections.values())
    if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false
  server.prependListener('request', (_, response) => void (response.shouldKeepAlive = false))
  // Accepts the connections that the operating system has already established.
  await nextTurn()
  await nextTurn()
  // Closes only the listening socket, because `close` of an HTTP server would also close idle connections.
  Server.prototype.close.call(server)
  for (const end = Date.now() + drainTimeoutMs; connections.size > 0 && Date.now() < end;) await pause(step)
}

/** A database that does not answer would keep the process alive. A process that is done has set its exit code. */
function exitAnyway({ log }: FastifyInstance): void {
  if (process.exitCode === undefined) log.error('exiting, although the database has not answered')
  process.exit(process.exitCode ?? 1)
}

/** Waits for a stop signal, then completes requests in progress; a second signal exits at once. */
export async function waitForShutdown(
  app: FastifyInstance,
  connections: Connections,
  announce: () => void,
): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const one of stopSignals) process.once(one, resolve)
  })
  announce()
  const begun = Date.now()
  for (const one of stopSignals)
    process.on(one, () => {
      if (Date.now() - begun > repeatedSignalMs) process.exit(exitCodeOfSignal(one))
    })
  app.log.info({ signal }, 'stopping')
  setTimeout(exitAnyway, exitTimeoutMs, app).unref()
  const timer = setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs)
  await drain(app, connections)
  for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
  await app.close()
  clearTimeout(timer)
  app.log.info('stopped')
}
