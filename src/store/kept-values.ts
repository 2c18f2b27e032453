import type { Kysely } from 'kysely'
import type { Database } from './sql/schema.ts'

/** What was made of the data, each under a name, until any of the data changes. */
export interface KeptValues {
  /** The value of that name. It is made once, of the data and of what its name tells, and of nothing else. */
  of<T>(name: string, make: (db: Kysely<Database>) => Promise<T>): Promise<T>
  clear(): void
}

/** Names tell what pages are made for, such as the host of their links, of which clients may invent any number. */
const mostValues = 64

/** Values are read from the database itself, because a copy may lack changes that were followed already. */
export function createKeptValues(db: Kysely<Database>): KeptValues {
  let values = new Map<string, Promise<unknown>>()
  return {
    of<T>(name: string, make: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      const known = values.get(name)
      if (known !== undefined) return known as Promise<T>
      if (values.size >= mostValues) values.clear()
      // What is made while the data change stays behind in the map that they have been dropped with.
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
