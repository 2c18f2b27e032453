import Type, { type TSchema } from '../../resources/json-schema.ts'
import { list, moment, object, text, union } from '../../resources/representation.ts'

/** Representations for editors of series (interface: Editing series). */
export const seriesSchemas: Readonly<Record<string, TSchema>> = {
  explainedRecurrence: object('What a recurrence means', {
    recurrence: list('The lines as a series would show them', Type.String()),
    words: text('The rule in words'),
    dates: list('Starts of the first occurrences', moment('A date')),
    until: union('Start of the last occurrence; null if the rule has no end', [
      { type: 'string' },
      { type: 'null' },
    ]),
  }),
}
