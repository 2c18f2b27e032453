import type { Instant, Wall } from './walls.ts'
import { toInstant, toWall } from './zones.ts'

/** What a date that was sent means: a time on the wall of a zone still to be named, or an instant. */
export type Moment = ({ readonly wall: Wall } | { readonly instant: Instant }) & { readonly hasTime: boolean }

export const momentToWall = (moment: Moment, zone: string): Wall =>
  'wall' in moment ? moment.wall : toWall(moment.instant, zone)

export const momentToInstant = (moment: Moment, zone: string): Instant =>
  'instant' in moment ? moment.instant : toInstant(moment.wall, zone)
