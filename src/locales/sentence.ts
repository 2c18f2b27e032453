import type { Message } from './fr.ts'

/** Values for the placeholders `{name}`; lists are joined by "or". */
export type SentenceValues = Readonly<Record<string, string | number | readonly string[]>>

/** A message: English text with `{placeholders}`, translated when it is formatted. */
export interface LocalizableMessage {
  readonly text: Message
  readonly values: SentenceValues
  /** The singular form; each language decides when it applies to `count`. */
  readonly singular?: Message
}

export const message = (text: Message, values: SentenceValues = {}): LocalizableMessage => ({ text, values })

export const pluralMessage = (
  count: number,
  singular: Message,
  text: Message,
  values: SentenceValues = {},
): LocalizableMessage => ({ text, singular, values: { count, ...values } })

/** A word, and what it is about. */
export const labelled = (label: string, text: string, language: string): string =>
  `${label}${language === 'fr' ? '\u00A0' : ''}: ${text}`
