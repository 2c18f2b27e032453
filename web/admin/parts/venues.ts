import type { CalendarEvent, Venue } from '../service/types.ts'

type Placed = Pick<CalendarEvent, 'venue'>

export const venuesOf = ({ venue }: Placed): readonly Venue[] => [venue as Venue | readonly Venue[]].flat()

/** The names of the venues. */
export const placeOf = (event: Placed): string =>
  venuesOf(event)
    .map(({ venue }) => venue)
    .join(', ')
