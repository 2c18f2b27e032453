import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames, kinds } from '../../resources/kinds.ts'
import { flag, id, moment, schemaOf, text } from '../../resources/representation.ts'
import { actions } from './action.ts'

/** Representations of changes (interface: Changes). */
export const changeSchemas: Readonly<Record<string, TSchema>> = {
  change: Type.Object(
    {
      kind: Type.Enum(Object.values(resourceNames), { description: 'Collection of the resource' }),
      id: id('ID of the resource'),
      action: Type.Enum([...actions], {
        description: 'What happened; a resource that the caller may no longer read counts as deleted',
      }),
      languages: Type.Array(Type.String(), { description: 'Languages in which the resource has texts' }),
      modified_utc: moment('Date the resource was modified or deleted, in UTC'),
      resource: Type.Optional(
        Type.Union(
          kinds.map((kind) => schemaOf(kind)),
          { description: 'The resource as it is now; absent if it cannot be read' },
        ),
      ),
    },
    { description: 'A change of a resource' },
  ),
  changeFeed: Type.Object(
    {
      changes: Type.Array(schemaOf('change'), { description: 'Changes, in the order of commits' }),
      next: text('Token after the last change of the page'),
      complete: flag('Whether there are no further changes yet'),
    },
    { description: 'One page of the feed of changes' },
  ),
}
