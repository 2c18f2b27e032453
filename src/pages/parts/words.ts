import { formatMessage } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import { message, pluralMessage, type SentenceValues } from '../../locales/sentence.ts'

/** The texts of the pages in one language. */
export interface Words {
  (text: Message, values?: SentenceValues): string
  /** A number in words: `{count}` stands for it, grouped as the language does. */
  count(count: number, singular: Message, plural: Message): string
  /** A number, grouped as the language does. */
  number(value: number): string
}

const numbers = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language === 'en' ? 'en-GB' : language)
  numbers.set(language, known)
  return known
}

function wordsOf(language: string): Words {
  const number = (value: number) => (value < 1_000 ? String(value) : numberFormat(language).format(value))
  return Object.assign(
    (text: Message, values: SentenceValues = {}) => formatMessage(message(text, values), language),
    {
      number,
      count: (count: number, singular: Message, plural: Message) =>
        formatMessage(pluralMessage(count, singular, plural), language).replace(String(count), number(count)),
    },
  )
}

/** How many there are besides those that are shown. */
export const moreWords = (count: number, words: Words): string =>
  count === 1 ? words('+1 more') : words('+{count} more', { count: words.number(count) })

const made = new Map<string, Words>()

export function wordsIn(language: string): Words {
  const known = made.get(language) ?? wordsOf(language)
  made.set(language, known)
  return known
}

/** French sets a non-breaking space inside its double marks; people type an ordinary one, or none (Imprimerie nationale). */
export const typeset = (text: string, language: string): string =>
  language === 'fr' ? text.replace(/ ([:;?!»])/g, '\u00A0$1').replace(/« /g, '«\u00A0') : text

/** The same for formatted text, whose tags stay as they are. */
export const typesetMarkup = (text: string, language: string): string =>
  language === 'fr'
    ? text.replace(/<[^>]*>|[^<]+/g, (part) => (part[0] === '<' ? part : typeset(part, language)))
    : text

/** A word, and what it is about. */
export const labelled = (label: string, text: string, language: string): string =>
  `${label}${language === 'fr' ? '\u00A0' : ''}: ${text}`
