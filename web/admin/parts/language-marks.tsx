import { useWords } from '../app/words.tsx'
import type { Text, Words } from '../locales/index.ts'
import type { Translated } from '../service/types.ts'
import { capitalized } from '../../../src/text/capitalized.ts'
import { memoize } from '../../../src/time/memoize.ts'

/** One mark per language, styled by completeness: solid, filled, folded, dashed. */

export type Completeness = 'original' | 'done' | 'outdated' | 'missing'

const meanings = {
  original: 'original',
  done: 'up to date',
  outdated: 'outdated',
  missing: 'missing',
} as const satisfies Readonly<Record<Completeness, Text>>

export function completenessOf(
  { original_language, translations }: Pick<Translated, 'original_language' | 'translations'>,
  language: string,
): Completeness {
  if (language === original_language) return 'original'
  const translation = translations[language]
  if (translation === undefined) return 'missing'
  return translation.is_outdated === true ? 'outdated' : 'done'
}

type Reader = Pick<Words, 'language'>

const languageNamesIn = memoize((reader: string) => new Intl.DisplayNames([reader], { type: 'language' }))

export const languageName = (reader: Reader, language: string): string =>
  languageNamesIn(reader.language).of(language) ?? language

/** A name that stands alone, such as that of a button. */
export const languageLabel = (reader: Reader, language: string): string =>
  capitalized(languageName(reader, language), reader.language)

export const meaningOf = (t: Words, completeness: Completeness): string => t(meanings[completeness])

export const LanguageMark = ({ language, is }: { language: string; is: Completeness }) => (
  <span className="lang" data-is={is} lang={language} aria-hidden="true">
    {language}
  </span>
)

/** All languages of the site, with one accessible name: “English original, French outdated, German missing”. */
export const LanguageMarks = ({
  of,
  languages,
}: {
  of: Pick<Translated, 'original_language' | 'translations'>
  languages: readonly string[]
}) => <Marks languages={languages} isIn={(language) => completenessOf(of, language)} />

/** The same of what is no resource. */
export function Marks({
  languages,
  isIn,
}: {
  languages: readonly string[]
  isIn: (language: string) => Completeness
}) {
  const t = useWords()
  const name = languages
    .map((language) => `${languageName(t, language)} ${meaningOf(t, isIn(language))}`)
    .join(', ')
  return (
    <span className="langs" role="img" aria-label={name}>
      {languages.map((language) => (
        <LanguageMark key={language} language={language} is={isIn(language)} />
      ))}
    </span>
  )
}
