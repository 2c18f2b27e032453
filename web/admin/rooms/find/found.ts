import { readClosest } from '../../app/closest.ts'
import { useService } from '../../app/service.tsx'
import { useListLanguage } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import type { IconName } from '../../parts/icon.tsx'
import { useSearch, type Searched } from '../../parts/search.ts'
import { titledFields, titleOf, type Titled } from '../../parts/titles.ts'
import { calendar, type Query } from '../../service/service.ts'
import type { CalendarEvent, Venue } from '../../service/types.ts'

/** Searches resources. */

export interface Choice {
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: IconName
  /** The path to open, or the function to call. */
  readonly to: string | (() => void)
}

const icons = { events: 'calendar', venues: 'pin', organizers: 'people' } as const

const perKind = 5

/** A series is found by its next occurrence, because upcoming ones matter most. */
const ofEvents: Query = { status: 'any', context: 'edit', series: 'next', per_page: perKind }

type Found = Titled & Partial<Pick<CalendarEvent & Venue, 'start_date' | 'city'>>

/** The best matches of each kind. */
export function useFound(words: string): Searched<Choice> {
  const service = useService()
  const { language } = useWords()
  const dates = useDates()
  const inLanguage = useListLanguage()
  return useSearch({
    words,
    key: ['find', inLanguage, language],
    hasSuggestions: false,
    read: async (search, signal) => {
      const choiceOf =
        (kind: keyof typeof icons) =>
        (one: Found): Choice => ({
          id: `${kind}/${one.id}`,
          label: titleOf(one, language),
          detail: one.start_date === undefined ? one.city : dates.fullDay(one.start_date),
          icon: icons[kind],
          to: `/${kind}/${one.id}`,
        })
      const entries = (kind: 'venues' | 'organizers') =>
        readClosest<Found, Choice>(service, kind, {
          search,
          offered: perKind,
          fields: [...titledFields, 'city'],
          query: { status: 'any', ...inLanguage },
          choiceOf: choiceOf(kind),
          signal,
        })
      const events = async () => {
        const query = { ...ofEvents, ...inLanguage, search }
        const { body } = await service.read<{ events: Found[] }>(calendar('/events'), { query, signal })
        return body.events.map(choiceOf('events'))
      }
      return (await Promise.all([events(), entries('venues'), entries('organizers')])).flat()
    },
  })
}
