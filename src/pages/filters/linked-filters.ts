import { resources } from '../../resources/index.ts'
import type { PageContext } from '../context.ts'
import { listItems, listQuery } from '../list/event-list.ts'
import { without, type Filters } from './filters.ts'
import type { Content } from '../parts/html.ts'
import type { ShownTerm, ShownVenue } from '../parts/shown.ts'

/** Filters by terms, venues and organizers. A term is named by its ID or its slug in any language (interface: Languages). */

export interface FilterInForce {
  readonly label: Content
  readonly rest: Filters
}

const emptyToo = { hide_empty: 'false' }

/** For each filter, the resource that it names, and what its list needs to have all of them. */
const linkedLists = {
  categories: { resource: resources.categories, all: emptyToo },
  tags: { resource: resources.tags, all: emptyToo },
  venue: { resource: resources.venues, all: {} },
  organizer: { resource: resources.organizers, all: {} },
} as const

type LinkFilter = keyof typeof linkedLists

/** The IDs that a filter stands for, each once, as lists find them. */
export async function chosenIds(context: PageContext, name: LinkFilter): Promise<readonly number[]> {
  const named = context.filters[name]
  if (named === undefined) return []
  const { values } = await listQuery(context, { [name]: named })
  return [...new Set(values[name] as readonly number[])]
}

/** What a filter can name, by ID, also categories and tags without events; drafts are missing. */
async function readLinked<Item>(
  context: PageContext,
  name: LinkFilter,
  ids: readonly number[],
): Promise<readonly Item[]> {
  if (ids.length === 0) return []
  const { resource, all } = linkedLists[name]
  const sent = { include: ids.join(','), ...all }
  return (await listItems<Item>(context, resource, sent, { perPage: ids.length })).items
}

export const namedCategories = (
  context: PageContext,
  ids: readonly number[],
): Promise<readonly ShownTerm[]> => readLinked(context, 'categories', ids)

interface Linked extends Pick<ShownVenue, 'id' | 'slug' | 'translations'> {
  readonly name?: string
  readonly venue?: string
  readonly organizer?: string
}

/** Visitors may not read the name of a draft. */
const nameOf = ({ id, name, venue, organizer }: Linked) => name ?? venue ?? organizer ?? String(id)

const isNamedBy = (value: string, { id, slug, translations = {} }: Linked): boolean =>
  Number(value) === id ||
  [slug, ...Object.values(translations).map((one) => one.slug)].includes(value.trim().toLowerCase())

/** What a filter names, each with the filters that remain without it. */
export async function linkedInForce(context: PageContext, name: LinkFilter): Promise<FilterInForce[]> {
  const ids = await chosenIds(context, name)
  if (ids.length === 0) return []
  const items = await readLinked<Linked>(context, name, ids)
  const values = context.filters[name]!.split(',')
  return ids
    .map((id) => items.find((item) => item.id === id) ?? { id })
    .map((item) => ({
      label: nameOf(item),
      rest: {
        ...without(context.filters, 'page'),
        [name]: values.filter((value) => !isNamedBy(value, item)).join(','),
      },
    }))
}
