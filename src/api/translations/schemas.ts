import Type, { type TSchema } from '../../resources/json-schema.ts'
import { id, text } from '../../resources/representation.ts'

/** Representation of outstanding translations (interface: Translations to do). */
export const translationSchemas: Readonly<Record<string, TSchema>> = {
  translationWork: Type.Object(
    {
      total: id('Total number of resources, translated or not'),
      languages: Type.Array(
        Type.Object({
          language: text('Language'),
          missing: id('Number of those without a text in the language'),
          outdated: id('Number of those whose original has changed since'),
        }),
        { description: 'Each language of the site' },
      ),
    },
    { description: 'Progress of translation by language' },
  ),
}
