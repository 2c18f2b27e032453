import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { useListLanguage } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { useDebounced } from '../../parts/debounced.ts'
import type { IconName } from '../../parts/icon.tsx'
import { matching } from '../../parts/matching.ts'
import { titleOf, type Titled } from '../../parts/titles.ts'
import { calendar, type Query } from '../../service/service.ts'
import type { CalendarEvent, Kind, Term, Venue } from '../../service/types.ts'

/** Searches resources. */

export interface Choice {
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: IconName
  /** The path to open, or the function to call. */
  readonly to: string | (() => void)
}

const icons: Readonly<Record<Kind, IconName>> = {
  events: 'calendar',
  venues: 'pin',
  organizers: 'people',
  categories: 'tree',
  tags: 'tag',
}

const perKind = 5

const queries: Readonly<Partial<Record<Kind, Query>>> = {
  // A series is found by its next occurrence, because upcoming ones matter most.
  events: { status: 'any', context: 'edit', series: 'next' },
  venues: { status: 'any' },
  organizers: { status: 'any' },
}

type Found = Titled & Partial<Pick<CalendarEvent & Venue & Term, 'start_date' | 'all_day' | 'city'>>

/** The best matches of each kind; while searching, those of the words before that match the new ones too. */
export function useFound(words: string): {
  readonly choices: readonly Choice[]
  readonly isSearching: boolean
} {
  const service = useService()
  const { language } = useWords()
  const dates = useDates()
  const inLanguage = useListLanguage()
  const search = useDebounced(words)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['find', search, inLanguage],
    enabled: search !== '',
    placeholderData: search === '' ? undefined : keepPreviousData,
    queryFn: async ({ signal }) => {
      const read = async (kind: Kind) => {
        const query = { ...queries[kind], ...inLanguage, search, per_page: perKind }
        const { body } = await service.read<Record<string, Found[]>>(calendar(`/${kind}`), { query, signal })
        return body[kind]!.map((one) => ({ kind, one }))
      }
      return (await Promise.all((Object.keys(queries) as Kind[]).map(read))).flat()
    },
  })
  const choices = data.map(({ kind, one }): Choice => ({
    id: `${kind}/${one.id}`,
    label: titleOf(one, language),
    detail: one.start_date === undefined ? one.city : dates.fullDay(one.start_date),
    icon: icons[kind],
    to: `/${kind}/${one.id}`,
  }))
  if (words === '' || search === '') return { choices: [], isSearching: search !== words }
  const isOutdated = isPlaceholderData || search !== words
  return {
    choices: isOutdated ? matching(choices, words) : choices,
    isSearching: isFetching || isOutdated,
  }
}
