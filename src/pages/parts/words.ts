import { localeOf, memoize } from '../../time/index.ts'
import { formatMessage, messageLanguageFor } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import { message, pluralMessage, type SentenceValues } from '../../locales/sentence.ts'
import { attribute, html, toText, type Content, type SafeHtml } from './html.ts'

/** The texts of the pages in one language. */
export interface Words {
  (text: Message, values?: SentenceValues): string
  /** Chooses the singular or plural; `{count}` is replaced by the number, grouped as usual in the language. */
  count(count: number, singular: Message, plural: Message): string
  /** Formats a number, grouped as usual in the language. */
  number(value: number): string
  /** Of the words, and of dates and numbers within them: English where there is no catalog of that of the page. */
  readonly language: string
  /** The attribute `lang` of an element that contains only words, with the space before it, if it is needed. */
  readonly lang: SafeHtml
  /** The same of a text in the language of the page, within an element whose name is words. */
  readonly pageLang: SafeHtml
}

const numberFormat = memoize((language: string) => new Intl.NumberFormat(localeOf(language)))

function wordsOf(ofPage: string): Words {
  const isForeign = messageLanguageFor(ofPage) === undefined
  const language = isForeign ? 'en' : ofPage
  const number = (value: number) => (value < 1_000 ? String(value) : numberFormat(language).format(value))
  const withoutValues = memoize((text: Message) => formatMessage(message(text), language))
  return Object.assign(
    (text: Message, values?: SentenceValues) =>
      values === undefined ? withoutValues(text) : formatMessage(message(text, values), language),
    {
      number,
      language,
      lang: attribute('lang', isForeign && language),
      pageLang: attribute('lang', isForeign && ofPage),
      count: (count: number, singular: Message, plural: Message) =>
        formatMessage(pluralMessage(count, singular, plural), language).replace(String(count), number(count)),
    },
  )
}

/** Words beside other texts: in an element of their own where they are in another language than these. */
export const wordsBeside = ({ lang }: Words, text: Content): Content =>
  toText(lang) === '' ? text : html`<span${lang}>${text}</span>`

/** The number of items that are not shown. */
export const moreWords = (count: number, words: Words): string =>
  count === 1 ? words('+1 more') : words('+{count} more', { count: words.number(count) })

/** A paragraph that leads to the items that are not shown, if there are any. */
export const moreLink = (count: number, address: string, words: Words): Content =>
  count > 0 &&
  html`<p>
    <a href="${address}"${words.lang}>${moreWords(count, words)}</a>
  </p> `

export const wordsIn: (language: string) => Words = memoize(wordsOf)

/**
 * French punctuation such as `:` and `»` is preceded by a non-breaking space; people type an ordinary one, or none
 * (Imprimerie nationale).
 */
export const typeset = (text: string, language: string): string =>
  language === 'fr' ? text.replace(/ ([:;?!»])/g, '\u00A0$1').replace(/« /g, '«\u00A0') : text

/** The same for formatted text, whose tags stay as they are. */
export const typesetMarkup = (text: string, language: string): string =>
  language === 'fr'
    ? text.replace(/<[^>]*>|[^<]+/g, (part) => (part[0] === '<' ? part : typeset(part, language)))
    : text
