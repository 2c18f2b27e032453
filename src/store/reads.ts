import type { Kysely } from 'kysely'
import type { OptionalCaller } from '../identity/roles.ts'
import type { Selection } from '../resources/json-template.ts'
import type { ContactKind } from '../resources/event-visibility.ts'
import type { ListPlan, Page, Paging } from '../resources/listing.ts'
import type { Item, Links, Lookup, Resource, View } from '../resources/resource.ts'
import {
  feedBounds,
  lineageAt,
  readFeed,
  type FeedBounds,
  type FeedRange,
  type RecordedChange,
} from './changes/change-feed.ts'
import { databaseVersionOf } from './changes/version-tracker.ts'
import type { DerivedState } from './derived-state.ts'
import type { ComposedEvent } from './documents/composer.ts'
import { viewOf, type RenderingSettings } from './documents/render.ts'
import { listVersions, stateAfter, type Version } from './history/read.ts'
import type { State } from './history/state.ts'
import { listDays, type TimeRange } from './days.ts'
import { countLinks, firstOfLinks, type CountSource } from './link-counts.ts'
import { listIds, listTimes, type Listing, type ListQuery } from './list.ts'
import type { Dialect } from './sql/dialects/dialect.ts'
import type { Instant, Wall } from '../time/index.ts'
import { yieldIfDue } from '../yielding.ts'
import { findStoredResponse, type Claim, type StoredResponse } from './sql/idempotency.ts'
import { existingIds } from './sql/lookups.ts'
import { load, type Resources } from './sql/read.ts'
import { findBySlug, isIdInUse, isSlugInTrash, type SlugMatch } from './sql/identifiers.ts'
import { schedulesOf, type EventTimes, type Schedule } from './sql/schedules.ts'
import type { Database, LinkKind } from './sql/schema.ts'
import { earliestFullHorizon, hasOpenSeries, startsOfSplits } from './series/rows.ts'
import { timetables, type Timetable } from './series/timetable.ts'
import { settledText } from './sql/settled-texts.ts'

/** Everything that can be read: from the primary, from a replica, or inside a transaction. */
export interface Reads {
  /** One page of the matching items, with the exact total. */
  list(query: ListQuery): Promise<ListPage>
  /** The representations of these items as JSON text; missing items are skipped. */
  represent(resource: Resource, ids: readonly number[], options: RepresentOptions): Promise<readonly string[]>
  /** The same as parsed values. */
  values<T>(resource: Resource, ids: readonly number[], options: ValueOptions): Promise<readonly T[]>
  /** For each time range, the first events of a list that start in it, in its order, and their total number. */
  days(query: Listing, ranges: readonly TimeRange[], limit: number): Promise<readonly Page[]>
  /** When the first events of a list take place, in its order; far cheaper than to read them. */
  times(query: Listing, limit: number): Promise<readonly EventTimes[]>
  /** How many events of a list each link target has; a category includes those of its descendants. */
  counts(query: Listing, kind: LinkKind): Promise<ReadonlyMap<number, number>>
  /** The first events of a list at each venue or by each organizer, and their total number, in the order of these events. */
  firstOfLinks(query: Listing, kind: ContactKind, limit: number): Promise<ReadonlyMap<number, Page>>
  /** Caches what `make` returns until any data changes. It must depend on nothing but the data and the name. */
  cached<T>(name: string, make: (reads: Reads) => Promise<T>): Promise<T>
  /** The items with these IDs, in this order and in one language; missing ones are skipped. */
  load(resource: Resource, ids: readonly number[], read: LoadOptions): Promise<Item[]>
  /** An item as every visitor reads it on its own, if it is stored as a document. */
  document(resource: Resource, id: number, options: DocumentOptions): Promise<ComposedEvent | undefined>
  /** What calendar feeds need of these events in addition to their representations; in no particular order. */
  schedules(ids: readonly number[]): Promise<readonly Schedule[]>
  /** When these series take place; series and occurrences that visitors cannot see are omitted. */
  timetables(ids: readonly number[]): Promise<readonly Timetable[]>
  /** When the series begin that were split from this one and are not in the trash. */
  startsOfSplits(id: number): Promise<readonly Wall[]>
  /** Whether any series continues beyond the horizon. */
  hasOpenSeries(): Promise<boolean>
  /** The local time at which the first of the series ends that has no room for more occurrences. */
  earliestFullHorizon(before: Wall): Promise<Wall | undefined>
  /** The text that was permanently stored under a name, if any. */
  settled(name: string): Promise<string | undefined>
  /** The live resource with that slug in any language. */
  findBySlug(resource: Resource, slug: string): Promise<SlugMatch | undefined>
  isSlugInTrash(resource: Resource, slug: string): Promise<boolean>
  /** Whether the ID belongs to any resource of the same sequence. */
  isTaken(resource: Resource, id: number): Promise<boolean>
  /** One page of the versions of a resource, newest first. */
  versions(resource: Resource, id: number, paging: Paging): Promise<{ versions: Version[]; total: number }>
  /** The state of a resource after a version, and now; undefined if the version no longer exists. */
  stateAfter(
    resource: Resource,
    id: number,
    version: number,
  ): Promise<{ readonly then: State; readonly now: State } | undefined>
  /** The bounds of the change feed, up to the version that this process answers from. */
  feedBounds(): Promise<FeedBounds>
  /** The history that a number in the change feed belongs to. */
  lineageAt(seq: number): Promise<number>
  feed(range: FeedRange): Promise<readonly RecordedChange[]>
  /** The response to an earlier request with the same key: see api/idempotency.ts. */
  findStoredResponse(claim: Claim): Promise<(StoredResponse & Claim) | undefined>
  /** Lookups for the validation of parameters. */
  lookup(asked: LookupOptions): Lookup
}

