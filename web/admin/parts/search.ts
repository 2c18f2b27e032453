import { useState } from 'react'
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { useDebounced } from './debounced.ts'
import { matching, type Item } from './matching.ts'
import { whileFailed } from './while-failed.ts'

interface Search<Choice> {
  readonly words: string
  /** Everything besides the words that the choices depend on. */
  readonly key: QueryKey
  readonly read: (words: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Whether there are choices without words too. */
  readonly hasSuggestions: boolean
}

export interface Searched<Choice> {
  readonly choices: readonly Choice[]
  readonly isSearching: boolean
  /** Whether it is not known what there is; the search is repeated until it is. */
  readonly hasFailed: boolean
}

/** Whether a search was refused, and none has had a result since: one for other words does not know more while it runs. */
function useUntilKnown(isUnknown: boolean, isRefused: boolean): boolean {
  const [wasRefused, setWasRefused] = useState(false)
  const isStillRefused = isUnknown && (isRefused || wasRefused)
  if (isStillRefused !== wasRefused) setWasRefused(isStillRefused)
  return isStillRefused
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
}: Search<Choice>): Searched<Choice> {
  const search = useDebounced(words)
  const isAsked = hasSuggestions || search !== ''
  const { data, errorUpdateCount, fetchStatus, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...key, search],
    enabled: isAsked,
    placeholderData: isAsked ? keepPreviousData : undefined,
    refetchInterval: whileFailed,
    queryFn: ({ signal }) => read(search, signal),
  })
  const isUnknown = isAsked && (data === undefined || isPlaceholderData)
  const isRefused = useUntilKnown(isUnknown, errorUpdateCount > 0)
  if (!isAsked || (!hasSuggestions && words === ''))
    return { choices: [], isSearching: search !== words, hasFailed: false }
  const isOutdated = isPlaceholderData || search !== words
  const known = isRefused || data === undefined ? [] : data
  return {
    hasFailed: isRefused || (isUnknown && fetchStatus === 'paused'),
    choices: isOutdated ? matching(known, words) : known,
    isSearching: isFetching || isOutdated,
  }
}
