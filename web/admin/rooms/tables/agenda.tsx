import { useState } from 'react'
import { Link } from 'react-router'
import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { isOneDay, useDates } from '../../parts/dates.ts'
import { EntryState } from '../../parts/state-mark.tsx'
import { Check } from '../../parts/field.tsx'
import { LanguageMarks } from '../../parts/language-marks.tsx'
import { languageOfTitle, titleOf, type Titled } from '../../parts/titles.ts'
import { isElsewhere } from '../../parts/wall-clock.ts'
import type { CalendarEvent, Term } from '../../service/types.ts'
import type { KindTable, Row, Shared } from './declaration.ts'
import type { Listed } from './rows.ts'
import type { Selection } from './selection.ts'
import { editAddressOf } from './table.tsx'

/** The rows as a list, for phones. */

function When({ event }: { event: CalendarEvent }) {
  const t = useWords()
  const dates = useDates()
  const { start_date, end_date, all_day } = event
  const then = !isOneDay(event)
    ? t('until {end}', { end: dates.dayOfMonth(end_date) })
    : all_day
      ? t('all day')
      : `${dates.wallTime(start_date)}–${dates.wallTime(end_date)}`
  return (
    <>
      {dates.dayOfAnyYear(start_date)}
      <br />
      <span className="quiet">{then}</span>
    </>
  )
}

const isEvent = (row: object): row is CalendarEvent => 'start_date' in row
const isTerm = (row: object): row is Term => 'count' in row

const hasAside = (row: object): row is CalendarEvent | Term => isEvent(row) || isTerm(row)

/** The left column: the date, or the number of events. */
const Aside = ({ row }: { row: CalendarEvent | Term }) => (isEvent(row) ? <When event={row} /> : row.count)

const hueIn = (row: object) => (isEvent(row) ? row.categories[0]?.hue : isTerm(row) ? row.hue : undefined)

function Line({ row, shared }: { row: Row; shared: Shared }) {
  const { t, languages, timezone, sentBack } = shared
  const venue = isEvent(row) && !Array.isArray(row.venue) ? titleOf(row.venue as Titled, t.language) : ''
  return (
    <>
      <span className="agenda__bar" />
      {hasAside(row) && (
        <span className="agenda__aside">
          <Aside row={row} />
        </span>
      )}
      <span>
        <strong lang={languageOfTitle(row, t.language)}>{titleOf(row, t.language)}</strong>
        <small>
          <EntryState entry={row} sentBack={sentBack} />
          {isEvent(row) && isElsewhere(row, timezone) && <span>{row.timezone}</span>}
          {venue !== '' && <span>{venue}</span>}
          <LanguageMarks of={row} languages={languages} />
        </small>
      </span>
    </>
  )
}

export function Agenda({
  table,
  listed,
  shared,
  selection,
}: {
  table: KindTable
  listed: Listed
  shared: Shared
  selection: Selection
}) {
  const { t } = shared
  const self = useSelf()
  const [isAsked, setAsked] = useState(false)
  const isSelecting = isAsked || selection.rows.length > 0
  const stop = () => {
    setAsked(false)
    selection.clear()
  }
  return (
    <>
      <Button size="small" aria-pressed={isSelecting} onPress={isSelecting ? stop : () => setAsked(true)}>
        {t('Select several')}
      </Button>
      <ul className="agenda" aria-label={t(table.name)}>
        {listed.rows.map((row) => (
          <li key={row.id} data-state={row.status} className={isSelecting ? 'agenda__choice' : undefined}>
            {isSelecting && (
              <Check
                aria-label={t('Select {title}', { title: titleOf(row, t.language) })}
                isChecked={selection.has(row.id)}
                isDisabled={!mayEdit(row, self)}
                onChange={() => selection.toggle(row)}
              />
            )}
            {mayEdit(row, self) ? (
              <Link to={editAddressOf(table, row)} data-cat={hueIn(row)}>
                <Line row={row} shared={shared} />
              </Link>
            ) : (
              <a href={row.url} data-cat={hueIn(row)}>
                <Line row={row} shared={shared} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
