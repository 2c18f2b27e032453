import type { Text, Words } from '../locales/index.ts'
import type { CalendarEvent } from '../service/types.ts'

/** The colour of the first category, as on the public pages; undefined without one. */
export const hueOf = ({ categories }: Pick<CalendarEvent, 'categories'>): number | undefined =>
  categories[0]?.hue

const hueNames: readonly Text[] = [
  'Brick red',
  'Rust',
  'Ochre',
  'Moss green',
  'Pine green',
  'Lake green',
  'Sky blue',
  'Cornflower blue',
  'Plum',
  'Peony pink',
]

/** The name of a colour of categories, for those who cannot see it or tell it from others. */
export function hueName(t: Words, hue: number): string {
  const name = hueNames[hue - 1]
  return name === undefined ? String(hue) : t(name)
}
