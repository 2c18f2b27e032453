import { mayEdit } from '../../identity/roles.ts'
import type { View } from '../resource.ts'
import type { EventItem } from './item.ts'

/** What a protected event hides from those without its password (interface: Event passwords). */

const isLocked = ({ row }: EventItem, { caller, isUnlocked }: View): boolean =>
  row.password !== null && !isUnlocked && !mayEdit(caller, row)

/** Without the password or the permission to edit, hidden fields have the same values as empty ones. */
export function reduced(item: EventItem, view: View): EventItem {
  if (!isLocked(item, view)) return item
  const text = { ...item.text, description: null, excerpt: null, cost: null, website: null }
  return {
    ...item,
    text,
    row: { ...item.row, tickets: '[]', ticketed: 0 },
    links: {},
    targets: {},
    image: undefined,
  }
}
