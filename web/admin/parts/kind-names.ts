import type { Text } from '../locales/index.ts'
import type { EventStatus, Kind } from '../service/types.ts'

/** What begins something of a kind is called so: buttons, commands and forms without a title. */
export const newNames: Readonly<Record<Kind, Text>> = {
  events: 'New event',
  venues: 'New venue',
  organizers: 'New organizer',
  categories: 'New category',
  tags: 'New tag',
}

/** Whether an event takes place, in forms, filters and histories. */
export const eventStatuses: Readonly<Record<EventStatus, Text>> = {
  scheduled: 'As planned',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
  'moved-online': 'Moved online',
}
