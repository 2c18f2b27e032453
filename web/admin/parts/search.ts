import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { useDebounced } from './debounced.ts'
import { matching, type Item } from './matching.ts'

interface Search<Choice> {
  readonly words: string
  /** Everything besides the words that the choices depend on. */
  readonly key: QueryKey
  readonly read: (words: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Whether there are choices without words too. */
  readonly hasSuggestions: boolean
}

/**
 * Searches once the typing pauses. Until the result is there, the choices are those for the words before that match the new
 * ones too.
 */
export function useSearch<Choice extends Item>({
  words,
  key,
  read,
  hasSuggestions,
}: Search<Choice>): {
  readonly choices: readonly Choice[]
  readonly isSearching: boolean
} {
  const search = useDebounced(words)
  const isAsked = hasSuggestions || search !== ''
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: [...key, search],
    enabled: isAsked,
    placeholderData: isAsked ? keepPreviousData : undefined,
    queryFn: ({ signal }) => read(search, signal),
  })
  if (!isAsked || (!hasSuggestions && words === '')) return { choices: [], isSearching: search !== words }
  const isOutdated = isPlaceholderData || search !== words
  return {
    choices: isOutdated ? matching(data, words) : data,
    isSearching: isFetching || isOutdated,
  }
}
