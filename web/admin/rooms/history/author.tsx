import { createContext, useContext, type ReactNode } from 'react'
import { useUserNames } from '../../app/user-names.ts'
import type { Version } from '../../service/versions.ts'

/** Not everybody may read the names of all users; versions say the names of those who wrote them. */

type Names = ReadonlyMap<number, string>

const Context = createContext<Names>(new Map())

export function KnownAuthors({ versions, children }: { versions: readonly Version[]; children: ReactNode }) {
  const named = versions.filter(({ author_name }) => author_name !== '')
  const names = new Map(named.map(({ author, author_name }) => [author, author_name]))
  return <Context value={names}>{children}</Context>
}

/** The name of a user; one that nobody knows here is shown by its ID. */
export function Author({ id }: { id: number }) {
  const [users, known] = [useUserNames(), useContext(Context)]
  return users.get(id) ?? known.get(id) ?? `#${id}`
}
