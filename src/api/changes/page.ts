import { changesExpired } from '../../errors.ts'
import { groupBy } from '../../group-by.ts'
import { mayReadAnywhere, type OptionalCaller, type OwnedEntry } from '../../identity/roles.ts'
import type { Links, ResourceName } from '../../resources/resource.ts'
import type { FeedBounds, RecordedChange, Store } from '../../store/index.ts'
import { isTooLarge } from '../../response-limit.ts'
import { toWall } from '../../time/index.ts'
import { actionFor, type Action } from './action.ts'
import type { Position } from './token.ts'

/** Size in bytes of the representations of a page, well below the limit of a response, which has names around them. */
export const largestPage = 2 ** 24

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
  /** Size in bytes of the representations above which a page has fewer changes, but always one. */
  readonly maxBytes: number
}

interface Change {
  readonly kind: ResourceName
  readonly id: number
  readonly action: Action
  readonly languages: readonly string[]
  readonly modified_utc: string
  readonly resource?: unknown
}

export interface FoundChange extends Position {
  readonly change: Change
  /** The languages in which the resource had texts before. */
  readonly formerLanguages: readonly string[]
}

export interface ChangesPage {
  readonly changes: readonly FoundChange[]
  /** That of the last change scanned. */
  readonly position: Position
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

interface Represented {
  readonly resource: Shown
  readonly bytes: number
}

type Resources = ReadonlyMap<string, Represented>

type Shown = Readonly<Record<'id', number>> & Partial<Readonly<Record<'author' | 'status', string>>>

/** On an alias, representations contain the author as a string. */
const isReadable = (caller: OptionalCaller, { status, author }: Shown): boolean =>
  status === undefined || mayReadAnywhere(caller, { status, author: Number(author) } satisfies OwnedEntry)

/**
 * Current representations of the resources that were not deleted or trashed; if one has become unreadable since, a
 * later change reports it.
 */
async function representationsOf(
  store: Store,
  found: readonly Known[],
  { caller, language, links }: FeedReader,
): Promise<Resources> {
  const shown = new Map<string, Represented>()
  const present = found.filter(({ action }) => action !== 'deleted' && action !== 'trashed')
  for (const [kind, some] of groupBy(present, ({ recorded }) => recorded.kind)) {
    const ids = [...new Set(some.map(({ recorded }) => recorded.id))]
    const texts = await store.reading((reads) =>
      reads.represent(store.resources[kind], ids, { caller, language, links }),
    )
    for (const text of texts) {
      const resource = JSON.parse(text) as Shown
      if (isReadable(caller, resource))
        shown.set(keyOf({ kind, id: resource.id }), { resource, bytes: Buffer.byteLength(text) })
    }
  }
  return shown
}

/** What has been trashed since is not shown, because a later change reports it; edits in the trash are. */
function resourceFor({ recorded, action }: Known, resources: Resources): Represented | undefined {
  if (action === 'deleted' || action === 'trashed') return undefined
  const represented = resources.get(keyOf(recorded))
  const isTrashedSince = represented?.resource.status === 'trash' && recorded.after?.status !== 'trash'
  return isTrashedSince ? undefined : represented
}

/** Each change carries its resource, so one that was changed often counts as often. */
const bytesOf = (found: readonly Known[], resources: Resources): number =>
  found.reduce((sum, known) => sum + (resourceFor(known, resources)?.bytes ?? 0), 0)

interface Shortened {
  readonly found: readonly Known[]
  readonly resources: Resources
}

/** As many of the first changes as a page can hold: halved until they fit, because readers have to get past all. */
async function shorten(store: Store, found: readonly Known[], reader: FeedReader): Promise<Shortened> {
  const resources = await representationsOf(store, found, reader).catch((error: unknown) => {
    if (found.length > 1 && isTooLarge(error)) return undefined
    throw error
  })
  const fits = resources !== undefined && (found.length <= 1 || bytesOf(found, resources) <= reader.maxBytes)
  return fits ? { found, resources } : shorten(store, found.slice(0, Math.ceil(found.length / 2)), reader)
}

function present(known: Known, resources: Resources, { languages: offered }: FeedReader): Change {
  const { recorded, action } = known
  const { kind, id, before, after, modified } = recorded
  const resource = resourceFor(known, resources)?.resource
  const languages = (after ?? before)!.languages.filter((language) => offered.includes(language))
  const change = { kind, id, action, languages, modified_utc: toWall(modified, 'UTC') }
  return resource === undefined ? change : { ...change, resource }
}

function requireWithin({ oldest, last }: FeedBounds, after: number): void {
  // A number after the newest one belongs to a history that was lost.
  if (after < oldest - 1 || after > last) throw changesExpired()
}

export const positionAt = async ({ latest }: Store, seq: number): Promise<Position> => ({
  seq,
  lineage: await latest.lineageAt(seq),
})

/** Throws if changes after the position are missing, or if its number meant another change before a restore. */
export async function requireKept(store: Store, { seq, lineage }: Position): Promise<void> {
  requireWithin(await store.latest.feedBounds(), seq)
  if ((await positionAt(store, seq)).lineage !== lineage) throw changesExpired()
}

/** Reads `change_feed` from the primary database, because a replica may be older than the token. */
export async function readPage(store: Store, after: number, reader: FeedReader): Promise<ChangesPage> {
  const bounds = await store.latest.feedBounds()
  requireWithin(bounds, after)
  const { newest } = bounds
  const scanned = await scan(store, after, newest, reader)
  const { found, resources } = await shorten(store, scanned.found, reader)
  const position = found.length < scanned.found.length ? found.at(-1)!.recorded.seq : scanned.position
  return {
    changes: found.map((known) => ({
      seq: known.recorded.seq,
      lineage: known.recorded.lineage,
      change: present(known, resources, reader),
      formerLanguages: known.recorded.before?.languages ?? [],
    })),
    position: await positionAt(store, position),
    isComplete: position >= newest,
  }
}
