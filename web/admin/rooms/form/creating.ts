import { randomName } from '../../app/random-name.ts'
import { ServiceError } from '../../service/errors.ts'
import { bodiesOf, isEmpty, isSame, type Values } from './values.ts'
import type { Creation, Update } from './unsaved.ts'

/** A create of the filled fields, under a key of its own. */
export function creationOf(changes: Values, sent: Values): Creation {
  const { original } = bodiesOf(changes)
  const filled = Object.entries({ ...original, ...sent }).filter(([, value]) => !isEmpty(value))
  return { key: randomName(), body: Object.fromEntries(filled), since: Date.now() }
}

/** The wanted values that the create did not contain. */
export const leftOf = (wanted: Values, body: Values): Values =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isEmpty(value) && !isSame(body[name], value)),
  )

/** Statuses that say what is wrong with the content, or that it is outdated: it is therefore not stored. */
const refusals = [400, 409, 412, 413, 422]

/**
 * Whether the create has certainly stored nothing, so that the next one may be made of the corrected values. One that is
 * repeated may have been stored by an earlier attempt whose answer was lost: then an answer that is not about its content,
 * such as a rate limit, says nothing about that attempt.
 */
export function isRefused(error: unknown, isRepeated: boolean): boolean {
  if (!(error instanceof ServiceError)) return false
  if (!isRepeated) return error.status < 500
  return refusals.includes(error.status) || Object.keys(error.fields).length > 0
}

/** The service keeps keys for a day (interface: Idempotency); an hour less leaves time for a slow network. */
const repeatableMs = 23 * 3_600_000

/** Whether the service may no longer recognize a repetition by its key. */
export const isTooOld = ({ since = 0 }: Creation | Update): boolean => Date.now() - since > repeatableMs
