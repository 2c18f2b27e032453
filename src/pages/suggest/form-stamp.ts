import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../identity/secrets.ts'
import type { Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'
import type { Instant } from '../../time/index.ts'

/**
 * Forms that anybody may send carry the time when they were made, signed: whoever sends one at once is a program, and
 * one that was read long ago is not to be sent again and again.
 */

/** The same for all processes of the service, because one may make the form and another one take it. */
export function createFormKey(store: Store, random: RandomBytes): () => Promise<string> {
  const settled = createSettledText(store, 'form key')
  return () => settled(() => random(32).toString('hex'))
}

const signatureOf = (key: string, made: string) => createHmac('sha256', key).update(made).digest('base64url')

export const stampOf = (key: string, now: Instant): string => `${now}.${signatureOf(key, String(now))}`

const shortestSeconds = 3
const longestSeconds = 2 * 3_600

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** What is the matter with a stamp; one that is not ours is as good as one from long ago. */
export function doubtAboutStamp(stamp: unknown, key: string, now: Instant): 'early' | 'late' | undefined {
  const [, made, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(String(stamp)) ?? []
  if (made === undefined || !isSame(signature!, signatureOf(key, made))) return 'late'
  const seconds = now - Number(made)
  if (seconds < shortestSeconds) return 'early'
  return seconds > longestSeconds ? 'late' : undefined
}
