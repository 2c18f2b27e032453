import type { Resource, AnyText, Translation, AnyRow, Item } from '../../resources/resource.ts'
import type { StoredText } from './slugs.ts'

/** Assembles an item in one language from its row and its texts. */

/** A field without translation is shown in the original language (interface: Reading in a language). */
function mergeWithOriginal(
  { translated }: Resource,
  own: StoredText | undefined,
  original: StoredText,
): AnyText {
  if (own === undefined || own === original) return original
  const fields = [...translated, 'slug'].map((name) => [name, own[name] ?? original[name]])
  return { ...original, ...Object.fromEntries(fields) } as AnyText
}

/** URLs and amounts are language-independent, so using the original's does not count as a fallback. */
export const isTranslatable = (name: string, value: unknown) =>
  name !== 'website' && typeof value === 'string' && /\p{L}/u.test(value)
const usesFallback = ({ translated }: Resource, own: StoredText | undefined, original: StoredText): boolean =>
  own !== original &&
  (own === undefined ||
    translated.some((name) => (own[name] ?? '') === '' && isTranslatable(name, original[name])))

/** The fields that a language itself has, in the order in which they are declared. */
const ownFields = ({ translated }: Resource, own: StoredText | undefined): string[] =>
  [...translated, 'slug'].filter((name) => (own?.[name] ?? '') !== '')

const translationsOf = (
  { titleField }: Resource,
  texts: readonly StoredText[],
  original: StoredText,
): Record<string, Translation> =>
  Object.fromEntries(
    texts.map((text) => [
      text.language,
      {
        slug: text.slug ?? original.slug,
        title: String(text[titleField] ?? original[titleField] ?? ''),
        modified: text.modified,
        outdatedFields: text.outdated_fields?.split(' ').filter(Boolean),
      },
    ]),
  )

/** One item with the text for the language. */
export function assemble(
  resource: Resource,
  row: AnyRow,
  texts: readonly StoredText[],
  language: string,
  parts: Pick<Item, 'links' | 'targets' | 'image' | 'count' | 'ancestors' | 'series'>,
): Item {
  const original = texts.find((text) => text.language === row.original_language)
  if (original === undefined) throw new Error(`${resource.singular} ${row.id} has no original text`)
  const own = texts.find((text) => text.language === language)
  return {
    id: row.id,
    row,
    text: mergeWithOriginal(resource, own, original),
    language: own === undefined ? row.original_language : language,
    isFallback: usesFallback(resource, own, original),
    ownFields: ownFields(resource, own),
    translations: translationsOf(resource, texts, original),
    ...parts,
  }
}
