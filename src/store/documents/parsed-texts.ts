/** Parses texts. Values are cached and shared between responses, so callers must not modify them. */
export type ParsedTexts = (text: string) => unknown

/** Starts over when the limit is reached. A value depends only on its text, so it is never stale. */
export function createParsedTexts(maximumCharacters: number): ParsedTexts {
  let [values, size] = [new Map<string, unknown>(), 0]
  return (text) => {
    const cached = values.get(text)
    if (cached !== undefined) return cached
    const value: unknown = JSON.parse(text)
    if (text.length > maximumCharacters) return value
    if (size + text.length > maximumCharacters) [values, size] = [new Map(), 0]
    values.set(text, value)
    size += text.length
    return value
  }
}
