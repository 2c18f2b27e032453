import type { Verdict } from '../../api/steps.ts'
import { createAttempts, type Attempts, type CredentialAttempts } from '../../identity/attempts.ts'
import { networkOf } from '../../identity/clients.ts'

export interface RateVerdict extends Verdict {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the bucket is full again. */
  readonly resetAfter: number
}

interface LimitOptions {
  /** Milliseconds since any fixed point in time. */
  readonly now: () => number
  readonly enabled: boolean
  /** The other processes of the service, which share its limits. */
  readonly peers?: LimitPeers | undefined
  /** Maximum number of keys per limit; the least recently seen are evicted. */
  readonly maximumKeys?: number
}

/** Requests per second, and how many may come at once. */
const rates = {
  anonymous: { rate: 200, burst: 2_000 },
  accounts: { rate: 500, burst: 5_000 },
  searches: { rate: 20, burst: 200 },
  suggestions: { rate: 1 / 60, burst: 5 },
  links: { rate: 1 / 300, burst: 3 },
}

type BucketName = keyof typeof rates

/** Requests and failures of one process, sent to the processes that share its limits. */
export interface LimitUpdate {
  readonly taken?: readonly (readonly [bucket: BucketName, key: string, tokens: number])[]
  readonly recordFailure?: readonly [windows: 'addresses' | 'events', key: string]
}

export interface LimitPeers {
  broadcast(update: LimitUpdate): void
  subscribe(listener: (update: LimitUpdate) => void): void
}

export interface Limits {
  /** `key` is the address of the client, or the ID of the account if signed in. */
  request(key: string, signedIn: boolean): RateVerdict
  /** Searches that are not served from the cache have a limit of their own, because they cost more than other reads. */
  search(address: string): RateVerdict
  /** Limited strictly, because an editor reviews every suggestion. */
  suggestion(address: string): RateVerdict
  /** Links sent by e-mail, limited both per address and per username. */
  link(address: string, name: string): RateVerdict
  readonly credentials: CredentialAttempts
  /** By the stored hash, because the dates of a series have the same one: guesses at one are guesses at all. */
  readonly eventPassword: Attempts<string>
}

const failuresPerMinute = 20
const minute = 60_000

/** Milliseconds between the updates that are sent to the other processes. */
const broadcastIntervalMs = 100

const unlimited: RateVerdict = {
  allowed: true,
  limit: Infinity,
  remaining: Infinity,
  retryAfter: 1,
  resetAfter: 0,
}

export function createLimits({ now, enabled, peers, maximumKeys = 50_000 }: LimitOptions): Limits {
  const isShared = enabled && peers !== undefined
  const buckets = Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name, new TokenBuckets(rate, isShared, maximumKeys)]),
  ) as Shared['buckets']
  const take = (name: BucketName, key: string) => (enabled ? buckets[name].take(key, now()) : unlimited)
  const takeOfNetwork = (name: BucketName, address: string) =>
    enabled ? take(name, networkOf(address)) : unlimited
  const failures = (name: NonNullable<LimitUpdate['recordFailure']>[0]) =>
    new FailureCounters(enabled ? failuresPerMinute : Infinity, now, maximumKeys, (key) =>
      peers?.broadcast({ recordFailure: [name, key] }),
    )
  const addresses = failures('addresses')
  const events = failures('events')
  if (isShared) shareLimits(peers, now, { buckets, windows: { addresses, events } })
  return {
    request: (key, isSignedIn) => (isSignedIn ? take('accounts', key) : takeOfNetwork('anonymous', key)),
    search: (address) => takeOfNetwork('searches', address),
    suggestion: (address) => takeOfNetwork('suggestions', address),
    link(address, name) {
      const verdict = takeOfNetwork('links', address)
      return verdict.allowed ? take('links', `name ${name.toLowerCase()}`) : verdict
    },
    credentials: createAttempts(addresses, networkOf),
    eventPassword: createAttempts(events, (hash) => hash),
  }
}

interface Shared {
  readonly buckets: Readonly<Record<BucketName, TokenBuckets>>
  readonly windows: Readonly<Record<'addresses' | 'events', FailureCounters>>
}

/**
 * Counts the requests and failures of other processes too, so that all processes together allow no more than one would.
 */
