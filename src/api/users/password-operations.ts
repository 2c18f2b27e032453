import { applicationPasswordNotFound } from '../../errors.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { inTransaction } from '../../store/sql/write-queue.ts'
import { audited } from './audited.ts'
import { requireMatch } from '../preconditions.ts'
import { requireParameters } from '../steps.ts'
import type { OperationResult, OperationRequest } from '../operation.ts'
import {
  createApplicationPassword,
  listApplicationPasswords,
  removeApplicationPassword,
} from '../../identity/application-passwords.ts'
import { replacingIssued } from './once.ts'
import { passwordFields } from './parameters.ts'
import { requireOwnUserOrAdministrator } from './user-access.ts'
import { presentIssued, presentPassword } from './presentation.ts'
import type { Identity } from './routes.ts'

export async function listPasswords({ db }: Identity, request: OperationRequest): Promise<OperationResult> {
  const { id } = await requireOwnUserOrAdministrator(db, request)
  const passwords = await listApplicationPasswords(db, id)
  return { body: { application_passwords: passwords.map(presentPassword) } }
}

export async function createPassword(
  { db, random, credentialVerifier }: Identity,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(passwordFields, request)
  const user = await requireOwnUserOrAdministrator(db, request)
  const { id } = user
  const wanted = { name: values.name!, expires: values.expires ?? null }
  const replaceFormer = replacingIssued(request, user)
  const { stored, ...issued } = await createApplicationPassword(
    db,
    random,
    id,
    wanted,
    request.now,
    async (trx, uuid) => {
      await replaceFormer(trx, uuid)
      await recordAudit(trx, audited('application-password-created', user, request))
    },
  )
  credentialVerifier.clearCache()
  return {
    status: 201,
    body: presentIssued(stored, issued),
    headers: { location: `${request.links.rest}/users/${id}/application-passwords/${stored.uuid}` },
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function removePassword(
  { db, credentialVerifier }: Identity,
  request: OperationRequest,
): Promise<OperationResult> {
  const user = await requireOwnUserOrAdministrator(db, request)
  const { id } = user
  const uuid = request.path.uuid ?? ''
  const deletedPassword = isUuid(uuid)
    ? await inTransaction(db, async (trx) => {
        const deleted = await removeApplicationPassword(trx, id, uuid)
        if (deleted === undefined) return undefined
        requireMatch(request, presentPassword(deleted))
        await recordAudit(trx, audited('application-password-deleted', user, request))
        return deleted
      })
    : undefined
  if (deletedPassword === undefined) throw applicationPasswordNotFound()
  credentialVerifier.clearCache()
  return { body: presentPassword(deletedPassword) }
}
