import type { LinkKind } from '../../store/sql/schema.ts'
import { eventStatuses } from './schema.ts'

/**
 * Everything that the event index knows of an event besides its times. What is read from the database and what filters
 * may name both follow from here, so that no filter can ask for a target that no event has.
 */

/** What is true of an event: a condition each. */
export const flagTargets = {
  featured: 'featured = 1',
  child: 'post_parent <> 0',
  locked: 'password is not null',
} as const

/** The same, but a password hides it. */
export const hiddenFlagTargets = {
  ticketed: 'ticketed = 1',
  free: 'is_free = 1',
  paid: 'is_free = 0',
} as const

/** What an event has one of, or none: an expression each. */
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
