import { secondsOfDay, type Instant } from './walls.ts'

/** 1970-01-01, counted from the year 1: so no day is negative, and every database divides alike. */
export const epochDay = 719_162

/** The number of the UTC day that an instant lies on. */
export const dayNumber = (instant: Instant): number => Math.floor(instant / secondsOfDay) + epochDay

/** Midnight UTC at the beginning of a numbered day. */
export const midnightOf = (day: number): Instant => (day - epochDay) * secondsOfDay
