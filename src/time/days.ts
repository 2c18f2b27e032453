/** Without imports, because browsers load it too. Days are `2026-12-09`; the time behind the day of a wall time is ignored. */

/** In milliseconds. */
export const dayLength = 86_400_000

const utc = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** Adds a number of days, which may be negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(utc(day) + days * dayLength).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayLength)

/** The last day of an event that ends at this time: midnight belongs to the day before. */
export const lastDay = (start: string, end: string): string =>
  end.endsWith('00:00:00') && end.slice(0, 10) > start.slice(0, 10) ? dayAfter(end, -1) : end.slice(0, 10)
