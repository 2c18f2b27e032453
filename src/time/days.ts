import { secondsOfDay, type Instant } from './walls.ts'

/** 1970-01-01 as days since year 1, so that day numbers are never negative and all databases divide alike. */
export const epochDay = 719_162

/** The number of the UTC day that an instant lies on. */
export const dayNumber = (instant: Instant): number => Math.floor(instant / secondsOfDay) + epochDay

/** Midnight UTC at the beginning of a numbered day. */
export const midnightOf = (day: number): Instant => (day - epochDay) * secondsOfDay
