import { isAmong, overridesOf, setsTime } from '../../resources/events/inheritance.ts'
import type { Item } from '../../resources/resource.ts'
import { differences, readState, type State } from '../../store/history/state.ts'
import { isInTrash, rowOf } from '../../store/series/rows.ts'
import type { Db } from '../../store/sql/db.ts'
import { writeOnce } from '../idempotency.ts'
import type { OperationRequest } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { calendarRequest } from './calendar-request.ts'
import { namesToInherit } from './own-fields.ts'
import { inheriting, prepareWrites, sentByLanguage, type Restoring } from './restore.ts'

/**
 * Restores what an occurrence had of its own. A version cannot do that, because it does not say what was inherited, and
 * what follows the series is no version of the occurrence.
 */

/** The own fields of an occurrence at a version, which is undefined if it had none yet. */
interface OwnFields {
  readonly own: State
  readonly version: number | undefined
}

const isOwnOf = (item: Item) => overridesOf(rowOf(item))

/** Of what differs, or is inherited by now. */
function namesToSend(item: Item, own: State, now: State): string[] {
  const had = Object.keys(own)
  const differing = differences(now, { ...now, ...own })
  const names = had.filter((name) => Object.hasOwn(differing, name) || !isAmong(isOwnOf(item), name))
  return setsTime(names) ? had.filter((name) => isAmong(names, name)) : names
}

export async function restoreOwnFields(
  { db, services: service }: { readonly db: Db; readonly services: ResourceServices },
  adminRequest: OperationRequest,
  item: Item,
  { own, version }: OwnFields,
): Promise<void> {
  if (isInTrash(rowOf(item))) return
  const request = calendarRequest(adminRequest)
  const resource = service.store.resources.events
  const names = namesToSend(item, own, await readState(db, resource, item.id))
  const inherit = namesToInherit(isOwnOf(item), Object.keys(own))
  const restoring: Restoring = { service, resource, request, item, version, skipped: [] }
  const writes = await prepareWrites(
    restoring,
    inheriting(restoring, inherit, sentByLanguage(restoring, own, names)),
  )
  if (writes.length === 0) return
  await writeOnce(service, request, `${resource.name} history`, async (transaction) => {
    for (const { run } of writes) await run(transaction)
    return { body: null }
  })
}
