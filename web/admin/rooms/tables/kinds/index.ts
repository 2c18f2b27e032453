import type { Kind } from '../../../service/types.ts'
import type { KindTable } from '../declaration.ts'
import { organizers, venues } from './contacts.tsx'
import { events } from './events.tsx'
import { categories, tags } from './terms.tsx'

export const tables: Readonly<Record<Kind, KindTable>> = { events, venues, organizers, categories, tags }
