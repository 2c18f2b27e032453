import { useQuery } from '@tanstack/react-query'
import { whileFailed } from '../parts/while-failed.ts'
import { readAll } from '../service/read-all.ts'
import { calendar } from '../service/service.ts'
import type { Term } from '../service/types.ts'
import { useLanguages } from './languages.ts'
import { useService } from './service.tsx'
import { useWords } from './words.tsx'

/** List parameters for the language of the interface, if the site has it. */
export function useListLanguage(): { ml_language?: string; ml_fallback?: string } {
  const { language } = useWords()
  return useLanguages().includes(language) ? { ml_language: language, ml_fallback: 'original' } : {}
}

const none: readonly Term[] = []

/** They are few enough to load all at once. */
function useAllCategories() {
  const service = useService()
  const language = useListLanguage()
  return useQuery({
    queryKey: ['categories', 'all', language],
    staleTime: 60_000,
    refetchInterval: whileFailed,
    queryFn: ({ signal }) =>
      readAll<Term>(service, calendar('/categories'), { ...language, hide_empty: false }, signal),
  })
}

/** All categories including empty ones, in the language of the interface. */
export const useCategories = (): readonly Term[] => useAllCategories().data ?? none

/** The sentence for when they could not be read; they are asked for again. */
export function useCategoriesFailure(): string | undefined {
  const t = useWords()
  const { data, errorUpdateCount } = useAllCategories()
  const hasFailed = data === undefined && errorUpdateCount > 0
  return hasFailed ? t('The categories could not be loaded and will be requested again.') : undefined
}

export interface Branch {
  readonly term: Term
  /** 0 at the top. */
  readonly depth: number
}

/** Parents before their children; terms without a parent in the list are roots. */
export function treeOf(terms: readonly Term[]): Branch[] {
  const ids = new Set(terms.map(({ id }) => id))
  const children = Map.groupBy(terms, ({ parent = 0 }) => (ids.has(parent) ? parent : 0))
  const below = (parent: number, depth: number): Branch[] =>
    (children.get(parent) ?? []).flatMap((term) => [{ term, depth }, ...below(term.id, depth + 1)])
  return below(0, 0)
}

/** Categories as options of a select, below their parents and indented. */
export const categoryOptions = (terms: readonly Term[]) =>
  treeOf(terms).map(({ term, depth }) => ({
    value: String(term.id),
    label: `${'\u00A0'.repeat(2 * depth)}${term.name}`,
  }))
