import { createHmac } from 'node:crypto'
import type { Instant } from '../time/index.ts'

/** Makes the headers with which receivers verify that a message comes from this service (Standard Webhooks 1.0.0). */
export function signed(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: Instant; readonly body: string },
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}
