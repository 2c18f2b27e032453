import Type, { type TSchema } from '../../resources/json-schema.ts'
import { count, list, object, text } from '../../resources/representation.ts'

/** Representation of outstanding translations (interface: Translations to do). */
export const translationSchemas: Readonly<Record<string, TSchema>> = {
  translationWork: object('Progress of translation by language', {
    total: count('Total number of resources, translated or not'),
    languages: list(
      'Each language of the site',
      Type.Object({
        language: text('Language'),
        missing: count('Number of those without a text in the language'),
        outdated: count('Number of those whose original has changed since'),
      }),
    ),
  }),
}
