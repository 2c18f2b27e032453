import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { groupBy } from '../../group-by.ts'
import {
  continuedFrom,
  endedBefore,
  linesOf,
  readRecurrence,
  shifted,
  startOf,
  wallsOf,
  withoutRule,
  type First,
  type Recurrence,
} from '../../recurrence/index.ts'
import { addSeconds, dayOf, secondsOf, toInstant, toWall, type Instant, type Wall } from '../../time/index.ts'
import { yieldIfDue } from '../../yielding.ts'
import { Refused } from '../refused.ts'
import {
  isRecord,
  type Copy,
  type KnownPart,
  type Sent,
  type SourceInput,
  type SourceRecord,
  type Unreadable,
} from '../record.ts'
import { faultOf } from './faults.ts'
import { exceptionsOf, idOfStandalone, knownSeries, type HeldPart, type Known } from './known-series.ts'
import {
  besidePart,
  firstOf,
  inZoneOf,
  isOverride,
  isRange,
  latestOf,
  overridesOf,
  withoutOverrides,
  periodOverrides,
  type Override,
  type Part,
} from './overrides.ts'
import { recurrenceLines } from './recurrence-lines.ts'
import { recurrenceStamp, type When } from './times.ts'
import type { Vevent } from './vevent.ts'

/** Combines the VEVENTs with the same UID to a series and the overrides of its occurrences. */

type Found = SourceRecord | Copy | Unreadable

interface Whole {
  readonly externalId: string
  readonly revision: number
  readonly line: number
  readonly when: When
  readonly fields: Sent
  readonly recurrence: Recurrence
  readonly notes: readonly LocalizableMessage[]
}

const recordOf = (
  { externalId, revision, line, when, fields, recurrence, notes }: Whole,
  exceptions: [Wall, Sent][],
) => ({
  line,
  externalId,
  revision,
  fields: { ...fields, recurrence: linesOf(recurrence, when) },
  notes,
  ...(exceptions.length === 0 ? {} : { exceptions: Object.fromEntries(exceptions) }),
})

/** Whether the series has no date before this one. */
const isFirst = ({ recurrence, when }: Whole, wall: Wall): boolean => {
  const [first] = wallsOf(recurrence, firstOf(when), { until: wall, limit: 1 })
  return first === undefined || first >= wall
}

/** Makes a series from an override with THISANDFUTURE: a new one, unless nothing is left of the former. */
function continued(whole: Whole, part: Part, wall: Wall): Whole {
  const rest = continuedFrom(whole.recurrence, firstOf(whole.when), wall)
  const from = { ...firstOf(whole.when), start: wall }
  const series = { when: part.when, recurrence: shifted(rest, from, firstOf(part.when), true) }
  if (isFirst(whole, wall)) return { ...whole, ...series, fields: { ...whole.fields, ...part.fields } }
  return {
    ...series,
    externalId: `${part.uid}#${wall}`,
    revision: part.vevent.sequence,
    line: part.vevent.line,
    fields: { ...whole.fields, slug: '', ...part.fields },
    notes: [],
  }
}

function* splitInParts(whole: Whole, overrides: readonly Override[]): Generator<SourceRecord> {
  const range = overrides.find(({ next }) => next !== undefined)
  const before = range === undefined ? overrides : overrides.filter(({ wall }) => wall < range.wall)
  const firstPart =
    range === undefined ? whole.recurrence : endedBefore(whole.recurrence, firstOf(whole.when), range.wall)
  if (range === undefined || !isFirst(whole, range.wall))
    yield recordOf(
      { ...whole, recurrence: firstPart },
      before.map(({ wall, ownIn }) => [wall, ownIn(whole, wall)]),
    )
  if (range === undefined) return
  const next = inZoneOf(whole.when, range.next!)
  const moved = secondsOf(next.when.start) - secondsOf(range.wall)
  const later = overrides
    .filter((one) => one !== range && one.wall >= range.wall)
    .map((one) => ({ ...one, wall: addSeconds(one.wall, moved) }))
  yield* splitInParts(continued(whole, next, range.wall), later)
}

