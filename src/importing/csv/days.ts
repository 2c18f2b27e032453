import { fold } from '../../text/search.ts'
import { exists, startOfDay, weekdayOf } from '../../time/index.ts'

/** Days as people write them in tables: `Mo, 1.3.2027`, `1er mars 2027`, `01.03.27` and `25/03/2027`. */

const weekdays = [
  'so sonntag dim dimanche sun sunday',
  'mo montag lun lundi mon monday',
  'di dienstag mar mardi tue tuesday',
  'mi mittwoch mer mercredi wed wednesday',
  'do donnerstag jeu jeudi thu thursday',
  'fr freitag ven vendredi fri friday',
  'sa samstag sonnabend sam samedi sat saturday',
].map((names) => names.split(' '))

const months = [
  'januar jan janner janvier janv january',
  'februar feb fevrier fevr fev february',
  'marz mrz mar maerz mars march',
  'april apr avril avr',
  'mai may',
  'juni jun juin june',
  'juli jul juillet juil july',
  'august aug aout',
  'september sept sep septembre',
  'oktober okt octobre oct october',
  'november nov novembre',
  'dezember dez decembre dec december',
].map((names) => names.split(' '))

const placeOf = (names: readonly (readonly string[])[], name: string): number =>
  names.findIndex((some) => some.includes(fold(name)))

/** Which of two numbers is the day. */
export type Order = 'day first' | 'month first'

const withSlashes = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/
const withDots = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)(?![\d.:])/
const withName = /^(\d{1,2})(?:(?:\.|er)? (\p{L}{3,})\.? (\d{4})(?!\d)|-(\p{L}{3,})-(\d{4}|\d\d)(?![\d.:]))/u
const withWeekday = /^(\p{L}{2,})(?:\.?,? |\.)(?=\d)/u

const onlyBlanks = (text: string) => text.trim().replace(/\s+/g, ' ')

/** The day without its weekday, if it has one. */
function partWeekday(text: string): { readonly rest: string; readonly weekday: number } {
  const [prefix = '', name = ''] = withWeekday.exec(text) ?? []
  const weekday = placeOf(weekdays, name)
  return weekday < 0 ? { rest: text, weekday } : { rest: text.slice(prefix.length), weekday }
}

/** Undefined if it makes no difference. */
function orderOf(first: number, second: number): Order | 'unknown' | undefined {
  if (first === second) return undefined
  return first > 12 ? 'day first' : second > 12 ? 'month first' : 'unknown'
}

/** What a cell tells of the order of day and month in its table. */
export function orderIn(text: string): Order | 'unknown' | undefined {
  const [, first, , second] = withSlashes.exec(partWeekday(onlyBlanks(text)).rest) ?? []
  return first === undefined ? undefined : orderOf(Number(first), Number(second))
}

interface Parts {
  readonly length: number
  readonly day: string
  readonly month: string
  readonly year: string
}

/** Day, month and year, as far as the order of numbers is known. */
const partsOf = (text: string, order: Order | undefined): Parts | undefined =>
  slashedParts(text, order) ?? dottedParts(text) ?? namedParts(text)

function slashedParts(text: string, order: Order | undefined): Parts | undefined {
  const [{ length } = '', first = '', , second = '', year = ''] = withSlashes.exec(text) ?? []
  const known = orderOf(Number(first), Number(second))
  if (length === 0 || (known === 'unknown' && order === undefined)) return undefined
  const isMonthFirst = (known === 'unknown' ? order : known) === 'month first'
  return { length, year, ...(isMonthFirst ? { day: second, month: first } : { day: first, month: second }) }
}

const wholeYear = (year: string) => year.padStart(4, '20')

function dottedParts(text: string): Parts | undefined {
  const [{ length } = '', day = '', month = '', year = ''] = withDots.exec(text) ?? []
  return length === 0 ? undefined : { length, day, month, year: wholeYear(year) }
}

function namedParts(text: string): Parts | undefined {
  const [{ length } = '', day = '', name, year, dashedName = '', dashedYear = ''] = withName.exec(text) ?? []
  const place = placeOf(months, name ?? dashedName)
  return place < 0
    ? undefined
    : { length, day, month: String(place + 1), year: wholeYear(year ?? dashedYear) }
}

const isoDay = ({ year, month, day }: Parts) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** The day at the beginning as `2027-03-01`. */
export function dayRead(text: string, order: Order | undefined): string | undefined {
  const parts = partsOf(partWeekday(onlyBlanks(text)).rest, order)
  return parts && isoDay(parts)
}

/** With a day as `1.3.2027` at the beginning; unchanged if it does not begin with a day, or with one of another weekday. */
export function withPlainDay(text: string, order: Order | undefined): string {
  const whole = onlyBlanks(text)
  const { rest, weekday } = partWeekday(whole)
  const parts = partsOf(rest, order)
  if (parts === undefined) return text
  const { length, day, month, year } = parts
  const wall = startOfDay(isoDay(parts))
  const isMeant = weekday < 0 || !exists(wall) || weekdayOf(wall) === weekday
  return isMeant ? `${day}.${month}.${year}${rest.slice(length)}` : text
}

const dayRange = /^(\S{1,15}) ?(?:[-\u2013\u2014]|\b(?:bis|au|to)\b) ?(\S{1,15})$/i
const plainDay = /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d)$/

/** The first and the last day in one cell, as `1.3.2027 - 3.3.2027` and `1.-3.3.2027`. */
export function daysOfRange(text: string, order: Order | undefined): readonly [string, string] | undefined {
  const inOne = onlyBlanks(text).replace(
    /^(\d{1,2})\. ?[-\u2013] ?(\d{1,2})(\. ?\d{1,2}\. ?\d{4})$/,
    '$1$3 - $2$3',
  )
  const [, first = '', last = ''] = dayRange.exec(inOne.replace(/\. (?=\d)/g, '.')) ?? []
  const [from, to] = [first, last].map((day) => withPlainDay(day, order)) as [string, string]
  return plainDay.test(from) && plainDay.test(to) ? [from, to] : undefined
}

/** Where these words are written, the day comes first. */
const dayFirst =
  /^(?:titre|objet|nom|heure|début|fin|lieu|salle|emplacement|prix|tarif|événement|evenement|titel|betreff|veranstaltung|anlass|datum|beginn|ende|uhrzeit|zeit|ort|preis|eintritt)$|^(?:date|heure) de |^journée/i

/** The order of day and month in a table, which all of its days tell together. */
export class Orders {
  private readonly found = new Set<Order>()
  /** Whether a day may be another one, depending on the order. */
  areNeeded = false

  addHeader(names: readonly string[]): void {
    if (names.some((name) => dayFirst.test(name.trim()))) this.found.add('day first')
  }

  add(texts: readonly string[]): void {
    for (const order of texts.map(orderIn))
      if (order === 'unknown') this.areNeeded = true
      else if (order !== undefined) this.found.add(order)
  }

  /** Undefined if nothing tells it, or if days contradict each other. */
  decide(): Order | undefined {
    const [order, other] = this.found
    return other === undefined ? order : undefined
  }
}
