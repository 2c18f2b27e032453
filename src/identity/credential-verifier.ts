import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import { incorrectCredentials } from '../errors.ts'
import type { Instant } from '../time/index.ts'
import { findOwner, findTokenOwner, verifyApplicationPassword } from './application-passwords.ts'
import type { CredentialAttempts } from './attempts.ts'
import {
  parseAuthorization,
  type NameAndPassword,
  type PresentedCredentials,
} from './authorization-header.ts'
import type { PasswordUses } from './password-uses.ts'
import { callerOf, type Caller, type OptionalCaller } from './roles.ts'
import { withoutSpaces, type RandomBytes } from './secrets.ts'
import { usernameKey } from './usernames.ts'

interface CredentialVerifierOptions {
  readonly db: Kysely<Database>
  readonly now: () => Instant
  /** Per address only: application passwords are too long to be guessed, and a limit per account would lock out its owner. */
  readonly limits: { readonly credentials: CredentialAttempts }
  readonly random: RandomBytes
  readonly uses: PasswordUses
}

interface Verified {
  readonly caller: Caller
  /** Whose the credentials are by now, without hashing again: for requests that stay open. */
  readonly callerNow: () => Promise<OptionalCaller>
}

export interface CredentialVerifier {
  /** Undefined if there are no credentials; throws if they are incorrect. */
  verify(request: { authorization: string | undefined; address: string }): Promise<Verified | undefined>
  /** Must be called when users or passwords have changed, so that credentials are verified again. */
  clearCache(): void
}

const cacheSeconds = 60
const maxCached = 1_000

export function createCredentialVerifier(options: CredentialVerifierOptions): CredentialVerifier {
  const { db, now, limits, uses } = options
  const attempts = limits.credentials
  const passwords = createPasswordVerifier(options)

  function countFailure(address: string) {
    attempts.requireAllowed(address)
    attempts.recordFailure(address)
    return undefined
  }

  const ownerByToken = async (token: string, address: string) =>
    (await findTokenOwner(db, token, now())) ?? countFailure(address)

  async function ownerOf(presented: PresentedCredentials | undefined, address: string) {
    if (presented === undefined) return countFailure(address)
    return 'token' in presented ? ownerByToken(presented.token, address) : passwords.owner(presented, address)
  }

  return {
    async verify({ authorization, address }) {
      if (authorization === undefined) return undefined
      const found = await ownerOf(parseAuthorization(authorization), address)
      if (found === undefined) throw incorrectCredentials()
      uses.note(found.uuid, now())
      const callerNow = async () => {
        const owner = await findOwner(db, found.uuid, found.username, now())
        return owner && callerOf(owner)
      }
      return { caller: callerOf(found), callerNow }
    },
    clearCache: () => passwords.clearCache(),
  }
}

function createPasswordVerifier({ db, now, limits, random }: CredentialVerifierOptions) {
  const attempts = limits.credentials
  const verified = new VerifiedPasswordCache(now)
  const fingerprint = createFingerprint(random)
  const singleFlight = createSingleFlight<string | undefined>()

  async function findPassword(key: string, presented: NameAndPassword, address: string) {
    const uuid = await attempts.verify(address, () => verifyApplicationPassword(db, presented, now()))
    if (uuid !== undefined) verified.set(key, uuid)
    return uuid
  }

  /** Reads the row each time, so that changes by other processes apply at once. */
  const ownerFor = async (uuid: string | undefined, { username }: NameAndPassword) =>
    uuid === undefined ? undefined : findOwner(db, uuid, username, now())

  return {
    /**
     * Recently verified credentials from the same address are accepted even when the limit is exceeded, because
     * otherwise anyone could lock out other users.
     */
    async owner(presented: NameAndPassword, address: string) {
      const key = `${address} ${fingerprint(presented)}`
      const known = await ownerFor(verified.get(key), presented)
      if (known !== undefined) return known
      const uuid = await singleFlight(key, () => findPassword(key, presented, address))
      return ownerFor(uuid, presented)
    },
    clearCache: () => verified.clear(),
  }
}

/**
 * Cache keys are HMACs with a random key, so that neither passwords nor hashes that could be brute-forced are kept in
 * memory.
 */
function createFingerprint(random: RandomBytes) {
  const key = random(32)
  return ({ username, password }: NameAndPassword) =>
    createHmac('sha256', key)
      .update(`${usernameKey(username)}\0${withoutSpaces(password)}`)
      .digest('base64url')
}

/** IDs of recently verified passwords, because verifying one for each request would be costly. */
class VerifiedPasswordCache {
  private readonly entries = new Map<string, { readonly uuid: string; readonly until: Instant }>()

  constructor(private readonly now: () => Instant) {}

  get(key: string): string | undefined {
    const entry = this.entries.get(key)
    if (entry !== undefined && entry.until > this.now()) return entry.uuid
    this.entries.delete(key)
    return undefined
  }

  set(key: string, uuid: string): void {
    const [oldest] = this.entries.keys()
    if (oldest !== undefined && this.entries.size >= maxCached) this.entries.delete(oldest)
    this.entries.set(key, { uuid, until: this.now() + cacheSeconds })
  }

  clear(): void {
    this.entries.clear()
  }
}

/** Callers with the same key share one execution. */
function createSingleFlight<T>() {
  const pending = new Map<string, Promise<T>>()
  return (key: string, run: () => Promise<T>): Promise<T> => {
    const running = pending.get(key) ?? run().finally(() => pending.delete(key))
    pending.set(key, running)
    return running
  }
}
