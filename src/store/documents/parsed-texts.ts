/** Texts as values. Those that many answers have in common are parsed once, so nobody may change what they are given. */
export type ParsedTexts = (text: string) => unknown

/** Holds as many characters of texts; then it begins anew. A value depends on its text alone, so none is ever wrong. */
export function createParsedTexts(maximumCharacters: number): ParsedTexts {
  let [values, size] = [new Map<string, unknown>(), 0]
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value: unknown = JSON.parse(text)
    if (text.length > maximumCharacters) return value
    if (size + text.length > maximumCharacters) [values, size] = [new Map(), 0]
    values.set(text, value)
    size += text.length
    return value
  }
}
