/** Largest supported ID. Limited because columns are indexed by ID, so memory grows with the largest ID. */
export const maxEventId = 2 ** 25 - 1

/** Start, end and last modification of events by ID; instants are seconds since the epoch. */
export class EventColumns {
  start = new Float64Array(0)
  end = new Float64Array(0)
  /** 32 unsigned bits suffice, because modifications lie between 1970 and 2106. */
  modified = new Uint32Array(0)

  /** Makes room for the ID. */
  ensureCapacity(id: number): void {
    if (id < this.start.length) return
    const length = Math.max(id + 1, this.start.length * 2, 1_024)
    for (const name of ['start', 'end'] as const) {
      const longer = new Float64Array(length)
      longer.set(this[name])
      this[name] = longer
    }
    const longer = new Uint32Array(length)
    longer.set(this.modified)
    this.modified = longer
  }

  /** The order of lists: by start, then by ID. */
  compareByStart(one: number, other: number): number {
    return this.start[one]! - this.start[other]! || one - other
  }
}
