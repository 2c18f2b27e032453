import type { Bits } from './bits.ts'
import type { Stretch } from './stretch.ts'

/** Goes through many events at once, so each loop here does as little as it can. */

/** Events that are meant, or all others. */
export interface Mask {
  readonly bits: Bits
  readonly isWanted: boolean
}

interface Part {
  readonly ids: Uint32Array
  readonly from: number
  readonly to: number
}

/** Gaps are not looked at: the mask has to leave them out. */
const partsOf = ({ early, posting, from, to }: Stretch): Part[] => [
  { ids: Uint32Array.from(early), from: 0, to: early.length },
  { ids: posting.ids, from, to },
]

const flipOf = ({ isWanted }: Mask) => (isWanted ? 0 : 1)

function countPart({ ids, from, to }: Part, { words }: Bits, flip: number): number {
  let total = 0
  for (let place = from; place < to; place++) {
    const id = ids[place]!
    total += ((words[id >>> 5]! >>> (id & 31)) & 1) ^ flip
  }
  return total
}

/** How many events of the stretch the mask means. */
export const count = (stretch: Stretch, mask: Mask): number =>
  partsOf(stretch).reduce((total, part) => total + countPart(part, mask.bits, flipOf(mask)), 0)

/** Leaves out so many of the meant events and takes the next, forwards or backwards. */
function take(parts: readonly Part[], mask: Mask, skipped: number, limit: number, step: 1 | -1): number[] {
  const { words } = mask.bits
  const flip = flipOf(mask)
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

/** Meant events by their places among all that are meant, from whichever end is nearer. */
export function sliceMasked(
  stretch: Stretch,
  mask: Mask,
  first: number,
  last: number,
  total: number,
): number[] {
  const [parts, limit] = [partsOf(stretch), last - first]
  return first <= total - last
    ? take(parts, mask, first, limit, 1)
    : take(parts, mask, total - last, limit, -1).reverse()
}
