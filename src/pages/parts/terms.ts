import { groupBy } from '../../group-by.ts'
import { resources } from '../../resources/index.ts'
import { listItems, type ListingContext } from '../list/event-list.ts'
import type { ShownTerm } from './shown.ts'

/** Categories as a tree, in the language of the page. */
export interface CategoryNode extends ShownTerm {
  readonly children: readonly CategoryNode[]
}

/** More than any calendar should have; the others can be found on the pages of their parents. */
export const categoriesRead = 2_000

/** Cache key with everything that the representation of terms depends on. */
export const cacheKeyOf = ({ links, language }: ListingContext, what: string): string =>
  `${what} ${language} ${JSON.stringify(links)}`

/**
 * The category tree, sorted by name: categories with events in them or below them, or all. Cached, because most pages
 * show it.
 */
export const categoryTree = (
  context: ListingContext,
  { hasEmpty = false } = {},
): Promise<readonly CategoryNode[]> => {
  return context.reads.cached(cacheKeyOf(context, `categories ${hasEmpty}`), async (reads) => {
    const { items } = await listItems<ShownTerm>(
      { ...context, reads },
      resources.categories,
      { orderby: 'name', hide_empty: String(!hasEmpty) },
      { perPage: categoriesRead },
    )
    return treeOf(items)
  })
}

/** Moves categories whose parent is missing to the top, so that none is lost. */
function treeOf(categories: readonly ShownTerm[]): readonly CategoryNode[] {
  const known = new Set(categories.map(({ id }) => id))
  const below = groupBy(categories, ({ parent = 0 }) => (known.has(parent) ? parent : 0))
  const nodesBelow = (parent: number): CategoryNode[] =>
    (below.get(parent) ?? []).map((category) => ({ ...category, children: nodesBelow(category.id) }))
  return nodesBelow(0)
}

/** The value of a category in filters: its slug, which is readable, unless it would be mistaken for an ID. */
export const filterValue = ({ id, slug }: ShownTerm): string => (/^\d+$/.test(slug) ? String(id) : slug)
