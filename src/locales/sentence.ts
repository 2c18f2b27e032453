import type { Message } from './fr.ts'

/** What a sentence speaks of: put in place of `{name}`; of a list any will do, so it is joined by "or". */
export type SentenceValues = Readonly<Record<string, string | number | readonly string[]>>

/** Something we say to people: English text with `{placeholders}`, translated only when it is told. */
export interface Sentence {
  readonly text: Message
  readonly values: SentenceValues
  /** The text where `count` calls for the singular, which each language decides for itself. */
  readonly singular?: Message
}

export const say = (text: Message, values: SentenceValues = {}): Sentence => ({ text, values })

export const sayCounted = (count: number, singular: Message, text: Message): Sentence => ({
  text,
  singular,
  values: { count },
})
