import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { OperationRequest } from '../api/operation.ts'
import type { Instant } from '../time/index.ts'
import type { McpServices } from './operations.ts'
import { createServers, type MakeServer } from './server.ts'

/** Handles a message of the protocol; `apiRequest` is the request as one to the API. */
export type MessageHandler = (
  apiRequest: OperationRequest,
  request: Request,
  body: unknown,
) => Promise<Response>

/**
 * Protocol versions before 2026-07-28 start with a handshake, of which nothing is stored, because there are no
 * sessions.
 */
async function answerLegacy(makeServer: () => ReturnType<MakeServer>, request: Request, body: unknown) {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = makeServer()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

export function createMessageHandler(services: McpServices, now: () => Instant): MessageHandler {
  const makeServer = createServers(services, now)
  return async (apiRequest, request, body) => {
    const make = () => makeServer(() => Promise.resolve(apiRequest))
    if (await isLegacyRequest(request, body)) return answerLegacy(make, request, body)
    // Subscriptions are disabled, because they would keep connections open although there is nothing to subscribe to.
    const handler = createMcpHandler(make, { legacy: 'reject', maxSubscriptions: 0 })
    return handler.fetch(request, { parsedBody: body })
  }
}
