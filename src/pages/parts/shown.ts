import type { EventStatus } from '../../resources/events/matter.ts'
import type { CostDetails } from '../../resources/events/shown-cost.ts'
import type { Ticket } from '../../resources/events/tickets.ts'
import type { Focus } from '../../resources/images.ts'
import { selectionOf } from '../../resources/json-template.ts'

/** The properties of API representations that pages use: they show only what clients can read too. */

export interface ShownTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
  /** Of the name: that of the original where there is no translation. */
  readonly language: string
  readonly parent?: number
  readonly hue?: number
  readonly count?: number
  readonly url?: string
  readonly description?: string
}

export interface ShownImage {
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly alt?: string
  /** Absent if it is the centre. */
  readonly focus?: Focus
  readonly sizes?: Readonly<
    Partial<
      Record<
        'thumbnail' | 'medium' | 'large',
        { readonly width: number; readonly height: number; readonly url: string }
      >
    >
  >
}

interface ShownTranslation {
  readonly slug: string
  readonly url: string
}

interface Shown {
  readonly id: number
  readonly url: string
  readonly image: ShownImage | false
  readonly language: string
}

/** A resource on its own page. */
interface Whole extends Shown {
  readonly rest_url: string
  readonly slug: string
  readonly translations: Readonly<Record<string, ShownTranslation>>
}

export interface ShownVenue extends Partial<Whole> {
  readonly id: number
  readonly venue: string
  readonly url: string
  readonly description?: string
  readonly address?: string
  readonly city?: string
  readonly zip?: string
  readonly country?: string
  readonly stateprovince?: string
  readonly phone?: string
  readonly website?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
  readonly show_map: boolean
  readonly show_map_link: boolean
}

export interface ShownOrganizer extends Partial<Whole> {
  readonly id: number
  readonly organizer: string
  readonly url: string
  readonly description?: string
  readonly phone?: string
  readonly website?: string
  readonly email?: string
}

export type ListedTerm = Pick<ShownTerm, 'id' | 'name' | 'hue'>

export type ListedVenue = Pick<ShownVenue, 'id' | 'venue' | 'url' | 'geo_lat' | 'geo_lng'>

/** An event in lists. */
export interface ShownEvent extends Shown {
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly all_day: boolean
  readonly cost: string
  readonly categories: readonly ListedTerm[]
  readonly venue: ListedVenue | readonly ListedVenue[]
  readonly tickets: readonly Ticket[]
  readonly event_status: EventStatus
  readonly post_parent: number
  /** Of an occurrence. */
  readonly recurrence_id?: string
  /** Of a series. */
  readonly recurrence?: readonly string[]
  readonly series?: { readonly total: number; readonly next: object | null }
}

const shownProperties: Readonly<Record<keyof ShownEvent, true>> = {
  id: true,
  url: true,
  image: true,
  language: true,
  title: true,
  start_date: true,
  end_date: true,
  utc_start_date: true,
  utc_end_date: true,
  timezone: true,
  all_day: true,
  cost: true,
  categories: true,
  venue: true,
  tickets: true,
  event_status: true,
  post_parent: true,
  recurrence_id: true,
  recurrence: true,
  series: true,
}

const shownOfTerms: Readonly<Record<keyof ListedTerm, true>> = { id: true, name: true, hue: true }

const shownOfVenues: Readonly<Record<keyof ListedVenue, true>> = {
  id: true,
  venue: true,
  url: true,
  geo_lat: true,
  geo_lng: true,
}

/** Only these properties of listed events are read, because parsing everything would take longer than rendering. */
export const shownOfEvents = selectionOf(Object.keys(shownProperties), {
  categories: Object.keys(shownOfTerms),
  venue: Object.keys(shownOfVenues),
})

export interface WholeEvent extends ShownEvent, Whole {
  readonly categories: readonly ShownTerm[]
  readonly venue: ShownVenue | readonly ShownVenue[]
  readonly cost_details: CostDetails
  readonly description: string
  readonly excerpt: string
  readonly website: string
  readonly show_map_link: boolean
  readonly tags: readonly ShownTerm[]
  readonly organizer: readonly ShownOrganizer[]
  readonly json_ld?: unknown
}

export const venuesOf = <T extends ListedVenue>({
  venue,
}: {
  readonly venue: T | readonly T[]
}): readonly T[] => (Array.isArray(venue) ? (venue as readonly T[]) : [venue as T])

/** Index of a category colour, among the ten colours of the pages. */
export const hueOf = ({ id, hue }: Pick<ShownTerm, 'id' | 'hue'>): number => hue ?? ((id - 1) % 10) + 1
