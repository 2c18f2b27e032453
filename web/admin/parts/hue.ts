import type { CalendarEvent } from '../service/types.ts'

/** The colour of the first category, as on the public pages; undefined without one. */
export const hueOf = ({ categories }: Pick<CalendarEvent, 'categories'>): number | undefined =>
  categories[0]?.hue
