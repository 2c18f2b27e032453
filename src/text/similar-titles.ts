/** The words of a title whose case and accents are folded. */
export const wordsIn = (folded: string): ReadonlySet<string> => new Set(folded.match(/[\p{L}\p{N}]+/gu))

/** Whether two thirds of the words are the same, so that the titles may be of one event. */
export function areSimilar(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length
  return shared > 0 && shared / Math.max(words.size, others.size) >= 2 / 3
}
