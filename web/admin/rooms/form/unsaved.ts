import { isStillKept, knownTabs, oneTabAtATime, openTabs, ownTab } from '../../app/tabs.ts'
import type { Asking, Method } from '../../service/service.ts'
import { allSpares, dropSpare, keepSpare, spareAt } from './spare.ts'
import type { Values } from './values.ts'

/**
 * Unsaved input in browser storage, so that it survives a closed tab, an expired session or a lost connection. Each tab has
 * entries of its own, and takes over those of tabs that are closed.
 */

export interface UnsavedInput {
  readonly changes: Values
  /** The previous values of the changed fields, and their ETag. */
  readonly base: Values
  readonly etag: string | undefined
  readonly original: string
  /** A create without a confirmed response. */
  readonly creation?: Creation | undefined
  /** A write for several dates without a response. */
  readonly unanswered?: Update | undefined
  /** Open sub-forms. */
  readonly begun?: Values
  /** The editor that wrote it, as an editor that was left may still be sending. */
  readonly writer?: string
  /** When it was written, in milliseconds. */
  readonly at: number
}

export interface Creation {
  /** The key that makes repeating the create safe (interface: Idempotency). */
  readonly key: string
  readonly body: Values
  /** When it was first sent, in milliseconds; missing in entries of former versions. */
  readonly since?: number
}

export interface Update {
  readonly method: Method
  /** Without its scope. */
  readonly body: Values
  readonly language: string | undefined
  readonly sent: Values
  readonly asking: Asking
  readonly since?: number
}

export interface UnsavedStore {
  /** The entry of this tab, or else the latest one of a closed tab, which becomes that of this tab. */
  read(key: string): Promise<UnsavedInput | undefined>
  /** The same among all keys with the prefix. */
  newest(start: string): Promise<{ key: string; kept: UnsavedInput } | undefined>
  /** With `writers`, only if the entry of this tab is theirs or missing. Resolves to whether it is certainly there. */
  write(key: string, kept: UnsavedInput, writers?: Writers): Promise<boolean>
  /** Writes at once what `write` writes later, because the page may end before. */
  writeSpare(key: string, kept: UnsavedInput): void
  /** Removes the entry of this tab only; with `writers`, only if it is theirs. */
  remove(key: string, writers?: Writers): Promise<void>
}

/** Undefined is that of entries of former versions. */
export type Writers = readonly (string | undefined)[]

const storeName = 'unsaved'

/** An entry as it is stored: its place names its key and its tab. */
interface Entry {
  readonly place: string
  readonly key: string
  readonly tab: string
  readonly kept: UnsavedInput
}

const mark = ' @'

const placeOf = (key: string, tab: string): string => key + mark + tab

function entryAt(place: string, kept: UnsavedInput): Entry {
  const end = place.lastIndexOf(mark)
  // Entries of former versions name no tab.
  if (end < 0) return { place, key: place, tab: '', kept }
  return { place, key: place.slice(0, end), tab: place.slice(end + mark.length), kept }
}

/** A page that was left in the middle of a change may hold up all others: Safari stops it until somebody goes back to it. */
const patienceMs = 3_000

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser storage does not respond.')), patienceMs)
    const ending = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    request.onsuccess = ending(() => resolve(request.result))
    request.onerror = ending(() => reject(request.error!))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('calends', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return answerOf(request)
}

/** Changes an entry unless it is another editor's, in the transaction that reads whose it is. */
function changeOf(
  writers: Writers | undefined,
  store: IDBObjectStore,
  place: string,
  change: () => IDBRequest,
): IDBRequest {
  if (writers === undefined) return change()
  const found: IDBRequest<UnsavedInput | undefined> = store.get(place)
  found.addEventListener('success', () => {
    if (found.result === undefined || writers.includes(found.result.writer)) change()
  })
  return found
}

/** Without IndexedDB, as in some private windows, or while it does not respond, the form works but stores nothing. */
export function createUnsavedStore(): UnsavedStore {
  let database: Promise<IDBDatabase> | undefined
  const use = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> => {
    try {
      database ??= open().catch((error: unknown) => {
        database = undefined
        throw error
      })
      return await answerOf(work((await database).transaction(storeName, mode).objectStore(storeName)))
    } catch {
      return undefined
    }
  }
  const readAll = async (): Promise<Entry[]> => {
    const places = ((await use('readonly', (store) => store.getAllKeys())) ?? []).map(String)
    const kept = await Promise.all(
      places.map((place) => use<UnsavedInput | undefined>('readonly', (store) => store.get(place))),
    )
    const entries = places.flatMap((place, index) => {
      const one = kept[index]
      return one === undefined ? [] : [entryAt(place, one)]
    })
    // Those that are still there could not be moved, and nothing may be found but them.
    const spares = allSpares().map((spare) => entryAt(spare.place, spare.kept))
    return [...entries, ...spares].sort((one, other) => other.kept.at - one.kept.at)
  }
  const removeAt = async (place: string) => void (await use('readwrite', (store) => store.delete(place)))
  /** The entries of this tab, then those of closed ones, each from the latest; removes those that are too old. */
  const readFree = async (own: string): Promise<Entry[]> => {
    const [entries, open] = await Promise.all([readAll(), openTabs()])
    const left = entries.filter(({ tab }) => tab !== own && !open.has(tab))
    const isKept = ({ kept }: Entry, index: number) => isStillKept(kept, index)
    await Promise.all(left.filter((one, index) => !isKept(one, index)).map(({ place }) => removeAt(place)))
    return [...entries.filter(({ tab }) => tab === own), ...left.filter(isKept)]
  }
  /** Ends where the browser storage does not respond, because each would be waited for. */
  const takeSpares = async (): Promise<void> => {
    for (const { place, kept } of allSpares()) {
      const former = await use<UnsavedInput | undefined>('readonly', (store) => store.get(place))
      const isLater = former === undefined || former.at < kept.at
      if (isLater && (await use('readwrite', (store) => store.put(kept, place))) === undefined) return
      dropSpare(place, kept.at)
    }
  }
  const take = (isWanted: (key: string) => boolean) =>
    oneTabAtATime(async () => {
      await takeSpares()
      const own = await ownTab()
      const found = (await readFree(own)).find(({ key }) => isWanted(key))
      if (found === undefined || found.tab === own) return found
      const place = placeOf(found.key, own)
      const moved = await use('readwrite', (store) => {
        store.delete(found.place)
        return store.put(found.kept, place)
      })
      if (moved === undefined) keepSpare({ place, kept: found.kept })
      dropSpare(found.place, found.kept.at)
      return found
    })
  return {
    read: async (wanted) => (await take((key) => key === wanted))?.kept,
    newest: (start) => take((key) => key.startsWith(start)),
    async write(key, kept, writers) {
      const place = placeOf(key, await ownTab())
      const written = await use('readwrite', (store) =>
        changeOf(writers, store, place, () => store.put(kept, place)),
      )
      const isWritten = writers === undefined && written !== undefined
      if (isWritten) dropSpare(place, kept.at)
      return isWritten
    },
    writeSpare(key, kept) {
      keepSpare({ place: placeOf(key, knownTabs().own), kept })
    },
    async remove(key, writers) {
      const until = Date.now()
      const place = placeOf(key, await ownTab())
      if (writers === undefined || writers.includes(spareAt(place)?.writer)) dropSpare(place, until)
      await use('readwrite', (store) => changeOf(writers, store, place, () => store.delete(place)))
    },
  }
}
