import { Columns } from './columns.ts'
import { durationClassOf, lasting } from './durations.ts'
import { Memberships } from './memberships.ts'
import { Posting } from './posting.ts'

/** An event as the calendar knows it. */
export interface Entry {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly modified: number
  /** Names of all that it belongs to, such as `author 5`, `language fr`, `featured`; one at least, none twice. */
  readonly targets: readonly string[]
}

/** The target of every event; it goes without saying. */
const everything = 0

/** Of a hundred events each, they take half a megabyte. */
const mostKnown = 500

/** All events with their times and targets, and for each target its events in the order of lists. */
export class Holdings {
  readonly columns = new Columns()
  readonly memberships = new Memberships()
  readonly all = new Posting(this.columns)
  private readonly postings = [this.all]
  private readonly numbers = new Map<string, number>()
  private readonly known = new Map<string, readonly number[]>()

  /** The number of a target; undefined where no event ever had it. */
  numberOf(name: string): number | undefined {
    return this.numbers.get(name)
  }

  posting(target: number): Posting {
    return this.postings[target]!
  }

  get targets(): number {
    return this.postings.length
  }

  has(id: number): boolean {
    return !this.memberships.isEmpty(id)
  }

  /** Places of some events, as they were found before under the name, as long as nothing has changed. */
  found(name: string, find: () => readonly number[]): readonly number[] {
    const known = this.known.get(name)
    if (known !== undefined) return known
    if (this.known.size >= mostKnown) this.known.clear()
    const places = find()
    this.known.set(name, places)
    return places
  }

  /** These events are gone, or are no longer what they were, or are new. */
  replace(ids: readonly number[], entries: readonly Entry[]): void {
    this.known.clear()
    const present = entries.toSorted((one, other) => one.start - other.start || one.id - other.id)
    const [gone, come] = [new Movements(), new Movements()]
    const numbers = present.map((entry) => this.numbersFor(entry))
    const named = new Set(entries.map(({ id }) => id))
    const absent = new Set(ids.filter((id) => !named.has(id)))
    for (const id of absent) for (const target of this.targetsOf(id)) gone.add(target, id)
    present.forEach((entry, index) => this.move(entry, numbers[index]!, gone, come))
    gone.each((target, events) => this.posting(target).remove(events))
    for (const id of absent) this.memberships.set(id, [])
    present.forEach((entry, index) => this.write(entry, numbers[index]!))
    come.each((target, events) => this.posting(target).insert(events))
  }

  /** Where an event stays and begins as before, its place stays too. */
  private move({ id, start }: Entry, targets: readonly number[], gone: Movements, come: Movements) {
    const former = this.targetsOf(id)
    const isMoved = start !== this.columns.start[id]
    for (const target of former) if (isMoved || !targets.includes(target)) gone.add(target, id)
    for (const target of targets) if (isMoved || !former.includes(target)) come.add(target, id)
  }

  private targetsOf(id: number): number[] {
    return this.has(id) ? [everything, ...this.memberships.of(id)] : []
  }

  private write({ id, start, end, modified }: Entry, targets: readonly number[]) {
    this.columns.reach(id)
    this.columns.start[id] = start
    this.columns.end[id] = end
    this.columns.modified[id] = modified
    this.memberships.set(id, targets.slice(1))
  }

  private numbersFor({ start, end, targets }: Entry): number[] {
    const durationClass = durationClassOf(end - start)
    const names = durationClass === 0 ? targets : [...targets, lasting(durationClass)]
    return [everything, ...names.map((name) => this.numberFor(name))]
  }

  private numberFor(name: string): number {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    this.numbers.set(name, this.postings.length)
    return this.postings.push(new Posting(this.columns)) - 1
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
