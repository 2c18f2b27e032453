import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../../identity/secrets.ts'
import type { Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'
import { isSameDigest } from '../../text/digest.ts'
import type { Instant } from '../../time/index.ts'

/**
 * Public forms contain a signed timestamp: a form that is sent immediately was filled in by a program, and an old one
 * must not be sent over and over.
 */

/** Shared by all processes, because one may render the form and another one receive it. */
export function createFormKey(store: Store, random: RandomBytes): () => Promise<string> {
  const settled = createSettledText(store, 'form key')
  return () => settled(() => random(32).toString('hex'))
}

const signatureOf = (key: string, made: string) => createHmac('sha256', key).update(made).digest('base64url')

export const stampOf = (key: string, now: Instant): string => `${now}.${signatureOf(key, String(now))}`

const minSeconds = 3
const maxSeconds = 2 * 3_600

/** The reason to reject a stamp; one with a wrong signature is treated like an expired one. */
export function doubtAboutStamp(stamp: unknown, key: string, now: Instant): 'early' | 'late' | undefined {
  const [, made, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(String(stamp)) ?? []
  if (made === undefined || !isSameDigest(signature!, signatureOf(key, made))) return 'late'
  const seconds = now - Number(made)
  if (seconds < minSeconds) return 'early'
  return seconds > maxSeconds ? 'late' : undefined
}
