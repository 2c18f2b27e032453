import { withFullStop } from '../text/full-stop.ts'
import { memoize } from '../time/memoize.ts'
import { german } from './de.ts'
import { french } from './fr.ts'
import type { LocalizableMessage, SentenceValues } from './sentence.ts'

/** Translations of all published texts, keyed by the English text. */
export type Catalog = Readonly<Record<string, string>>

export const catalogs: Readonly<Record<string, Catalog>> = { fr: french, de: german }

/** Languages of messages; content may have other languages. */
export const messageLanguages: readonly string[] = ['en', ...Object.keys(catalogs)]

/** The language of messages for a language of content, such as German for `de-ch`; undefined if there is none. */
export const messageLanguageFor = (language: string): string | undefined =>
  messageLanguages.includes(language)
    ? language
    : messageLanguages.find((one) => language.startsWith(`${one}-`))

/** The text in the language, or in English if there is no translation. */
export const translate = (text: string, language: string): string =>
  catalogs[messageLanguageFor(language) ?? 'en']?.[text] ?? text

/** Creates a formatter once per language, because creating one is expensive. */
function perLanguage<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    const one = made.get(language) ?? make(language)
    made.set(language, one)
    return one
  }
}

const lists = perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' }))
/** Caches the plural category of each number, because selecting it takes as long as formatting the sentence. */
const plurals = perLanguage((language) => {
  const rules = new Intl.PluralRules(language)
  return memoize((count: number) => rules.select(count), 1_000)
})

const formatValue = (value: SentenceValues[string] | undefined, language: string): string =>
  value === undefined ? '' : typeof value === 'object' ? lists(language).format(value) : String(value)

const isSingular = ({ count }: SentenceValues, language: string) => plurals(language)(Number(count)) === 'one'

/** Formats the message in the language. */
export function formatMessage({ text, singular, values }: LocalizableMessage, requested: string): string {
  const language = messageLanguageFor(requested) ?? 'en'
  const fitting = singular !== undefined && isSingular(values, language) ? singular : text
  return translate(fitting, language).replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) =>
    withFullStop(formatValue(values[name], language), stop),
  )
}
