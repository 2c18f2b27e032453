import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import { incorrectCredentials, tooManyRequests } from '../errors.ts'
import type { Instant } from '../time/index.ts'
import { holderOf, holderOfToken, verifyApplicationPassword, type Holder } from './application-passwords.ts'
import type { CredentialFailures } from './failures.ts'
import { readAuthorization, type NameAndPassword, type Presented } from './authorization.ts'
import { roles, type Caller } from './roles.ts'
import { withoutSpaces, type RandomBytes } from './secrets.ts'
import { usernameKey } from './usernames.ts'

export interface CredentialsParts {
  readonly db: Kysely<Database>
  readonly now: () => Instant
  readonly limits: { readonly credentials: CredentialFailures }
  readonly random: RandomBytes
}

export interface Credentials {
  /** Undefined where nobody presents any; throws where they are wrong. */
  verify(request: { authorization: string | undefined; address: string }): Promise<Caller | undefined>
  /** Users or passwords have changed: what was verified is verified anew. */
  forget(): void
}

const rememberedSeconds = 60
const rememberedAtMost = 1_000

export function createCredentials({ db, now, limits, random }: CredentialsParts): Credentials {
  const failures = limits.credentials
  const verified = new Remembered(now)
  const fingerprint = fingerprinting(random)
  const inTurn = createTurns()
  const once = createOnce<string | undefined>()

  function refuseBlocked(address: string, account: string | undefined) {
    if (failures.isBlocked(address, account)) throw tooManyRequests(failures.retryAfter(address, account))
  }

  async function findPassword(key: string, presented: NameAndPassword, address: string) {
    // Tries sent at the same time wait for each other, so that those beyond the limit cost nothing.
    refuseBlocked(address, presented.username)
    const uuid = await verifyApplicationPassword(db, presented, now())
    // The limit is told before right and wrong are, or else it would tell them.
    refuseBlocked(address, presented.username)
    if (uuid === undefined) failures.failed(address, presented.username)
    else verified.keep(key, uuid)
    return uuid
  }

  /**
   * Whoever was let in lately from the same address stays in, whatever others try there or with that name: a limit that
   * anybody could lock others out by would be worse than none.
   */
  async function holderByPassword(presented: NameAndPassword, address: string) {
    const key = `${address} ${fingerprint(presented)}`
    const known = await holderFor(verified.get(key), presented)
    if (known !== undefined) return known
    refuseBlocked(address, presented.username)
    const uuid = await once(key, () => inTurn(address, () => findPassword(key, presented, address)))
    return holderFor(uuid, presented)
  }

  /** The row is read each time, so that whatever other processes have changed counts at once. */
  const holderFor = async (uuid: string | undefined, { username }: NameAndPassword) =>
    uuid === undefined ? undefined : holderOf(db, uuid, username, now())

  async function holderByToken(token: string, address: string) {
    const holder = await holderOfToken(db, token, now())
    if (holder !== undefined) return holder
    refuseBlocked(address, undefined)
    failures.failed(address)
    return undefined
  }

  const holder = (presented: Presented, address: string) =>
    'token' in presented ? holderByToken(presented.token, address) : holderByPassword(presented, address)

  return {
    async verify({ authorization, address }) {
      if (authorization === undefined) return undefined
      const presented = readAuthorization(authorization)
      if (presented === undefined) throw incorrectCredentials()
      const found = await holder(presented, address)
      if (found === undefined) throw incorrectCredentials()
      return callerOf(found)
    },
    forget: () => verified.clear(),
  }
}

/** A role that another version may have written is none here. */
const callerOf = ({ id, username, role }: Holder): Caller => ({
  id,
  username,
  role: roles.find((known) => known === role) ?? 'subscriber',
})

/** What is remembered must not give passwords away, not even as a hash that could be tried out. */
function fingerprinting(random: RandomBytes) {
  const key = random(32)
  return ({ username, password }: NameAndPassword) =>
    createHmac('sha256', key)
      .update(`${usernameKey(username)}\0${withoutSpaces(password)}`)
      .digest('base64url')
}

/** Ids of the passwords that were verified lately, so that not every request pays for it. */
class Remembered {
  private readonly entries = new Map<string, { readonly uuid: string; readonly until: Instant }>()

  constructor(private readonly now: () => Instant) {}

  get(key: string): string | undefined {
    const entry = this.entries.get(key)
    if (entry !== undefined && entry.until > this.now()) return entry.uuid
    this.entries.delete(key)
    return undefined
  }

  keep(key: string, uuid: string): void {
    const [oldest] = this.entries.keys()
    if (oldest !== undefined && this.entries.size >= rememberedAtMost) this.entries.delete(oldest)
    this.entries.set(key, { uuid, until: this.now() + rememberedSeconds })
  }

  clear(): void {
    this.entries.clear()
  }
}

/** One thing after another for each key. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, take: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(take, take)
    last.set(key, turn)
    const leave = () => void (last.get(key) === turn && last.delete(key))
    turn.then(leave, leave)
    return turn
  }
}

/** What is under way for a key is waited for instead of being done again. */
function createOnce<T>() {
  const pending = new Map<string, Promise<T>>()
  return (key: string, run: () => Promise<T>): Promise<T> => {
    const running = pending.get(key) ?? run().finally(() => pending.delete(key))
    pending.set(key, running)
    return running
  }
}