function shareLimits(peers: LimitPeers, now: () => number, { buckets, windows }: Shared) {
  setInterval(() => {
    const taken = (Object.keys(buckets) as BucketName[]).flatMap((name) =>
      buckets[name].drainUse().map(([key, tokens]) => [name, key, tokens] as const),
    )
    if (taken.length > 0) peers.broadcast({ taken })
  }, broadcastIntervalMs).unref()
  peers.subscribe(({ taken = [], recordFailure }) => {
    for (const [name, key, tokens] of taken) buckets[name].applyRemoteUse(key, tokens, now())
    if (recordFailure !== undefined) windows[recordFailure[0]].recordRemoteFailure(recordFailure[1])
  })
}

/** Entries by key, in least-recently-set order. */
class LruMap<T> {
  private readonly entries = new Map<string, T>()

  constructor(private readonly maximum: number) {}

  get(key: string): T | undefined {
    return this.entries.get(key)
  }

  /** Each call examines the two oldest entries, so that expired entries never accumulate. */
  set(key: string, value: T, isExpired: (value: T) => boolean): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    let examined = 0
    for (const [oldest, entry] of this.entries) {
      if (oldest === key || ++examined > 2) break
      if (isExpired(entry) || this.entries.size > this.maximum) this.entries.delete(oldest)
    }
  }
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

/** Token buckets: up to `burst` requests at once, refilled at `rate` per second. */
class TokenBuckets {
  private readonly buckets: LruMap<Bucket>
  private readonly taken = new Map<string, number>()
  private readonly rate: number
  private readonly burst: number

  constructor(
    { rate, burst }: (typeof rates)[BucketName],
    private readonly isShared: boolean,
    maximumKeys: number,
  ) {
    this.rate = rate
    this.burst = burst
    this.buckets = new LruMap(maximumKeys)
  }

  take(key: string, now: number): RateVerdict {
    const available = this.available(this.buckets.get(key), now)
    const allowed = available >= 1
    const tokens = allowed ? available - 1 : available
    this.set(key, tokens, now)
    if (allowed && this.isShared) this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    return {
      allowed,
      limit: this.burst,
      remaining: Math.max(0, Math.floor(tokens)),
      retryAfter: Math.max(1, Math.ceil((1 - tokens) / this.rate)),
      resetAfter: Math.ceil((this.burst - tokens) / this.rate),
    }
  }

  /** Returns the tokens taken since the previous call. */
  drainUse(): [key: string, tokens: number][] {
    const taken = [...this.taken]
    this.taken.clear()
    return taken
  }

  /**
   * Use reported by other processes may make the balance negative; requests are then refused until it is positive
   * again.
   */
  applyRemoteUse(key: string, tokens: number, now: number): void {
    this.set(key, this.available(this.buckets.get(key), now) - tokens, now)
  }

  private set(key: string, tokens: number, now: number) {
    this.buckets.set(key, { tokens, at: now }, (bucket) => this.available(bucket, now) === this.burst)
  }

  private available(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return this.burst
    const gained = (Math.max(0, now - bucket.at) / 1000) * this.rate
    return Math.min(this.burst, bucket.tokens + gained)
  }
}

/** Times of the failures within the last minute, at most as many as it takes to block a key. */
class FailureCounters {
  private readonly windows: LruMap<readonly number[]>

  constructor(
    private readonly maximum: number,
    private readonly now: () => number,
    maximumKeys: number,
    private readonly broadcast: (key: string) => void,
  ) {
    this.windows = new LruMap(maximumKeys)
  }

  isBlocked(key: string): boolean {
    return this.failures(key).length >= this.maximum
  }

  recordFailure(key: string): void {
    this.recordRemoteFailure(key)
    this.broadcast(key)
  }

  recordRemoteFailure(key: string): void {
    if (this.maximum === Infinity) return
    const failures = [...this.failures(key), this.now()].slice(-this.maximum)
    this.windows.set(key, failures, (times) => !this.isRecent(times.at(-1)!))
  }

  retryAfter(key: string): number {
    const [oldest] = this.failures(key)
    if (!this.isBlocked(key) || oldest === undefined) return 1
    return Math.max(1, Math.ceil((oldest + minute - this.now()) / 1000))
  }

  private failures(key: string): readonly number[] {
    return (this.windows.get(key) ?? []).filter((time) => this.isRecent(time))
  }

  /** A time in the future was counted while the clock was ahead. */
  private isRecent(time: number): boolean {
    return time > this.now() - minute && time <= this.now()
  }
}

/**
 * The header fields of the IETF draft "RateLimit header fields for HTTP"; none without a limit. `Retry-After` comes
 * with the error.
 */
export const rateLimitHeaders = ({ limit, remaining, resetAfter }: RateVerdict): Record<string, string> =>
  limit === Infinity
    ? {}
    : {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(resetAfter),
      }
