import type { Kysely } from 'kysely'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import type { Bits } from './bits.ts'
import { largestId } from './columns.ts'
import { usualLimits, type Limits } from './groups.ts'
import { IndexedEvents, type IndexedEvent } from './indexed-events.ts'
import { allEntries, entriesOf } from './rows.ts'
import { Searches, type Words } from './searches.ts'
import { select, type Range, type Selected, type Selection } from './selection.ts'

export { combine, type Narrowing } from './narrowing.ts'
export type { Range, Selected, Selection } from './selection.ts'

/**
 * All events that everybody sees in lists, kept in memory by time and by all that lists are narrowed by: what is on a
 * page, and how many there are in all, is answered without asking the database.
 */
export interface EventIndex {
  /** Whether it holds all events. It does not while it loads, nor where ids are larger than it can keep. */
  readonly isReady: boolean
  /** Reads all events. Whatever changes from the beginning of this on has to be refreshed afterwards. */
  load(db: Kysely<Database>): Promise<void>
  /** Reads these events again, whether they changed, are new, or are gone. */
  refresh(db: Kysely<Database>, ids: readonly number[]): Promise<void>
  /** Lets go of everything. */
  clear(): void
  /** Events with texts that contain the words, as they are when it returns and from then on. */
  find(dialect: Dialect, words: Words): Promise<Bits>
  select(selection: Selection, range: Range): Selected
}

/** So many are read before others have their turn, and so many are sorted in at once. */
const [readAtOnce, sortedAtOnce] = [1_000, 10_000]

const othersTurn = () => new Promise((resolve) => setImmediate(resolve))

const searchesIn = (events: IndexedEvents) => new Searches((id) => events.has(id))

const isTooLarge = (entries: readonly IndexedEvent[]) => entries.some(({ id }) => id > largestId)

class InMemoryEventIndex implements EventIndex {
  private events = new IndexedEvents()
  private searches = searchesIn(this.events)
  /** Never a copy of the database, which might lack what has been refreshed already. */
  private db: Kysely<Database> | undefined
  isReady = false

  constructor(private readonly limits: Limits) {}

  clear(): void {
    this.events = new IndexedEvents()
    this.searches = searchesIn(this.events)
    this.isReady = false
  }

  async load(db: Kysely<Database>): Promise<void> {
    this.clear()
    this.db = db
    const { events } = this
    let read: IndexedEvent[] = []
    for await (const entries of allEntries(db, readAtOnce)) {
      if (this.events !== events || isTooLarge(entries)) return
      read = read.concat(entries)
      if (read.length >= sortedAtOnce) {
        events.replace([], read)
        read = []
      }
      await othersTurn()
    }
    events.replace([], read)
    this.isReady = this.events === events
  }

  async refresh(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += readAtOnce)
      await this.refreshSome(db, ids.slice(from, from + readAtOnce))
  }

  private async refreshSome(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    if (!this.isReady) return
    const { events, searches } = this
    const [entries, texts] = await Promise.all([entriesOf(db, ids), searches.read(db, ids)])
    if (this.events !== events) return
    if (isTooLarge(entries)) return this.clear()
    events.replace(ids, entries)
    searches.replace(ids, texts)
  }

  find(dialect: Dialect, words: Words): Promise<Bits> {
    return this.searches.find({ db: this.db!, dialect }, words)
  }

  select(selection: Selection, range: Range): Selected {
    return select(this.events, selection, range, this.limits)
  }
}

export const createEventIndex = (limits = usualLimits): EventIndex => new InMemoryEventIndex(limits)
