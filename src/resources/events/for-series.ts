import { ValidationError } from '../../errors.ts'
import {
  dateOn,
  readStored,
  shifted,
  startOf,
  timeOf,
  yields,
  type First,
  type Recurrence,
} from '../../recurrence/index.ts'
import {
  addSeconds,
  asMoment,
  dayOf,
  momentToWall,
  secondsOf,
  startOfDay,
  type Wall,
} from '../../time/index.ts'
import { InvalidParts } from '../parameter.ts'
import { hasOwnTime } from './inheritance.ts'
import type { EventItem } from './item.ts'
import { firstOf, type SeriesValues } from './repeating.ts'

/** A write to one occurrence that is meant for its series (interface: Series). */

type Times = Pick<EventItem['row'], 'start_date' | 'end_date'>

/**
 * The time that a new one is compared to: that of the occurrence itself, or where its series has it by now. An occurrence
 * that is over stays where it was, and would otherwise move its series again whenever the same time is sent.
 */
const timesOf = (occurrence: EventItem, series: EventItem): Times =>
  hasOwnTime(occurrence.row) ? occurrence.row : placeOf(occurrence, series)

/** Where the series has an occurrence. */
function placeOf({ row }: EventItem, { row: event, series }: EventItem): Times {
  const first = firstOf(series!, event)
  const start = dateOn(readStored(series!.recurrence, first), first, row.recurrence_id!) ?? row.recurrence_id!
  return {
    start_date: start,
    end_date: addSeconds(start, secondsOf(series!.ends) - secondsOf(series!.starts)),
  }
}

/** The difference between the day of an all-day event and another time is one of days. */
const moveDays = (wall: Wall, from: Wall, to: Wall, keepsTime: boolean): Wall => {
  const moved = addSeconds(wall, secondsOf(startOfDay(to)) - secondsOf(startOfDay(from)))
  return keepsTime ? moved : `${dayOf(moved)} ${timeOf(to)}`
}

/**
 * With another rule, what follows begins at the occurrence, even if its series began with dates that it no longer has:
 * they would come back.
 */
function beginsAt(values: SeriesValues, occurrence: EventItem, series: EventItem): Times | undefined {
  if (values.scope !== 'following' || !values.recurrence) return undefined
  const place = placeOf(occurrence, series)
  return place.start_date > series.series!.starts ? place : undefined
}

/** A new time for one occurrence moves the whole series by the same difference; an unchanged time moves nothing. */
function timesForSeries(values: SeriesValues, occurrence: EventItem, series: EventItem): Partial<Times> {
  const { row } = occurrence
  const begins = beginsAt(values, occurrence, series)
  const zone = values.timezone ?? row.timezone
  const before = timesOf(occurrence, series)
  const sent = (name: keyof Times) => (values[name] ? momentToWall(values[name], zone) : row[name])
  const isAllDay = row.all_day === 1 || series.row.all_day === 1
  const move = (name: keyof Times, wall: Wall): Wall => {
    const to = sent(name)
    if (to === row[name]) return wall
    if (isAllDay) return moveDays(wall, before[name], to, values.all_day ?? row.all_day === 1)
    const keepsStart = name === 'end_date' && sent('start_date') === row.start_date
    const from = keepsStart
      ? addSeconds(before.end_date, secondsOf(row.start_date) - secondsOf(before.start_date))
      : before[name]
    return addSeconds(wall, secondsOf(to) - secondsOf(from))
  }
  return {
    ...begins,
    ...(values.start_date
      ? { start_date: move('start_date', begins?.start_date ?? series.series!.starts) }
      : {}),
    ...(values.end_date ? { end_date: move('end_date', begins?.end_date ?? series.series!.ends) } : {}),
  }
}

const isDate = (recurrence: Recurrence, first: First, wall: Wall): boolean =>
  dateOn(recurrence, first, wall) === wall

/** Whether the start is a date of the rule itself. */
const isOfRule = ({ rule }: Recurrence, first: First): boolean =>
  rule === undefined || yields(rule, first, startOf(first))

/** A rule such as one for the first and third Mondays of months does not say how it moves to other days. */
function requireMovedDate(
  values: SeriesValues,
  { row }: EventItem,
  { row: event, series }: EventItem,
  start: Wall,
) {
  const from = firstOf(series!, event)
  const isAllDay = values.all_day ?? from.allDay
  const to = { start, timezone: values.timezone ?? from.timezone, allDay: isAllDay }
  const recurrence = readStored(series!.recurrence, from)
  if (dayOf(start) === dayOf(from.start) || !isDate(recurrence, from, row.recurrence_id!)) return
  const wall = addSeconds(row.recurrence_id!, secondsOf(start) - secondsOf(from.start))
  const moved = shifted(recurrence, from, to, event.id !== row.post_parent)
  const follows = isOfRule(moved, to) || !isOfRule(recurrence, from)
  const hasDate = isDate(moved, to, isAllDay ? startOfDay(wall) : wall)
  if (follows && hasDate) return
  throw InvalidParts.of('start_date', cannotMove(dayOf(hasDate ? start : wall)))
}

const cannotMove = (day: string) =>
  ValidationError.of(
    'rest_invalid_recurrence',
    'The rule of this series has no date on {day} when it moves by as much; send recurrence as well.',
    { day },
  )

/**
 * Converts values sent to an occurrence into values for its series. Parent and slug are dropped if unchanged, because
 * they belong to the occurrence. `following` at the first occurrence means `all`.
 */
export function forSeries(values: SeriesValues, occurrence: EventItem, series: EventItem): SeriesValues {
  const { post_parent, slug, ...others } = values
  const times = timesForSeries(values, occurrence, series)
  const { start_date: start } = times
  if (start !== undefined && values.recurrence === undefined)
    requireMovedDate(values, occurrence, series, start)
  return {
    ...others,
    scope: series.row.id === occurrence.row.post_parent ? 'all' : 'following',
    ...(post_parent === occurrence.row.post_parent ? {} : { post_parent }),
    ...(slug === occurrence.text.slug ? {} : { slug }),
    ...Object.fromEntries(Object.entries(times).map(([name, wall]) => [name, asMoment(wall)])),
  }
}

/** What a write to the series also sets on the occurrence that it was sent to: a time of its own does not follow. */
export function forOccurrence(values: SeriesValues, { row }: EventItem): SeriesValues | undefined {
  const { start_date, end_date, timezone, all_day } = values
  if (!hasOwnTime(row) || !(start_date || end_date)) return undefined
  return { start_date, end_date, timezone, all_day }
}
