import type { Site } from '../../service/site.ts'
import type { Kind } from '../../service/types.ts'
import type { FormField } from './schema.ts'
import type { Values } from './values.ts'

/** Initial values of a new resource. */

const flags: Values = {
  all_day: false,
  featured: false,
  sticky: false,
  hide_from_listings: false,
  show_map: true,
  show_map_link: true,
}

const lists: Values = { categories: [], tags: [], tickets: [] }

/** Converts `2027-03-02T19:00` to the format of the API. */
const written = (name: string, value: unknown) =>
  /_date$/.test(name) && typeof value === 'string' ? value.replace('T', ' ') : value

/** The defaults of the service, overridden by the given values, which count as changes as if they had been typed. */
export function initialValues(
  kind: Kind,
  fields: readonly FormField[],
  { timezone }: Site,
  given: Values,
): [base: Values, values: Values] {
  const links: Values = kind === 'events' ? { venue: [], organizer: [], event_status: 'scheduled' } : {}
  const known: Values = { ...flags, ...lists, ...links, timezone }
  const base = Object.fromEntries(fields.map(({ name }) => [name, known[name] ?? '']))
  const named = Object.entries(given).filter(([key]) => key.split('@')[0]! in base)
  return [base, { ...base, ...Object.fromEntries(named.map(([key, value]) => [key, written(key, value)])) }]
}
