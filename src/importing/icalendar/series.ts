import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { groupBy } from '../../group-by.ts'
import { ValidationError } from '../../errors.ts'
import {
  continuedFrom,
  endedBefore,
  linesOf,
  readRecurrence,
  shifted,
  withoutRule,
  type First,
  type Recurrence,
} from '../../recurrence/index.ts'
import { secondsOf, wallOf, type Wall } from '../../time/index.ts'
import type { Sent, SourceRecord, Unreadable } from '../record.ts'
import { Refused } from '../refused.ts'
import { recurrenceLines, recurrenceWall, whenOf, type When, type ZoneContext } from './times.ts'
import type { Property, Vevent } from './vevent.ts'

/** Combines the VEVENTs with the same UID to a series and the overrides of its occurrences. */

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

interface Override {
  readonly part: Part
  readonly wall: Wall
  /** RANGE=THISANDFUTURE (RFC 5545 3.2.13). */
  readonly isRange: boolean
}

const timeFields = ['start_date', 'end_date', 'timezone', 'all_day']
const ofTheSeries = ['slug', 'ml_language', 'status', ...timeFields]

const shift = (wall: Wall, seconds: number): Wall => wallOf(secondsOf(wall) + seconds)

const firstOf = ({ start, timezone, allDay }: When): First => ({ start, timezone, allDay })

/** RFC 5545 3.8.4.4 lets an override be in UTC whatever the zone of its series, in which it is meant. */
function inZoneOf({ timezone }: When, part: Part): Part {
  const when = whenOf(part.vevent, part.context, timezone)
  return { ...part, when, fields: { ...part.fields, ...when.sent, timezone: when.timezone } }
}

/** Returns the fields in which an occurrence differs from its series. */
function ownFields({ when, fields }: Part, series: { when: When; fields: Sent }, wall: Wall): Sent {
  const own = Object.entries(fields).filter(
    ([name, value]) =>
      !ofTheSeries.includes(name) && JSON.stringify(value) !== JSON.stringify(series.fields[name]),
  )
  const length = secondsOf(series.when.end) - secondsOf(series.when.start)
  const isMoved =
    when.start !== wall || when.end !== shift(wall, length) || when.timezone !== series.when.timezone
  const times = isMoved ? timeFields.map((name) => [name, fields[name]] as const) : []
  return Object.fromEntries([...own, ...times])
}

interface Whole {
  readonly externalId: string
  readonly line: number
  readonly when: When
  readonly fields: Sent
  readonly recurrence: Recurrence
  readonly notes: readonly LocalizableMessage[]
}

const recordOf = (
  { externalId, line, when, fields, recurrence, notes }: Whole,
  exceptions: [Wall, Sent][],
) => ({
  line,
  externalId,
  fields: { ...fields, recurrence: linesOf(recurrence, when) },
  notes,
  ...(exceptions.length === 0 ? {} : { exceptions: Object.fromEntries(exceptions) }),
})

/** Makes a new series from an override with THISANDFUTURE. */
function continued(whole: Whole, { part, wall }: Override): Whole {
  const rest = continuedFrom(whole.recurrence, firstOf(whole.when), wall)
  const from = { ...firstOf(whole.when), start: wall }
  return {
    externalId: `${part.uid}#${wall}`,
    line: part.vevent.line,
    when: part.when,
    fields: { ...whole.fields, slug: '', ...part.fields },
    recurrence: shifted(rest, from, firstOf(part.when)),
    notes: [],
  }
}

function* splitInParts(whole: Whole, all: readonly Override[]): Generator<SourceRecord> {
  const overrides = all.map((one) => ({ ...one, part: inZoneOf(whole.when, one.part) }))
  const range = overrides.find(({ isRange }) => isRange)
  const before = range === undefined ? overrides : overrides.filter(({ wall }) => wall < range.wall)
  const firstPart =
    range === undefined ? whole.recurrence : endedBefore(whole.recurrence, firstOf(whole.when), range.wall)
  yield recordOf(
    { ...whole, recurrence: firstPart },
    before.map(({ part, wall }) => [wall, ownFields(part, whole, wall)]),
  )
  if (range === undefined) return
  const next = continued(whole, range)
  const moved = secondsOf(range.part.when.start) - secondsOf(range.wall)
  const later = overrides
    .filter(({ wall }) => wall > range.wall)
    .map((one) => ({ ...one, wall: shift(one.wall, moved) }))
  yield* splitInParts(next, later)
}

/**
 * Returns the dates of a series without those excluded by EXRULE, and notes on what could not be represented exactly.
 */
function datesOf({ vevent, when, context }: Part): Pick<Whole, 'recurrence' | 'notes'> {
  const first = firstOf(when)
  let recurrence = readRecurrence(recurrenceLines(vevent.recurrence, context), first)
  const notes: LocalizableMessage[] = []
  for (const rule of vevent.excludingRules) {
    const { recurrence: rest, until } = withoutRule(recurrence, first, rule)
    recurrence = rest
    if (until !== undefined)
      notes.push(message('EXRULE is replaced by dates, the last of which is {date}.', { date: until }))
  }
  return { recurrence, notes }
}

function* seriesOf(master: Part, overrides: readonly Part[]): Generator<SourceRecord> {
  const { vevent, when, fields, uid } = master
  const named = overrides.map((part) => ({
    part,
    wall: recurrenceWall(part.overridden!, when, part.context),
    isRange: /^THISANDFUTURE$/i.test(part.overridden!.parameters.range ?? ''),
  }))
  const inOrder = named.toSorted((one, other) => (one.wall < other.wall ? -1 : 1))
  yield* splitInParts({ externalId: uid, line: vevent.line, when, fields, ...datesOf(master) }, inOrder)
}

/** An occurrence without its series is imported as an event of its own. */
const standalone = ({ uid, vevent, fields, overridden }: Part): SourceRecord => ({
  line: vevent.line,
  externalId: `${uid}#${String(overridden!.values[0])}`,
  fields,
})

function* recordsOf(parts: readonly Part[]): Generator<SourceRecord> {
  const masters = parts.filter(({ overridden }) => overridden === undefined)
  const overrides = parts.filter(({ overridden }) => overridden !== undefined)
  const [master, ...others] = masters
  if (master === undefined) yield* overrides.map(standalone)
  else yield* seriesOf(master, overrides)
  yield* others.map(({ uid, vevent, fields }) => ({ line: vevent.line, externalId: uid, fields }))
}

export function* seriesRecords(parts: readonly Part[]): Generator<SourceRecord | Unreadable> {
  for (const some of groupBy(parts, ({ uid }) => uid).values())
    try {
      yield* recordsOf(some)
    } catch (error) {
      const fault =
        error instanceof Refused ? error.fault : error instanceof ValidationError ? error.sentence : undefined
      if (fault === undefined) throw error
      yield { line: some[0]!.vevent.line, fault }
    }
}
