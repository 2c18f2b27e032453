import type { AuditAction, AuditEntry } from '../../identity/audit-log.ts'
import { listAudit } from '../../identity/audit-log.ts'
import { mayEditOthers } from '../../identity/roles.ts'
import { forbidden } from '../../errors.ts'
import { forList } from '../../resources/parameter.ts'
import { choice, page } from '../../resources/parameter-types.ts'
import type { Db } from '../../store/sql/db.ts'
import { toWall } from '../../time/index.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { envelope, linkHeader, pageLinks, totalHeaders } from '../pagination.ts'
import { parseParameters, requireCredentials, throwIfInvalid } from '../steps.ts'

/** What editors have decided about events, as the audit log tells (interface: Reviews). */

export const decisions = ['accept', 'return', 'reject'] as const
export type Decision = (typeof decisions)[number]

export const auditedAs = {
  accept: 'event-accepted',
  return: 'event-returned',
  reject: 'event-rejected',
} as const satisfies Readonly<Record<Decision, AuditAction>>

export const reviewListParameters = forList({
  ...page,
  decision: choice('Reviews with the given decision', decisions),
})

const present = ({ id, at, action, user_id, username, target_id, target_name }: AuditEntry) => ({
  id,
  date_utc: toWall(at, 'UTC'),
  decision: decisions.find((decision) => auditedAs[decision] === action)!,
  user: user_id ?? 0,
  username,
  event: { id: target_id!, title: target_name ?? '' },
})

export async function listReviews(db: Db, request: OperationRequest): Promise<OperationResult> {
  const { values, errors } = parseParameters(reviewListParameters, request)
  throwIfInvalid(errors)
  requireCredentials(request.caller)
  if (!mayEditOthers(request.caller)) throw forbidden()
  const { site, links } = request
  const { decision } = values
  const [number, perPage] = [values.page ?? 1, values.per_page ?? site.perPage]
  const actions = decision == null ? Object.values(auditedAs) : [auditedAs[decision]]
  const { entries, total } = await listAudit(db, { page: number, perPage, actions })
  const paging = { page: number, perPage, total }
  const pages = pageLinks(`${links.rest}/reviews`, paging, decision == null ? [] : [['decision', decision]])
  return {
    body: envelope('reviews', entries.map(present), paging, pages),
    headers: { ...totalHeaders(paging, request), link: linkHeader(pages) },
  }
}
