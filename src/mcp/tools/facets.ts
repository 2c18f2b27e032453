import { resources } from '../../resources/index.ts'
import Type from '../../resources/json-schema.ts'
import { readChoice } from '../../resources/parameter-types.ts'
import { unknownLanguage, inputOf, pick, readArgument } from '../inputs.ts'
import type { ToolApi, Sent } from '../operations.ts'
import type { Tool } from '../tool.ts'

/** Lists the values that events can be filtered by. */

const kinds = ['categories', 'tags', 'venues'] as const
type FacetKind = (typeof kinds)[number]

const operations = { categories: 'listCategories', tags: 'listTags', venues: 'listVenues' } as const
const links = { categories: 'categories', tags: 'tags', venues: 'venue' } as const

const maxFacets = 50

interface Named {
  readonly id: number
  readonly name?: string
  readonly venue?: string
  readonly slug: string
}

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

/** Chosen among all by their IDs, because a page in the order of names may not have those with the most events. */
async function facetsOf(kind: FacetKind, args: Sent, asking: ToolApi) {
  const { site } = asking.request
  const { ask, count, matching } = asking.inLanguage(args.ml_language)
  const language = unknownLanguage(args, site)
  const counts = await count(links[kind], language)
  const countOf = (id: number) => counts.get(id) ?? 0
  const ids = await matching(kind, { ...pick(args, ['search']), ...language })
  const include = ids
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, Math.min(maxFacets, site.maxPerPage, site.maxList))
  if (include.length === 0) return []
  const sent = { ...language, include, orderby: 'include', per_page: include.length }
  const found = (await ask(operations[kind], { sent }))[kind] as Named[]
  return found.map(({ id, name, venue, slug }) => ({ id, name: name ?? venue, slug, count: countOf(id) }))
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
