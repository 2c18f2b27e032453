import { createHash } from 'node:crypto'
import type argon2 from '@node-rs/argon2'
import { lazyRequire } from '../lazy-require.ts'
import { isSameDigest } from '../text/digest.ts'
import { composed } from '../text/normalization.ts'

const library = lazyRequire<typeof argon2>('@node-rs/argon2')

/** Returns `size` cryptographically random bytes. */
export type RandomBytes = (size: number) => Buffer

/** The library's default algorithm is argon2id; the parameters follow the OWASP recommendation. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a secret that people choose or type, with a new salt. */
export const hashSecret = (secret: string): Promise<string> => library().hash(secret, argon2Options)

export const verifySecret = (stored: string, secret: string): Promise<boolean> =>
  library().verify(stored, secret)

// `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
const encoded = /^(?<start>\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z0-9+/]+))\$/

const partsOf = (stored: string) => encoded.exec(stored)?.groups

/** Hashes a secret with the salt and parameters of a stored hash. */
export function hashWithSameSalt(stored: string, secret: string): Promise<string> {
  const parts = partsOf(stored)
  if (parts === undefined) throw new Error('a stored hash is not an argon2id hash')
  return library().hash(secret, {
    memoryCost: Number(parts.m),
    timeCost: Number(parts.t),
    parallelism: Number(parts.p),
    salt: Buffer.from(parts.salt!, 'base64'),
  })
}

/** Dummy hash for users without passwords, so that response times do not reveal whether a user exists. */
const dummyHash = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$Y2FsZW5kcy1kZWNveS0wMA$`

/** Returns the stored hashes that match a secret. Hashes with the same salt cost only one computation. */
export async function findMatchingHashes(
  stored: readonly string[],
  secret: string,
): Promise<readonly string[]> {
  const hashesBySalt = new Map(stored.map((one) => [partsOf(one)?.start, one]))
  const hashesToTry = hashesBySalt.size === 0 ? [dummyHash] : [...hashesBySalt.values()]
  const hashes = await Promise.all(hashesToTry.map((like) => hashWithSameSalt(like, secret)))
  return stored.filter((one) => hashes.some((fresh) => isSameDigest(fresh, one)))
}

const passwordAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const passwordLength = 24

/** Rejects bytes of 248 and above, because they would bias the distribution of letters. */
const toAlphabet = (bytes: Buffer) =>
  [...bytes]
    .filter((byte) => byte < 4 * passwordAlphabet.length)
    .map((byte) => passwordAlphabet[byte % passwordAlphabet.length])
    .join('')

function randomLetters(random: RandomBytes, count: number): string {
  const some = toAlphabet(random(count)).slice(0, count)
  return some.length === count ? some : some + randomLetters(random, count - some.length)
}

/** Generates a password with 142 bits of entropy, in groups of four characters for easier reading and typing. */
export const newPassword = (random: RandomBytes): string =>
  randomLetters(random, passwordLength).replace(/.{4}(?=.)/g, '$& ')

/**
 * Removes the spaces that group the letters, and normalizes to NFC, because clients may send composed or decomposed
 * characters.
 */
export const withoutSpaces = (password: string): string => composed(password).replace(/\s+/g, '')

export const tokenPrefix = 'cal_'

export const newToken = (random: RandomBytes): string => `${tokenPrefix}${random(32).toString('base64url')}`

/** A fast hash is sufficient, because a token has 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Generates a UUID of version 4 (RFC 9562). */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
