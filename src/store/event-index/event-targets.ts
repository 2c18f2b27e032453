import type { Page } from '../../resources/listing.ts'
import type { Bitset } from './bitset.ts'

/** Target numbers, of which the highest bit marks the last one of an event: 16 bits wide as long as that suffices. */
type Pool = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Groups of targets for which events are counted. The groups of each target are contiguous; a target may have none. */
export interface TargetGroups {
  readonly groups: Uint32Array
  /** Where the groups of each target begin, followed by where the last ones end. */
  readonly firsts: Uint32Array
  /** The ID of each group. */
  readonly ids: readonly number[]
}

const endFlagOf = (pool: Pool) => 2 ** (8 * pool.BYTES_PER_ELEMENT - 1)

/**
 * The targets of each event. Their numbers are contiguous in a pool, and each event has the offset of its first one.
 */
export class EventTargets {
  private offsets = new Uint32Array(0)
  /** Index 0 is reserved, because an offset of 0 means that the event has no targets. */
  private pool: Pool = new Uint16Array(1_024)
  private endFlag = endFlagOf(this.pool)
  private usedLength = 1
  private freedLength = 0

  of(id: number): number[] {
    const targets: number[] = []
    for (let place = this.offsets[id] ?? 0; place !== 0; place = this.next(place))
      targets.push(this.targetAt(place))
    return targets
  }

  has(id: number, target: number): boolean {
    for (let place = this.offsets[id] ?? 0; place !== 0; place = this.next(place))
      if (this.targetAt(place) === target) return true
    return false
  }

  hasAny(id: number, targets: Bitset): boolean {
    for (let place = this.offsets[id] ?? 0; place !== 0; place = this.next(place))
      if (targets.has(this.targetAt(place))) return true
    return false
  }

  /** How many of the events have a target of each group; an event with several of them counts once. */
  countGroups(ids: Iterable<number>, groups: TargetGroups): Uint32Array {
    const counts = new Uint32Array(groups.ids.length)
    this.visitGroups(ids, groups, (group, _, isRepeated) => {
      if (!isRepeated) counts[group]! += 1
    })
    return counts
  }

  /**
   * For each group that an event has: its first events, and how many there are. In the order of these events, groups that
   * begin with the same one by ID.
   */
  firstOfGroups(ids: Iterable<number>, groups: TargetGroups, limit: number): ReadonlyMap<number, Page> {
    const found = new Map<number, { readonly place: number; readonly ids: number[]; total: number }>()
    let [place, last] = [0, 0]
    this.visitGroups(ids, groups, (group, id, isRepeated) => {
      if (isRepeated) return
      if (id !== last) place += 1
      last = id
      const page = found.get(groups.ids[group]!) ?? { place, ids: [], total: 0 }
      if (page.total < limit) page.ids.push(id)
      page.total += 1
      found.set(groups.ids[group]!, page)
    })
    const ordered = [...found].sort(
      ([one, first], [other, second]) => first.place - second.place || one - other,
    )
    return new Map(ordered.map(([id, { ids, total }]) => [id, { ids, total }]))
  }

  /** For each group, the events with several of its targets: once for each target beyond the first. */
  repeatsOfGroups(ids: Iterable<number>, groups: TargetGroups): readonly (readonly number[])[] {
    const repeats = groups.ids.map((): number[] => [])
    this.visitGroups(ids, groups, (group, id, isRepeated) => {
      if (isRepeated) repeats[group]!.push(id)
    })
    return repeats
  }

  private visitGroups(
    ids: Iterable<number>,
    { groups, firsts, ids: { length: size } }: TargetGroups,
    visit: (group: number, id: number, isRepeated: boolean) => void,
  ): void {
    const { pool, offsets, endFlag } = this
    const lastEvents = new Uint32Array(size)
    for (const id of ids) {
      let place = offsets[id] ?? 0
      for (let isLast = place === 0; !isLast; place++) {
        const entry = pool[place]!
        isLast = entry >= endFlag
        const target = isLast ? entry - endFlag : entry
        const end = firsts[target + 1]!
        for (let at = firsts[target]!; at < end; at++) {
          const group = groups[at]!
          visit(group, id, lastEvents[group] === id)
          lastEvents[group] = id
        }
      }
    }
  }

  isEmpty(id: number): boolean {
    return (this.offsets[id] ?? 0) === 0
  }

  set(id: number, targets: readonly number[]): void {
    this.forget(id)
    if (targets.length === 0) return
    this.ensureCapacity(id, targets.length)
    if (targets.some((target) => target >= this.endFlag)) this.switchTo32Bit()
    this.offsets[id] = this.usedLength
    for (const target of targets) this.pool[this.usedLength++] = target
    this.pool[this.usedLength - 1]! |= this.endFlag
  }

  private targetAt(place: number): number {
    return this.pool[place]! & ~this.endFlag
  }

  private next(place: number): number {
    return this.pool[place]! >= this.endFlag ? 0 : place + 1
  }

  /** Switches to 32-bit entries when target numbers no longer fit into 15 bits. */
  private switchTo32Bit() {
    const [narrow, formerly] = [this.pool, this.endFlag]
    this.pool = new Uint32Array(narrow.length)
    this.endFlag = endFlagOf(this.pool)
    for (let place = 0; place < this.usedLength; place++) {
      const target = narrow[place]!
      this.pool[place] = target >= formerly ? target - formerly + this.endFlag : target
    }
  }

  private forget(id: number) {
    if (this.isEmpty(id)) return
    this.freedLength += this.of(id).length
    this.offsets[id] = 0
  }

  private ensureCapacity(id: number, count: number) {
    if (id >= this.offsets.length)
      this.offsets = grow(this.offsets, Math.max(id + 1, this.offsets.length * 2))
    if (this.freedLength > 1_000 && this.freedLength > this.usedLength / 2) this.compact()
    if (this.usedLength + count > this.pool.length)
      this.pool = grow(this.pool, Math.ceil(this.usedLength * 1.25) + count)
  }

  private compact() {
    const pool = newPoolLike(this.pool, this.pool.length)
    let used = 1
    for (let id = 0; id < this.offsets.length; id++) {
      const from = this.offsets[id]!
      if (from === 0) continue
      const count = this.of(id).length
      pool.set(this.pool.subarray(from, from + count), used)
      this.offsets[id] = used
      used += count
    }
    ;[this.pool, this.usedLength, this.freedLength] = [pool, used, 0]
  }
}

const newPoolLike = <A extends Pool>(array: A, length: number): A =>
  new (array.constructor as new (length: number) => A)(length)

function grow<A extends Pool>(array: A, length: number): A {
  const grown = newPoolLike(array, length)
  grown.set(array)
  return grown
}
