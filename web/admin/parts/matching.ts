/** Comparison of texts, regardless of case and accents. */

export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export interface Item {
  readonly label: string
  readonly detail?: string | undefined
}

/**
 * The items that contain each of the words, also as a part of another word. While a search is under way, only these of what
 * was found before may be offered, because Enter may come before the result.
 */
export function matching<T extends Item>(items: readonly T[], words: string): readonly T[] {
  const wanted = plain(words).split(/\s+/)
  return items.filter(({ label, detail = '' }) => {
    const text = plain(`${label} ${detail}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** The name itself comes first, then names that begin with the words. */
export function closestFirst<T extends Item>(items: readonly T[], words: string): readonly T[] {
  const wanted = plain(words)
  const distance = ({ label }: T) => {
    const name = plain(label)
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  }
  return items.toSorted((one, other) => distance(one) - distance(other))
}
