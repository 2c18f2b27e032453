import { changesExpired } from '../../errors.ts'
import { groupBy } from '../../group-by.ts'
import { mayReadAnywhere, type OptionalCaller, type OwnedEntry } from '../../identity/roles.ts'
import type { Links, ResourceName } from '../../resources/resource.ts'
import type { FeedBounds, RecordedChange, Store } from '../../store/index.ts'
import { toWall } from '../../time/index.ts'
import { actionFor, type Action } from './action.ts'

/** Who follows the feed, and what of it they want. */
export interface FeedReader {
  readonly caller: OptionalCaller
  readonly kinds: readonly ResourceName[]
  /** The language of resources. */
  readonly language: string
  /** Those of the site. */
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
  /** Each with its number. */
  readonly changes: readonly { readonly seq: number; readonly change: Change }[]
  /** The last change that was looked at. */
  readonly position: number
  /** Whether there was nothing behind it. */
  readonly isComplete: boolean
}

/** How many changes are looked at for one page, however few of them the reader may know of. */
const mostScanned = 5_000
const scannedAtOnce = 1_000

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
  const end = Math.min(newest, after + mostScanned)
  for (let from = after; from < end; from += scannedAtOnce) {
    const upTo = Math.min(from + scannedAtOnce, end)
    for (const recorded of await latest.feed({ after: from, upTo, kinds: reader.kinds })) {
      found.push(...knownTo(reader, recorded))
      if (found.length === reader.perPage) return { found, position: recorded.seq }
    }
  }
  return { found, position: Math.max(after, end) }
}

const keyOf = ({ kind, id }: Pick<RecordedChange, 'kind' | 'id'>) => `${kind} ${id}`

type Shown = Readonly<Record<'id', number>> & Partial<Readonly<Record<'author' | 'status', string>>>

/** Clients of the incumbent get authors as strings. */
const isReadable = (caller: OptionalCaller, { status, author }: Shown): boolean =>
  status === undefined ||
  (status !== 'trash' && mayReadAnywhere(caller, { status, author: Number(author) } satisfies OwnedEntry))

/** The representations of what is not gone, as it is now; a later change tells if it is not readable any more. */
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
  // A number that was never given belongs to a database that has gone back, such as one that was restored.
  if (after < oldest - 1 || after > last) throw changesExpired()
}

export const requireKept = async ({ latest }: Store, after: number): Promise<void> =>
  requireWithin(await latest.feedBounds(), after)

/** Rows of `change_feed` are read from the database itself, because a copy of it may lag behind a token. */
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
