import type { Cells } from './columns.ts'

/** Start and end in one cell, as people write them: `14:00-16:30`, `20 – 22 Uhr`, `de 19h30 à 21h`. */

/** Also `20.15`, `20h15`, `20 h` and `20 Uhr`. */
const time = String.raw`\d{1,2}(?:[:.]\d\d|\s*h(?:\s*\d\d)?)?(?:\s*(?:uhr|heures?))?`
const range = String.raw`(?<from>${time})\s*(?:[-\u2010-\u2015]|bis|to|à)\s*(?<to>${time})`

const times = new RegExp(String.raw`^(?:(?:von|from|de)\s+)?${range}$`, 'i')

/** Only after a day with dots, because `2027-03-02 10:00-12:00` is a time with an offset. */
const dayAndTimes = new RegExp(String.raw`^(?<day>\d{1,2}\.\d{1,2}\.\d{4}),?\s+${range}$`, 'i')

/** Divides a range in the cell of the start into start and end, unless the row has another end. */
export function withEndTime(cells: Cells): Cells {
  const { start_date = '', start_time = '', end_time = '' } = cells
  const found = start_time === '' ? dayAndTimes.exec(start_date) : times.exec(start_time)
  if (found?.groups === undefined) return cells
  const { day = start_date, from = '', to = '' } = found.groups
  return { ...cells, start_date: day, start_time: from, end_time: end_time || to }
}
