import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { calendar, everyDate, readAll } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { useForm, useFormState } from './form.tsx'
import { nameOfField } from './labels.ts'
import { partsOf } from '../../parts/field-names.ts'

/** The dates of a series that what is written to the series does not reach in every field. */

const shown = 10

type OwnDate = Pick<CalendarEvent, 'id' | 'start_date' | 'overrides'>

/** Dates that are left out count as exceptions, too. */
const isLeftOut = (line: string) => line.startsWith('EXDATE')

const leftOutIn = (lines: readonly string[]) =>
  lines.filter(isLeftOut).reduce((sum, line) => sum + line.split(',').length, 0)

function useOwnDates(): readonly OwnDate[] {
  const service = useService()
  const { id, stored } = useFormState()
  const { series, recurrence = [] } = (stored?.resource ?? {}) as Partial<CalendarEvent>
  const hasOwn = (series?.exceptions ?? 0) > leftOutIn(recurrence)
  const { data = [] } = useQuery({
    queryKey: ['events', id, 'own dates'],
    enabled: hasOwn,
    queryFn: async ({ signal }) => {
      const query = {
        ...everyDate,
        ...{ post_parent: id, status: 'any', context: 'edit' },
        _fields: 'events.id,events.start_date,events.overrides',
      }
      const dates = await readAll<OwnDate>(service, calendar('/events'), query, signal)
      return dates.filter(({ overrides = [] }) => overrides.length > 0)
    },
  })
  return hasOwn ? data : []
}

export function OwnDates() {
  const t = useWords()
  const dates = useDates()
  const { fields } = useForm()
  const own = useOwnDates()
  if (own.length === 0) return null
  const namesOf = ({ overrides = [] }: OwnDate) =>
    [...new Set(overrides.map((key) => nameOfField(t, fields, partsOf(key).name)))].join(', ')
  return (
    <section className="panel" aria-labelledby="own-dates">
      <h2 id="own-dates">{t('Dates that differ')}</h2>
      <p className="quiet">{t('What they have of their own stays when the series is changed.')}</p>
      <ul className="past">
        {own.slice(0, shown).map((date) => (
          <li key={date.id}>
            <Link to={`/events/${date.id}`}>{dates.fullDay(date.start_date)}</Link>
            <small>{namesOf(date)}</small>
          </li>
        ))}
      </ul>
      {own.length > shown && (
        <p className="quiet">
          {t.count(own.length - shown, 'and {count} more date', 'and {count} more dates')}
        </p>
      )}
    </section>
  )
}
