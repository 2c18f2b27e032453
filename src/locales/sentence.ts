/** What a sentence speaks of: put in place of `{name}`; a list is joined in the reader's language. */
export type SentenceValues = Readonly<Record<string, string | number | readonly string[]>>

/** Something we say to people: English text with `{placeholders}`, translated only when it is told. */
export interface Sentence {
  readonly text: string
  readonly values: SentenceValues
}

export const say = (text: string, values: SentenceValues = {}): Sentence => ({ text, values })
