import type { Bits } from './bits.ts'

/** Marks the last target of an event in the pool. */
const last = 2 ** 31

/**
 * Where each event belongs: the numbers of its targets lie one after another in a pool, and each event knows where its
 * own begin.
 */
export class Memberships {
  private offsets = new Uint32Array(0)
  /** The first place is nobody's: an offset of 0 means that the event belongs nowhere. */
  private pool = new Uint32Array(1_024)
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
    this.offsets[id] = this.used
    for (const target of targets) this.pool[this.used++] = target
    this.pool[this.used - 1]! |= last
  }

  private targetAt(place: number): number {
    return this.pool[place]! & ~last
  }

  private next(place: number): number {
    return this.pool[place]! >= last ? 0 : place + 1
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
    const pool = new Uint32Array(this.pool.length)
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

function longer(array: Uint32Array<ArrayBuffer>, length: number) {
  const grown = new Uint32Array(length)
  grown.set(array)
  return grown
}
