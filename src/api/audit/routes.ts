import { auditActions, listAudit, type AuditEntry } from '../../identity/audit-log.ts'
import { forList } from '../../resources/parameter.ts'
import { choice, integer } from '../../resources/parameter-types.ts'
import { page } from '../../resources/common-parameters.ts'
import type { Db } from '../../store/sql/db.ts'
import { toWall } from '../../time/index.ts'
import { routeOf, type OperationRequest, type OperationResult, type Route } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import { requireParameters } from '../steps.ts'
import { requireAdministrator } from '../users/user-access.ts'

const listParameters = forList({
  ...page,
  action: choice('Entries with the given action', auditActions),
  user: integer('Entries by the given user', { minimum: 0 }),
})

const present = ({ id, at, action, user_id, username, address, ...target }: AuditEntry) => ({
  id,
  date_utc: toWall(at, 'UTC'),
  action,
  user: user_id ?? 0,
  username,
  address,
  ...(target.target_id === null
    ? {}
    : { target: { kind: target.target_kind, id: target.target_id, name: target.target_name } }),
})

async function list(db: Db, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(listParameters, request)
  requireAdministrator(request.caller)
  const { action, user } = values
  const requested = requestedPage(values, request)
  const actions = action == null ? undefined : [action]
  const { entries, total } = await listAudit(db, { ...requested, user, actions })
  return presentPage(
    request,
    'audit',
    { entries: entries.map(present) },
    { ...requested, total },
    { action, user },
  )
}

/** The audit log, for administrators (interface: Audit log). */
export const auditRoute = (db: Db): Route =>
  routeOf('/audit', {
    method: 'GET',
    operationId: 'listAudit',
    summary: 'List the audit log',
    parameters: listParameters,
    responseSchema: 'auditList',
    problems: ['rest_forbidden'],
    run: (request) => list(db, request),
  })
