import { useQuery } from '@tanstack/react-query'
import { whileFailed } from '../parts/while-failed.ts'
import { calendar, readAll } from '../service/service.ts'
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

export interface NestedTerm {
  readonly term: Term
  readonly below: readonly NestedTerm[]
}

/** Terms that are found, or have one below them that is; those without a parent in the list stand at the top. */
export function nestedTerms(
  terms: readonly Term[],
  isFound: (term: Term) => boolean = () => true,
): readonly NestedTerm[] {
  const ids = new Set(terms.map(({ id }) => id))
  const children = Map.groupBy(terms, ({ parent = 0 }) => (ids.has(parent) ? parent : 0))
  const below = (parent: number): readonly NestedTerm[] =>
    (children.get(parent) ?? [])
      .map((term) => ({ term, below: below(term.id) }))
      .filter((nested) => nested.below.length > 0 || isFound(nested.term))
  return below(0)
}

export interface Branch {
  readonly term: Term
  /** 0 at the top. */
  readonly depth: number
}

const flat = (nested: readonly NestedTerm[], depth: number): Branch[] =>
  nested.flatMap(({ term, below }) => [{ term, depth }, ...flat(below, depth + 1)])

/** Parents before their children. */
export const treeOf = (terms: readonly Term[]): Branch[] => flat(nestedTerms(terms), 0)

/** Categories as options of a select, below their parents and indented. */
export const categoryOptions = (terms: readonly Term[]) =>
  treeOf(terms).map(({ term, depth }) => ({
    value: String(term.id),
    label: `${'\u00A0'.repeat(2 * depth)}${term.name}`,
  }))
