import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { OperationRequest } from '../api/operation.ts'
import type { Instant } from '../time/index.ts'
import type { McpServices } from './operations.ts'
import { createServers, type MakeServer } from './server.ts'

/** Answers a message of the protocol; `asked` is the request at the address of the API. */
export type Answering = (asked: OperationRequest, request: Request, body: unknown) => Promise<Response>

/** Versions of the protocol before 2026-07-28 begin with a handshake; without sessions nothing of it is kept. */
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

export function createAnswering(services: McpServices, now: () => Instant): Answering {
  const makeServer = createServers(services, now)
  return async (asked, request, body) => {
    const make = () => makeServer(() => Promise.resolve(asked))
    if (await isLegacyRequest(request, body)) return answerLegacy(make, request, body)
    // A subscription would hold the connection open, and there is nothing here to subscribe to.
    const handler = createMcpHandler(make, { legacy: 'reject', maxSubscriptions: 0 })
    return handler.fetch(request, { parsedBody: body })
  }
}
