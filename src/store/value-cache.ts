import type { Kysely } from 'kysely'
import type { Database } from './sql/schema.ts'

/** A cache of values computed from the data, by name. Any change of the data clears it. */
export interface ValueCache {
  /** Returns the cached value, or computes it. `make` must depend on nothing but the data and the name. */
  getOrCompute<T>(name: string, make: (db: Kysely<Database>) => Promise<T>): Promise<T>
  clear(): void
}

/**
 * Limited because names contain client input, such as the host of links, and clients may invent any number of hosts.
 */
const maxValues = 64

/** Reads from the primary, because a replica may lack changes that have already cleared the cache. */
export function createValueCache(db: Kysely<Database>): ValueCache {
  let values = new Map<string, Promise<unknown>>()
  return {
    getOrCompute<T>(name: string, make: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      const known = values.get(name)
      if (known !== undefined) return known as Promise<T>
      if (values.size >= maxValues) values.clear()
      // A value computed while the data change ends up in the old map, which `clear` has replaced.
      const current = values
      const value = make(db)
      current.set(name, value)
      value.catch(() => current.delete(name))
      return value
    },
    clear() {
      values = new Map()
    },
  }
}
