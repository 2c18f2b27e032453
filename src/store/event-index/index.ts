import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchesOf } from '../../batches-of.ts'
import type { Kysely } from 'kysely'
import type { Page } from '../../resources/listing.ts'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { EventTimes } from '../sql/schedules.ts'
import type { Database } from '../sql/schema.ts'
import type { Bitset } from './bitset.ts'
import { maxEventId } from './event-columns.ts'
import { defaultThresholds, type StrategyThresholds } from './target-filters.ts'
import { IndexedEvents, type IndexedEvent } from './indexed-events.ts'
import { streamAllEvents, readEvents } from './event-rows.ts'
import { SearchCache, type SearchQuery } from './search-cache.ts'
import { countTargets, firstOfTargets, type Counting, type TargetCounts } from './target-counts.ts'
import { narrowTo } from './narrowing.ts'
import type { TimeWindow } from './time-window.ts'
import { filtersOf, runQuery, type PageRange, type QueryResult, type IndexQuery } from './index-query.ts'

export { combine, type Narrowing } from './narrowing.ts'
export type { SearchQuery } from './search-cache.ts'
export type { Counting, TargetCounts } from './target-counts.ts'
export type { IndexQuery } from './index-query.ts'

/**
 * In-memory index of all publicly listed events by time and filter target, so that the page and the total of a list
 * need no database query.
 */
export interface EventIndex {
  /** Whether all events are loaded. False while loading, and if an ID exceeds the supported maximum. */
  readonly isReady: boolean
  /** Loads all events. Events that change after it starts have to be refreshed afterwards. */
  load(db: Kysely<Database>): Promise<void>
  /** Reloads these events, whether they were changed, created or removed. */
  refresh(db: Kysely<Database>, ids: readonly number[]): Promise<void>
  clear(): void
  /** Events whose texts contain the words; at least as new as the index at the time of the call. */
  search(dialect: Dialect, words: SearchQuery): Promise<Bitset>
  /** All occurrences except the next one of each series, which lists of the next ones omit. */
  laterOccurrences(now: number): Bitset
  select(query: IndexQuery, range: PageRange): QueryResult
  /** The same for each of several narrower windows. */
  selectEach(query: IndexQuery, windows: readonly Partial<TimeWindow>[], range: PageRange): QueryResult[]
  /** These events in the order of their ends, then by ID. */
  byEnd(ids: readonly number[], direction: 'asc' | 'desc'): readonly number[]
  /** When these events take place, in this order. */
  timesOf(ids: readonly number[]): readonly EventTimes[]
  /** The counts cached under this key, if no event has changed since. */
  knownCounts(key: string): TargetCounts | undefined
  /** How many events of a query each target has; cached under the key. */
  count(query: IndexQuery, counting: Counting, key: string): TargetCounts
  /** The first events of a query that each target has, by target in the order of these; cached under the key. */
  firstOfEach(query: IndexQuery, counting: Counting, limit: number, key: string): ReadonlyMap<number, Page>
}

/** Batch sizes: events read before yielding to the event loop, and events inserted at once. */
const [readBatchSize, insertBatchSize] = [1_000, 10_000]

const createSearchCache = (events: IndexedEvents) => new SearchCache((id) => events.has(id))

const exceedsMaxId = (entries: readonly IndexedEvent[]) => entries.some(({ id }) => id > maxEventId)

class InMemoryEventIndex implements EventIndex {
  private events = new IndexedEvents()
  private searches = createSearchCache(this.events)
  /** Always the primary, because a replica might not contain changes that were already applied. */
  private db: Kysely<Database> | undefined
  isReady = false

  constructor(private readonly limits: StrategyThresholds) {}

  clear(): void {
    this.events = new IndexedEvents()
    this.searches = createSearchCache(this.events)
    this.isReady = false
  }

  async load(db: Kysely<Database>): Promise<void> {
    this.clear()
    this.db = db
    const { events } = this
    let read: IndexedEvent[] = []
    for await (const entries of streamAllEvents(db, readBatchSize)) {
      if (this.events !== events || exceedsMaxId(entries)) return
      read = read.concat(entries)
      if (read.length >= insertBatchSize) {
        events.replace([], read)
        read = []
      }
      await nextTurn()
    }
    events.replace([], read)
    this.isReady = this.events === events
  }

  async refresh(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    for (const some of batchesOf(ids, readBatchSize)) await this.refreshBatch(db, some)
  }

  private async refreshBatch(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
    if (!this.isReady) return
    const { events, searches } = this
    const [entries, texts] = await Promise.all([readEvents(db, ids), searches.readChangedTexts(db, ids)])
    if (this.events !== events) return
    if (exceedsMaxId(entries)) return this.clear()
    events.replace(ids, entries)
    searches.updateTexts(ids, texts)
  }

  search(dialect: Dialect, words: SearchQuery): Promise<Bitset> {
    return this.searches.find({ db: this.db!, dialect }, words)
  }

  laterOccurrences(now: number): Bitset {
    return this.events.laterOccurrences(now)
  }

  select(query: IndexQuery, range: PageRange): QueryResult {
    return runQuery(this.events, query, range, this.limits)
  }

  selectEach(query: IndexQuery, windows: readonly Partial<TimeWindow>[], range: PageRange): QueryResult[] {
    const filters = filtersOf(this.events, query)
    return windows.map((window) =>
      runQuery(this.events, narrowTo(query, window), range, this.limits, filters),
    )
  }

  byEnd(ids: readonly number[], direction: 'asc' | 'desc'): readonly number[] {
    const { end } = this.events.columns
    const sign = direction === 'asc' ? 1 : -1
    return ids.toSorted((one, other) => sign * (end[one]! - end[other]! || one - other))
  }

  timesOf(ids: readonly number[]): readonly EventTimes[] {
    const { start, end } = this.events.columns
    return ids.map((id) => ({ id, start_utc: start[id]!, end_utc: end[id]! }))
  }

  knownCounts(key: string): TargetCounts | undefined {
    return this.events.counts.get(key)
  }

  count(query: IndexQuery, counting: Counting, key: string): TargetCounts {
    return this.events.counts.of(key, () => countTargets(this.events, query, counting, this.limits))
  }

  firstOfEach(query: IndexQuery, counting: Counting, limit: number, key: string): ReadonlyMap<number, Page> {
    const { events, limits } = this
    return events.firsts.of(`${limit} ${key}`, () => firstOfTargets(events, query, counting, limit, limits))
  }
}

export const createEventIndex = (limits = defaultThresholds): EventIndex => new InMemoryEventIndex(limits)
