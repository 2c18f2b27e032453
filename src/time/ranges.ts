import { Invalid } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import { momentToInstant, momentToWall, type Moment } from './moments.ts'
import { readMoment } from './reading.ts'
import { addDays, startOfDay, type Instant } from './walls.ts'
import { toInstant } from './zones.ts'

/** From an instant to the one at which it is over. */
export interface Range {
  readonly from: Instant
  readonly to: Instant
}

/** One date, one point in time, or two of them as `a/b`; a date as the end includes its whole day. */
export const duringRange = (text: string, now: Instant, zone: string): Range => {
  const [first = '', last = first, ...more] = text.split('/')
  if (more.length > 0) throw notARange()
  const [from, end] = [first, last].map((part) => readMoment(part, now, zone)) as [Moment, Moment]
  const range = { from: momentToInstant(from, zone), to: endOf(end, zone) }
  if (end.hasTime ? range.to < range.from : range.to <= range.from) throw endBeforeStart()
  return text.includes('/') || !from.hasTime ? range : { from: range.from, to: range.from + 1 }
}

const endOf = (moment: Moment, zone: string): Instant =>
  moment.hasTime
    ? momentToInstant(moment, zone)
    : toInstant(addDays(startOfDay(momentToWall(moment, zone)), 1), zone)

const notARange = () =>
  new Invalid(
    'rest_invalid_date',
    say('This must be a date such as 2026-10-10, or two of them as 2026-10-10/2026-10-12.'),
  )

const endBeforeStart = () =>
  new Invalid('rest_invalid_date', say('The end of the range must not be before its start.'))
