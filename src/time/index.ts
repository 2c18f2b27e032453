export { abbreviation } from './abbreviations.ts'
export { dateFormat, localeOf, unbroken, type DateFormat, type DateOptions } from './date-format.ts'
export { derivedInstants, listInstants, shownInstants } from './all-day.ts'
export { asMoment, momentToInstant, momentToWall, type Moment } from './moments.ts'
export { dayAfter, daysBetween, lastDay } from './days.ts'
export { isAtNight } from './night.ts'
export { wallAt } from './places.ts'
export { duringRange } from './ranges.ts'
export { readMoment } from './reading.ts'
export { memoize } from './memoize.ts'
export {
  addDays,
  addMonths,
  addSeconds,
  dayOf,
  details,
  endOfDay,
  exists,
  lastSecond,
  secondsOf,
  secondsOfDay,
  startOfDay,
  wallOf,
  weekdayOf,
  weekendOf,
  type Instant,
  type Wall,
} from './walls.ts'
export { isShowable, outsideYears } from './years.ts'
export { transitionsBetween, type Transition } from './transitions.ts'
export {
  findZone,
  isFixed,
  isoWithOffset,
  lastSecondOfDay,
  offsetAt,
  offsetText,
  readZone,
  toInstant,
  toInstantAsStored,
  toWall,
} from './zones.ts'
