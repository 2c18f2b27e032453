import { ifValid } from '../errors/if-valid.ts'
import type { JsonObject } from '../is-object.ts'
import type { Site } from '../resources/parameter.ts'
import {
  findZone,
  momentToInstant,
  readMoment,
  toInstant,
  toWall,
  type Instant,
  type Moment,
} from '../time/index.ts'
import type { Sent } from './record.ts'

/** Local times of which a source also has the instant, because clocks show an hour twice when they are set back. */

export type Clock = Pick<Site, 'now' | 'timezone'>

/** Undefined for what is no date, which is refused when its field is read. */
export const momentIn = (text: unknown, { now, timezone }: Clock): Moment | undefined =>
  ifValid(() => readMoment(text, now, timezone))

/** As `2027-03-02T18:00:00Z`. */
export const inUtc = (instant: Instant) => `${toWall(instant, 'UTC').replace(' ', 'T')}Z`

/** The local time is authoritative: one that was edited without its instant no longer agrees with it. */
function exact(local: unknown, utc: unknown, { now, timezone }: Clock): unknown {
  const [moment, stated] = [momentIn(local, { now, timezone }), momentIn(utc, { now, timezone: 'UTC' })]
  if (moment === undefined || stated === undefined || 'instant' in moment) return local
  const instant = momentToInstant(stated, 'UTC')
  const isMeant = toWall(instant, timezone) === moment.wall && toInstant(moment.wall, timezone) !== instant
  return isMeant ? inUtc(instant) : local
}

/** Local times of a record are in its own time zone, if it names one that is known. */
export const clockOf = (fields: Sent, { now, timezone }: Clock): Clock => ({
  now,
  timezone: findZone(String(fields.timezone ?? '')) ?? timezone,
})

/** Replaces local times that would be read as the first of two equal ones by the instants beside them. */
export function withInstants(fields: Sent, source: JsonObject, site: Clock): Sent {
  const clock = clockOf(fields, site)
  const { utc_start_date: start, utc_end_date: end } = source
  return {
    ...fields,
    ...(start ? { start_date: exact(fields.start_date, start, clock) } : {}),
    // Without an instant of its own, an end at the local time of the start is that of the start.
    ...(end || start ? { end_date: exact(fields.end_date, end || start, clock) } : {}),
  }
}
