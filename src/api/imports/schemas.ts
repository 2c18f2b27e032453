import { sourceFormats } from '../../importing/sources.ts'
import { resourceNames } from '../../resources/kinds.ts'
import Type, { type TSchema } from '../../resources/json-schema.ts'
import { address, id, listOf, moment, schemaOf, text } from '../../resources/representation.ts'
import type { Message } from '../../locales/fr.ts'
import { policies } from './parameters.ts'

/** Representations of imports and of their rows (interface: Imports). */

const count = (description: Message) => Type.Integer({ description, minimum: 0 })

const actions = ['create', 'change', 'skip', 'fail']

const tally = {
  create: count('New resources'),
  change: count('Changed resources'),
  skip: count('Unchanged resources'),
  fail: count('Rows that cannot be imported'),
}

const imported = {
  id: id('ID of the import'),
  state: Type.Enum(['preview', 'running', 'done', 'failed', 'undone'], {
    description: 'State of the import',
  }),
  format: Type.Enum([...sourceFormats], { description: 'Format of the source' }),
  source: text('Source that the records belong to'),
  url: Type.Optional(address('URL that was imported')),
  policy: Type.Enum([...policies], { description: 'What happens to events that were imported before' }),
  status: Type.Optional(text('Status of events that are created')),
  mapping: Type.Object(
    {},
    { description: 'Fields by columns of CSV', additionalProperties: { type: 'string' } },
  ),
  author: id('ID of the user who imports'),
  created_utc: moment('Date created, in UTC'),
  finished_utc: Type.Optional(moment('When it was finished, in UTC')),
  undo_until_utc: Type.Optional(moment('Date until which it can be undone, in UTC')),
  fault: Type.Optional(text('Why the import failed')),
  schedule: Type.Optional(text('When the URL is imported again: a cron expression')),
  next_run_utc: Type.Optional(moment('When the URL is imported next, in UTC')),
  would: Type.Object(tally, { description: 'Outcome of the rows' }),
  counts: Type.Object(
    Object.fromEntries(Object.values(resourceNames).map((kind) => [kind, Type.Optional(Type.Object(tally))])),
    { description: 'The same for each collection' },
  ),
  suspected: Type.Optional(count('New events that may already exist')),
  progress: Type.Object(
    { done: count('Rows that have been written'), total: count('Rows that are to be written') },
    { description: 'Progress of the import' },
  ),
}

const row = Type.Object(
  {
    line: count('Line of the source'),
    kind: Type.Enum(Object.values(resourceNames), { description: 'Kind of the row' }),
    action: Type.Enum(actions, { description: 'Planned action for the row' }),
    reason: text('Why'),
    fields: Type.Optional(
      Type.Array(Type.String(), { description: 'Fields that the reason names, in their order there' }),
    ),
    id: Type.Optional(id('ID of the resource')),
    suspected: Type.Optional(id('ID of the event that this may duplicate')),
    external_id: Type.Optional(text('Identifier at the source')),
    title: Type.Optional(text('Title or name')),
    start_date: Type.Optional(text('Start as the source has it')),
    read_start_date: Type.Optional(
      text('Local time or day as which the start is read, if the source writes it in another form'),
    ),
    timezone: Type.Optional(text('Time zone as the source has it')),
    changes: Type.Optional(
      Type.Object(
        {},
        { description: 'Fields that have changed at the source, before and after', additionalProperties: {} },
      ),
    ),
    written: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Fields that a change writes; the others stay as they are here',
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(['written', 'skipped', 'failed', 'undone', 'left'], {
        description: 'Outcome of the row',
      }),
    ),
  },
  { description: 'A row of an import' },
)

const rows = listOf('rows', 'importRow') as TSchema & { readonly properties: Record<string, TSchema> }

const left = Type.Object({
  kind: Type.Optional(
    Type.Enum(Object.values(resourceNames), { description: 'Kind of resource, if the row is not an event' }),
  ),
  id: id('ID of the resource'),
  title: text('Title or name'),
})

export const importSchemas: Readonly<Record<string, TSchema>> = {
  import: Type.Object(imported, { description: 'An import of events' }),
  importWithRows: Type.Object(
    {
      ...imported,
      notes: Type.Optional(
        Type.Array(text('A sentence about the source'), { description: 'What was skipped, and why' }),
      ),
      runs: Type.Optional(
        Type.Array(schemaOf('import'), { description: 'Imports made by its schedule, newest first' }),
      ),
      left: Type.Optional(
        Type.Array(left, { description: 'Events that were edited here and remain unchanged' }),
      ),
      ...rows.properties,
    },
    { description: 'An import with one page of its rows' },
  ),
  importRow: row,
  importList: listOf('imports', 'import'),
}
