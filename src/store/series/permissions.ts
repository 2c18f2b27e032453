import { forbidden } from '../../errors.ts'
import { isPublished, mayEdit, mayPublish, type OptionalCaller } from '../../identity/roles.ts'
import { message } from '../../locales/sentence.ts'
import { isInTrash, type EventRow, type Series } from './rows.ts'

/** What a caller may do to the occurrences of a series (interface: Roles). The service itself has no caller. */

export interface ByCaller {
  readonly caller: OptionalCaller
}

/**
 * Throws if the caller may not edit one of these occurrences, which a write to their series would change too: others may
 * have published it, or may be its author by now.
 */
export function requireEditable(rows: readonly EventRow[], { caller }: ByCaller): void {
  if (caller !== undefined && rows.some((row) => !isInTrash(row) && !mayEdit(caller, row))) throw forbidden()
}

/** Whether the status of a series would publish an occurrence for a caller who may not publish. */
const wouldPublish = ({ event }: Series, { caller }: ByCaller): boolean =>
  caller !== undefined && !mayPublish(caller) && isPublished(event)

/** Throws if an occurrence would be published by giving back its status. */
export function requireNotPublishing(fields: readonly string[], series: Series, view: ByCaller): void {
  if (fields.includes('status') && wouldPublish(series, view))
    throw forbidden({ inherit: message('Only authors and editors can publish.') })
}

/** Those of the fields that an occurrence can take from its series without being published by a caller who may not. */
export const withoutPublishing = (
  fields: readonly string[],
  series: Series,
  view: ByCaller,
): readonly string[] => (wouldPublish(series, view) ? fields.filter((field) => field !== 'status') : fields)
