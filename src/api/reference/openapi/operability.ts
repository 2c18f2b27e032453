import type { Message } from '../../../locales/fr.ts'

const healthy = { 'application/json': { schema: { $ref: '#/components/schemas/health' } } }

const operation = (operationId: string, summary: Message, responses: object) => ({
  operationId,
  summary,
  tags: ['operation'],
  security: [],
  responses,
})

/** What stands at the root of the server, outside every namespace (contract §14). */
export const operabilityPaths = (root: string) => {
  const servers = [{ url: root }]
  return {
    '/health/live': {
      servers,
      get: operation('isAlive', 'Tell whether the service is alive', {
        200: { description: 'It is alive', content: healthy },
      }),
    },
    '/health/ready': {
      servers,
      get: operation('isReady', 'Tell whether the service is ready for requests', {
        200: { description: 'It is ready', content: healthy },
        503: { description: 'It is stopping, or its database is out of reach', content: healthy },
      }),
    },
    '/metrics': {
      servers,
      get: operation('readMetrics', 'Tell what the service does, as Prometheus reads it', {
        200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
      }),
    },
  }
}
