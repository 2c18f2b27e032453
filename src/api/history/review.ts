import { forbidden, notPending } from '../../errors.ts'
import type { Audited } from '../../identity/audit-log.ts'
import { mayEditOthers } from '../../identity/roles.ts'
import { required } from '../../resources/parameter.ts'
import { choice, lines } from '../../resources/parameter-types.ts'
import { events } from '../../resources/events/index.ts'
import type { Item } from '../../resources/resource.ts'
import { unlessAnswered, writeOnce } from '../idempotency.ts'
import type { Transaction } from '../../store/index.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { checkPrecondition } from '../preconditions.ts'
import { requireCredentials, requireParameters } from '../steps.ts'
import { findTarget, loadTarget, type TargetResource } from '../target-resource.ts'
import { prepareUpdate, updateFieldsOf, type Update } from '../update.ts'
import { auditedAs, decisions, type Decision } from './decisions.ts'
import { calendarRequest } from './calendar-request.ts'

/** Editors review events that contributors have written (interface: Reviews). */

export const reviewFields = {
  decision: required(
    choice('Whether the event is published, becomes a draft again, or goes to the trash', decisions),
  ),
  note: lines('Note to the author, shown in the history of the event'),
}

/** The audit log entry of a decision; the list of decisions is read from these entries. */
const auditOf = (
  decision: Decision,
  { id, row, text, language, ownFields }: Item,
  { caller, address, now }: OperationRequest,
): Audited => ({
  action: auditedAs[decision],
  by: caller,
  target: {
    kind: events.singular,
    id,
    name: String(text.title ?? ''),
    language: ownFields.includes('title') ? language : String(row.original_language),
  },
  address,
  now,
})

const states: Readonly<Record<Exclude<Decision, 'reject'>, string>> = { accept: 'publish', return: 'draft' }

/**
 * Prepares the write that a decision leads to. A decision about a series includes its occurrences that are over, because
 * nobody would decide about them otherwise.
 */
async function prepareDecision(
  service: ResourceServices,
  request: OperationRequest,
  { target, item }: { readonly target: TargetResource; readonly item: Item },
  decision: Decision,
  note: string | undefined,
): Promise<Update> {
  const { caller, site, links } = request
  const { view } = service.store
  const { language } = target
  if (decision !== 'reject') {
    const sent = { status: states[decision], ...(item.series === undefined ? {} : { past: true }) }
    return prepareUpdate(service, events, updateFieldsOf(events, true), { ...request, sent }, { note })
  }
  const run = async (transaction: Transaction) => {
    const item = await loadTarget(transaction, events, request, target)
    await transaction.trash(events, item, { site, caller, language, note })
    const after = await loadTarget(transaction, events, request, target)
    return { body: events.present(after, view({ links, language, caller })), language: after.language }
  }
  return { run }
}

const writeName = 'review'

export const reviewEvent = (service: ResourceServices, request: OperationRequest): Promise<OperationResult> =>
  unlessAnswered(service, request, writeName, () => decide(service, calendarRequest(request)))

async function decide(service: ResourceServices, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(reviewFields, request)
  const { caller } = request
  requireCredentials(caller)
  const target = await findTarget(service.store.latest, events, request, undefined)
  const pending = await loadTarget(service.store.latest, events, request, target)
  if (!mayEditOthers(caller)) throw forbidden()
  const decision = await prepareDecision(
    service,
    // Checked below, whatever the decision.
    { ...request, matchesIfMatch: undefined },
    { target: target!, item: pending },
    values.decision!,
    values.note ?? undefined,
  )
  return writeOnce(service, request, writeName, async (transaction) => {
    const item = await loadTarget(transaction, events, request, target)
    if (item.row.status !== 'pending') throw notPending()
    await checkPrecondition(service, transaction, events, target!, request)
    await transaction.audit(auditOf(values.decision!, item, request))
    return decision.run(transaction)
  })
}
