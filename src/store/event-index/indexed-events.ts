import type { Page } from '../../resources/listing.ts'
import type { Bitset } from './bitset.ts'
import { EventColumns } from './event-columns.ts'
import { durationClassOf, durationTarget } from '../../resources/events/duration-classes.ts'
import { EventTargets } from './event-targets.ts'
import { laterOccurrences, type LaterOccurrences } from './later-occurrences.ts'
import { PostingList } from './posting-list.ts'
import type { Counting, CountedGroups } from './target-counts.ts'

export interface IndexedEvent {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly modified: number
  /** The names of its targets, such as `author 5`, `language fr`, `featured`; at least one, without duplicates. */
  readonly targets: readonly string[]
}

/** Number of the implicit target that contains all events. */
export const everything = 0

/** Bounded cache of values computed from the current events. */
class BoundedCache<T> {
  private readonly found = new Map<string, T>()

  constructor(private readonly maxEntries: number) {}

  get(name: string): T | undefined {
    return this.found.get(name)
  }

  of(name: string, find: () => T): T {
    const known = this.found.get(name)
    if (known !== undefined) return known
    if (this.found.size >= this.maxEntries) this.found.clear()
    const found = find()
    this.found.set(name, found)
    return found
  }

  clear(): void {
    this.found.clear()
  }
}

/** All events with their times and targets, and a posting list for each target. */
export class IndexedEvents {
  readonly columns = new EventColumns()
  readonly eventTargets = new EventTargets()
  readonly all = new PostingList(this.columns)
  private readonly postings = [this.all]
  private readonly numbers = new Map<string, number>()
  /**
   * Positions of events by query: enough for some days of several years. With a hundred positions each, they take 2 MB.
   */
  readonly places = new BoundedCache<readonly number[]>(2_000)
  /** Events of many targets, one bit each. */
  readonly marks = new BoundedCache<Bitset>(8)
  /**
   * Event counts by target, for each list and kind of caller; with thousands of targets, they take a few hundred
   * kilobytes.
   */
  readonly counts = new BoundedCache<ReadonlyMap<number, number>>(16)
  /** The first events by target, likewise; they take some times as much. */
  readonly firsts = new BoundedCache<ReadonlyMap<number, Page>>(4)
  private later: LaterOccurrences | undefined
  /** Which targets are counted together. */
  groups = new WeakMap<Counting, CountedGroups>()

  /** The number of a target; undefined if no event ever had it. */
  numberOf(name: string): number | undefined {
    return this.numbers.get(name)
  }

  /** The numbers of all targets of a kind, each with the ID that its name ends with. */
  numbersOfKind(kind: string): (readonly [number: number, id: number])[] {
    const prefix = `${kind} `
    return [...this.numbers]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, number]) => [number, Number(name.slice(prefix.length))])
  }

  /** All occurrences except the next one of each series at the instant. */
  laterOccurrences(now: number): Bitset {
    const { later } = this
    const isKnown = later !== undefined && now >= later.from && now < later.until
    this.later = isKnown ? later : laterOccurrences(this, now)
    return this.later.bits
  }

  posting(target: number): PostingList {
    return this.postings[target]!
  }

  get targets(): number {
    return this.postings.length
  }

  has(id: number): boolean {
    return !this.eventTargets.isEmpty(id)
  }

  /** Replaces these events by their new entries; those without an entry are removed. */
  replace(ids: readonly number[], entries: readonly IndexedEvent[]): void {
    this.places.clear()
    this.marks.clear()
    this.counts.clear()
    this.firsts.clear()
    this.later = undefined
    this.groups = new WeakMap()
    const present = entries.toSorted((one, other) => one.start - other.start || one.id - other.id)
    const [removals, insertions] = [new PostingChanges(), new PostingChanges()]
    const numbers = present.map((entry) => this.numbersFor(entry))
    const named = new Set(entries.map(({ id }) => id))
    const absent = new Set(ids.filter((id) => !named.has(id)))
    for (const id of absent) for (const target of this.targetsOf(id)) removals.add(target, id)
    present.forEach((entry, index) => this.move(entry, numbers[index]!, removals, insertions))
    removals.each((target, events) => this.posting(target).remove(events))
    for (const id of absent) this.forget(id)
    present.forEach((entry, index) => this.write(entry, numbers[index]!))
    insertions.each((target, events) => this.posting(target).insert(events))
  }

  /** Skips targets whose membership and start time are unchanged, because the position is then unchanged too. */
  private move(
    { id, start }: IndexedEvent,
    targets: readonly number[],
    removals: PostingChanges,
    insertions: PostingChanges,
  ) {
    const former = this.targetsOf(id)
    const isMoved = start !== this.columns.start[id]
    for (const target of former) if (isMoved || !targets.includes(target)) removals.add(target, id)
    for (const target of targets) if (isMoved || !former.includes(target)) insertions.add(target, id)
  }

  private targetsOf(id: number): number[] {
    return this.has(id) ? [everything, ...this.eventTargets.of(id)] : []
  }

  private forget(id: number) {
    this.eventTargets.set(id, [])
    this.columns.modified[id] = 0
  }

  private write({ id, start, end, modified }: IndexedEvent, targets: readonly number[]) {
    this.columns.ensureCapacity(id)
    this.columns.start[id] = start
    this.columns.end[id] = end
    this.columns.modified[id] = modified
    this.eventTargets.set(id, targets.slice(1))
  }

  private numbersFor({ start, end, targets }: IndexedEvent): number[] {
    const durationClass = durationClassOf(end - start)
    const names = durationClass === 0 ? targets : [...targets, durationTarget(durationClass)]
    return [everything, ...names.map((name) => this.numberFor(name))]
  }

  private numberFor(name: string): number {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    this.numbers.set(name, this.postings.length)
    return this.postings.push(new PostingList(this.columns)) - 1
  }
}

/** Events to remove from or insert into the posting lists, by target. */
class PostingChanges {
  private readonly events = new Map<number, number[]>()

  add(target: number, id: number): void {
    const known = this.events.get(target)
    if (known === undefined) this.events.set(target, [id])
    else known.push(id)
  }

  each(move: (target: number, events: readonly number[]) => void): void {
    this.events.forEach((events, target) => move(target, events))
  }
}
