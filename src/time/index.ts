export { abbreviation } from './abbreviations.ts'
export { listInstants, shownInstants, type Instants } from './all-day.ts'
export { dayNumber, epochDay, midnightOf } from './days.ts'
export { momentToInstant, momentToWall, type Moment } from './moments.ts'
export { duringRange, type Range } from './ranges.ts'
export { readMoment } from './reading.ts'
export {
  addDays,
  addMonths,
  dayOf,
  details,
  endOfDay,
  secondsOfDay,
  startOfDay,
  weekdayOf,
  type Instant,
  type Wall,
  type WallDetails,
} from './walls.ts'
export { isoWithOffset, offsetAt, offsetText, readZone, toInstant, toWall } from './zones.ts'
