import { addSeconds, startOfDay } from '../../time/index.ts'
import { readCells, type Cells } from './columns.ts'

/**
 * Days and times as spreadsheets number them: days since 1899-12-30, and times as parts of a day, which stand in a table if
 * its cells were not formatted as dates.
 */

/** From 2000 to 2099; no other way to write a date is a number of five digits. */
const serialDay = /^(?:3[7-9]|[4-6]\d|7[0-2])\d{3}(?:[.,]\d+)?$/

const partOfDay = /^0?[.,]\d+$/

const numberOf = (text: string) => Number(text.replace(',', '.'))

/** To the minute, because a time such as 19:30 has no exact number. */
const wallOf = (days: number) =>
  addSeconds(startOfDay('1899-12-30'), Math.round(days * 24 * 60) * 60).slice(0, -3)

const hasTime = (text: string) => /[.,]/.test(text)

function textOf(cell: string): string {
  if (serialDay.test(cell)) return wallOf(numberOf(cell)).slice(0, hasTime(cell) ? undefined : 10)
  return partOfDay.test(cell) ? wallOf(numberOf(cell)).slice(11) : cell
}

/** Whether the day of a row is a number. */
export const isNumbered = ({ start_date = '' }: Cells): boolean => serialDay.test(start_date)

const fields = ['start_date', 'start_time', 'end_date', 'end_time'] as const

/** With days and times in place of their numbers, if the day of the row is one. */
export function withoutSerials(cells: Cells): Cells {
  if (!isNumbered(cells)) return cells
  return { ...cells, ...readCells(cells, fields, textOf) }
}
