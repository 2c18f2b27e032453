import { isIPv6 } from 'node:net'
import type { CredentialFailures, Failures } from '../identity/failures.ts'

export interface Verdict {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, at least one. */
  readonly retryAfter: number
  /** Whole seconds until all is as if nothing had been asked. */
  readonly resetAfter: number
}

export interface LimitOptions {
  /** Milliseconds; where they begin does not matter. */
  readonly now: () => number
  readonly enabled: boolean
  /** Other processes of this service, with which its limits are shared. */
  readonly colleagues?: LimitColleagues | undefined
  /** How many callers are remembered per limit; beyond it those not seen for longest are forgotten. */
  readonly maximumKeys?: number
}

/** What one process has let through and seen fail, for those that share its limits. */
export interface LimitNews {
  readonly taken?: readonly (readonly [bucket: 'anonymous' | 'accounts', key: string, tokens: number])[]
  readonly failed?: readonly [windows: 'addresses' | 'accounts' | 'events', key: string]
}

export interface LimitColleagues {
  tell(news: LimitNews): void
  listen(listener: (news: LimitNews) => void): void
}

export interface Limits {
  /** `key` is the client's address, or the account if signed in. */
  request(key: string, signedIn: boolean): Verdict
  readonly credentials: CredentialFailures
  readonly eventPassword: Failures<[eventId: number]>
}

const anonymous = { rate: 200, burst: 2_000 }
const signedIn = { rate: 500, burst: 5_000 }
const failuresPerMinute = 20
const minute = 60_000

/** Milliseconds in which what is taken is gathered before others are told of it. */
const gathering = 100

const unlimited: Verdict = {
  allowed: true,
  limit: Infinity,
  remaining: Infinity,
  retryAfter: 1,
  resetAfter: 0,
}

export function createLimits({ now, enabled, colleagues, maximumKeys = 50_000 }: LimitOptions): Limits {
  const isShared = enabled && colleagues !== undefined
  const anonymousBuckets = new Buckets(anonymous.rate, anonymous.burst, isShared, maximumKeys)
  const accountBuckets = new Buckets(signedIn.rate, signedIn.burst, isShared, maximumKeys)
  const failures = (name: NonNullable<LimitNews['failed']>[0]) =>
    new FailureWindows(enabled ? failuresPerMinute : Infinity, now, maximumKeys, (key) =>
      colleagues?.tell({ failed: [name, key] }),
    )
  const addresses = failures('addresses')
  const accounts = failures('accounts')
  const events = failures('events')
  if (isShared)
    share(colleagues, now, {
      buckets: { anonymous: anonymousBuckets, accounts: accountBuckets },
      windows: { addresses, accounts, events },
    })
  const both = (address: string, account?: string) => [
    { windows: addresses, key: networkOf(address) },
    ...(account === undefined ? [] : [{ windows: accounts, key: accountKey(account) }]),
  ]
  return {
    request: (key, isSignedIn) => {
      if (!enabled) return unlimited
      return isSignedIn ? accountBuckets.take(key, now()) : anonymousBuckets.take(networkOf(key), now())
    },
    credentials: {
      isBlocked: (...who) => both(...who).some(({ windows, key }) => windows.isBlocked(key)),
      failed: (...who) => both(...who).forEach(({ windows, key }) => windows.failed(key)),
      retryAfter: (...who) => Math.max(...both(...who).map(({ windows, key }) => windows.retryAfter(key))),
    },
    eventPassword: {
      isBlocked: (id) => events.isBlocked(String(id)),
      failed: (id) => events.failed(String(id)),
      retryAfter: (id) => events.retryAfter(String(id)),
    },
  }
}

interface Shared {
  readonly buckets: Readonly<Record<'anonymous' | 'accounts', Buckets>>
  readonly windows: Readonly<Record<'addresses' | 'accounts' | 'events', FailureWindows>>
}

/** What others let through and see fail counts here too, so that many processes allow no more than one would. */
function share(colleagues: LimitColleagues, now: () => number, { buckets, windows }: Shared) {
  const names = ['anonymous', 'accounts'] as const
  setInterval(() => {
    const taken = names.flatMap((name) =>
      buckets[name].takenLately().map(([key, tokens]) => [name, key, tokens] as const),
    )
    if (taken.length > 0) colleagues.tell({ taken })
  }, gathering).unref()
  colleagues.listen(({ taken = [], failed }) => {
    for (const [name, key, tokens] of taken) buckets[name].spend(key, tokens, now())
    if (failed !== undefined) windows[failed[0]].note(failed[1])
  })
}

