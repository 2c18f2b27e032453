/** A set of small numbers, one bit each. */
export class Bitset {
  words: Uint32Array<ArrayBuffer>

  constructor(capacity: number) {
    this.words = new Uint32Array((capacity >>> 5) + 1)
  }

  has(number: number): boolean {
    // Out-of-range reads return undefined, which the shift converts to 0.
    return ((this.words[number >>> 5]! >>> (number & 31)) & 1) === 1
  }

  add(number: number): void {
    const wordIndex = number >>> 5
    if (wordIndex >= this.words.length) this.grow(wordIndex)
    this.words[wordIndex]! |= 1 << (number & 31)
  }

  /** Adds a slice of a list of numbers, none of which may exceed the capacity. */
  addAll(numbers: Uint32Array, from: number, to: number): void {
    const { words } = this
    for (let wordIndex = from; wordIndex < to; wordIndex++) {
      const number = numbers[wordIndex]!
      words[number >>> 5]! |= 1 << (number & 31)
    }
  }

  delete(number: number): void {
    if (this.has(number)) this.words[number >>> 5]! &= ~(1 << (number & 31))
  }

  count(): number {
    const { words } = this
    let total = 0
    for (let wordIndex = 0; wordIndex < words.length; wordIndex++) total += popCount(words[wordIndex]!)
    return total
  }

  copy(): Bitset {
    return this.mapWords((word) => word)
  }

  /** The members of both. */
  intersection(other: Bitset): Bitset {
    return this.mapWords((word, wordIndex) => word & (other.words[wordIndex] ?? 0))
  }

  /** The members of either. */
  union(other: Bitset): Bitset {
    return this.words.length >= other.words.length
      ? this.mapWords((word, wordIndex) => word | (other.words[wordIndex] ?? 0))
      : other.union(this)
  }

  /** The members of this set that are not in the other. */
  difference(other: Bitset): Bitset {
    return this.mapWords((word, wordIndex) => word & ~(other.words[wordIndex] ?? 0))
  }

  private mapWords(combine: (word: number, wordIndex: number) => number): Bitset {
    const bits = new Bitset(0)
    bits.words = this.words.map(combine)
    return bits
  }

  private grow(wordIndex: number) {
    const words = new Uint32Array(Math.max(wordIndex + 1, this.words.length * 2))
    words.set(this.words)
    this.words = words
  }
}

/** Indexes of the values above a bound. Each word is assembled in a local variable and written once. */
export function indexesAbove(values: Uint32Array, bound: number): Bitset {
  const bits = new Bitset(values.length)
  const { words } = bits
  for (let wordIndex = 0; wordIndex < words.length; wordIndex++) {
    const first = wordIndex * 32
    const end = Math.min(32, values.length - first)
    let word = 0
    for (let bit = 0; bit < end; bit++) if (values[first + bit]! > bound) word |= 1 << bit
    words[wordIndex] = word
  }
  return bits
}

/** Population count of a 32-bit word (SWAR algorithm). */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
