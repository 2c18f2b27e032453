import Type, { type TSchema } from '../../resources/json-schema.ts'
import { moment, text } from '../../resources/representation.ts'

/** Representations for editors of series (interface: Editing series). */
export const seriesSchemas: Readonly<Record<string, TSchema>> = {
  explainedRecurrence: Type.Object(
    {
      recurrence: Type.Array(Type.String(), { description: 'The lines as a series would show them' }),
      words: text('The rule in words'),
      dates: Type.Array(moment('A date'), { description: 'Starts of the first occurrences' }),
      until: Type.Union([{ type: 'string' }, { type: 'null' }], {
        description: 'Start of the last occurrence; null if the rule has no end',
      }),
    },
    { description: 'What a recurrence means' },
  ),
}
