import { callerOf, mayImport, type Caller } from '../identity/roles.ts'
import { findUser } from '../identity/user-store.ts'
import type { Import } from '../store/imports/imports.ts'
import type { Db } from '../store/sql/db.ts'

/** The author of an import, with the permissions of now; undefined if the user was deleted or may no longer import. */
export async function importerOf(db: Db, { author }: Pick<Import, 'author'>): Promise<Caller | undefined> {
  const user = await findUser(db, author)
  const caller = user && callerOf(user)
  return caller !== undefined && mayImport(caller) ? caller : undefined
}
