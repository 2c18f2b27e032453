import { hueName } from '../../../parts/hue.ts'
import type { Term } from '../../../service/types.ts'
import type { Row, Column, View, Filter, KindTable } from '../declaration.ts'
import { deletePermanently } from '../operations.ts'
import { languageFilters, languages, number } from './common.tsx'

/** The tables of categories and tags. */

type TermRow = Row & Term

const count: Column<TermRow> = {
  id: 'count',
  name: 'Events',
  orderby: 'count',
  className: 'num narrow',
  cell: ({ count }) => count,
}

const slug: Column<TermRow> = {
  id: 'slug',
  name: 'Page address',
  orderby: 'slug',
  className: 'clip clip--short narrow',
  cell: ({ slug }) => <span className="quiet">{slug}</span>,
}

const termViews: readonly View[] = [
  { id: 'all', name: 'All', settings: {} },
  { id: 'used', name: 'With events', settings: { used: 'true' } },
]
const termFilters: readonly Filter[] = [
  {
    name: 'used',
    label: 'With events',
    input: { type: 'choice', choices: [{ value: 'true', name: 'Yes' }] },
    query: () => ({ hide_empty: true }),
  },
  ...languageFilters,
]
const terms = {
  hasAuthors: false,
  filters: termFilters,
  views: termViews,
  query: { hide_empty: false },
  operations: [deletePermanently],
} as const
export const categories: KindTable<TermRow> = {
  ...terms,
  kind: 'categories',
  name: 'Categories',
  noneMatches: 'No categories match these filters',
  fields: ['name', 'slug', 'count', 'parent', 'hue'],
  columns: [
    {
      id: 'colour',
      name: 'Colour',
      cell: ({ hue = 1 }, { t }) => (
        <i className="dot dot--wide" data-cat={hue} role="img" aria-label={hueName(t, hue)} />
      ),
    },
    count,
    slug,
    languages,
    number,
  ],
  sort: 'tree',
}

export const tags: KindTable<TermRow> = {
  ...terms,
  kind: 'tags',
  name: 'Tags',
  noneMatches: 'No tags match these filters',
  fields: ['name', 'slug', 'count'],
  columns: [count, slug, languages, number],
  sort: 'name',
}
