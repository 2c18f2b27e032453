import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useService } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { treeOf, useListLanguage } from '../../app/terms.ts'
import { pageIn } from '../../parts/parameters.ts'
import { calendar, type Query, readAll, type Service } from '../../service/service.ts'
import type { Term } from '../../service/types.ts'
import type { KindTable, Row } from './declaration.ts'
import { perPage, queryOf, sortingOf } from './listing.ts'

/** One page of a list. */
export interface Listed {
  readonly rows: readonly Row[]
  readonly total: number
  readonly pages: number
  /** Depth of each row in the tree, by ID; empty for flat lists. */
  readonly depths: ReadonlyMap<number, number>
}

const common = ['id', 'url', 'author', 'status', 'modified_utc', 'original_language', 'translations']

/** Requests only the fields displayed, because complete representations are many times larger. */
const fieldsOf = ({ kind, fields }: KindTable) =>
  [...common, ...fields].map((name) => `${kind}.${name}`).join(',')

const noDepths: ReadonlyMap<number, number> = new Map()

async function readPage(
  service: Service,
  { kind }: KindTable,
  query: Query,
  signal: AbortSignal,
): Promise<Listed> {
  const answer = await service.read<Record<string, Row[]>>(calendar(`/${kind}`), { query, signal })
  return {
    rows: answer.body[kind]!,
    total: answer.total ?? 0,
    pages: answer.pages ?? 1,
    depths: noDepths,
  }
}

async function readTree(
  service: Service,
  { kind }: KindTable,
  query: Query,
  signal: AbortSignal,
): Promise<Listed> {
  const branches = treeOf(await readAll<Term>(service, calendar(`/${kind}`), query, signal))
  return {
    rows: branches.map(({ term }) => term),
    total: branches.length,
    pages: 1,
    depths: new Map(branches.map(({ term, depth }) => [term.id, depth])),
  }
}

/** Query options for the rows of a URL. */
function useListOptions(table: KindTable) {
  const service = useService()
  const self = useSelf()
  const language = useListLanguage()
  return (address: URLSearchParams, page: number) => {
    // Omits the language when searching, so that texts in all languages are searched.
    const texts = address.has('search') ? {} : language
    const query = { ...queryOf(table, address, self), ...texts, _fields: fieldsOf(table) }
    const isTree = sortingOf(table, address).orderby === 'tree' && !address.has('search')
    return queryOptions({
      queryKey: [table.kind, 'list', query, isTree ? 'tree' : page],
      queryFn: ({ signal }) =>
        isTree
          ? readTree(service, table, query, signal)
          : readPage(service, table, { ...query, per_page: perPage, page }, signal),
    })
  }
}

/** The rows of the URL; prefetches the next page. */
export function useRows(table: KindTable, address: URLSearchParams) {
  const client = useQueryClient()
  const optionsOf = useListOptions(table)
  const page = pageIn(address)
  const rows = useQuery({ ...optionsOf(address, page), placeholderData: keepPreviousData })
  const hasNext = rows.data !== undefined && page < rows.data.pages && !rows.isPlaceholderData
  useEffect(() => {
    if (hasNext) void client.prefetchQuery(optionsOf(address, page + 1))
  })
  return rows
}

/** Reads all rows of the URL, for selecting all of them. */
export function useAllRows(table: KindTable, address: URLSearchParams): () => Promise<Row[]> {
  const service = useService()
  const self = useSelf()
  return () =>
    readAll<Row>(service, calendar(`/${table.kind}`), {
      ...queryOf(table, address, self),
      _fields: fieldsOf(table),
    })
}

/** The number of rows of a view. */
export function useCount(table: KindTable, address: URLSearchParams): number | undefined {
  const service = useService()
  const self = useSelf()
  const query = { ...queryOf(table, address, self), per_page: 1, _fields: `${table.kind}.id` }
  const { data } = useQuery({
    queryKey: [table.kind, 'count', query],
    staleTime: 30_000,
    queryFn: async ({ signal }) =>
      (await service.read(calendar(`/${table.kind}`), { query, signal })).total ?? 0,
  })
  return data
}
