import { readOffset } from './offsets.ts'
import type { Wall } from './walls.ts'

/** A date as written, not yet checked for an existing day and time. */
export interface Written {
  readonly wall: Wall
  readonly hasTime: boolean
  /** Seconds ahead of UTC; NaN if the written offset is invalid. */
  readonly offset?: number
}

/** Excludes 11/21/2026 and 21-11-2026, because the order of day and month is ambiguous. */
const days: readonly RegExp[] = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
]

const extended =
  /^(?<date>[\d./-]{8,10})(?:(?:T|,? )(?<hour>\d{1,2}):(?<minute>\d{1,2})(?::(?<second>\d{1,2})(?:[.,]\d+)?)? ?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const basic =
  /^(?<date>\d{8})T(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d+)?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i

/** Returns `YYYY-MM-DD` for the unambiguous numeric formats. */
export const readDay = (text: string): string | undefined => {
  const { year, month = '', day = '' } = days.map((form) => form.exec(text)).find(Boolean)?.groups ?? {}
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Parses ISO 8601 and other numeric formats that PHP writes. */
export const readDigits = (text: string): Written | undefined => {
  const parts = (extended.exec(text) ?? basic.exec(text))?.groups
  const day = parts?.date && readDay(parts.date)
  if (!day) return undefined
  const { hour = '', minute = '', second = '', offset } = parts
  const time = [hour, minute, second].map((part) => part.padStart(2, '0')).join(':')
  const wall = `${day} ${time}`
  return { wall, hasTime: parts.hour !== undefined, ...(offset ? { offset: readOffset(offset) ?? NaN } : {}) }
}
