import anyAscii from 'any-ascii'
import { composed } from './normalization.ts'

/** A slug: ASCII letters and digits separated by '-'; '' if the text has none. */
export function slugify(text: string, maximum = 200): string {
  const words = anyAscii(composed(text))
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return cut(words.replace(/^-/, ''), maximum)
}

/** The slug for the nth of a name: 'jazz-2', never longer than the maximum. */
export function numberedSlug(slug: string, n: number, maximum = 200): string {
  const room = maximum - `-${n}`.length
  return [cut(slug, room), String(n)].filter(Boolean).join('-')
}

const cut = (slug: string, maximum: number) => slug.slice(0, Math.max(0, maximum)).replace(/-$/, '')
