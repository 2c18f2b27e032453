import { useService } from '../../app/service.tsx'
import { useListLanguage } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import type { IconName } from '../../parts/icon.tsx'
import { useSearch } from '../../parts/search.ts'
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

/** The best matches of each kind. */
export function useFound(words: string): {
  readonly choices: readonly Choice[]
  readonly isSearching: boolean
} {
  const service = useService()
  const { language } = useWords()
  const dates = useDates()
  const inLanguage = useListLanguage()
  return useSearch({
    words,
    key: ['find', inLanguage, language],
    hasSuggestions: false,
    read: async (search, signal) => {
      const ofKind = async (kind: Kind) => {
        const query = { ...queries[kind], ...inLanguage, search, per_page: perKind }
        const { body } = await service.read<Record<string, Found[]>>(calendar(`/${kind}`), { query, signal })
        return body[kind]!.map((one): Choice => ({
          id: `${kind}/${one.id}`,
          label: titleOf(one, language),
          detail: one.start_date === undefined ? one.city : dates.fullDay(one.start_date),
          icon: icons[kind],
          to: `/${kind}/${one.id}`,
        }))
      }
      return (await Promise.all((Object.keys(queries) as Kind[]).map(ofKind))).flat()
    },
  })
}
