import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames } from '../../resources/kinds.ts'
import { decisions } from './decisions.ts'
import {
  choice,
  id,
  list,
  listOf,
  moment,
  object,
  record,
  schemaOf,
  text,
} from '../../resources/representation.ts'

/** Representations of versions (interface: History). */

const change = object('A field that the version has changed', {
  before: Type.Unknown({ description: 'The value before; null if there was none' }),
  after: Type.Unknown({ description: 'The value after; null if there is none' }),
})

const version = object('A version of a resource', {
  version: id('Number of the version, counting from 1'),
  action: choice('What happened to the resource', ['created', 'updated', 'trashed', 'restored', 'deleted']),
  author: id('ID of the user who made the version; 0 if unknown'),
  author_name: text('Name of that user'),
  date_utc: moment('When it was made, in UTC'),
  language: text('Language of the write'),
  restored_version: Type.Optional(id('Number of the version that it restored')),
  note: Type.Optional(text('Note of the reviewer, or the contact of whoever suggested the event')),
  changes: record('The changed fields by name; texts of translations as in title@fr', change),
})

const leftOut = object('A value that could not be restored', {
  field: text('Name of the field'),
  value: Type.Unknown({ description: 'The value that was not restored' }),
})

const review = object('A decision about a pending event', {
  id: id('ID of the entry'),
  date_utc: moment('When it happened, in UTC'),
  decision: choice('What was decided', decisions),
  user: id('ID of the user who decided'),
  username: text('Username at the time'),
  name: text('Name of that user; the username if there is none, or the account was deleted'),
  note: Type.Optional(text('Note to the author')),
  event: object('The event that was reviewed', {
    id: id('ID of the event'),
    title: text('Title at the time'),
    language: Type.Optional(text('Language of that title; missing in older decisions')),
    author: Type.Optional(id('ID of its author; missing if the event was deleted permanently')),
  }),
})

/** Part of the document only if suggestions are enabled. */
export const suggestionSchemas: Readonly<Record<string, TSchema>> = {
  suggestion: object('A suggestion that was accepted for review', {
    status: Type.Literal('pending', { description: 'It waits for a review' }),
  }),
}

export const historySchemas: Readonly<Record<string, TSchema>> = {
  version,
  versionList: listOf('versions', 'version'),
  review,
  reviewList: listOf('reviews', 'review'),
  restoredVersion: object('A resource as it was after a version', {
    resource: Type.Union(Object.keys(resourceNames).map((kind) => schemaOf(kind))),
    left_out: list('Values that could not be restored', leftOut),
  }),
}
