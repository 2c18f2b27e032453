import type { Bits } from './bits.ts'

/** Numbers of targets, of which the highest bit marks the last of an event: narrow ones as long as these will do. */
type Pool = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

const markOf = (pool: Pool) => 2 ** (8 * pool.BYTES_PER_ELEMENT - 1)

/**
 * Where each event belongs: the numbers of its targets lie one after another in a pool, and each event knows where its
 * own begin.
 */
export class Memberships {
  private offsets = new Uint32Array(0)
  /** The first place is nobody's: an offset of 0 means that the event belongs nowhere. */
  private pool: Pool = new Uint16Array(1_024)
  private last = markOf(this.pool)
  private used = 1
  private wasted = 0

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

  hasAny(id: number, targets: Bits): boolean {
    for (let place = this.offsets[id] ?? 0; place !== 0; place = this.next(place))
      if (targets.has(this.targetAt(place))) return true
    return false
  }

  isEmpty(id: number): boolean {
    return (this.offsets[id] ?? 0) === 0
  }

  set(id: number, targets: readonly number[]): void {
    this.forget(id)
    if (targets.length === 0) return
    this.makeRoom(id, targets.length)
    if (targets.some((target) => target >= this.last)) this.widen()
    this.offsets[id] = this.used
    for (const target of targets) this.pool[this.used++] = target
    this.pool[this.used - 1]! |= this.last
  }

  private targetAt(place: number): number {
    return this.pool[place]! & ~this.last
  }

  private next(place: number): number {
    return this.pool[place]! >= this.last ? 0 : place + 1
  }

  /** From as many targets on as a narrow number can tell. */
  private widen() {
    const [narrow, formerly] = [this.pool, this.last]
    this.pool = new Uint32Array(narrow.length)
    this.last = markOf(this.pool)
    for (let place = 0; place < this.used; place++) {
      const target = narrow[place]!
      this.pool[place] = target >= formerly ? target - formerly + this.last : target
    }
  }

  private forget(id: number) {
    if (this.isEmpty(id)) return
    this.wasted += this.of(id).length
    this.offsets[id] = 0
  }

  private makeRoom(id: number, count: number) {
    if (id >= this.offsets.length)
      this.offsets = longer(this.offsets, Math.max(id + 1, this.offsets.length * 2))
    if (this.wasted > 1_000 && this.wasted > this.used / 2) this.compact()
    if (this.used + count > this.pool.length)
      this.pool = longer(this.pool, Math.ceil(this.used * 1.25) + count)
  }

  private compact() {
    const pool = sameKind(this.pool, this.pool.length)
    let used = 1
    for (let id = 0; id < this.offsets.length; id++) {
      const from = this.offsets[id]!
      if (from === 0) continue
      const count = this.of(id).length
      pool.set(this.pool.subarray(from, from + count), used)
      this.offsets[id] = used
      used += count
    }
    ;[this.pool, this.used, this.wasted] = [pool, used, 0]
  }
}

const sameKind = <A extends Pool>(array: A, length: number): A =>
  new (array.constructor as new (length: number) => A)(length)

function longer<A extends Pool>(array: A, length: number): A {
  const grown = sameKind(array, length)
  grown.set(array)
  return grown
}
