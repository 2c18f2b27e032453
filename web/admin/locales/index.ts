import { withFullStop } from '../../../src/text/full-stop.ts'
import { createPart, type Part } from '../parts/part.ts'
import type { fr } from './fr.ts'

/** Texts of the administration in the interface languages, keyed by the English text. */

export type Text = keyof typeof fr
export type Catalog = Readonly<Record<Text, string>>

export const interfaceLanguages = ['en', 'fr', 'de'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

const choiceKey = 'calends.language'

const isKnown = (language: string | null): language is InterfaceLanguage =>
  interfaceLanguages.includes(language as InterfaceLanguage)

/** The language chosen in this browser, otherwise the one negotiated by the service. */
export function chosenLanguage({ documentElement: { lang } }: Document): InterfaceLanguage {
  const chosen = localStorage.getItem(choiceKey)
  if (isKnown(chosen)) return chosen
  return isKnown(lang) ? lang : 'en'
}

/** Takes effect when the page is next loaded. */
export const chooseLanguage = (language: InterfaceLanguage): void => localStorage.setItem(choiceKey, language)

const catalogs: Readonly<Record<Exclude<InterfaceLanguage, 'en'>, Part<Catalog>>> = {
  fr: createPart(() => import('./fr.ts'), 'fr'),
  de: createPart(() => import('./de.ts'), 'de'),
}

export type Values = Readonly<Record<string, string | number>>

export interface Words {
  readonly language: InterfaceLanguage
  /** The text in the language of the interface, with its `{placeholders}` filled. */
  (text: Text, values?: Values): string
  /**
   * The first text for one, the second for several, by the plural rules of the language; both may contain `{count}`.
   */
  count(count: number, one: Text, many: Text, values?: Values): string
}

const pausesMs = [500, 1500]

async function loadPatiently<T>(part: Part<T>, [pause, ...others] = pausesMs): Promise<T> {
  try {
    return await part.load()
  } catch (error) {
    if (pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return loadPatiently(part, others)
  }
}

/** The texts in the language. If they cannot be loaded, those in English, because without texts there is no page. */
export async function loadWords(language: InterfaceLanguage): Promise<Words> {
  if (language === 'en') return wordsOf('en', undefined)
  return loadPatiently(catalogs[language]).then(
    (catalog) => wordsOf(language, catalog),
    () => wordsOf('en', undefined),
  )
}

function wordsOf(language: InterfaceLanguage, catalog: Catalog | undefined): Words {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const shown = (value: string | number | undefined) =>
    typeof value === 'number' ? numbers.format(value) : (value ?? '')
  const say = (text: Text, values: Values = {}) =>
    (catalog?.[text] ?? text).replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) =>
      withFullStop(shown(values[name]), stop),
    )
  return Object.assign(say, {
    language,
    count: (count: number, one: Text, many: Text, values: Values = {}) =>
      say(rules.select(count) === 'one' ? one : many, { count, ...values }),
  })
}
