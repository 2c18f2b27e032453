import { forbidden, userNotFound } from '../../errors.ts'
import { requireCredentials } from '../steps.ts'
import type { Asked } from '../operation.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/sql/schema.ts'
import { isAdministrator, type Asker, type Caller } from '../../identity/roles.ts'
import { findUser, type User } from '../../identity/users.ts'

/** The user that a path is about; one without an id is about whoever asks. */
const targetId = ({ path }: Asked, asker: Caller) => (path.id === undefined ? asker.id : Number(path.id))

export function requireAdministrator(asker: Asker): asserts asker {
  requireCredentials(asker)
  if (!isAdministrator(asker)) throw forbidden()
}

async function existing(db: Kysely<Database>, id: number): Promise<User> {
  const user = await findUser(db, id)
  if (user === undefined) throw userNotFound()
  return user
}

export function administeredUser(db: Kysely<Database>, asked: Asked): Promise<User> {
  requireAdministrator(asked.asker)
  return existing(db, targetId(asked, asked.asker))
}

/** Whoever is no administrator is not told which other users there are. */
export function ownOrAdministeredUser(db: Kysely<Database>, asked: Asked): Promise<User> {
  const { asker } = asked
  requireCredentials(asker)
  const id = targetId(asked, asker)
  if (id !== asker.id && !isAdministrator(asker)) throw forbidden()
  return existing(db, id)
}
