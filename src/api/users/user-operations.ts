import { inTransaction } from '../../store/sql/write-queue.ts'
import { forbidden, preconditionFailed, type Invalid } from '../../errors.ts'
import { readAsked, refuseFaults } from '../steps.ts'
import type { Answer, Asked } from '../operation.ts'
import { envelope, linkHeader, pageLinks, totalHeaders } from '../paging.ts'
import { say, type Sentence } from '../../locales/sentence.ts'
import type { Values } from '../../resources/parameter.ts'
import { issue, issueFor, keepIssued, replaceNamed } from '../../identity/application-passwords.ts'
import { userFields, userList, userRemoval, userUpdate } from './parameters.ts'
import { administeredUser, ownOrAdministeredUser, requireAdministrator } from './permission.ts'
import { presentSelf, presentUser } from './presentation.ts'
import { isAdministrator, type Caller } from '../../identity/roles.ts'
import type { Identity } from './routes.ts'
import {
  createUser,
  findByName,
  findUser,
  invalidHeir,
  listUsers,
  removeUser,
  updateUser,
  usernameTaken,
  type NewUser,
  type User,
} from '../../identity/users.ts'
import type { Message } from '../../locales/fr.ts'

/** The name of the password that is given with a user, beside those that the user makes. */
const ownPassword = 'Password'

const namedIn = ({ search, role }: Values<typeof userList>): [string, string][] => [
  ...(typeof search === 'string' ? [['search', search] as [string, string]] : []),
  ...(typeof role === 'string' ? [['role', role] as [string, string]] : []),
]

export async function listAllUsers({ db }: Identity, asked: Asked): Promise<Answer> {
  const { values, faults } = readAsked(userList, asked)
  refuseFaults(faults)
  requireAdministrator(asked.asker)
  const [page, perPage] = [values.page ?? 1, values.per_page ?? asked.site.perPage]
  const { users, total } = await listUsers(db, { ...values, page, perPage })
  const paging = { page, perPage, total }
  const links = pageLinks(`${asked.links.rest}/users`, paging, namedIn(values))
  return {
    body: envelope('users', users.map(presentUser), paging, links),
    headers: { ...totalHeaders(paging, asked), link: linkHeader(links) },
  }
}

/** Which names are taken is told to administrators alone. */
async function checkUsername(
  { db }: Identity,
  { asker }: Asked,
  username: string | null | undefined,
  faults: Map<string, Invalid>,
  own?: number,
) {
  if (typeof username !== 'string' || !isAdministrator(asker)) return
  const holder = await findByName(db, username)
  if (holder !== undefined && holder.id !== own) faults.set('username', usernameTaken())
}

export async function createNewUser(identity: Identity, asked: Asked): Promise<Answer> {
  const { values, faults } = readAsked(userFields, asked)
  await checkUsername(identity, asked, values.username, faults)
  refuseFaults(faults)
  requireAdministrator(asked.asker)
  const { password, ...user } = values
  const issued =
    typeof password === 'string'
      ? await issue(identity.random, { name: ownPassword, password }, asked.now)
      : undefined
  const made = await inTransaction(identity.db, async (trx) => {
    const created = await createUser(trx, user as NewUser, asked.now)
    if (issued !== undefined) await keepIssued(trx, created.id, issued)
    return created
  })
  identity.credentials.forget()
  return {
    status: 201,
    body: presentUser(made),
    headers: { location: `${asked.links.rest}/users/${made.id}` },
  }
}

export async function readUser({ db }: Identity, asked: Asked): Promise<Answer> {
  return { body: presentUser(await ownOrAdministeredUser(db, asked)) }
}

export async function readSelf({ db }: Identity, asked: Asked): Promise<Answer> {
  const user = await ownOrAdministeredUser(db, asked)
  return { body: presentSelf(user, asked.asker as Caller) }
}

const administratorsAlone: Record<'username' | 'role', Message> = {
  username: 'Only administrators may change user names.',
  role: 'Only administrators may change roles.',
}

/** Nobody gives away more than they have; sending back what is there changes nothing. */
function refuseBreaches(values: Values<typeof userUpdate>, former: User, { asker }: Asked) {
  if (isAdministrator(asker)) return
  const breaches = (['username', 'role'] as const).filter(
    (field) => typeof values[field] === 'string' && values[field] !== former[field],
  )
  if (breaches.length === 0) return
  throw forbidden(
    Object.fromEntries(breaches.map((field): [string, Sentence] => [field, say(administratorsAlone[field])])),
  )
}

/** A write that names a representation applies to that one only (RFC 9110 13.1.1). */
function checkPrecondition(user: User, asked: Asked) {
  const { isCurrent, asker } = asked
  if (isCurrent?.({ body: presentUser(user), language: undefined, asker }) === false)
    throw preconditionFailed()
}

export async function updateExistingUser(identity: Identity, asked: Asked): Promise<Answer> {
  const { db, random } = identity
  const { values, faults } = readAsked(userUpdate, asked)
  await checkUsername(identity, asked, values.username, faults, Number(asked.path.id ?? asked.asker?.id))
  refuseFaults(faults)
  const former = await ownOrAdministeredUser(db, asked)
  refuseBreaches(values, former, asked)
  const { password, ...changes } = values
  const issued =
    typeof password === 'string'
      ? await issueFor(db, random, former.id, { name: ownPassword, password }, asked.now)
      : undefined
  const user = await inTransaction(db, async (trx) => {
    checkPrecondition((await findUser(trx, former.id)) ?? former, asked)
    const updated = await updateUser(trx, former.id, changes)
    if (issued !== undefined) await replaceNamed(trx, former.id, issued)
    return updated
  })
  identity.credentials.forget()
  return { body: presentUser(user) }
}

/** Who is there is told to administrators alone. */
async function checkHeir(
  { db }: Identity,
  { asker, path }: Asked,
  { reassign }: Values<typeof userRemoval>,
  faults: Map<string, Invalid>,
) {
  if (typeof reassign !== 'number' || !isAdministrator(asker)) return
  if (reassign === Number(path.id) || (await findUser(db, reassign)) === undefined)
    faults.set('reassign', invalidHeir())
}

export async function removeExistingUser(identity: Identity, asked: Asked): Promise<Answer> {
  const { values, faults } = readAsked(userRemoval, asked)
  await checkHeir(identity, asked, values, faults)
  refuseFaults(faults)
  const { id } = await administeredUser(identity.db, asked)
  const former = await inTransaction(identity.db, async (trx) => {
    const user = await findUser(trx, id)
    if (user !== undefined) checkPrecondition(user, asked)
    return removeUser(trx, id, values)
  })
  identity.credentials.forget()
  return { body: presentUser(former) }
}