interface LoadOptions {
  readonly caller: OptionalCaller
  readonly language: string
  readonly countLanguage?: string | undefined
}

interface DocumentOptions {
  readonly language: string
  readonly links: Links
}

export interface RepresentOptions extends DocumentOptions {
  /** If absent, as every visitor reads them. */
  readonly caller?: OptionalCaller
  /** If set, counts of terms include this language only, as the list does. */
  readonly onlyIn?: string | undefined
  /** Whether each item is represented as in a single read, with its structured data. */
  readonly isSingle?: boolean
  readonly isForEditing?: boolean | undefined
}

interface ValueOptions extends RepresentOptions {
  /** The properties to include; all if absent. */
  readonly only?: Selection | undefined
}

export type LookupOptions = Omit<Lookup, 'db' | 'existing'>

/** The IDs of a page. The items are read on demand, in the requested form. */
export interface ListPage {
  readonly ids: readonly number[]
  /** The total number of matches. */
  readonly total: number
  /** The effective parameters. */
  readonly plan: ListPlan
  items(): Promise<Item[]>
  /** Their representations as JSON text. */
  representations(links: Links): Promise<string[]>
}

export interface ReadSource {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  readonly resources: Resources
  readonly settings: RenderingSettings
  /**
   * The state that answers visitors; undefined in transactions, which see uncommitted changes that it does not have.
   */
  readonly derived: DerivedState | undefined
  readonly now: () => Instant
}

/** The derived state after it has caught up with the database; undefined if the version is not known. */
async function currentState({ derived, dialect }: ReadSource): Promise<DerivedState | undefined> {
  const version = derived && dialect.version()
  if (version === undefined) return undefined
  await derived!.catchUpTo(version)
  return derived
}

/** What is composed for one anonymous visitor is valid for all. */
const isForAll = ({ caller, isSingle = false }: RepresentOptions) => caller === undefined && !isSingle

async function represent(
  source: ReadSource,
  resource: Resource,
  ids: readonly number[],
  options: RepresentOptions,
): Promise<string[]> {
  const { db, resources, settings } = source
  const { links, language, caller, onlyIn, isSingle = false, isForEditing = false } = options
  const state = isForAll(options) ? await currentState(source) : undefined
  if (state !== undefined) return state.composer.items(resource, ids, { language, onlyIn, links })
  const view: View = viewOf(settings, { links, language, caller, isSingle, isForEditing })
  const items = await load(db, resource, ids, {
    resources,
    caller,
    language,
    countLanguage: onlyIn,
    now: source.now(),
  })
  const texts: string[] = []
  for (const item of items) {
    texts.push(JSON.stringify(resource.present(item, view)))
    await yieldIfDue()
  }
  return texts
}

