import type { LinkKind } from '../../store/sql/schema.ts'
import { eventStatuses } from './schema.ts'

/**
 * Everything the event index knows about an event besides its times. Both the columns read from the database and the
 * names usable in filters derive from this, so that no filter can name a target that no event has.
 */

/** Flags of an event, each with its SQL condition. */
export const flagTargets = {
  featured: 'featured = 1',
  child: 'post_parent <> 0',
  locked: 'password is not null',
} as const

/** Flags that an event password hides. */
export const hiddenFlagTargets = {
  ticketed: 'ticketed = 1',
  free: 'coalesce(is_free, has_free_tickets) = 1',
  paid: 'coalesce(is_free, has_free_tickets) = 0',
} as const

/** Properties with at most one value per event, each with its SQL expression. */
export const valueTargets = {
  author: 'author',
  status: `nullif(event_status, '${eventStatuses[0]}')`,
  parent: 'case when recurrence_id is null then nullif(post_parent, 0) end',
  series: 'case when recurrence_id is not null then nullif(post_parent, 0) end',
} as const

type Flag = keyof typeof flagTargets
export type HiddenTarget = keyof typeof hiddenFlagTargets | `${LinkKind} ${string}`

/** The names of targets, such as `author 5`, `featured` or `locked venue 7`. */
export type Target =
  | Flag
  | HiddenTarget
  | `locked ${HiddenTarget}`
  | `${keyof typeof valueTargets} ${string}`
  | `language ${string}`
  | `lasting ${number}`
