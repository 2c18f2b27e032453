import { sourceFormats } from '../../importing/sources.ts'
import { resourceNames } from '../../resources/kinds.ts'
import Type, { type TSchema } from '../../resources/json-schema.ts'
import {
  address,
  choice,
  count,
  id,
  list,
  listOf,
  moment,
  object,
  schemaOf,
  text,
} from '../../resources/representation.ts'
import { policies } from './parameters.ts'

/** Representations of imports and of their rows (interface: Imports). */

const actions = ['create', 'change', 'skip', 'fail']

const tally = {
  create: count('New resources'),
  change: count('Changed resources'),
  skip: count('Unchanged resources'),
  fail: count('Rows that cannot be imported'),
}

const imported = {
  id: id('ID of the import'),
  state: choice('State of the import', ['preview', 'running', 'done', 'failed', 'undone']),
  format: choice('Format of the source', sourceFormats),
  source: text('Source that the records belong to'),
  url: Type.Optional(address('URL that was imported')),
  policy: choice('What happens to events that were imported before', policies),
  status: Type.Optional(text('Status of events that are created')),
  mapping: object('Fields by columns of CSV', {}, { additionalProperties: { type: 'string' } }),
  author: id('ID of the user who imports'),
  created_utc: moment('Date created, in UTC'),
  finished_utc: Type.Optional(moment('When it was finished, in UTC')),
  undo_until_utc: Type.Optional(moment('Date until which it can be undone, in UTC')),
  fault: Type.Optional(text('Why the import failed')),
  schedule: Type.Optional(text('When the URL is imported again: a cron expression')),
  next_run_utc: Type.Optional(moment('When the URL is imported next, in UTC')),
  would: object('Outcome of the rows', tally),
  counts: object(
    'The same for each collection',
    Object.fromEntries(Object.values(resourceNames).map((kind) => [kind, Type.Optional(Type.Object(tally))])),
  ),
  suspected: Type.Optional(count('New events that may already exist')),
  progress: object('Progress of the import', {
    done: count('Rows that have been written'),
    total: count('Rows that are to be written'),
  }),
}

const row = object('A row of an import', {
  line: count('Line of the source'),
  kind: choice('Kind of the row', Object.values(resourceNames)),
  action: choice('Planned action for the row', actions),
  reason: text('Why'),
  fields: Type.Optional(list('Fields that the reason names, in their order there', Type.String())),
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
    object('Fields that have changed at the source, before and after', {}, { additionalProperties: {} }),
  ),
  written: Type.Optional(
    list('Fields that a change writes; the others stay as they are here', Type.String()),
  ),
  outcome: Type.Optional(choice('Outcome of the row', ['written', 'skipped', 'failed', 'undone', 'left'])),
})

const rows = listOf('rows', 'importRow') as TSchema & { readonly properties: Record<string, TSchema> }

const left = Type.Object({
  kind: Type.Optional(choice('Kind of resource, if the row is not an event', Object.values(resourceNames))),
  id: id('ID of the resource'),
  title: text('Title or name'),
})

export const importSchemas: Readonly<Record<string, TSchema>> = {
  import: object('An import of events', imported),
  importWithRows: object('An import with one page of its rows', {
    ...imported,
    notes: Type.Optional(list('What was skipped, and why', text('A sentence about the source'))),
    runs: Type.Optional(list('Imports made by its schedule, newest first', schemaOf('import'))),
    left: Type.Optional(list('Events that were edited here and remain unchanged', left)),
    ...rows.properties,
  }),
  importRow: row,
  importList: listOf('imports', 'import'),
}
