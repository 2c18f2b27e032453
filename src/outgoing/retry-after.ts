import type { Instant } from '../time/index.ts'
import { OutgoingUnavailable } from './index.ts'

/** The seconds that a server asks to wait in `Retry-After`, as a number or a date (RFC 9110 10.2.3); undefined if it names none. */
export function secondsAsked(error: unknown, now: Instant): number | undefined {
  const asked = error instanceof OutgoingUnavailable ? (error.retryAfter ?? '') : ''
  const seconds = /^\d+$/.test(asked) ? Number(asked) : Date.parse(asked) / 1_000 - now
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