/** One subscriber has a whole /64 of IPv6 addresses and may send from each. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/** Names of accounts are sent by anyone, so neither their case nor their length may matter. */
const accountKey = (account: string) => account.trim().toLowerCase().slice(0, 200)

/** What is known of each key, in the order in which they were last seen. */
class Recent<T> {
  private readonly entries = new Map<string, T>()

  constructor(private readonly maximum: number) {}

  get(key: string): T | undefined {
    return this.entries.get(key)
  }

  /** Two of those not seen for longest are looked at each time, so what is spent never piles up. */
  keep(key: string, value: T, isSpent: (value: T) => boolean): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    let looked = 0
    for (const [oldest, entry] of this.entries) {
      if (oldest === key || ++looked > 2) break
      if (isSpent(entry) || this.entries.size > this.maximum) this.entries.delete(oldest)
    }
  }
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

/** Token buckets: `burst` requests at once, and `rate` more each second. */
class Buckets {
  private readonly buckets: Recent<Bucket>
  private readonly taken = new Map<string, number>()

  constructor(
    private readonly rate: number,
    private readonly burst: number,
    private readonly isShared: boolean,
    maximumKeys: number,
  ) {
    this.buckets = new Recent(maximumKeys)
  }

  take(key: string, now: number): Verdict {
    const available = this.available(this.buckets.get(key), now)
    const allowed = available >= 1
    const tokens = allowed ? available - 1 : available
    this.keep(key, tokens, now)
    if (allowed && this.isShared) this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    return {
      allowed,
      limit: this.burst,
      remaining: Math.max(0, Math.floor(tokens)),
      retryAfter: Math.max(1, Math.ceil((1 - tokens) / this.rate)),
      resetAfter: Math.ceil((this.burst - tokens) / this.rate),
    }
  }

  /** What was taken since this was last asked. */
  takenLately(): [key: string, tokens: number][] {
    const taken = [...this.taken]
    this.taken.clear()
    return taken
  }

  /** What was taken elsewhere may leave a debt, which is paid before anything else is let through. */
  spend(key: string, tokens: number, now: number): void {
    this.keep(key, this.available(this.buckets.get(key), now) - tokens, now)
  }

  private keep(key: string, tokens: number, now: number) {
    this.buckets.keep(key, { tokens, at: now }, (bucket) => this.available(bucket, now) === this.burst)
  }

  private available(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return this.burst
    const gained = (Math.max(0, now - bucket.at) / 1000) * this.rate
    return Math.min(this.burst, bucket.tokens + gained)
  }
}

/** The times of the failures of the last minute, at most as many as it takes to be refused. */
class FailureWindows {
  private readonly windows: Recent<readonly number[]>

  constructor(
    private readonly maximum: number,
    private readonly now: () => number,
    maximumKeys: number,
    private readonly told: (key: string) => void,
  ) {
    this.windows = new Recent(maximumKeys)
  }

  isBlocked(key: string): boolean {
    return this.failures(key).length >= this.maximum
  }

  failed(key: string): void {
    this.note(key)
    this.told(key)
  }

  note(key: string): void {
    if (this.maximum === Infinity) return
    const failures = [...this.failures(key), this.now()].slice(-this.maximum)
    this.windows.keep(key, failures, (times) => !this.isRecent(times.at(-1)!))
  }

  retryAfter(key: string): number {
    const [oldest] = this.failures(key)
    if (!this.isBlocked(key) || oldest === undefined) return 1
    return Math.max(1, Math.ceil((oldest + minute - this.now()) / 1000))
  }

  private failures(key: string): readonly number[] {
    return (this.windows.get(key) ?? []).filter((time) => this.isRecent(time))
  }

  private isRecent(time: number): boolean {
    return time > this.now() - minute
  }
}

/** As the IETF's draft has it; none where nothing is limited. */
export const rateLimitHeaders = ({
  allowed,
  limit,
  remaining,
  retryAfter,
  resetAfter,
}: Verdict): Record<string, string> =>
  limit === Infinity
    ? {}
    : {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(resetAfter),
        ...(allowed ? {} : { 'retry-after': String(retryAfter) }),
      }
