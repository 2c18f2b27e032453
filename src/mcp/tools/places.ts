import { resources } from '../../resources/index.ts'
import Type, { type TProperties } from '../../resources/json-schema.ts'
import type { Resource } from '../../resources/resource.ts'
import { dryRun, inputOf, isDryRun, omit, pick } from '../inputs.ts'
import type { Tool } from '../tool.ts'
import { changesBetween, changesOutput } from './write.ts'

/** Tools that write venues and organizers. */

type Place = typeof resources.venues | typeof resources.organizers

const shown = [
  'id',
  'venue',
  'organizer',
  'address',
  'zip',
  'city',
  'phone',
  'email',
  'website',
  'status',
  'url',
]

const outputOf = ({ singular }: Resource): TProperties => ({
  ...changesOutput,
  reused: Type.Optional(
    Type.Boolean({ description: 'True if there is one of the same name, which stays as it is' }),
  ),
  [singular]: Type.Object({}, { description: 'What is there now, or would be', additionalProperties: true }),
})

/** Creates a resource, or updates the one with the given ID. */
const saving = (place: Place, of: 'Venue' | 'Organizer', description: string): Tool => {
  const resource = place as unknown as Resource
  const { singular, fields } = resource
  return {
    name: `save_${singular}`,
    title: `Save a${of === 'Venue' ? '' : 'n'} ${singular}`,
    description,
    does: 'saves',
    input: (site) => {
      const id = Type.Optional(Type.Integer({ description: `ID of the ${singular}`, minimum: 1 }))
      // Required fields are only required when creating.
      return omit(inputOf(fields, site, { id, ...dryRun }), 'required')
    },
    output: outputOf(resource),
    run: async (args, asking) => {
      const { id } = args
      const sent = pick(args, Object.keys(fields))
      const before =
        id === undefined
          ? undefined
          : await asking.ask(`read${of}`, { id, sent: pick(sent, ['ml_language']) })
      const operation = id === undefined ? 'create' : 'patch'
      const { body, isCreated } = await asking.write(`${operation}${of}`, { id, sent }, isDryRun(args))
      const isReused = id === undefined && !isCreated
      return {
        dry_run: isDryRun(args),
        ...(isReused
          ? { reused: true, changes: {} }
          : { changes: changesBetween(fields, { before, after: body, sent }) }),
        [singular]: pick(body, shown),
      }
    },
  }
}

export const saveVenue = saving(
  resources.venues,
  'Venue',
  'Creates a venue, or updates the one with the given id; what is not sent stays as it is. By default it only says what would change. Look with list_facets first whether the venue is there already; reuse=true returns one of the same name.',
)

export const saveOrganizer = saving(
  resources.organizers,
  'Organizer',
  'Creates an organizer, or updates the one with the given id; what is not sent stays as it is. By default it only says what would change. reuse=true returns one of the same name.',
)
