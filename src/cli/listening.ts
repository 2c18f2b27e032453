import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { CommandError } from './error-messages.ts'

type Where = Pick<Config, 'host' | 'port'>

const sentences: Readonly<Record<string, (where: Where) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is already in use; set another one with --port or PORT.`,
  EACCES: ({ port }) => `Port ${port} requires elevated privileges; set one above 1023 with --port or PORT.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine; set another one with --host or HOST.`,
  ENOTFOUND: ({ host }) => `The host ${host} cannot be resolved; set another one with --host or HOST.`,
}
const unknownHosts = ['EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'EINVAL']

function explained(error: unknown, where: Where): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const sentence = sentences[unknownHosts.includes(code) ? 'ENOTFOUND' : code]
  return sentence === undefined ? error : new CommandError(sentence(where), { cause: error })
}

/**
 * Binds the address and releases it again. A start that cannot listen must fail before it creates the database and the
 * first administrator, whose password is shown only once.
 */
export async function tryAddress({ host, port }: Where): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw explained(error, { host, port })
  }
  server.close()
  await once(server, 'close')
}

export async function listen(app: FastifyInstance, { host, port }: Where): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw explained(error, { host, port })
  }
}

const wildcardHosts = ['0.0.0.0', '::', '[::]']

/** The address to open in a browser on this machine. */
export function localOrigin({ host, port }: Where): string {
  if (wildcardHosts.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
