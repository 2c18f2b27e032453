import { german } from './de.ts'
import { french } from './fr.ts'
import type { Sentence, SentenceValues } from './sentence.ts'

/** What we publish, in other languages than English, by the English text. */
export type Catalog = Readonly<Record<string, string>>

export const catalogs: Readonly<Record<string, Catalog>> = { fr: french, de: german }

/** Languages that messages exist in; content may have others. */
export const messageLanguages: readonly string[] = ['en', ...Object.keys(catalogs)]

/** The text in the language, else in English. */
export const translate = (text: string, language: string): string => catalogs[language]?.[text] ?? text

/** Made once per language: each takes longer to make than to use. */
function perLanguage<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    const one = made.get(language) ?? make(language)
    made.set(language, one)
    return one
  }
}

const lists = perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' }))
const plurals = perLanguage((language) => new Intl.PluralRules(language))

const shown = (value: SentenceValues[string] | undefined, language: string): string =>
  value === undefined ? '' : typeof value === 'object' ? lists(language).format(value) : String(value)

const isSingular = ({ count }: SentenceValues, language: string) =>
  plurals(language).select(Number(count)) === 'one'

/** The sentence as people read it. */
export function tell({ text, singular, values }: Sentence, asked: string): string {
  const language = messageLanguages.includes(asked) ? asked : 'en'
  const fitting = singular !== undefined && isSingular(values, language) ? singular : text
  return translate(fitting, language).replace(/\{(\w+)\}/g, (_, name: string) =>
    shown(values[name], language),
  )
}
