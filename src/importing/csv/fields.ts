import type { LocalizableMessage } from '../../locales/sentence.ts'
import type { Site } from '../../resources/parameter.ts'
import { addDays, dayOf, startOfDay } from '../../time/index.ts'
import { derivedId } from '../external-id.ts'
import { htmlOf } from '../html.ts'
import { momentIn, withInstants } from '../instants.ts'
import { languageAmong } from '../languages.ts'
import { notesOn, publicationOf, publicationOfLinked } from '../protection.ts'
import type { Sent } from '../record.ts'
import type { CsvField } from './columns.ts'
import { withEndTime } from './time-ranges.ts'

/** Converts the cells of a row to fields of an event. */

export type Cells = Readonly<Partial<Record<CsvField, string>>>

const isYes = (text: string) => /^(?:1|true|yes|y|x|on|ja|j|wahr|ein|oui|o|vrai)$/i.test(text)

const isNo = (text: string) => /^(?:0|false|no|n|off|falsch|nein|aus|faux|non)?$/i.test(text)

const hasTime = (text: string) => /\d[:h]\d\d|\d{4}-\d\d-\d\d[T ]\d|\d{8}T\d{4}/.test(text)

/** Also accepts `20.15`, `20h15` and `20 h`. */
const timeOf = (text: string) =>
  text
    .replace(/(?<!\s)\s*(?:uhr|heures?)$/i, '')
    .replace(/^(\d{1,2})\s*[.h]\s*(\d\d)?$/i, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
    .replace(/^(\d{1,2})$/, '$1:00')

/** As `20–24 Uhr` ends. */
const isEndOfDay = (text: string) => /^24:00(?::00)?$/.test(timeOf(text))

const joined = (day: string, time: string) => (time === '' ? day : `${day} ${timeOf(time)}`)

/** Without the time, as in `2.3.2027 19:00`, `2027-03-02T19:00:00Z` or `20270302T1900`. */
const dayIn = (text: string) =>
  text.replace(/(?:(?<=\d{4}-\d\d-\d\d)[T ]\d|(?<=\d{8})T\d{4}|(?<![\s,])[\s,]+\d{1,2}[:h]\d\d)[^]*$/, '')

function times(cells: Cells, site: Site): Sent {
  const { start_date = '', start_time = '', end_date = '', end_time = '', all_day } = cells
  const isAllDay = all_day ? isYes(all_day) : start_time === '' && !hasTime(start_date)
  const start = joined(start_date, start_time)
  const time = hasTime(end_date) ? '' : end_time
  const isMidnight = isEndOfDay(time)
  const end = joined(
    end_date === '' && end_time !== '' ? dayIn(start_date) : end_date,
    isMidnight ? (isAllDay ? '' : '00:00') : time,
  )
  const hasDay = end_date !== ''
  const written = () =>
    isAllDay ? lastDay(start, end, site) : endAfter(start, end, { hasDay, isMidnight }, site)
  return { start_date: start, end_date: end === '' ? start : written(), all_day: isAllDay }
}

/** An end at midnight on a later day, as Outlook exports it, is no day of the event; one without a time is its last. */
function lastDay(start: string, end: string, site: Site): string {
  const [from, to] = [start, end].map((text) => wallIn(text, site))
  if (from === undefined || to === undefined || !to.hasTime) return end
  const isMidnight = to.wall === startOfDay(to.wall)
  return isMidnight && dayOf(to.wall) > dayOf(from.wall) ? addDays(to.wall, -1) : end
}

/** An end without a day may be after midnight, and one without a time may be the day of the start. */
function endAfter(
  start: string,
  end: string,
  { hasDay, isMidnight }: { hasDay: boolean; isMidnight: boolean },
  site: Site,
): string {
  const [from, to] = [start, end].map((text) => wallIn(text, site))
  if (from === undefined || to === undefined) return end
  if (!to.hasTime && dayOf(to.wall) === dayOf(from.wall)) return start
  return isMidnight || (!hasDay && to.wall < from.wall) ? addDays(to.wall, 1) : end
}

/** The local time that a text stands for; undefined for an instant, and for what is refused when the field is read. */
function wallIn(text: string, site: Site) {
  const moment = momentIn(text, site)
  return moment !== undefined && 'wall' in moment ? moment : undefined
}

const listed = (text = '') =>
  text
    .split(/[,;|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

const placeFields = ['address', 'zip', 'city', 'country'] as const

/** Spreadsheets write a decimal comma in many languages. */
const withDecimalPoint = (text: string) => text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')

const coordinatesIn = (cells: Cells): Sent =>
  Object.fromEntries(
    (['geo_lat', 'geo_lng'] as const).flatMap((name) => {
      const text = cells[name]
      return text ? [[name, withDecimalPoint(text)]] : []
    }),
  )

/** A cell is empty if what is linked is public. */
const publicationIn = (status: string | undefined) => publicationOfLinked(status ? { status } : {})

function venueOf(cells: Cells): Sent | '' {
  if (!cells.venue) return ''
  const own = placeFields.filter((name) => cells[name]).map((name) => [name, cells[name]] as const)
  return {
    venue: cells.venue,
    ...Object.fromEntries(own),
    ...coordinatesIn(cells),
    ...publicationIn(cells.venue_status),
  }
}

const organizersOf = ({ organizer, organizer_status }: Cells): Sent[] =>
  listed(organizer).map((name) => ({ organizer: name, ...publicationIn(organizer_status) }))

/** Fields that are copied unchanged if their column exists. */
const copiedFields = ['title', 'timezone', 'status', 'event_status', 'cost', 'website'] as const

const flags = ['hide_from_listings', 'featured', 'sticky'] as const

const flagsIn = (cells: Cells) =>
  Object.fromEntries(flags.flatMap((name) => (cells[name] === undefined ? [] : [[name, isYes(cells[name])]])))

/** In the tables of Outlook and Google Calendar; what is not known to mean no is private, as `CLASS` is in iCalendar. */
const isPrivate = ({ private: marked = '' }: Cells) => !isNo(marked)

/** What the cells of a row say of its publication, which a table tells without a date. */
const told = ({ status, protected: marked = '' }: Cells) => ({ status, protected: isYes(marked) })

const present = (cells: Cells, names: readonly CsvField[]) =>
  Object.fromEntries(names.filter((name) => cells[name] !== undefined).map((name) => [name, cells[name]]))

export function fieldsOf(cells: Cells, site: Site): Sent {
  const { description, excerpt, organizer, categories, tags, image, recurrence } = cells
  const language = languageAmong(site.languages, cells.language)
  return {
    ...withInstants({ ...present(cells, copiedFields), ...times(withEndTime(cells), site) }, cells, site),
    ...publicationOf(told(cells)),
    ...(isPrivate(cells) ? { status: 'private' } : {}),
    ...flagsIn(cells),
    ...(description === undefined ? {} : { description: htmlOf(description) }),
    ...(excerpt === undefined ? {} : { excerpt: htmlOf(excerpt) }),
    ...(cells.venue === undefined ? {} : { venue: venueOf(cells) }),
    ...(organizer === undefined ? {} : { organizer: organizersOf(cells) }),
    ...(categories === undefined ? {} : { categories: listed(categories) }),
    ...(tags === undefined ? {} : { tags: listed(tags) }),
    ...(image !== undefined ? { image } : {}),
    ...(recurrence ? { recurrence } : {}),
    ...(language === undefined ? {} : { ml_language: language }),
  }
}

export const notesOf = (cells: Cells): LocalizableMessage[] => notesOn(told(cells))

export const idOf = ({ external_id, title, start_date, start_time }: Cells): string =>
  external_id || derivedId(title, [start_date, start_time])
