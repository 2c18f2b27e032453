import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { largestId } from './columns.ts'
import { usualLimits, type Limits } from './groups.ts'
import { Holdings, type Entry } from './holdings.ts'
import { allEntries, entriesOf } from './rows.ts'
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
  select(selection: Selection, range: Range): Selected
}

/** So many are read before others have their turn, and so many are sorted in at once. */
const [readAtOnce, sortedAtOnce] = [2_000, 20_000]

const othersTurn = () => new Promise((resolve) => setImmediate(resolve))

const isTooLarge = (entries: readonly Entry[]) => entries.some(({ id }) => id > largestId)

class KeptCalendar implements Calendar {
  private holdings = new Holdings()
  isReady = false

  constructor(private readonly limits: Limits) {}

  clear(): void {
    this.holdings = new Holdings()
    this.isReady = false
  }

  async load(db: Kysely<Database>): Promise<void> {
    this.clear()
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
    if (!this.isReady) return
    const { holdings } = this
    const entries: Entry[] = []
    for (let from = 0; from < ids.length; from += readAtOnce)
      entries.push(...(await entriesOf(db, ids.slice(from, from + readAtOnce))))
    if (this.holdings !== holdings) return
    if (isTooLarge(entries)) this.clear()
    else holdings.replace(ids, entries)
  }

  select(selection: Selection, range: Range): Selected {
    return select(this.holdings, selection, range, this.limits)
  }
}

export const createCalendar = (limits = usualLimits): Calendar => new KeptCalendar(limits)
