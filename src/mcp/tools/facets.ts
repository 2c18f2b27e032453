import { resources } from '../../resources/index.ts'
import Type from '../../resources/json-schema.ts'
import { readChoice } from '../../resources/parameter-types.ts'
import { inLanguageOf, inputOf, pick, readArgument } from '../inputs.ts'
import type { ToolApi, Body, Sent } from '../operations.ts'
import type { Tool } from '../tool.ts'

/** Lists the values that events can be filtered by. */

const kinds = ['categories', 'tags', 'venues'] as const
type FacetKind = (typeof kinds)[number]

const operations = { categories: 'listCategories', tags: 'listTags', venues: 'listVenues' } as const
const links = { categories: 'categories', tags: 'tags', venues: 'venue' } as const

const maxFacets = 50

const facets = Type.Optional(
  Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      slug: Type.String(),
      count: Type.Integer({ description: 'Events of the next 24 months', minimum: 0 }),
    }),
    { description: `The ${maxFacets} with the most events` },
  ),
)

async function facetsOf(kind: FacetKind, args: Sent, { ask, count, request }: ToolApi) {
  const sent = { ...pick(args, ['search']), ...inLanguageOf(args), per_page: request.site.maxPerPage }
  const found = (await ask(operations[kind], { sent }))[kind] as Body[]
  const counts = await count(links[kind], inLanguageOf(args))
  return found
    .map(({ id, name, venue, slug }) => ({
      id,
      name: name ?? venue,
      slug,
      count: counts.get(id as number) ?? 0,
    }))
    .sort((one, other) => other.count - one.count)
    .slice(0, maxFacets)
}

export const listFacets: Tool = {
  name: 'list_facets',
  title: 'List categories, tags and venues',
  description:
    'Lists the categories, tags and venues of the calendar with their IDs and how many coming events each has. Use the IDs in find_events and save_event.',
  does: 'reads',
  input: (site) =>
    inputOf(pick(resources.venues.listParameters, ['search', 'ml_language']), site, {
      kind: Type.Optional(Type.Enum([...kinds], { description: 'Only these; all three if not sent' })),
    }),
  output: { categories: facets, tags: facets, venues: facets },
  run: async (args, asking) => {
    const wanted = readArgument<readonly FacetKind[]>(args, 'kind', kinds, (one) => [readChoice(one, kinds)])
    const found = await Promise.all(wanted.map((kind) => facetsOf(kind, args, asking)))
    return Object.fromEntries(wanted.map((kind, index) => [kind, found[index]]))
  },
}
