import type { Columns } from './columns.ts'

const none = new Uint32Array(0)

/** Ids of events in the order of lists: by start, then by id. */
export class Posting {
  ids: Uint32Array = none
  length = 0

  constructor(private readonly columns: Columns) {}

  /** The place of the first event that begins at the instant or after it. */
  startingFrom(instant: number): number {
    const { start } = this.columns
    return this.first((id) => start[id]! >= instant)
  }

  /** The place of the event, or the one that it would have. */
  placeOf(event: number): number {
    const start = this.columns.start[event]!
    return this.first((id) => {
      const other = this.columns.start[id]!
      return other > start || (other === start && id >= event)
    })
  }

  /** Takes events off before anything about them changes. */
  remove(events: readonly number[]): void {
    const places = Uint32Array.from(events, (event) => this.placeOf(event)).sort()
    let kept = places[0] ?? this.length
    places.forEach((place, index) => {
      const next = places[index + 1] ?? this.length
      this.ids.copyWithin(kept, place + 1, next)
      kept += next - place - 1
    })
    this.length -= places.length
  }

  /** Puts events in, given in the order of lists: what lies behind is moved once, from the end on. */
  insert(events: readonly number[]): void {
    const total = this.length + events.length
    this.makeRoom(total)
    for (let index = events.length - 1; index >= 0; index--) {
      const place = this.placeOf(events[index]!)
      this.ids.copyWithin(place + index + 1, place, this.length)
      this.ids[place + index] = events[index]!
      this.length = place
    }
    this.length = total
  }

  private first(isBehind: (id: number) => boolean): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBehind(this.ids[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }

  private makeRoom(length: number) {
    if (length <= this.ids.length) return
    const ids = new Uint32Array(this.length === 0 ? length : Math.ceil(length * 1.25))
    ids.set(this.ids.subarray(0, this.length))
    this.ids = ids
  }
}
