import { ValidationError } from '../errors.ts'
import { momentToWall, type Moment } from './moments.ts'
import { isWithinYears } from './walls.ts'
import { offsetAt, secondsAt } from './zones.ts'

/** Whether a date can be shown both on the clocks of the zone and in UTC; otherwise it would be stored as another one. */
export const isShowable = (moment: Moment, zone: string): boolean =>
  isWithinYears(
    'instant' in moment
      ? moment.instant + offsetAt(moment.instant, zone)
      : secondsAt(momentToWall(moment, zone), zone),
  )

export const outsideYears = () =>
  ValidationError.of(
    'rest_invalid_date',
    'The year must be between 1 and 9999, in the time zone of the date and in UTC.',
  )