async function values<T>(
  source: ReadSource,
  resource: Resource,
  ids: readonly number[],
  { only, ...options }: ValueOptions,
): Promise<readonly T[]> {
  const { links, language, onlyIn } = options
  const state = isForAll(options) ? await currentState(source) : undefined
  if (state !== undefined) return state.composer.values(resource, ids, { language, onlyIn, links }, only)
  return (await represent(source, resource, ids, options)).map((text) => JSON.parse(text) as T)
}

async function list(source: ReadSource, query: ListQuery): Promise<ListPage> {
  const { db, dialect, resources } = source
  const { resource, reader } = query
  const { caller, language, onlyIn, isForEditing } = reader
  const state = await currentState(source)
  const page = await listIds({ db, dialect, index: state?.index() }, query)
  return {
    ...page,
    items: () =>
      load(db, resource, page.ids, { resources, caller, language, countLanguage: onlyIn, now: source.now() }),
    representations: (links) =>
      represent(source, resource, page.ids, { links, language, caller, onlyIn, isForEditing }),
  }
}

/** The version of the database that responses are at least as new as; undefined if it is not known. */
function knownVersion(dialect: Dialect): number | undefined {
  const version = dialect.version()
  return version === undefined ? undefined : databaseVersionOf(version)
}

export const readsOf = (source: ReadSource): Reads => {
  const { db, dialect, resources } = source
  const cached: Reads['cached'] = async (name, make) => {
    const state = await currentState(source)
    if (state === undefined) return make(readsOf(source))
    return state.cache.getOrCompute(name, (primary) => make(readsOf({ ...source, db: primary })))
  }
  const index = async () => (await currentState(source))?.index()
  const countSource = async (): Promise<CountSource> => {
    const version = dialect.version()
    const state = version === undefined ? undefined : await currentState(source)
    return { db, dialect, version, index: state?.index(), cache: state?.cache }
  }
  return {
    list: (query) => list(source, query),
    represent: (resource, ids, options) => represent(source, resource, ids, options),
    values: (resource, ids, options) => values(source, resource, ids, options),
    days: async (query, ranges, limit) =>
      listDays({ db, dialect, index: await index() }, query, ranges, limit),
    times: async (query, limit) => listTimes({ db, dialect, index: await index() }, query, limit),
    counts: async (query, kind) => countLinks(await countSource(), query, kind),
    firstOfLinks: async (query, kind, limit) => firstOfLinks(await countSource(), query, kind, limit),
    cached,
    load: (resource, ids, read) => load(db, resource, ids, { ...read, resources, now: source.now() }),
    async document(resource, id, { language, links }) {
      if (!resource.hasDocuments) return undefined
      const state = await currentState(source)
      return state?.composer.event(id, { language, onlyIn: undefined, links })
    },
    schedules: (ids) => schedulesOf(db, ids),
    timetables: (ids) => timetables(db, ids),
    startsOfSplits: async (id) => (await startsOfSplits(db, [id])).get(id) ?? [],
    hasOpenSeries: () => hasOpenSeries(db),
    earliestFullHorizon: (before) => earliestFullHorizon(db, before),
    settled: (name) => settledText(db, name),
    findBySlug: (resource, slug) => findBySlug(db, resource, slug),
    isSlugInTrash: (resource, slug) => isSlugInTrash(db, resource, slug),
    isTaken: (resource, id) => isIdInUse(db, resource, id),
    versions: (resource, id, paging) => listVersions(db, resource, id, paging),
    stateAfter: (resource, id, version) => stateAfter(db, resource, id, version),
    feedBounds: () => feedBounds(db, knownVersion(dialect)),
    lineageAt: (seq) => lineageAt(db, seq),
    feed: (range) => readFeed(db, range),
    findStoredResponse: (claim) => findStoredResponse(db, claim),
    lookup: (asked) => ({ ...asked, db, existing: (given) => existingIds(db, given) }),
  }
}
