import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames, kinds } from '../../resources/kinds.ts'
import {
  choice,
  flag,
  id,
  list,
  moment,
  object,
  schemaOf,
  text,
  union,
} from '../../resources/representation.ts'
import { actions } from './action.ts'

/** Representations of changes (interface: Changes). */
export const changeSchemas: Readonly<Record<string, TSchema>> = {
  change: object('A change of a resource', {
    kind: choice('Collection of the resource', Object.values(resourceNames)),
    id: id('ID of the resource'),
    action: choice('What happened; a resource that the caller may no longer read counts as deleted', actions),
    languages: list('Languages in which the resource has texts', Type.String()),
    modified_utc: moment('Date the resource was modified or deleted, in UTC'),
    resource: Type.Optional(
      union(
        'The resource as it is now; absent if it cannot be read',
        kinds.map((kind) => schemaOf(kind)),
      ),
    ),
  }),
  changeFeed: object('One page of the feed of changes', {
    changes: list('Changes, in the order of commits', schemaOf('change')),
    next: text('Token after the last change of the page'),
    complete: flag('Whether there are no further changes yet'),
  }),
}
