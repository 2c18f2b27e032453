import { batchesOf } from '../../batches-of.ts'
import { findStored } from '../../recurrence/index.ts'
import { toInstant, toWall, type Wall } from '../../time/index.ts'
import type { Content, Copy, FindKnown, Sent, SourceRecord, Unreadable } from '../record.ts'
import {
  firstOf,
  isOverride,
  overridesOf,
  withoutOverrides,
  type Overridden,
  type Part,
} from './overrides.ts'
import type { When } from './times.ts'
import type { Held } from './held.ts'
import { textOf } from './vevent.ts'

/** Exceptions in a file without their series, which an earlier import of the source has read: calendars send changes alone. */

/** Records of earlier imports, by external ID. */
export type Known = ReadonlyMap<string, Content>

interface KnownSeries extends Overridden {
  readonly externalId: string
  readonly record: Content
}

/** The ID of an occurrence that was imported as an event of its own, and stays one. */
export const idOfStandalone = ({ uid, overridden }: Part): string => `${uid}#${textOf(overridden!.values[0])}`

/** A part that was read, and is read again when all parts of its series are there. */
export interface HeldPart extends Held {
  readonly uid: string
  /** Undefined for a series itself. */
  readonly standaloneId: string | undefined
}

/** More would exceed the number of parameters of a query. */
const batchSize = 1_000

export async function knownFor(parts: readonly HeldPart[], findKnown: FindKnown): Promise<Known> {
  const complete = new Set(
    parts.filter(({ standaloneId }) => standaloneId === undefined).map(({ uid }) => uid),
  )
  const alone = parts.filter(({ uid }) => !complete.has(uid))
  const ids = [...new Set(alone.flatMap(({ uid, standaloneId }) => [uid, standaloneId!]))]
  const known = new Map<string, Content>()
  for (const some of batchesOf(ids, batchSize))
    for (const [id, record] of await findKnown(some)) known.set(id, record)
  return known
}

const wallIn = (sent: string, timezone: string): Wall =>
  sent.endsWith('Z') ? toWall(toInstant(sent.slice(0, -1).replace('T', ' '), 'UTC'), timezone) : sent

/** The time as `When` has sent it. */
function whenOf({ start_date, end_date, timezone, all_day }: Sent): When {
  const sent = { start_date: String(start_date), end_date: String(end_date) }
  const zone = String(timezone)
  const [start, end] = [wallIn(sent.start_date, zone), wallIn(sent.end_date, zone)]
  return { start, end, timezone: zone, allDay: all_day === true, sent }
}

/** Undefined if what is known is no series, or was not read from a calendar. */
export function knownSeries({ uid }: Part, known: Known): KnownSeries | undefined {
  const record = known.get(uid)
  const { recurrence, ...fields } = record?.fields ?? {}
  if (record === undefined || !Array.isArray(recurrence)) return undefined
  const when = whenOf(fields)
  const dates = findStored(recurrence.join('\n'), firstOf(when))
  return dates && { externalId: uid, record, when, fields, recurrence: dates }
}

/** The series as it is known, with these exceptions besides the known ones. */
export function* exceptionsOf(
  series: KnownSeries,
  parts: readonly Part[],
): Generator<SourceRecord | Copy | Unreadable> {
  const found = overridesOf(series, parts)
  const overrides = found.filter(isOverride)
  const { externalId, record } = series
  const now = overrides.map(({ wall, ownIn }) => [wall, ownIn(series, wall)] as const)
  const exceptions = { ...record.exceptions, ...Object.fromEntries(now) }
  if (overrides.length > 0)
    yield {
      ...record,
      externalId,
      line: parts[0]!.vevent.line,
      exceptions: Object.fromEntries(
        Object.entries(exceptions).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
    }
  yield* withoutOverrides(found)
}
