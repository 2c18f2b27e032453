import type { Bitset } from './bitset.ts'
import type { EventRange } from './event-range.ts'

/** Scans large numbers of events; keep these loops minimal for performance. */

/** Selects the events in `bits`, or all others. */
export interface BitMask {
  readonly bits: Bitset
  readonly isWanted: boolean
}

interface Segment {
  readonly ids: Uint32Array
  readonly from: number
  readonly to: number
}

/** Excluded positions are not skipped, so the mask must not select them. */
const segmentsOf = ({ runningBefore, posting, from, to }: EventRange): Segment[] => [
  { ids: Uint32Array.from(runningBefore), from: 0, to: runningBefore.length },
  { ids: posting.ids, from, to },
]

const invertBit = ({ isWanted }: BitMask) => (isWanted ? 0 : 1)

function countPart({ ids, from, to }: Segment, { words }: Bitset, flip: number): number {
  let total = 0
  for (let place = from; place < to; place++) {
    const id = ids[place]!
    total += ((words[id >>> 5]! >>> (id & 31)) & 1) ^ flip
  }
  return total
}

/** How many events of the range the mask selects. */
export const countMasked = (range: EventRange, mask: BitMask): number =>
  segmentsOf(range).reduce((total, part) => total + countPart(part, mask.bits, invertBit(mask)), 0)

/** Skips some of the selected events and takes the next ones, forwards or backwards. */
function takeMasked(
  parts: readonly Segment[],
  mask: BitMask,
  skipped: number,
  limit: number,
  step: 1 | -1,
): number[] {
  const { words } = mask.bits
  const flip = invertBit(mask)
  const taken: number[] = []
  let left = skipped
  for (const { ids, from, to } of step === 1 ? parts : parts.toReversed()) {
    const [first, end] = step === 1 ? [from, to] : [to - 1, from - 1]
    for (let place = first; place !== end && taken.length < limit; place += step) {
      const id = ids[place]!
      if ((((words[id >>> 5]! >>> (id & 31)) & 1) ^ flip) === 0) continue
      if (left === 0) taken.push(id)
      else left--
    }
  }
  return taken
}

/** Selected events by their positions among all selected ones, scanned from the nearer end. */
export function sliceMasked(
  range: EventRange,
  mask: BitMask,
  first: number,
  last: number,
  total: number,
): number[] {
  const [parts, limit] = [segmentsOf(range), last - first]
  return first <= total - last
    ? takeMasked(parts, mask, first, limit, 1)
    : takeMasked(parts, mask, total - last, limit, -1).reverse()
}
