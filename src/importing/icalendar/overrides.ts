import { groupBy } from '../../group-by.ts'
import { message } from '../../locales/sentence.ts'
import { wallsOf, type First, type Recurrence } from '../../recurrence/index.ts'
import { timeFields } from '../../resources/events/inheritance.ts'
import { addSeconds, dayOf, endOfDay, secondsOf, startOfDay, toInstant, type Wall } from '../../time/index.ts'
import { besides } from '../reasons.ts'
import type { Copy, Sent, Unreadable } from '../record.ts'
import { periodsOf } from './recurrence-lines.ts'
import { recurrenceStamp, whenOf, type When, type ZoneContext } from './times.ts'
import type { Property, Vevent } from './vevent.ts'

/** What differs in occurrences of a series: by VEVENTs with a RECURRENCE-ID, and by periods of RDATE. */

/** A recurring VEVENT, or one that overrides an occurrence. */
export interface Part {
  readonly uid: string
  readonly vevent: Vevent
  readonly when: When
  readonly fields: Sent
  /** The RECURRENCE-ID property. */
  readonly overridden: Property | undefined
  /** The zones of its calendar. */
  readonly context: ZoneContext
}

export interface Override {
  readonly wall: Wall
  /** Returns the fields in which the occurrence at a local time differs from its series. */
  readonly ownIn: (series: Overridden, wall: Wall) => Sent
  /** The VEVENT that continues the series from here on: RANGE=THISANDFUTURE (RFC 5545 3.2.13). */
  readonly next: Part | undefined
}

export interface Overridden {
  readonly when: When
  readonly fields: Sent
  readonly recurrence: Recurrence
}

const ofTheSeries = ['slug', 'ml_language', ...timeFields]

export const firstOf = ({ start, timezone, allDay }: When): First => ({ start, timezone, allDay })

/** RFC 5545 3.8.4.4 lets an override be in UTC whatever the zone of its series, in which it is meant. */
export function inZoneOf({ timezone }: When, part: Part): Part {
  const when = part.when.timezone === timezone ? part.when : whenOf(part.vevent, part.context, timezone)
  return {
    ...part,
    when,
    fields: { ...withoutEmptyTitle(part.fields), ...when.sent, timezone: when.timezone },
  }
}

/** An override without SUMMARY has the title of its series, because no event can be without one. */
const withoutEmptyTitle = ({ title, ...others }: Sent): Sent => (title === '' ? others : { title, ...others })

/** Returns the fields in which an occurrence differs from its series. */
function ownFields({ when, fields }: Part, series: Overridden, wall: Wall): Sent {
  const own = Object.entries(fields).filter(
    ([name, value]) =>
      !ofTheSeries.includes(name) && JSON.stringify(value) !== JSON.stringify(series.fields[name]),
  )
  return { ...Object.fromEntries(own), ...ownTimes(when, series, wall) }
}

const lengthOf = ({ start, end }: When): number => secondsOf(end) - secondsOf(start)

function ownTimes(when: When, series: Overridden, wall: Wall): Sent {
  const isMoved =
    when.start !== wall ||
    when.end !== addSeconds(wall, lengthOf(series.when)) ||
    when.timezone !== series.when.timezone
  return isMoved ? { ...when.sent, timezone: when.timezone, all_day: when.allDay } : {}
}

/** All occurrences last as long as the first one, so a period of another length is an override. */
export const periodOverrides = ({ vevent, when, context }: Part): Override[] =>
  when.allDay
    ? []
    : periodsOf(vevent.recurrence, when, context)
        .filter((period) => period.start >= when.start)
        .filter((period) => lengthOf(period) >= 0 && lengthOf(period) !== lengthOf(when))
        .map((period) => ({
          wall: period.start,
          ownIn: (series, wall) => ownTimes(period, series, wall),
          next: undefined,
        }))

export const isRange = ({ overridden }: Part): boolean =>
  /^THISANDFUTURE$/i.test(overridden!.parameters.range ?? '')

