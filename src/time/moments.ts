import type { Instant, Wall } from './walls.ts'
import { toInstant, toWall } from './zones.ts'

/** A date as sent: an instant, or a local time in a time zone still to be determined. */
export type Moment = (
  | {
      readonly wall: Wall
      /** Set for phrases, because "tomorrow" depends on the current local time in the time zone of the event. */
      readonly wallIn?: (zone: string) => Wall
    }
  | { readonly instant: Instant }
) & { readonly hasTime: boolean }

/** A local time that is known. */
export const asMoment = (wall: Wall): Moment => ({ wall, hasTime: true })

export const momentToWall = (moment: Moment, zone: string): Wall =>
  'wall' in moment ? (moment.wallIn?.(zone) ?? moment.wall) : toWall(moment.instant, zone)

export const momentToInstant = (moment: Moment, zone: string): Instant =>
  'instant' in moment ? moment.instant : toInstant(momentToWall(moment, zone), zone)
