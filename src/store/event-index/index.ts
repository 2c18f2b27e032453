import type { Kysely } from 'kysely'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import type { Bits } from './bits.ts'
import { largestId } from './columns.ts'
import { usualLimits, type Limits } from './groups.ts'
import { Holdings, type Entry } from './holdings.ts'
import { allEntries, entriesOf } from './rows.ts'
import { Searches, type Words } from './searches.ts'
import { select, type Range, type Selected, type Selection } from './selection.ts'

export { always, meet, type Window } from './window.ts'
export type { Range, Selected, Selection } from './selection.ts'

/**
 * All events that everybody sees in lists, kept in memory by time and by all that lists are narrowed by: what is on a
 * page, and how many there are in all, is answered without asking the database.
 */
export interface Calendar {
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

const searchesIn = (holdings: Holdings) => new Searches((id) => holdings.has(id))

const isTooLarge = (entries: readonly Entry[]) => entries.some(({ id }) => id > largestId)

class KeptCalendar implements Calendar {
  private holdings = new Holdings()
  private searches = searchesIn(this.holdings)
  /** Never a copy of the database, which might lack what has been refreshed already. */
  private db: Kysely<Database> | undefined
  isReady = false

  constructor(private readonly limits: Limits) {}

  clear(): void {
    this.holdings = new Holdings()
    this.searches = searchesIn(this.holdings)
    this.isReady = false
  }

  async load(db: Kysely<Database>): Promise<void> {
    this.clear()
    this.db = db
    const { holdings } = this
    let read: Entry[] = []
    for await (const entries of allEntries(db, readAtOnce)) {
      if (this.holdings !== holdings || isTooLarge(entries)) return
      read = read.concat(entries)
      if (read.length >= sortedAtOnce) {
        holdings.replace([], read)
        read = []
      }
      await othersTurn()
    }
    holdings.replace([], read)
    this.isReady = this.holdings === holdings
  }

  async refresh(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += readAtOnce)
      await this.refreshSome(db, ids.slice(from, from + readAtOnce))
  }

  private async refreshSome(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    if (!this.isReady) return
    const { holdings, searches } = this
    const [entries, texts] = await Promise.all([entriesOf(db, ids), searches.read(db, ids)])
    if (this.holdings !== holdings) return
    if (isTooLarge(entries)) return this.clear()
    holdings.replace(ids, entries)
    searches.replace(ids, texts)
  }

  find(dialect: Dialect, words: Words): Promise<Bits> {
    return this.searches.find({ db: this.db!, dialect }, words)
  }

  select(selection: Selection, range: Range): Selected {
    return select(this.holdings, selection, range, this.limits)
  }
}

export const createCalendar = (limits = usualLimits): Calendar => new KeptCalendar(limits)
