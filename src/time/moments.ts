import type { Instant, Wall } from './walls.ts'
import { toInstant, toWall } from './zones.ts'

/** A date as it was sent: an instant, or a wall-clock time in a time zone still to be named. */
export type Moment = (
  | {
      readonly wall: Wall
      /** Set for phrases, because "tomorrow" depends on what clocks in the time zone of the event show now. */
      readonly wallIn?: (zone: string) => Wall
    }
  | { readonly instant: Instant }
) & { readonly hasTime: boolean }

export const momentToWall = (moment: Moment, zone: string): Wall =>
  'wall' in moment ? (moment.wallIn?.(zone) ?? moment.wall) : toWall(moment.instant, zone)

export const momentToInstant = (moment: Moment, zone: string): Instant =>
  'instant' in moment ? moment.instant : toInstant(momentToWall(moment, zone), zone)
