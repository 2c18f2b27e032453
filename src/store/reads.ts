import type { Kysely } from 'kysely'
import type { ValidationError } from '../errors.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import type { Site } from '../resources/parameter.ts'
import type { Item, Links, ListPlan, Lookup, Page, Resource, View } from '../resources/resource.ts'
import type { DerivedState } from './derived-state.ts'
import type { ComposedEvent } from './documents/composer.ts'
import { viewOf } from './documents/render.ts'
import { listDays, type TimeRange } from './days.ts'
import { countLinks } from './link-counts.ts'
import { listIds, type Listing, type ListQuery } from './list.ts'
import type { Dialect } from './sql/dialects/dialect.ts'
import { shareTurn } from '../turn.ts'
import { existingIds } from './sql/lookups.ts'
import { findBySlug, isIdInUse, isSlugInTrash, load, type SlugMatch, type Resources } from './sql/read.ts'
import type { Database, LinkKind } from './sql/schema.ts'

/** What can be read, from the database itself, from a copy of it, or inside a transaction. */
export interface Reads {
  /** One page of what matches, with its exact total. */
  list(query: ListQuery): Promise<ListPage>
  /** The representations of these items as JSON text, as every visitor reads them; those that are gone are left out. */
  represent(resource: Resource, ids: readonly number[], options: DocumentOptions): Promise<readonly string[]>
  /** For each range of time the first events of a list that start in it, in its order, and how many these are. */
  days(query: Listing, ranges: readonly TimeRange[], limit: number): Promise<readonly Page[]>
  /** How many events of a list each target has that events link to; a category counts those of its descendants. */
  counts(query: Listing, kind: LinkKind): Promise<ReadonlyMap<number, number>>
  /** The items of these ids, in their order and in one language; ids that do not exist are left out. */
  load(resource: Resource, ids: readonly number[], read: LoadOptions): Promise<Item[]>
  /** An item as every visitor reads it alone, if it is stored as a document. */
  document(resource: Resource, id: number, options: DocumentOptions): Promise<ComposedEvent | undefined>
  /** The live resource with that slug in any language. */
  findBySlug(resource: Resource, slug: string, preferredLanguage: string): Promise<SlugMatch | undefined>
  /** Whether something in the trash had the slug; nothing live has it any more. */
  isSlugInTrash(resource: Resource, slug: string): Promise<boolean>
  /** Whether the id belongs to any resource of the same sequence. */
  isTaken(resource: Resource, id: number): Promise<boolean>
  /** What checks of parameters ask. */
  lookup(asked: LookupOptions): Lookup
}

export interface LoadOptions {
  readonly caller: OptionalCaller
  readonly language: string
  readonly countLanguage?: string | undefined
}

export interface DocumentOptions {
  readonly language: string
  readonly links: Links
}

export type LookupOptions = Omit<Lookup, 'db' | 'existing'> & {
  readonly site: Site
  readonly caller: OptionalCaller
  readonly errors: Map<string, ValidationError>
}

/** The ids of a page; what they stand for is read when it is asked for, in the form that is wanted. */
export interface ListPage {
  readonly ids: readonly number[]
  /** How many match in all. */
  readonly total: number
  /** The parameters in effect. */
  readonly plan: ListPlan
  items(): Promise<Item[]>
  /** Their representations as JSON text. */
  representations(links: Links): Promise<string[]>
}

export interface ReadSource {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  readonly resources: Resources
  readonly settings: Parameters<typeof viewOf>[0]
  /** What visitors are answered from; undefined in transactions, which see more than it does. */
  readonly derived: DerivedState | undefined
}

/** The derived state once it is as new as the database; undefined if it cannot be known how new that is. */
async function currentState({ derived, dialect }: ReadSource): Promise<DerivedState | undefined> {
  const version = derived && dialect.version()
  if (version === undefined) return undefined
  await derived!.catchUpTo(version)
  return derived
}

async function list(source: ReadSource, query: ListQuery): Promise<ListPage> {
  const { db, dialect, resources, settings } = source
  const { resource, reader } = query
  const { caller, language, onlyIn: countLanguage } = reader
  const state = await currentState(source)
  const page = await listIds({ db, dialect, index: state?.index() }, query)
  const items = () => load(db, resource, page.ids, { resources, caller, language, countLanguage })
  return {
    ...page,
    items,
    async representations(links) {
      if (state !== undefined && caller === undefined)
        return state.composer.items(resource, page.ids, { language, onlyIn: countLanguage, links })
      const view: View = viewOf(settings, { links, language, caller })
      const texts: string[] = []
      for (const item of await items()) {
        texts.push(JSON.stringify(resource.present(item, view)))
        await shareTurn()
      }
      return texts
    },
  }
}

export const readsOf = (source: ReadSource): Reads => {
  const { db, dialect, resources } = source
  const index = async () => (await currentState(source))?.index()
  return {
    list: (query) => list(source, query),
    async represent(resource, ids, { language, links }) {
      const state = await currentState(source)
      if (state !== undefined)
        return state.composer.items(resource, ids, { language, onlyIn: undefined, links })
      const view: View = viewOf(source.settings, { links, language, caller: undefined })
      const items = await load(db, resource, ids, { resources, caller: undefined, language })
      return items.map((item) => JSON.stringify(resource.present(item, view)))
    },
    days: async (query, ranges, limit) =>
      listDays({ db, dialect, index: await index() }, query, ranges, limit),
    async counts(query, kind) {
      const version = dialect.version()
      const known = version === undefined ? undefined : await index()
      return countLinks({ db, dialect, version, index: known }, query, kind)
    },
    load: (resource, ids, read) => load(db, resource, ids, { ...read, resources }),
    async document(resource, id, { language, links }) {
      if (!resource.hasDocuments) return undefined
      const state = await currentState(source)
      return state?.composer.event(id, { language, onlyIn: undefined, links })
    },
    findBySlug: (resource, slug, preferred) => findBySlug(db, resource, slug, preferred),
    isSlugInTrash: (resource, slug) => isSlugInTrash(db, resource, slug),
    isTaken: (resource, id) => isIdInUse(db, resource, id),
    lookup: (asked) => ({ ...asked, db, existing: (given) => existingIds(db, given) }),
  }
}
