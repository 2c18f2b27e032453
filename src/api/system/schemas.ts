import Type, { type TSchema } from '../../resources/json-schema.ts'
import type { Message } from '../../locales/fr.ts'
import { flag, id, moment, schemaOf, text } from '../../resources/representation.ts'

const bytes = (description: Message) => Type.Integer({ description, minimum: 0 })

/** Representations of the state of the service (interface: System). */
export const systemSchemas: Readonly<Record<string, TSchema>> = {
  system: Type.Object(
    {
      version: text('Version of the service'),
      node: text('Version of Node'),
      started_utc: moment('Date the responding process started, in UTC'),
      memory_bytes: bytes('Memory of that process'),
      database: Type.Object(
        {
          kind: Type.Enum(['sqlite', 'postgres'], { description: 'Kind of database' }),
          version: text('Version of the database'),
          migration: text('Name of the newest migration'),
          bytes: bytes('Size of the database'),
        },
        { description: 'The database' },
      ),
      events: Type.Record(Type.String(), id('Number of events'), {
        description: 'Number of events by status',
      }),
      images: Type.Object(
        { count: id('Number of stored images'), bytes: bytes('Size of the stored images') },
        { description: 'The images that the site stores' },
      ),
      jobs: Type.Object(
        {
          waiting: id('Number of waiting jobs'),
          failing: id('Number of waiting jobs that have failed before'),
        },
        { description: 'Background jobs' },
      ),
      deliveries: Type.Object(
        { pending: id('Number of waiting deliveries'), failed: id('Number of failed deliveries') },
        { description: 'Deliveries to webhooks' },
      ),
      last_backup_utc: Type.Optional(moment('Date of the last backup, in UTC; absent if none is known')),
    },
    { description: 'State of the service' },
  ),
  setting: Type.Object(
    {
      name: text('Name of the setting'),
      value: text('Its value; secrets are masked'),
      origin: text('Where it is set: default, administration, environment, a flag, or a file'),
      changeable: flag('Whether administrators may change it while the service runs'),
      type: Type.Optional(
        Type.Enum(['text', 'integer', 'boolean', 'color', 'image'], { description: 'Type of its values' }),
      ),
      description: Type.Optional(text('Description, in the language of the reader')),
      minimum: Type.Optional(Type.Integer({ description: 'Minimum' })),
      maximum: Type.Optional(Type.Integer({ description: 'Maximum' })),
    },
    { description: 'A setting of the service' },
  ),
  settingList: Type.Object(
    { settings: Type.Array(schemaOf('setting')) },
    { description: 'The settings of the service' },
  ),
}
