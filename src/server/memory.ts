import type { Instant } from '../time/index.ts'
import type { Series } from './traffic.ts'

/** Complete answers to anonymous readers, kept while nothing is written (see docs/architecture.md). */

export interface Prepared {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly tag: string
}

/** An answer as it went over the wire, less what belongs to the one request that it answered. */
export interface Sent {
  readonly status: number
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  /** None of its own where it is told that nothing has changed. */
  readonly body: Buffer | undefined
  /** Where its requests are counted. */
  readonly counts: Readonly<Record<'GET' | 'HEAD', Series>>
}

export interface Remembered {
  readonly answer: Prepared
  /** What was sent by what the client accepts, and has. */
  readonly sent: ReadonlyMap<string, Sent>
}

export interface Memory {
  /** Notes that somebody asks for it. What is asked for only once is not worth its room. */
  asked(name: string): void
  /** By any of its names. */
  get(name: string, version: number, now: Instant): Remembered | undefined
  /** Replaces whatever had one of the names; undefined where it is too large, or was asked for only once. */
  keep(names: readonly string[], version: number, until: Instant, answer: Prepared): Remembered | undefined
  /** From now on it is found by this name too. */
  name(remembered: Remembered, name: string): void
  /** Remembers in which form it was sent. */
  learn(remembered: Remembered, form: string, sent: Sent): void
}

interface Entry extends Remembered {
  readonly names: Set<string>
  readonly version: number
  /** From then on the clock alone may change the answer. */
  readonly until: Instant
  readonly sent: Map<string, Sent>
  size: number
}

/** What an entry, or a form of it, costs beside its bodies, roughly. */
const overhead = 1_024

/** The same is asked for in many ways; beyond these the first is forgotten. */
const mostNames = 8

const sizeOfName = (name: string) => 2 * name.length + 64

/** How many names of the last requests are known, at least. */
const mostAsked = 4_096

/** How often names were asked for lately; the older half is forgotten at once. */
function createTally() {
  let [young, old] = [new Map<string, number>(), new Map<string, number>()]
  const of = (name: string) => (young.get(name) ?? 0) + (old.get(name) ?? 0)
  return {
    of,
    add(name: string) {
      young.set(name, of(name) + 1)
      old.delete(name)
      if (young.size > mostAsked) [old, young] = [young, new Map()]
    },
  }
}

/** Bounded in bytes; what was not asked for longest goes first. */
export function createMemory(maximumBytes: number): Memory {
  const tally = createTally()
  const named = new Map<string, Entry>()
  const entries = new Set<Entry>()
  let size = 0
  let newest: number | undefined

  const grow = (entry: Entry, bytes: number) => {
    entry.size += bytes
    size += bytes
  }
  const forget = (entry: Entry) => {
    if (!entries.delete(entry)) return
    for (const name of entry.names) named.delete(name)
    size -= entry.size
  }
  const unname = (entry: Entry, name: string) => {
    entry.names.delete(name)
    named.delete(name)
    grow(entry, -sizeOfName(name))
  }
  const addName = (entry: Entry, name: string) => {
    const before = named.get(name)
    if (before === entry) return
    if (before !== undefined) unname(before, name)
    entry.names.add(name)
    named.set(name, entry)
    grow(entry, sizeOfName(name))
    for (const first of entry.names) {
      if (entry.names.size <= mostNames) break
      unname(entry, first)
    }
  }
  const makeRoom = () => {
    for (const oldest of entries) {
      if (size <= maximumBytes) break
      forget(oldest)
    }
  }
  /** Nothing of another version is ever true again. */
  const moveTo = (version: number) => {
    if (version === newest) return
    newest = version
    named.clear()
    entries.clear()
    size = 0
  }

  return {
    asked: (name) => tally.add(name),
    get(name, version, now) {
      const entry = named.get(name)
      if (entry === undefined || entry.version !== version) return undefined
      if (now >= entry.until) return void forget(entry)
      entries.delete(entry)
      entries.add(entry)
      return entry
    },
    keep(names, version, until, answer) {
      moveTo(version)
      const isWanted = names.some((name) => tally.of(name) > 1)
      if (!isWanted || answer.body.length > maximumBytes / 16) return undefined
      const entry: Entry = { answer, version, until, names: new Set(), sent: new Map(), size: 0 }
      entries.add(entry)
      grow(entry, answer.body.length + overhead)
      for (const name of names) addName(entry, name)
      makeRoom()
      return entry
    },
    name(remembered, name) {
      const entry = remembered as Entry
      if (entries.has(entry)) addName(entry, name)
    },
    learn(remembered, form, sent) {
      const entry = remembered as Entry
      if (!entries.has(entry) || entry.sent.has(form)) return
      entry.sent.set(form, sent)
      grow(entry, overhead + (sent.body === entry.answer.body ? 0 : (sent.body?.length ?? 0)))
      makeRoom()
    },
  }
}
