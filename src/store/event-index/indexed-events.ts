import type { Bitset } from './bitset.ts'
import { EventColumns } from './event-columns.ts'
import { durationClassOf, durationTarget } from '../../resources/events/duration-classes.ts'
import { EventTargets } from './event-targets.ts'
import { laterOccurrences, type LaterOccurrences } from './later-occurrences.ts'
import { PostingList } from './posting-list.ts'
import type { Counting, CountedGroups } from './target-counts.ts'

/** An event as the calendar knows it. */
export interface IndexedEvent {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly modified: number
  /** The names of its targets, such as `author 5`, `language fr`, `featured`; one at least, none twice. */
  readonly targets: readonly string[]
}

/** Number of the implicit target that contains all events. */
export const everything = 0

/** What was found out about the events as they are now. */
class Known<T> {
  private readonly found = new Map<string, T>()

  constructor(private readonly most: number) {}

  get(name: string): T | undefined {
    return this.found.get(name)
  }

  of(name: string, find: () => T): T {
    const known = this.found.get(name)
    if (known !== undefined) return known
    if (this.found.size >= this.most) this.found.clear()
    const found = find()
    this.found.set(name, found)
    return found
  }

  clear(): void {
    this.found.clear()
  }
}

/** All events with their times and targets, and for each target its events in the order of lists. */
export class IndexedEvents {
  readonly columns = new EventColumns()
  readonly eventTargets = new EventTargets()
  readonly all = new PostingList(this.columns)
  private readonly postings = [this.all]
  private readonly numbers = new Map<string, number>()
  /** Places of events by the name of what was asked, some days of years; of a hundred each, they take 2 MB. */
  readonly places = new Known<readonly number[]>(2_000)
  /** Events of many targets, of a bit each. */
  readonly marks = new Known<Bitset>(8)
  /** How many events each target has, by who asked for which list; thousands of targets take a few hundred kilobytes. */
  readonly counts = new Known<ReadonlyMap<number, number>>(16)
  private later: LaterOccurrences | undefined
  /** Which targets count together. */
  groups = new WeakMap<Counting, CountedGroups>()

  /** The number of a target; undefined if no event ever linked it. */
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

  /** All occurrences but the next of each series, as it is at the instant. */
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

  /** These events are gone, or are no longer what they were, or are new. */
  replace(ids: readonly number[], entries: readonly IndexedEvent[]): void {
    this.places.clear()
    this.marks.clear()
    this.counts.clear()
    this.later = undefined
    this.groups = new WeakMap()
    const present = entries.toSorted((one, other) => one.start - other.start || one.id - other.id)
    const [gone, come] = [new Movements(), new Movements()]
    const numbers = present.map((entry) => this.numbersFor(entry))
    const named = new Set(entries.map(({ id }) => id))
    const absent = new Set(ids.filter((id) => !named.has(id)))
    for (const id of absent) for (const target of this.targetsOf(id)) gone.add(target, id)
    present.forEach((entry, index) => this.move(entry, numbers[index]!, gone, come))
    gone.each((target, events) => this.posting(target).remove(events))
    for (const id of absent) this.forget(id)
    present.forEach((entry, index) => this.write(entry, numbers[index]!))
    come.each((target, events) => this.posting(target).insert(events))
  }

  /** Skips targets whose membership and start time are unchanged, because the position is then unchanged too. */
  private move({ id, start }: IndexedEvent, targets: readonly number[], gone: Movements, come: Movements) {
    const former = this.targetsOf(id)
    const isMoved = start !== this.columns.start[id]
    for (const target of former) if (isMoved || !targets.includes(target)) gone.add(target, id)
    for (const target of targets) if (isMoved || !former.includes(target)) come.add(target, id)
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

/** Events that leave their targets, or come to them. */
class Movements {
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
