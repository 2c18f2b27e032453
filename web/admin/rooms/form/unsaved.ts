import type { Values } from './values.ts'

/** Unsaved input in browser storage, so that it survives a closed tab, an expired session or a lost connection. */

export interface UnsavedInput {
  /** The changed fields. */
  readonly changes: Values
  /** The previous values of the changed fields, and their ETag. */
  readonly base: Values
  readonly etag: string | undefined
  readonly original: string
  /** A create without a confirmed response. */
  readonly creation?: Creation | undefined
  /** Open sub-forms. */
  readonly begun?: Values
  /** When it was written, in milliseconds. */
  readonly at: number
}

export interface Creation {
  /** The key that makes repeating the create safe (interface: Idempotency). */
  readonly key: string
  readonly body: Values
}

export interface UnsavedStore {
  read(key: string): Promise<UnsavedInput | undefined>
  /** The latest entry whose key has the prefix. */
  newest(start: string): Promise<{ key: string; kept: UnsavedInput } | undefined>
  write(key: string, kept: UnsavedInput): Promise<void>
  remove(key: string): Promise<void>
}

const keptMs = 30 * 24 * 3_600_000
const storeName = 'unsaved'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('calends', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return answerOf(request)
}

/** Without IndexedDB, as in some private windows, the form works but stores nothing. */
export function createUnsavedStore(): UnsavedStore {
  let database: Promise<IDBDatabase> | undefined
  const use = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> => {
    try {
      database ??= open()
      return await answerOf(work((await database).transaction(storeName, mode).objectStore(storeName)))
    } catch {
      return undefined
    }
  }
  const read = async (key: string) => {
    const kept = await use<UnsavedInput | undefined>('readonly', (store) => store.get(key))
    return kept !== undefined && Date.now() - kept.at < keptMs ? kept : undefined
  }
  return {
    read,
    async newest(start) {
      const range = IDBKeyRange.bound(start, `${start}\uffff`)
      const keys = (await use('readonly', (store) => store.getAllKeys(range))) ?? []
      const all = await Promise.all(
        keys.map(async (key) => ({ key: String(key), kept: await read(String(key)) })),
      )
      const found = all.filter((one): one is { key: string; kept: UnsavedInput } => one.kept !== undefined)
      return found.sort((one, other) => other.kept.at - one.kept.at)[0]
    },
    write: async (key, kept) => void (await use('readwrite', (store) => store.put(kept, key))),
    remove: async (key) => void (await use('readwrite', (store) => store.delete(key))),
  }
}
