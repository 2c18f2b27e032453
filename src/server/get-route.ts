import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify'
import { wrongMethod } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes for operators: neither rate-limited nor logged like other requests. */
    isOperational?: boolean
    /** The methods that the route accepts, if it is registered for more. */
    answers?: readonly string[]
  }
}

const answers = ['GET', 'HEAD']
const refused: HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export type GetHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** A route for GET and HEAD at the root of the server; other methods are refused before a body is read. */
export function registerGetRoute(
  app: FastifyInstance,
  url: string,
  handler: GetHandler,
  config: Pick<FastifyContextConfig, 'isOperational'> = {},
): void {
  app.route({
    method: ['GET', 'HEAD', ...refused],
    url,
    exposeHeadRoute: false,
    config: { ...config, answers },
    onRequest: async ({ method }) => {
      if (!answers.includes(method)) throw wrongMethod(answers)
    },
    handler,
  })
}
