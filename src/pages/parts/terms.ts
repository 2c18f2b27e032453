import { groupBy } from '../../group-by.ts'
import { resources } from '../../resources/index.ts'
import { listItems, type ListingContext } from '../list/event-list.ts'
import type { ShownTerm } from './shown.ts'

/** Categories as a tree, in the language of the page. */
export interface CategoryNode extends ShownTerm {
  readonly children: readonly CategoryNode[]
}

/** More than any calendar should have; what lies beyond is found on the pages of its parents. */
const categoriesRead = 2_000

/** Terms are in the language of the page, and have links. */
export const keptName = ({ links, language }: ListingContext, what: string): string =>
  `${what} ${language} ${JSON.stringify(links)}`

/** Categories by name: those with an event in them or below them, or all. Most pages show them, so they are read once for all. */
export const categoryTree = (
  context: ListingContext,
  { hasEmpty = false } = {},
): Promise<readonly CategoryNode[]> => {
  return context.reads.kept(keptName(context, `categories ${hasEmpty}`), async (reads) => {
    const { items } = await listItems<ShownTerm>(
      { ...context, reads },
      resources.categories,
      { orderby: 'name', hide_empty: String(!hasEmpty) },
      { perPage: categoriesRead },
    )
    return treeOf(items)
  })
}

/** A category whose parent is not there stands at the top, so that none is lost. */
function treeOf(categories: readonly ShownTerm[]): readonly CategoryNode[] {
  const known = new Set(categories.map(({ id }) => id))
  const below = groupBy(categories, ({ parent = 0 }) => (known.has(parent) ? parent : 0))
  const nodesBelow = (parent: number): CategoryNode[] =>
    (below.get(parent) ?? []).map((category) => ({ ...category, children: nodesBelow(category.id) }))
  return nodesBelow(0)
}

/** As filters name it: by its slug, which reads well; a slug of digits would be taken for an ID. */
export const filterValue = ({ id, slug }: ShownTerm): string => (/^\d+$/.test(slug) ? String(id) : slug)
