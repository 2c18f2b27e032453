import { forbidden } from '../../errors.ts'
import {
  isPublished,
  mayEdit,
  mayEditOthers,
  mayPublish,
  maySetImages,
  type OptionalCaller,
} from '../../identity/roles.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { isInTrash, type EventRow, type Series } from './rows.ts'

/** What a caller may do to the occurrences of a series (interface: Roles). The service itself has no caller. */

interface ByCaller {
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

/** What the caller may not give an occurrence by making it the same as the series, as in a write to the field itself. */
function refusedValues(series: Series, row: EventRow, view: ByCaller): Record<string, LocalizableMessage> {
  const { event } = series
  const { caller } = view
  const differs = (name: 'author' | 'image') => caller !== undefined && event[name] !== row[name]
  return {
    ...(wouldPublish(series, view) ? { status: message('Only authors and editors can publish.') } : {}),
    ...(differs('author') && !mayEditOthers(caller)
      ? { author: message('Only editors can set another user as the author.') }
      : {}),
    ...(differs('image') && event.image !== null && !maySetImages(caller)
      ? { image: message('Only authors and editors can set an image.') }
      : {}),
  }
}

/** Throws if the caller may not give the occurrence one of these fields of its series. */
export function requireInheritable(
  fields: readonly string[],
  series: Series,
  row: EventRow,
  view: ByCaller,
): void {
  const refused = refusedValues(series, row, view)
  const first = fields.find((field) => Object.hasOwn(refused, field))
  if (first !== undefined) throw forbidden({ inherit: refused[first]! })
}

/** Those of the fields that an occurrence can take from its series without being published by a caller who may not. */
export const withoutPublishing = (
  fields: readonly string[],
  series: Series,
  view: ByCaller,
): readonly string[] => (wouldPublish(series, view) ? fields.filter((field) => field !== 'status') : fields)
