/**
 * Cache of embedded texts with their slots filled, per base URL and language. Cleared whenever any source may
 * have changed.
 */
export interface FilledTextCache {
  /** The texts of one mount and language, until the revision changes. */
  textsFor(revision: string, cacheKey: string): Map<string, string>
  addSize(characters: number): void
}

/** Estimated memory of an entry in characters, in addition to its key. */
const overhead = 200

export function createFilledTextCache(maximumCharacters: number): FilledTextCache {
  let textsByKey = new Map<string, Map<string, string>>()
  let [current, size] = ['', 0]
  return {
    textsFor(revision, cacheKey) {
      if (revision !== current || size > maximumCharacters) {
        textsByKey = new Map()
        ;[current, size] = [revision, 0]
      }
      const known = textsByKey.get(cacheKey)
      if (known !== undefined) return known
      const texts = new Map<string, string>()
      textsByKey.set(cacheKey, texts)
      // Clients may invent any number of base URLs, and ask for what embeds no texts.
      size += cacheKey.length + overhead
      return texts
    },
    addSize(characters) {
      size += characters
    },
  }
}
