import type { Text } from '../../locales/index.ts'
import type { Role } from '../../service/types.ts'

export const roleNames = {
  subscriber: 'Subscriber',
  contributor: 'Contributor',
  author: 'Author',
  editor: 'Editor',
  administrator: 'Administrator',
} as const satisfies Readonly<Record<Role, Text>>

export const roleMeanings = {
  subscriber: 'Can only read',
  contributor: 'Writes events that others publish',
  author: 'Publishes own events',
  editor: 'Publishes and edits everyone’s events',
  administrator: 'Can do everything, including users and settings',
} as const satisfies Readonly<Record<Role, Text>>

/** From the lowest role to the highest. */
export const roles = Object.keys(roleNames) as readonly Role[]