/** Of several revisions of a component, the one with the highest SEQUENCE counts (RFC 5546 2.1.4), else the first. */
export const latestOf = <P extends Part>(parts: readonly P[]): P | undefined =>
  parts.toSorted((one, other) => other.vevent.sequence - one.vevent.sequence)[0]

const contentOf = ({ vevent, when, fields, overridden }: Part) =>
  JSON.stringify([
    fields,
    when,
    vevent.recurrence,
    vevent.excludingRules,
    overridden?.parameters,
    overridden?.values,
  ])

/** What becomes of a part beside the one that counts. */
export const besidePart = (part: Part, other: Part): Copy | Unreadable =>
  besides(part.vevent.line, other.vevent.line, { isSame: contentOf(part) === contentOf(other) })

export const isOverride = (found: Override | Copy | Unreadable): found is Override => 'wall' in found

/** What is said of parts that override nothing. */
export const withoutOverrides = (found: readonly (Override | Copy | Unreadable)[]): (Copy | Unreadable)[] =>
  found.flatMap((one) => (isOverride(one) ? [] : [one]))

/** Finds the date that each override names. One that the series does not have cannot be overridden. */
export function overridesOf(series: Overridden, parts: readonly Part[]): (Override | Copy | Unreadable)[] {
  if (parts.length === 0) return []
  const named = parts.map((part) => ({
    part,
    ...recurrenceStamp(part.overridden!, series.when, part.context),
  }))
  const find = dateFinder(
    series,
    named.map(({ wall }) => wall),
  )
  const dated = named.map(({ part, wall, isDay }) => {
    // A series may continue from any date.
    const date = find(wall, isDay) ?? (isRange(part) ? wall : undefined)
    return { ...part, wall, date, identity: `${date} ${isRange(part)}` }
  })
  const latest = new Map(
    [...groupBy(dated, ({ identity }) => identity)].map(([identity, some]) => [identity, latestOf(some)!]),
  )
  return dated.map((part) => {
    const { vevent, wall, date, identity } = part
    if (date === undefined) return notADate(part, wall)
    if (endsEarly(part))
      return { line: vevent.line, fault: message('An event must not end before it starts.') }
    const other = latest.get(identity)!
    return other === part ? overrideAt(date, part) : besidePart(part, other)
  })
}

const overrideAt = (wall: Wall, part: Part): Override => ({
  wall,
  ownIn: (series, at) => ownFields(inZoneOf(series.when, part), series, at),
  next: isRange(part) ? part : undefined,
})

/** Found here, so that it alone fails: in a write, it would refuse the whole series, which a preview has promised. */
const endsEarly = ({ when: { sent, allDay } }: Part): boolean =>
  !allDay && sent.start_date.endsWith('Z') === sent.end_date.endsWith('Z') && sent.end_date < sent.start_date

const notADate = ({ vevent }: Part, wall: Wall): Unreadable => ({
  line: vevent.line,
  fault: message('The series has no date {date}, so this exception is skipped.', { date: wall }),
})

/** How many dates are compared; overrides of later ones are taken as they are. */
const mostCompared = 10_000

/**
 * A day stands for the first date on it. Two local times may be the same instant, because those that the clock skips are
 * moved forward.
 */
function dateFinder({ recurrence, when }: Overridden, named: readonly Wall[]) {
  const inOrder = named.toSorted()
  const dates = wallsOf(recurrence, firstOf(when), {
    from: startOfDay(inOrder[0]!),
    until: endOfDay(inOrder.at(-1)!),
    limit: mostCompared,
  })
  const byDay = groupBy(dates, dayOf)
  const instantOf = (wall: Wall) => toInstant(wall, when.timezone)
  return (wall: Wall, isDay: boolean): Wall | undefined => {
    if (dates.length === mostCompared && wall > dates.at(-1)!) return wall
    const onDay = byDay.get(dayOf(wall)) ?? []
    return isDay
      ? onDay[0]
      : (onDay.find((date) => date === wall) ?? onDay.find((date) => instantOf(date) === instantOf(wall)))
  }
}
