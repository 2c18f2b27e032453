import type { EventColumns } from './event-columns.ts'

const emptyIds = new Uint32Array(0)

/** IDs of events in list order: by start, then by ID. */
export class PostingList {
  ids: Uint32Array = emptyIds
  length = 0

  constructor(private readonly columns: EventColumns) {}

  /** Takes events that are already in list order. */
  static of(ids: readonly number[], columns: EventColumns): PostingList {
    const list = new PostingList(columns)
    list.ids = Uint32Array.from(ids)
    list.length = ids.length
    return list
  }

  /** The position of the first event that starts at the instant or later. */
  lowerBoundByStart(instant: number): number {
    if (instant === Infinity) return this.length
    const { start } = this.columns
    return this.binarySearch((id) => start[id]! >= instant)
  }

  /** The position of the event, or the one at which it would be inserted. */
  indexOf(event: number): number {
    const start = this.columns.start[event]!
    return this.binarySearch((id) => {
      const other = this.columns.start[id]!
      return other > start || (other === start && id >= event)
    })
  }

  /** Removes events. Must be called before their start times change, because positions are found by start time. */
  remove(events: readonly number[]): void {
    const places = Uint32Array.from(events, (event) => this.indexOf(event)).sort()
    let end = places[0] ?? this.length
    places.forEach((place, index) => {
      const next = places[index + 1] ?? this.length
      this.ids.copyWithin(end, place + 1, next)
      end += next - place - 1
    })
    this.length -= places.length
  }

  /** Inserts events sorted in list order. Works from the end, so that each existing entry moves only once. */
  insert(events: readonly number[]): void {
    const total = this.length + events.length
    this.ensureCapacity(total)
    for (let index = events.length - 1; index >= 0; index--) {
      const place = this.indexOf(events[index]!)
      this.ids.copyWithin(place + index + 1, place, this.length)
      this.ids[place + index] = events[index]!
      this.length = place
    }
    this.length = total
  }

  private binarySearch(isBehind: (id: number) => boolean): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBehind(this.ids[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }

  private ensureCapacity(length: number) {
    if (length <= this.ids.length) return
    const ids = new Uint32Array(this.length === 0 ? length : Math.ceil(length * 1.25))
    ids.set(this.ids.subarray(0, this.length))
    this.ids = ids
  }
}
