/**
 * Items as the JSON text that lists carry, kept while nothing is written: a list of another window or page is put
 * together from them. Only what everybody sees is kept, for one version of the data at a time.
 */
export interface Fragments {
  get(version: number, key: string): string | undefined
  keep(version: number, key: string, text: string): void
}

export function createFragments(maximumCharacters: number): Fragments {
  let texts = new Map<string, string>()
  let [current, size] = [-1, 0]
  const turnTo = (version: number) => {
    if (version === current && size <= maximumCharacters) return
    texts = new Map()
    ;[current, size] = [version, 0]
  }
  return {
    get: (version, key) => (version === current ? texts.get(key) : undefined),
    keep(version, key, text) {
      turnTo(version)
      texts.set(key, text)
      size += key.length + text.length
    },
  }
}
