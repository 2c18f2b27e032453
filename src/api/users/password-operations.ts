import { applicationPasswordNotFound } from '../../errors.ts'
import { readAsked, refuseFaults } from '../steps.ts'
import type { Answer, Asked } from '../operation.ts'
import {
  createApplicationPassword,
  listApplicationPasswords,
  removeApplicationPassword,
} from '../../identity/application-passwords.ts'
import { passwordFields } from './parameters.ts'
import { ownOrAdministeredUser } from './permission.ts'
import { presentIssued, presentPassword } from './presentation.ts'
import type { Identity } from './routes.ts'

export async function listPasswords({ db }: Identity, asked: Asked): Promise<Answer> {
  const { id } = await ownOrAdministeredUser(db, asked)
  const passwords = await listApplicationPasswords(db, id)
  return { body: { application_passwords: passwords.map(presentPassword) } }
}

export async function createPassword({ db, random, credentials }: Identity, asked: Asked): Promise<Answer> {
  const { values, faults } = readAsked(passwordFields, asked)
  refuseFaults(faults)
  const { id } = await ownOrAdministeredUser(db, asked)
  const wanted = { name: values.name!, expires: values.expires ?? null }
  const { kept, ...secrets } = await createApplicationPassword(db, random, id, wanted, asked.now)
  credentials.forget()
  return {
    status: 201,
    body: presentIssued(kept, secrets),
    headers: { location: `${asked.links.rest}/users/${id}/application-passwords/${kept.uuid}` },
  }
}

const looksLikeUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function removePassword({ db, credentials }: Identity, asked: Asked): Promise<Answer> {
  const { id } = await ownOrAdministeredUser(db, asked)
  const uuid = asked.path.uuid ?? ''
  const former = looksLikeUuid(uuid) ? await removeApplicationPassword(db, id, uuid) : undefined
  if (former === undefined) throw applicationPasswordNotFound()
  credentials.forget()
  return { body: presentPassword(former) }
}
