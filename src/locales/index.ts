import type { Sentence, SentenceValues } from './sentence.ts'

/** What we publish, in other languages than English, by the English text. */
export type Catalog = Readonly<Record<string, string>>

const catalogs: Readonly<Record<string, Catalog>> = {}

/** Languages that messages exist in; content may have others. */
export const messageLanguages: readonly string[] = ['en', ...Object.keys(catalogs)]

/** The text in the language, else in English. */
export const translate = (text: string, language: string): string => catalogs[language]?.[text] ?? text

const lists = new Map<string, Intl.ListFormat>()

function listed(items: readonly string[], language: string): string {
  const format = lists.get(language) ?? new Intl.ListFormat(language, { type: 'unit', style: 'short' })
  lists.set(language, format)
  return format.format(items)
}

const shown = (value: SentenceValues[string] | undefined, language: string): string =>
  value === undefined ? '' : typeof value === 'object' ? listed(value, language) : String(value)

/** The sentence as people read it. */
export const tell = ({ text, values }: Sentence, language: string): string =>
  translate(text, language).replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name], language))
