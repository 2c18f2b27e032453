import { ValidationError } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import { readStored, shifted, wallsOf, type First, type Recurrence } from '../../recurrence/index.ts'
import {
  dayOf,
  momentToWall,
  secondsOf,
  startOfDay,
  wallOf,
  type Moment,
  type Wall,
} from '../../time/index.ts'
import { InvalidParts } from '../parameter.ts'
import type { EventItem } from './item.ts'
import { firstOf, type SeriesValues } from './repeating.ts'

/** A write to one occurrence that is meant for its series (interface: Series). */

const shift = (wall: Wall, seconds: number) => wallOf(secondsOf(wall) + seconds)

const asMoment = (wall: Wall): Moment => ({ wall, hasTime: true })

/** A new time for one occurrence moves the whole series by the same difference; an unchanged time moves nothing. */
function timesForSeries(values: SeriesValues, { row }: EventItem, { series }: EventItem) {
  const zone = values.timezone ?? row.timezone
  const moved = (name: 'start_date' | 'end_date', wall: Wall): Record<string, Wall> => {
    const moment = values[name]
    if (!moment) return {}
    return { [name]: shift(wall, secondsOf(momentToWall(moment, zone)) - secondsOf(row[name])) }
  }
  return { ...moved('start_date', series!.starts), ...moved('end_date', series!.ends) }
}

const isDate = (recurrence: Recurrence, first: First, wall: Wall): boolean =>
  wallsOf({ ...recurrence, excluded: [] }, first, { from: wall, until: wall, limit: 1 }).length > 0

/** A rule such as one for Mondays and Thursdays does not say how it moves to other days. */
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
  const wall = shift(row.recurrence_id!, secondsOf(start) - secondsOf(from.start))
  if (isDate(shifted(recurrence, from, to), to, isAllDay ? startOfDay(wall) : wall)) return
  throw new InvalidParts([], new Map([['start_date', cannotMove(dayOf(wall))]]))
}

const cannotMove = (day: string) =>
  new ValidationError(
    'rest_invalid_recurrence',
    message(
      'The rule of this series has no date on {day} when it moves by as much; send recurrence as well.',
      {
        day,
      },
    ),
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
