import { changesExpired } from '../../errors.ts'
import { groupBy } from '../../group-by.ts'
import { mayReadAnywhere, type OptionalCaller, type OwnedEntry } from '../../identity/roles.ts'
import type { Links, ResourceName } from '../../resources/resource.ts'
import type { FeedBounds, RecordedChange, Store } from '../../store/index.ts'
import { toWall } from '../../time/index.ts'
import { actionFor, type Action } from './action.ts'

/** Who reads the feed, and which changes they have requested. */
export interface FeedReader {
  readonly caller: OptionalCaller
  readonly kinds: readonly ResourceName[]
  /** The language in which resources are represented. */
  readonly language: string
  /** The languages of the site. */
  readonly languages: readonly string[]
  readonly links: Links
  readonly perPage: number
}

export interface Change {
  readonly kind: ResourceName
  readonly id: number
  readonly action: Action
  readonly languages: readonly string[]
  readonly modified_utc: string
  readonly resource?: unknown
}

export interface ChangesPage {
  /** Changes with their sequence numbers. */
  readonly changes: readonly { readonly seq: number; readonly change: Change }[]
  /** Sequence number of the last change scanned. */
  readonly position: number
  /** Whether there are no newer changes. */
  readonly isComplete: boolean
}

/** Maximum number of changes scanned for one page, even if the reader may see few of them. */
const maxScanned = 5_000
const scanBatchSize = 1_000

interface Known {
  readonly recorded: RecordedChange
  readonly action: Action
}

const knownTo = ({ caller }: FeedReader, recorded: RecordedChange): Known[] => {
  const action = actionFor(caller, recorded)
  return action === undefined ? [] : [{ recorded, action }]
}

interface Scan {
  readonly found: readonly Known[]
  readonly position: number
}

async function scan({ latest }: Store, after: number, newest: number, reader: FeedReader): Promise<Scan> {
  const found: Known[] = []
  const end = Math.min(newest, after + maxScanned)
  for (let from = after; from < end; from += scanBatchSize) {
    const upTo = Math.min(from + scanBatchSize, end)
    for (const recorded of await latest.feed({ after: from, upTo, kinds: reader.kinds })) {
      found.push(...knownTo(reader, recorded))
      if (found.length === reader.perPage) return { found, position: recorded.seq }
    }
  }
  return { found, position: Math.max(after, end) }
}

const keyOf = ({ kind, id }: Pick<RecordedChange, 'kind' | 'id'>) => `${kind} ${id}`

type Shown = Readonly<Record<'id', number>> & Partial<Readonly<Record<'author' | 'status', string>>>

/** On an alias, representations contain the author as a string. */
const isReadable = (caller: OptionalCaller, { status, author }: Shown): boolean =>
  status === undefined ||
  (status !== 'trash' && mayReadAnywhere(caller, { status, author: Number(author) } satisfies OwnedEntry))

/**
 * Current representations of the resources that were not deleted or trashed; if one has become unreadable since, a
 * later change reports it.
 */
async function representationsOf(
  store: Store,
  found: readonly Known[],
  { caller, language, links }: FeedReader,
): Promise<ReadonlyMap<string, Shown>> {
  const shown = new Map<string, Shown>()
  const present = found.filter(({ action }) => action !== 'deleted' && action !== 'trashed')
  for (const [kind, some] of groupBy(present, ({ recorded }) => recorded.kind)) {
    const ids = [...new Set(some.map(({ recorded }) => recorded.id))]
    const texts = await store.reading((reads) =>
      reads.represent(store.resources[kind], ids, { caller, language, links }),
    )
    for (const text of texts) {
      const resource = JSON.parse(text) as Shown
      if (isReadable(caller, resource)) shown.set(keyOf({ kind, id: resource.id }), resource)
    }
  }
  return shown
}

function present(
  { recorded, action }: Known,
  resources: ReadonlyMap<string, Shown>,
  { languages: offered }: FeedReader,
): Change {
  const { kind, id, before, after, modified } = recorded
  const resource = action === 'deleted' || action === 'trashed' ? undefined : resources.get(keyOf(recorded))
  const languages = (after ?? before)!.languages.filter((language) => offered.includes(language))
  const change = { kind, id, action, languages, modified_utc: toWall(modified, 'UTC') }
  return resource === undefined ? change : { ...change, resource }
}

function requireWithin({ oldest, last }: FeedBounds, after: number): void {
  // A number after the newest one belongs to a database that was reset to an earlier state, for example by a restore.
  if (after < oldest - 1 || after > last) throw changesExpired()
}

export const requireKept = async ({ latest }: Store, after: number): Promise<void> =>
  requireWithin(await latest.feedBounds(), after)

/** Reads `change_feed` from the primary database, because a replica may be older than the token. */
export async function readPage(store: Store, after: number, reader: FeedReader): Promise<ChangesPage> {
  const bounds = await store.latest.feedBounds()
  requireWithin(bounds, after)
  const { newest } = bounds
  const { found, position } = await scan(store, after, newest, reader)
  const resources = await representationsOf(store, found, reader)
  return {
    changes: found.map((known) => ({ seq: known.recorded.seq, change: present(known, resources, reader) })),
    position,
    isComplete: position >= newest,
  }
}
