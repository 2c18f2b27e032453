import { ValidationError } from '../../errors.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import {
  checkStart,
  readRecurrence,
  readStored,
  shifted,
  type First,
  type Recurrence,
} from '../../recurrence/index.ts'
import { momentToWall, type Wall } from '../../time/index.ts'
import { InvalidParts, type Values } from '../parameter.ts'
import type { Repeating, Writing } from '../resource.ts'
import { inheritedAmong } from './inheritance.ts'
import type { EventItem } from './item.ts'
import { isSeries } from './hide-from-listings.ts'
import type { EventValues, updateParameters } from './schema.ts'
import type { times } from './times.ts'

/** The recurrence part of a write (interface: Series). */

export type SeriesValues = EventValues & Values<typeof updateParameters>

export type EventTimes = ReturnType<typeof times>

const fault = (error: ValidationError, name = 'recurrence') => InvalidParts.of(name, error)

/** Reports a recurrence that is not possible as an error of the parameter that it comes from. */
function blaming<T>(name: 'recurrence' | 'start_date', make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw error instanceof ValidationError ? fault(error, name) : error
  }
}

const noneOfItsOwn = () =>
  ValidationError.of(
    'rest_invalid_recurrence',
    'An occurrence has no recurrence of its own: send it to the series, or with scope=following or scope=all.',
  )

interface Ends {
  readonly starts: Wall
  readonly ends: Wall
}

/**
 * The local times as sent, even if the clock skips them. Sending back the adjusted time that is displayed changes
 * nothing.
 */
function endsOf(values: SeriesValues, time: EventTimes, former: EventItem | undefined): Ends {
  const { timezone, all_day } = time
  if (all_day === 1) return { starts: time.start_date, ends: time.end_date }
  const { row, series } = former ?? {}
  const wall = (name: 'start_date' | 'end_date', kept: Wall | undefined): Wall => {
    const moment = values[name]
    const sent = moment ? momentToWall(moment, timezone) : undefined
    const isShown = sent === undefined || (row?.timezone === timezone && sent === row[name])
    return isShown && row?.all_day === 0 && kept !== undefined ? kept : (sent ?? time[name])
  }
  return { starts: wall('start_date', series?.starts), ends: wall('end_date', series?.ends) }
}

export const firstOf = (
  { starts }: Pick<Ends, 'starts'>,
  { timezone, all_day }: Pick<EventTimes, 'timezone' | 'all_day'>,
) => ({
  start: starts,
  timezone,
  allDay: all_day === 1,
})

const isSame = (one: First, other: First) =>
  one.start === other.start && one.timezone === other.timezone && one.allDay === other.allDay

/** If the first occurrence moves, single dates move by as much, and what the rule says of its day follows. */
function keptRecurrence(
  { row, series }: EventItem,
  first: First,
  { scope }: SeriesValues,
): Recurrence | undefined {
  if (series === undefined) return undefined
  const before = firstOf(series, row)
  if (isSame(before, first)) return undefined
  const after = shifted(readStored(series.recurrence, before), before, first, scope === 'following')
  // A single date at a time of its own stays at that time, which may lie before a later start.
  blaming('start_date', () => checkStart({ text: 'RDATE' }, after.dates, first))
  return after
}

/** Undefined for a single event that does not become a series. */
export function repeatingOf(
  values: SeriesValues,
  time: EventTimes,
  { former, caller }: Writing,
): Repeating | undefined {
  const event = former as unknown as EventItem | undefined
  const isOccurrence = event !== undefined && event.row.recurrence_id !== null
  const isRepeating = isOccurrence || (event !== undefined && isSeries(event.row))
  if (isOccurrence && values.recurrence) throw fault(noneOfItsOwn())
  if (!isRepeating && !values.recurrence) return undefined
  const ends = endsOf(values, time, event)
  const first = firstOf(ends, time)
  const sent = Object.keys(values).filter((name) => values[name as keyof SeriesValues] !== undefined)
  return {
    ...ends,
    recurrence: sentRecurrence(values, first, caller) ?? keptOf(values, event, first),
    written: inheritedAmong(sent),
    inherited: values.inherit ?? [],
    reachesPast: values.past === true,
    takesOver: values.scope === 'following' && values.recurrence === undefined,
  }
}

/** A write without credentials will be refused, so dates are not computed for it (interface: Order of checks). */
const sentRecurrence = ({ recurrence }: SeriesValues, first: First, caller: OptionalCaller) =>
  typeof recurrence === 'string'
    ? blaming('recurrence', () => readRecurrence(recurrence, first, { withoutDates: caller === undefined }))
    : undefined

const keptOf = (values: SeriesValues, event: EventItem | undefined, first: First) =>
  values.recurrence === null ? null : event && keptRecurrence(event, first, values)
