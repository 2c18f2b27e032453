import type { Message } from '../../../locales/fr.ts'

const healthy = { 'application/json': { schema: { $ref: '#/components/schemas/health' } } }

const operation = (operationId: string, summary: Message, responses: object) => ({
  operationId,
  summary,
  tags: ['operation'],
  security: [],
  responses,
})

/** Paths at the root of the server, outside all namespaces (interface: Health and metrics). */
export const healthPaths = {
  '/health/live': {
    get: operation('isAlive', 'Check whether the service is running', {
      200: { description: 'The service is running', content: healthy },
    }),
  },
  '/health/ready': {
    get: operation('isReady', 'Check whether the service is ready for requests', {
      200: { description: 'The service is ready', content: healthy },
      503: { description: 'The service is stopping, or its database is unreachable', content: healthy },
    }),
  },
  '/metrics': {
    get: operation('readMetrics', 'Read the metrics of the service in Prometheus format', {
      200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
    }),
  },
}