/** Of one series; each is compared with all of its dates. */
const maxExcludingRules = 5

export const tooManyExcludingRules = (limit: number) =>
  new Refused(message('At most {limit} EXRULE are possible.', { limit }))

/** Without the start among the dates of RDATE, unless there is nothing else: calendars may name it, as ours do, or not. */
function withoutStart({ dates, ...others }: Recurrence, first: First): Recurrence {
  const start = startOf(first)
  const rest = dates.filter((date) => date !== start)
  return { ...others, dates: others.rule === undefined && rest.length === 0 ? dates : rest }
}

/**
 * Returns the dates of a series without those excluded by EXRULE, and notes on what could not be represented exactly.
 */
function datesOf({ vevent, when, context }: Part): Pick<Whole, 'recurrence' | 'notes'> {
  const first = firstOf(when)
  if (vevent.excludingRules.length > maxExcludingRules) throw tooManyExcludingRules(maxExcludingRules)
  const notes: LocalizableMessage[] = []
  const leaveOut = (early: readonly Wall[]) => {
    notes.push(
      message('Dates of RDATE before DTSTART are left out, the last of which is {date}.', {
        date: early.at(-1)!,
      }),
    )
  }
  const read = readRecurrence(recurrenceLines(vevent, context), first, { leaveOut })
  let recurrence = withoutStart(read, first)
  for (const rule of vevent.excludingRules) {
    const { recurrence: rest, until } = withoutRule(recurrence, first, rule)
    recurrence = rest
    if (until !== undefined)
      notes.push(message('EXRULE is replaced by dates, the last of which is {date}.', { date: until }))
  }
  return { recurrence, notes }
}

/** More than any calendar has. Each one divides all exceptions after it once more. */
const maxRanges = 100

/** How many components may have one UID. They are in memory together. */
const maxParts = 10_000

function* seriesOf(master: Part, parts: readonly Part[]): Generator<Found> {
  const { vevent, when, fields, uid } = master
  const { line, sequence: revision } = vevent
  const whole = { externalId: uid, revision, line, when, fields, ...datesOf(master) }
  const found = overridesOf(whole, parts)
  const overrides = [...periodOverrides(master), ...found.filter(isOverride)]
  if (overrides.filter(({ next }) => next !== undefined).length > maxRanges)
    throw new Refused(
      message('A series can be divided by RANGE=THISANDFUTURE at most {limit} times.', { limit: maxRanges }),
    )
  yield* splitInParts(
    whole,
    overrides.toSorted((one, other) => (one.wall < other.wall ? -1 : 1)),
  )
  yield* withoutOverrides(found)
}

const single = ({ uid, vevent, fields }: Part): SourceRecord => ({
  line: vevent.line,
  externalId: uid,
  revision: vevent.sequence,
  fields,
})

/** An occurrence without its series is imported as an event of its own. */
const standalone = (part: Part): SourceRecord => ({ ...single(part), externalId: idOfStandalone(part) })

/** What parts of a UID may belong to, besides a series in the file. */
interface Others {
  readonly known: Known
  /** Events that parts of series in the file became before, by UID. */
  readonly knownParts: ReadonlyMap<string, readonly KnownPart[]>
  /** Starts of events of the file that do not repeat, by UID. */
  readonly singles: ReadonlyMap<string, Instant>
}

/** Whether the RECURRENCE-ID of a part is the start of an event. */
function isAtStart({ overridden, when, context }: Part, start: Instant): boolean {
  const { wall, isDay } = recurrenceStamp(overridden!, when, context)
  const { timezone } = when
  return isDay ? dayOf(wall) === dayOf(toWall(start, timezone)) : toInstant(wall, timezone) === start
}

