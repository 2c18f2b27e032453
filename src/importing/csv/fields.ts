import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { withCurrency } from '../../resources/events/shown-cost.ts'
import type { Site } from '../../resources/parameter.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../time/index.ts'
import { costOfCell } from '../cost.ts'
import { derivedId } from '../external-id.ts'
import { endAfter, secondsOfDuration } from '../durations.ts'
import { htmlOf } from '../html.ts'
import { momentIn, withInstants } from '../instants.ts'
import { languageNamed } from '../languages.ts'
import { notesOn, publicationOf, publicationOfLinked } from '../protection.ts'
import type { Sent } from '../record.ts'
import { withScheme } from '../web-address.ts'
import { readCells, type Cells, type CsvField } from './columns.ts'
import { withoutSerials } from './serials.ts'
import { withStatuses } from './statuses.ts'
import { daysOfRange, withPlainDay, type Order } from './days.ts'
import { withEndTime } from './time-ranges.ts'

/** Converts the cells of a row to fields of an event. */

const isYes = (text: string) => /^(?:1|true|yes|y|x|on|ja|j|wahr|ein|oui|o|vrai)$/i.test(text)

const isNo = (text: string) => /^(?:0|false|no|n|off|falsch|nein|aus|faux|non)?$/i.test(text)

const hasTime = (text: string) => /\d[:h]\d\d|\d{4}-\d\d-\d\d[T ]\d|\d{8}T\d{4}/.test(text)

/** Also accepts `20.15`, `20h15`, `20 h`, `19:30h` and `ab 20 Uhr`. */
const timeOf = (text: string) =>
  text
    .replace(/^(?:ab|um|ca\.?|gegen|dès|vers|à)\s+(?=\d)/i, '')
    .replace(/^(\d{1,2})\s*uhr\s*(\d\d)$/i, '$1:$2')
    .replace(/(?<!\s)\s*(?:uhr|heures?)$/i, '')
    .replace(/(?<=[:.]\d\d)\s?h$/i, '')
    .replace(/^(\d{1,2})\s*[.h]\s*(\d\d)?$/i, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
    .replace(/^(\d{1,2})$/, '$1:00')

/** As `20–24 Uhr` ends. */
const isEndOfDay = (text: string) => /^24:00(?::00)?$/.test(timeOf(text))

const isTime = (text: string) =>
  /^(?:\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?)$/i.test(timeOf(text))

const beginsWithDay = (text: string) => /^(?:\d{4}-\d|\d{1,2}\.\d{1,2}\.\d{4}|\d{8}T)/.test(text)

/** A time without a day is none of today. */
const joined = (day: string, time: string) => (time === '' || day === '' ? day : `${day} ${timeOf(time)}`)

/** Without the time, as in `2.3.2027 19:00`, `2027-03-02T19:00:00Z` or `20270302T1900`. */
const dayIn = (text: string) =>
  text.replace(/(?:(?<=\d{4}-\d\d-\d\d)[T ]\d|(?<=\d{8})T\d{4}|(?<![\s,])[\s,]+\d{1,2}[:h]\d\d)[^]*$/, '')

/** A column of ends may hold days or times, whatever its name says. */
function withEndInPlace(cells: Cells): Cells {
  const { end_date = '', end_time = '' } = cells
  if (end_time === '' && isTime(end_date)) return { ...cells, end_date: '', end_time: end_date }
  if (end_date === '' && beginsWithDay(end_time)) return { ...cells, end_date: end_time, end_time: '' }
  return cells
}

const dayAndTime = /^(\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d)[,\s]\s*(\S.*)$/

/** A time that people write behind a day is read like one in a column of its own. */
function partTime(cells: Cells, day: 'start_date' | 'end_date', time: 'start_time' | 'end_time'): Cells {
  const [, date, rest = ''] = (cells[time] ? undefined : dayAndTime.exec(cells[day] ?? '')) ?? []
  return date !== undefined && /\D/.test(rest) && isTime(rest)
    ? { ...cells, [day]: date, [time]: rest }
    : cells
}

const withTimesApart = (cells: Cells) =>
  partTime(partTime(cells, 'start_date', 'start_time'), 'end_date', 'end_time')

/** In place of a time. */
const allDay = /^(?:ganztägig|ganztags|all day|toute la journée)$/i

function withoutWords(cells: Cells): Cells {
  const isMarked = allDay.test(cells.start_time ?? '')
  return isMarked ? { ...cells, start_time: '', all_day: cells.all_day || 'x' } : cells
}

const dayFields = ['start_date', 'end_date', 'end_time'] as const

/** The cells that may begin with a day. */
export const daysIn = (cells: Cells): string[] => dayFields.map((name) => cells[name] ?? '')

/** The cells with days and times as they are read, in their places. */
export function plainCells(written: Cells, order: Order | undefined): Cells {
  const cells = withStatuses(withoutSerials(written))
  const days = readCells(cells, dayFields, (text) => withPlainDay(text, order))
  const [start_date, end_date] =
    (cells.end_date ? undefined : daysOfRange(cells.start_date ?? '', order)) ?? []
  const range = start_date === undefined ? {} : { start_date, end_date }
  const placed = withEndInPlace({ ...cells, ...days, ...range })
  return withEndTime(withoutWords(withTimesApart(placed)))
}

/** A time of the start that cannot be read, which would be reported as if it were the day. */
export function unreadableTime({ start_date = '', start_time = '' }: Cells, site: Site): string | undefined {
  if (start_time === '' || momentIn(start_date, site)?.hasTime !== false) return undefined
  return momentIn(joined(start_date, start_time), site) === undefined ? start_time : undefined
}

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
  const seconds = secondsOfDuration(cells.duration ?? '')
  if (end === '' && seconds !== undefined)
    return { start_date: start, end_date: endAfter(start, seconds, isAllDay, site), all_day: isAllDay }
  const written = () =>
    isAllDay ? lastDay(start, end, site) : endLater(start, end, { hasDay, isMidnight }, site)
  return { start_date: start, end_date: end === '' ? start : written(), all_day: isAllDay }
}

