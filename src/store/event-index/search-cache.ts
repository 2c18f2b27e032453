import { sql, type Kysely } from 'kysely'
import { unavailable } from '../../errors.ts'
import { all, searchedLanguages } from '../../resources/conditions.ts'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import { Bitset } from './bitset.ts'

/**
 * A search for texts that contain all of the terms, or any of them; in the named language, or the original where there
 * is no translation and the list is not restricted to the language (see `Reader`).
 */
export interface SearchQuery {
  readonly terms: readonly string[]
  readonly match: 'all' | 'any'
  readonly named: string | undefined
  readonly onlyIn: string | undefined
}

interface SearchSource {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
}

interface CachedSearch {
  readonly words: SearchQuery
  /** Events with a matching text. */
  readonly events: Bitset
}

/** The current text of an event that changed. */
interface ChangedText {
  readonly id: number
  readonly language: string
  readonly search: string
  /** Of the event; null if it does not exist. */
  readonly original_language: string | null
  readonly languages: string | null
}

/** Null for a longer text; SQLite and PostgreSQL know the length without reading it. */
const shortSearch = (bytes: number) =>
  sql<string | null>`case when octet_length(search) <= ${bytes} then search end`

const isRead = (text: Omit<ChangedText, 'search'> & { search: string | null }): text is ChangedText =>
  text.search !== null

/** Maximum number of cached searches; each takes one bit per event. */
const maxSearches = 32

/** Maximum number of searches waiting for the database; more would only make all of them wait longer. */
const maxRunning = 24

/** For one term, both ways to match are the same search. */
const keyOf = ({ terms, match, named, onlyIn }: SearchQuery) =>
  JSON.stringify([terms.length > 1 && match, named, onlyIn, ...terms])

const findIds = (
  { db, dialect }: SearchSource,
  { terms, match, named, onlyIn }: SearchQuery,
): Promise<ArrayLike<number>> => {
  const languages = all(searchedLanguages('events', { named, onlyIn }))
  // The offset keeps PostgreSQL from joining all events.
  const isSearched =
    named === onlyIn
      ? languages
      : sql`exists (select 1 from events where events.id = searched.id and ${languages} limit 1 offset 0)`
  const query = sql<{
    id: number
  }>`select searched.id ${dialect.textsContaining('event_texts', terms, match)} and ${isSearched}`
  return dialect.selectIds(db, query)
}

/** The same as `searchedLanguages`. */
const isInLanguage = ({ named, onlyIn }: SearchQuery, text: ChangedText) =>
  named === undefined ||
  text.language === named ||
  (onlyIn === undefined &&
    text.language === text.original_language &&
    text.languages?.includes(` ${named} `) === false)

/** Both sides are normalized identically, so a substring test is sufficient. */
const hasTerms = ({ terms, match }: SearchQuery, { search }: ChangedText) =>
  match === 'all' ? terms.every((term) => search.includes(term)) : terms.some((term) => search.includes(term))

const matchesText = (query: SearchQuery, text: ChangedText) =>
  isInLanguage(query, text) && hasTerms(query, text)

/** Changes made while a search is running, which its result may lack. */
interface PendingChanges {
  readonly ids: Set<number>
  texts: readonly ChangedText[]
  /** Something has changed whose texts were not read, so the result must not be cached. */
  areUnknown: boolean
}

interface RunningSearch {
  readonly events: Promise<Bitset>
  readonly pendingChanges: PendingChanges
}

/** Maximum number of bytes of texts read to apply a change; beyond that, searching again is faster. */
const maxTexts = 2 * 1024 * 1024

/** Caches the events found by recent searches, and updates them as events change. */
export class SearchCache {
  /** In least-recently-used order. */
  private readonly found = new Map<string, CachedSearch>()
  private readonly running = new Set<RunningSearch>()
  /** Those of them whose results are still valid for new requests. */
  private readonly shared = new Map<string, RunningSearch>()

  /** Only indexed events are ever returned. */
  constructor(private readonly isIndexed: (id: number) => boolean) {}

  find(source: SearchSource, words: SearchQuery): Promise<Bitset> {
    const key = keyOf(words)
    const known = this.found.get(key)
    if (known === undefined) return this.startSearch(source, words, key)
    this.found.delete(key)
    this.found.set(key, known)
    return Promise.resolve(known.events)
  }

  private startSearch(source: SearchSource, words: SearchQuery, key: string): Promise<Bitset> {
    const shared = this.shared.get(key)
    if (shared !== undefined) return shared.events
    if (this.running.size >= maxRunning) return Promise.reject(unavailable())
    const pendingChanges: PendingChanges = { ids: new Set(), texts: [], areUnknown: false }
    const events = this.runSearch(source, words, pendingChanges).finally(() => {
      this.running.delete(search)
      if (this.shared.get(key) === search) this.shared.delete(key)
    })
    const search: RunningSearch = { events, pendingChanges }
    this.running.add(search)
    this.shared.set(key, search)
    return events
  }

  private async runSearch(source: SearchSource, words: SearchQuery, missed: PendingChanges): Promise<Bitset> {
    const ids = await findIds(source, words)
    const events = new Bitset(0)
    for (let place = 0; place < ids.length; place++) if (this.isIndexed(ids[place]!)) events.add(ids[place]!)
    if (missed.areUnknown) return events
    const found = { words, events }
    this.applyChanges(found, missed.ids, missed.texts)
    this.found.set(keyOf(words), found)
    const [oldest] = this.found.keys()
    if (this.found.size > maxSearches && oldest !== undefined) this.found.delete(oldest)
    return events
  }

  /** The texts of changed events, if cached searches need them; undefined if they are too long or not needed. */
  async readChangedTexts(
    db: Kysely<Database>,
    ids: readonly number[],
  ): Promise<readonly ChangedText[] | undefined> {
    if ((this.found.size === 0 && this.running.size === 0) || ids.length === 0) return undefined
    const longest = Math.floor(maxTexts / ids.length)
    const texts = await db
      .selectFrom('event_texts')
      .leftJoin('events', 'events.id', 'event_texts.id')
      .select([
        'event_texts.id',
        'language',
        'original_language',
        'languages',
        shortSearch(longest).as('search'),
      ])
      .where('event_texts.id', 'in', ids)
      .execute()
    return texts.every(isRead) ? texts : undefined
  }

  /** Applies changes of these events; `texts` are all of their texts, undefined if they were not read. */
  updateTexts(ids: readonly number[], texts: readonly ChangedText[] | undefined): void {
    if (texts === undefined) return this.forget()
    for (const found of this.found.values()) this.applyChanges(found, ids, texts)
    for (const { pendingChanges } of this.running) {
      pendingChanges.texts = [...pendingChanges.texts.filter(({ id }) => !ids.includes(id)), ...texts]
      for (const id of ids) pendingChanges.ids.add(id)
    }
  }

  /** New requests search again. */
  private forget(): void {
    this.found.clear()
    this.shared.clear()
    for (const { pendingChanges } of this.running) pendingChanges.areUnknown = true
  }

  private applyChanges(
    { words, events }: CachedSearch,
    ids: Iterable<number>,
    texts: readonly ChangedText[],
  ) {
    for (const id of ids) events.delete(id)
    for (const text of texts) if (this.isIndexed(text.id) && matchesText(words, text)) events.add(text.id)
  }
}
