/** A set of small numbers, one bit each. */
export class Bits {
  private words: Uint32Array
  /** How many numbers are in it. */
  size = 0

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
    const word = this.words[place]!
    const grown = word | (1 << (number & 31))
    if (grown >>> 0 === word) return
    this.words[place] = grown
    this.size++
  }

  delete(number: number): void {
    if (!this.has(number)) return
    this.words[number >>> 5]! &= ~(1 << (number & 31))
    this.size--
  }

  private grow(place: number) {
    const words = new Uint32Array(Math.max(place + 1, this.words.length * 2))
    words.set(this.words)
    this.words = words
  }
}
