import { forbidden, notJoinable } from '../../errors.ts'
import { events } from '../../resources/events/index.ts'
import { calendarRequest } from '../history/calendar-request.ts'
import { unlessAnswered, writeOnce } from '../idempotency.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { auditOf } from '../remove.ts'
import { answerOf } from '../scope.ts'
import type { Transaction } from '../../store/index.ts'
import type { ResourceServices } from '../service.ts'
import { checkPrecondition } from '../preconditions.ts'
import { findEditable, isTrashed, loadTarget, mayEditItem } from '../target-resource.ts'

const writeName = 'events join'

/** Merges a series back into the one that it was split from, and deletes it. */
export const joinWithFormer = (
  service: ResourceServices,
  request: OperationRequest,
): Promise<OperationResult> =>
  unlessAnswered(service, request, writeName, () => join(service, calendarRequest(request)))

async function join(service: ResourceServices, request: OperationRequest): Promise<OperationResult> {
  const { caller, site } = request
  const { target } = await findEditable(service.store.latest, events, request)
  const { language } = target
  const context = { site, caller, language }
  const merge = async (transaction: Transaction) => {
    const item = await loadTarget(transaction, events, request, target)
    await checkPrecondition(service, transaction, events, target, request)
    const joined = isTrashed(item) ? undefined : await transaction.joinSeries(item, context)
    if (joined === undefined) throw notJoinable()
    await transaction.remove(events, item, context)
    await transaction.audit(auditOf(events, item, request))
    const series = await loadTarget(transaction, events, request, { id: joined.id, language })
    if (!mayEditItem(events, series, caller)) throw forbidden()
    return answerOf(service, events, series, { language, changed: joined.changed }, request)
  }
  return writeOnce(service, request, writeName, merge, { isLong: true })
}
