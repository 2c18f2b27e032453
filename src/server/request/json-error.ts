export const maximumDepth = 20

const blank = /[ \t\r\n]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const quote = /"/y
const plainCharacters = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const colon = /:/y
const comma = /,/y
const endOfObject = /\}/y
const endOfArray = /\]/y

/**
 * Returns the position at which a text stops being valid JSON (RFC 8259) or is nested too deeply; undefined if it is
 * well-formed. JSON.parse reports the position only sometimes, in messages that differ between versions.
 */
export function findJsonError(text: string): number | undefined {
  const scanner = new Scanner(text)
  return scanner.document() ? undefined : scanner.position
}

/**
 * Each method returns whether it could read the construct that it is named after; if not, `position` stays at the
 * error.
 */
class Scanner {
  position = 0

  constructor(private readonly text: string) {}

  document(): boolean {
    return this.value(maximumDepth) && this.accept(blank) && this.position === this.text.length
  }

  private value(levels: number): boolean {
    this.accept(blank)
    const first = this.text[this.position]
    if (first === '{') return levels > 0 && this.items(endOfObject, () => this.member(levels - 1))
    if (first === '[') return levels > 0 && this.items(endOfArray, () => this.value(levels - 1))
    return first === '"' ? this.string() : this.accept(scalar)
  }

  private items(end: RegExp, item: () => boolean): boolean {
    this.position++
    this.accept(blank)
    if (this.accept(end)) return true
    while (item()) {
      this.accept(blank)
      if (this.accept(end)) return true
      if (!this.accept(comma)) return false
    }
    return false
  }

  private member(levels: number): boolean {
    this.accept(blank)
    return this.string() && this.accept(blank) && this.accept(colon) && this.value(levels)
  }

  private string(): boolean {
    if (!this.accept(quote)) return false
    do this.accept(plainCharacters)
    while (this.accept(escape))
    return this.accept(quote)
  }

  private accept(pattern: RegExp): boolean {
    pattern.lastIndex = this.position
    if (!pattern.test(this.text)) return false
    this.position = pattern.lastIndex
    return true
  }
}
