import { auditActions, listAudit, type AuditEntry } from '../../identity/audit-log.ts'
import { forList } from '../../resources/parameter.ts'
import { choice, integer, page } from '../../resources/parameter-types.ts'
import type { Db } from '../../store/sql/db.ts'
import { toWall } from '../../time/index.ts'
import type { OperationRequest, OperationResult, Route } from '../operation.ts'
import { envelope, linkHeader, pageLinks, totalHeaders } from '../pagination.ts'
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
  const { site, links } = request
  const { action, user } = values
  const [number, perPage] = [values.page ?? 1, values.per_page ?? site.perPage]
  const { entries, total } = await listAudit(db, {
    page: number,
    perPage,
    user,
    ...(action == null ? {} : { actions: [action] }),
  })
  const paging = { page: number, perPage, total }
  const inEffect = Object.entries({ action, user }).flatMap(([name, value]): [string, string][] =>
    value == null ? [] : [[name, String(value)]],
  )
  const pages = pageLinks(`${links.rest}/audit`, paging, inEffect)
  return {
    body: envelope('entries', entries.map(present), paging, pages),
    headers: { ...totalHeaders(paging, request), ...linkHeader(pages) },
  }
}

/** The audit log, for administrators (interface: Audit log). */
export const auditRoute = (db: Db): Route => ({
  pattern: '/audit',
  operations: [
    {
      method: 'GET',
      operationId: 'listAudit',
      summary: 'List the audit log',
      parameters: listParameters,
      responseSchema: 'auditList',
      problems: ['rest_forbidden'],
      run: (request) => list(db, request),
    },
  ],
})