/** An end at midnight on a later day, as Outlook exports it, is no day of the event; one without a time is its last. */
function lastDay(start: string, end: string, site: Site): string {
  const [from, to] = [start, end].map((text) => wallIn(text, site))
  if (from === undefined || to === undefined || !to.hasTime) return end
  const isMidnight = to.wall === startOfDay(to.wall)
  return isMidnight && dayOf(to.wall) > dayOf(from.wall) ? addDays(to.wall, -1) : end
}

/** An end without a day may be after midnight. One without a time is the day of the start, or all of a later one. */
function endLater(
  start: string,
  end: string,
  { hasDay, isMidnight }: { hasDay: boolean; isMidnight: boolean },
  site: Site,
): string {
  const [from, to] = [start, end].map((text) => wallIn(text, site))
  if (from === undefined || to === undefined) return end
  if (!to.hasTime) return dayOf(to.wall) === dayOf(from.wall) ? start : endOfDay(to.wall)
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

/** Spreadsheets write a decimal comma in many languages. */
const withDecimalPoint = (text: string) => text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')

/** A cell is empty if what is linked is public. */
const publicationIn = (status: string | undefined) => publicationOfLinked(status ? { status } : {})

function venueOf(cells: Cells): Sent | '' {
  if (!cells.venue) return ''
  return {
    venue: cells.venue,
    ...readCells(cells, ['address', 'zip', 'city', 'country'], (text) => text),
    ...readCells(cells, ['geo_lat', 'geo_lng'], withDecimalPoint),
    ...publicationIn(cells.venue_status),
  }
}

const organizersOf = ({ organizer, organizer_status }: Cells): Sent[] =>
  listed(organizer).map((name) => ({ organizer: name, ...publicationIn(organizer_status) }))

/** Fields that are copied unchanged if their column exists. */
const copiedFields = ['title', 'timezone', 'status', 'event_status'] as const

const flags = ['hide_from_listings', 'featured', 'sticky'] as const

/** The amounts in a cell, in the currency of another one, because those without any are in that of the site. */
function costIn({ cost: written, currency }: Cells, site: Site): Sent {
  if (written === undefined) return {}
  const cost = costOfCell(written, site)
  const isBare = /^[\d.,'’\s\u2010-\u2015-]+$/.test(cost) && /\d/.test(cost)
  return { cost: currency && isBare ? withCurrency(cost, { symbol: currency, position: 'prefix' }) : cost }
}

const flagsIn = (cells: Cells) =>
  Object.fromEntries(flags.flatMap((name) => (cells[name] === undefined ? [] : [[name, isYes(cells[name])]])))

/** In the tables of Outlook and Google Calendar; what is not known to mean no is private, as `CLASS` is in iCalendar. */
const isPrivate = ({ private: marked = '' }: Cells) => !isNo(marked)

/** What the cells of a row say of its publication, of which a table has no date. */
const publicationCells = ({ status, protected: marked = '' }: Cells) => ({ status, protected: isYes(marked) })

const present = (cells: Cells, names: readonly CsvField[]) =>
  Object.fromEntries(names.filter((name) => cells[name] !== undefined).map((name) => [name, cells[name]]))

const websiteIn = ({ website }: Cells) => (website === undefined ? {} : { website: withScheme(website) })

export function fieldsOf(cells: Cells, site: Site): Sent {
  const { description, excerpt, organizer, categories, tags, image, recurrence } = cells
  const language = languageNamed(site.languages, cells.language)
  return {
    ...withInstants(
      { ...present(cells, copiedFields), ...websiteIn(cells), ...times(cells, site) },
      cells,
      site,
    ),
    ...publicationOf(publicationCells(cells)),
    ...(isPrivate(cells) ? { status: 'private' } : {}),
    ...costIn(cells, site),
    ...flagsIn(cells),
    // Shown unless a cell says no.
    ...readCells(cells, ['show_map', 'show_map_link'], (text) => !isNo(text)),
    ...(description === undefined ? {} : { description: htmlOf(description) }),
    ...(excerpt === undefined ? {} : { excerpt: htmlOf(excerpt) }),
    ...(cells.venue === undefined ? {} : { venue: venueOf(cells) }),
    ...(organizer === undefined ? {} : { organizer: organizersOf(cells) }),
    ...(categories === undefined ? {} : { categories: listed(categories) }),
    ...(tags === undefined ? {} : { tags: listed(tags) }),
    ...(image !== undefined ? { image } : {}),
    ...(recurrence ? { recurrence: recurrence.replace(/^(?=FREQ=)/i, 'RRULE:') } : {}),
    ...(language === undefined ? {} : { ml_language: language }),
  }
}

const isUnknownLanguage = ({ language = '' }: Cells, { languages }: Site) =>
  language !== '' && languageNamed(languages, language) === undefined

/** Beside an end, how long it lasts is not read. */
const isUnknownDuration = ({ duration = '', end_date = '', end_time = '' }: Cells) =>
  duration !== '' && end_date === '' && end_time === '' && secondsOfDuration(duration) === undefined

const unknownDuration = (text: string) =>
  message('“{value}” is not a duration such as 2:30 or 90 min, so it was ignored.', {
    value: text.slice(0, 30),
  })

export const notesOf = (cells: Cells, site: Site): LocalizableMessage[] => [
  ...notesOn(publicationCells(cells)),
  ...(isUnknownDuration(cells) ? [unknownDuration(cells.duration!)] : []),
  ...(isUnknownLanguage(cells, site)
    ? [
        message('This calendar does not have the language “{language}”, so it was ignored.', {
          language: cells.language!.slice(0, 30),
        }),
      ]
    : []),
]

/** Identifies the rows of a table. */
export class RowIds {
  /** The venues of rows without an identifier, by that which their title and start make. */
  private readonly venues = new Map<string, string>()

  /** Of rows with the same title and start, those at another venue than the first are others. */
  idOf({ external_id, title, start_date, start_time, venue = '' }: Cells): string {
    if (external_id) return external_id
    const id = derivedId(title, [start_date, start_time])
    const first = this.venues.get(id) ?? venue
    this.venues.set(id, first)
    return first === venue ? id : derivedId(title, [start_date, start_time, venue])
  }
}
