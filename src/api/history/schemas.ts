import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames } from '../../resources/kinds.ts'
import { decisions } from './decisions.ts'
import { id, listOf, moment, schemaOf, text } from '../../resources/representation.ts'

/** Representations of versions (interface: History). */

const change = Type.Object(
  {
    before: Type.Unknown({ description: 'The value before; null if there was none' }),
    after: Type.Unknown({ description: 'The value after; null if there is none' }),
  },
  { description: 'A field that the version has changed' },
)

const version = Type.Object(
  {
    version: id('Number of the version, counting from 1'),
    action: Type.Enum(['created', 'updated', 'trashed', 'restored', 'deleted'], {
      description: 'What happened to the resource',
    }),
    author: id('ID of the user who made the version; 0 if unknown'),
    author_name: text('Name of that user'),
    date_utc: moment('When it was made, in UTC'),
    language: text('Language of the write'),
    restored_version: Type.Optional(id('Number of the version that it restored')),
    note: Type.Optional(text('Note of the reviewer, or the contact of whoever suggested the event')),
    changes: Type.Record(Type.String(), change, {
      description: 'The changed fields by name; texts of translations as in title@fr',
    }),
  },
  { description: 'A version of a resource' },
)

const leftOut = Type.Object(
  {
    field: text('Name of the field'),
    value: Type.Unknown({ description: 'The value that was not restored' }),
  },
  { description: 'A value that could not be restored' },
)

const review = Type.Object(
  {
    id: id('ID of the entry'),
    date_utc: moment('When it happened, in UTC'),
    decision: Type.Enum([...decisions], { description: 'What was decided' }),
    user: id('ID of the user who decided'),
    username: text('Username at the time'),
    name: text('Name of that user; the username if there is none, or the account was deleted'),
    note: Type.Optional(text('Note to the author')),
    event: Type.Object(
      {
        id: id('ID of the event'),
        title: text('Title at the time'),
        language: Type.Optional(text('Language of that title; missing in older decisions')),
        author: Type.Optional(id('ID of its author; missing if the event was deleted permanently')),
      },
      { description: 'The event that was reviewed' },
    ),
  },
  { description: 'A decision about a pending event' },
)

/** Part of the document only if suggestions are enabled. */
export const suggestionSchemas: Readonly<Record<string, TSchema>> = {
  suggestion: Type.Object(
    { status: Type.Literal('pending', { description: 'It waits for a review' }) },
    { description: 'A suggestion that was accepted for review' },
  ),
}

export const historySchemas: Readonly<Record<string, TSchema>> = {
  version,
  versionList: listOf('versions', 'version'),
  review,
  reviewList: listOf('reviews', 'review'),
  restoredVersion: Type.Object(
    {
      resource: Type.Union(Object.keys(resourceNames).map((kind) => schemaOf(kind))),
      left_out: Type.Array(leftOut, { description: 'Values that could not be restored' }),
    },
    { description: 'A resource as it was after a version' },
  ),
}
