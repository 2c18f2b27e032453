import type { EventTable, EventTextTable } from '../../store/sql/schema.ts'
import type { ItemOf } from '../resource.ts'

/** An event as read from the database. */
export type EventItem = ItemOf<EventTable, EventTextTable>
