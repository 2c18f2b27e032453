import Type, { type TSchema } from '../../resources/json-schema.ts'
import {
  choice,
  count,
  flag,
  moment,
  object,
  record,
  schemaOf,
  text,
} from '../../resources/representation.ts'

/** Representations of the state of the service (interface: System). */
export const systemSchemas: Readonly<Record<string, TSchema>> = {
  system: object('State of the service', {
    version: text('Version of the service'),
    node: text('Version of Node'),
    started_utc: moment('Date the responding process started, in UTC'),
    memory_bytes: count('Memory of that process'),
    database: object('The database', {
      kind: choice('Kind of database', ['sqlite', 'postgres']),
      version: text('Version of the database'),
      migration: text('Name of the newest migration'),
      bytes: count('Size of the database'),
    }),
    events: record('Number of events by status', count('Number of events')),
    images: object('The images that the site stores', {
      count: count('Number of stored images'),
      bytes: count('Size of the stored images'),
    }),
    jobs: object('Background jobs', {
      waiting: count('Number of waiting jobs'),
      failing: count('Number of waiting jobs that have failed before'),
    }),
    deliveries: object('Deliveries to webhooks', {
      pending: count('Number of waiting deliveries'),
      failed: count('Number of failed deliveries'),
    }),
    last_backup_utc: Type.Optional(moment('Date of the last backup, in UTC; absent if none is known')),
  }),
  setting: object('A setting of the service', {
    name: text('Name of the setting'),
    value: text('Its value; secrets are masked'),
    origin: text('Where it is set: default, administration, environment, a flag, or a file'),
    changeable: flag('Whether administrators may change it while the service runs'),
    type: Type.Optional(choice('Type of its values', ['text', 'integer', 'boolean', 'color', 'image'])),
    description: Type.Optional(text('Description, in the language of the reader')),
    minimum: Type.Optional(Type.Integer({ description: 'Minimum' })),
    maximum: Type.Optional(Type.Integer({ description: 'Maximum' })),
  }),
  settingList: object('The settings of the service', { settings: Type.Array(schemaOf('setting')) }),
}