/** An event that does not repeat has one date, so what overrides this date replaces the event. */
function* ofSingle(parts: readonly Part[], known: Known): Generator<Found> {
  const latest = latestOf(parts)
  if (latest === undefined) return
  yield { ...single(latest), replaces: true }
  for (const part of parts) if (part !== latest) yield besidePart(part, latest)
  const externalId = idOfStandalone(latest)
  const content = known.get(externalId)
  if (content !== undefined) yield withdrawn(latest.vevent, { externalId, content })
}

/** Occurrences whose series is not in the file, but may be known from an earlier import. */
function* withoutSeries(parts: readonly Part[], known: Known): Generator<Found> {
  if (parts.length === 0) return
  const series = knownSeries(parts[0]!, known)
  const isOfSeries = (part: Part) =>
    series !== undefined && !isRange(part) && !known.has(idOfStandalone(part))
  if (series !== undefined) yield* exceptionsOf(series, parts.filter(isOfSeries))
  yield* parts.filter((part) => !isOfSeries(part)).map(standalone)
}

function* withoutMaster(parts: readonly Part[], { known, singles }: Others): Generator<Found> {
  const start = singles.get(parts[0]!.uid)
  const isOfSingle = (part: Part) => start !== undefined && isAtStart(part, start)
  yield* ofSingle(parts.filter(isOfSingle), known)
  yield* withoutSeries(
    parts.filter((part) => !isOfSingle(part)),
    known,
  )
}

const withdrawn = ({ line }: Vevent, { externalId, content }: KnownPart): SourceRecord => ({
  ...content,
  line,
  externalId,
  withdrawn: true,
})

const continues = /#\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** What a series was continued by and no longer is, and events that are occurrences of it by now. */
function* withdrawnParts(
  { vevent, uid }: Part,
  overrides: readonly Part[],
  records: readonly Found[],
  { knownParts }: Others,
): Generator<SourceRecord> {
  const present = new Set(records.map((one) => (isRecord(one) ? one.externalId : undefined)))
  const faulty = new Set(records.map((one) => ('fault' in one ? one.line : undefined)))
  const applied = new Set(overrides.filter((part) => !faulty.has(part.vevent.line)).map(idOfStandalone))
  for (const part of knownParts.get(uid) ?? []) {
    const { externalId } = part
    if (applied.has(externalId) || (continues.test(externalId) && !present.has(externalId)))
      yield withdrawn(vevent, part)
  }
}

function* recordsOf(parts: readonly Part[], others: Others): Generator<Found> {
  const masters = parts.filter(({ overridden }) => overridden === undefined)
  const overrides = parts.filter(({ overridden }) => overridden !== undefined)
  const master = latestOf(masters)
  if (master === undefined) yield* withoutMaster(overrides, others)
  else {
    const records = [...seriesOf(master, overrides)]
    yield* records
    yield* withdrawnParts(master, overrides, records, others)
    yield* masters.filter((one) => one !== master).map((one) => besidePart(one, master))
  }
}

/** Reading thousands of exceptions takes a good part of a second, in which nobody else should have to wait. */
async function readAll(held: readonly HeldPart[], read: (one: HeldPart) => Part): Promise<Part[]> {
  const parts: Part[] = []
  for (const one of held) {
    parts.push(read(one))
    await yieldIfDue()
  }
  return parts
}

export async function* seriesRecords(
  parts: readonly HeldPart[],
  read: (held: HeldPart) => Part,
  others: Others,
  onError: SourceInput['onError'],
): AsyncGenerator<Found> {
  for (const some of groupBy(parts, ({ uid }) => uid).values())
    try {
      if (some.length > maxParts)
        throw new Refused(message('At most {limit} events can have the same UID.', { limit: maxParts }))
      yield* recordsOf(await readAll(some, read), others)
    } catch (error) {
      yield { line: some[0]!.line, fault: faultOf(error, onError) }
    }
}
