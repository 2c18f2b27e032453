import { createHash, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** That many unpredictable bytes. */
export type RandomBytes = (size: number) => Buffer

/** The library's own algorithm is argon2id; the cost is what OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For what people choose or type; the salt is new each time. */
export const hashSecret = (secret: string): Promise<string> => hash(secret, cost)

export const verifySecret = (stored: string, secret: string): Promise<boolean> => verify(stored, secret)

// `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
const encoded = /^(?<start>\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z0-9+/]+))\$/

const partsOf = (stored: string) => encoded.exec(stored)?.groups

/** A hash with the salt and the cost of another one. */
export function hashLike(stored: string, secret: string): Promise<string> {
  const parts = partsOf(stored)
  if (parts === undefined) throw new Error('a stored hash is not one of argon2id')
  return hash(secret, {
    memoryCost: Number(parts.m),
    timeCost: Number(parts.t),
    parallelism: Number(parts.p),
    salt: Buffer.from(parts.salt!, 'base64'),
  })
}

/** Stands for the hashes of somebody who has none, so that they cost as much as those of somebody who has. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$Y2FsZW5kcy1kZWNveS0wMA$`

/** The ones that a secret was hashed to; hashes of one salt are compared for the price of one. */
export async function matching(stored: readonly string[], secret: string): Promise<readonly string[]> {
  const starts = new Map(stored.map((one) => [partsOf(one)?.start, one]))
  const likes = starts.size === 0 ? [decoy] : [...starts.values()]
  const hashes = await Promise.all(likes.map((like) => hashLike(like, secret)))
  return stored.filter((one) => hashes.some((fresh) => isSame(fresh, one)))
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const passwordLength = 24

/** Bytes beyond the last multiple of 62 would make the first letters likelier, so they are passed over. */
const lettersOf = (bytes: Buffer) =>
  [...bytes]
    .filter((byte) => byte < 4 * letters.length)
    .map((byte) => letters[byte % letters.length])
    .join('')

function randomLetters(random: RandomBytes, count: number): string {
  const some = lettersOf(random(count)).slice(0, count)
  return some.length === count ? some : some + randomLetters(random, count - some.length)
}

/** 142 bits in groups of four letters, to be read and typed by people. */
export const newPassword = (random: RandomBytes): string =>
  randomLetters(random, passwordLength).replace(/.{4}(?=.)/g, '$& ')

/** Blanks only group a password, and the same letter may be sent composed or decomposed. */
export const withoutSpaces = (password: string): string => password.normalize('NFC').replace(/\s+/g, '')

export const newToken = (random: RandomBytes): string => `cal_${random(32).toString('base64url')}`

/** A token has 256 bits that nobody can guess, so a fast hash keeps it as well as a slow one. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** RFC 9562, version 4. */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
