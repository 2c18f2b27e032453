/** A set of small numbers, one bit each. */
export class Bits {
  words: Uint32Array<ArrayBuffer>

  constructor(capacity: number) {
    this.words = new Uint32Array((capacity >>> 5) + 1)
  }

  has(number: number): boolean {
    // Beyond the last word there is nothing: the shift makes 0 of undefined.
    return ((this.words[number >>> 5]! >>> (number & 31)) & 1) === 1
  }

  add(number: number): void {
    const place = number >>> 5
    if (place >= this.words.length) this.grow(place)
    this.words[place]! |= 1 << (number & 31)
  }

  /** Adds a part of a list of numbers, none of which is above the capacity. */
  addAll(numbers: Uint32Array, from: number, to: number): void {
    const { words } = this
    for (let place = from; place < to; place++) {
      const number = numbers[place]!
      words[number >>> 5]! |= 1 << (number & 31)
    }
  }

  delete(number: number): void {
    if (this.has(number)) this.words[number >>> 5]! &= ~(1 << (number & 31))
  }

  count(): number {
    const { words } = this
    let total = 0
    for (let place = 0; place < words.length; place++) total += ones(words[place]!)
    return total
  }

  copy(): Bits {
    return this.combined((word) => word)
  }

  /** What is in both. */
  and(other: Bits): Bits {
    return this.combined((word, place) => word & (other.words[place] ?? 0))
  }

  /** What is in either. */
  or(other: Bits): Bits {
    return this.words.length >= other.words.length
      ? this.combined((word, place) => word | (other.words[place] ?? 0))
      : other.or(this)
  }

  /** What is in this one alone. */
  without(other: Bits): Bits {
    return this.combined((word, place) => word & ~(other.words[place] ?? 0))
  }

  private combined(combine: (word: number, place: number) => number): Bits {
    const bits = new Bits(0)
    bits.words = this.words.map(combine)
    return bits
  }

  private grow(place: number) {
    const words = new Uint32Array(Math.max(place + 1, this.words.length * 2))
    words.set(this.words)
    this.words = words
  }
}

/** Places of the values above a bound; each word is put together before it is written. */
export function largerThan(values: Uint32Array, bound: number): Bits {
  const bits = new Bits(values.length)
  const { words } = bits
  for (let place = 0; place < words.length; place++) {
    const first = place * 32
    const end = Math.min(32, values.length - first)
    let word = 0
    for (let bit = 0; bit < end; bit++) if (values[first + bit]! > bound) word |= 1 << bit
    words[place] = word
  }
  return bits
}

/** Ones of a word are counted in pairs, then in fours, then in bytes, and these are added up. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
