import type { ReactNode } from 'react'
import { useWords } from '../../app/words.tsx'
import { isOneDay, useDates, type Dates } from '../../parts/dates.ts'
import { Facts } from '../../parts/facts.tsx'
import { titleOf } from '../../parts/titles.ts'
import type { CalendarEvent, Venue } from '../../service/types.ts'

/** The complete submission as visitors would read it. */

/** The service sanitized this HTML when it was stored (interface: HTML). */
const Html = ({ children }: { children: string }) => <div dangerouslySetInnerHTML={{ __html: children }} />

const venuesOf = ({ venue }: CalendarEvent): readonly Venue[] =>
  Array.isArray(venue) ? venue : [venue as Venue]

function useFacts(event: CalendarEvent): [name: string, value: ReactNode][] {
  const t = useWords()
  const venue = venuesOf(event)
    .map((one) => [titleOf(one, event.language), one.address, one.city].filter(Boolean).join(', '))
    .join(' · ')
  const organizer = event.organizer
    .map((one) => [one.organizer, one.email, one.phone].filter(Boolean).join(', '))
    .join(' · ')
  const listOf = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join(', ')
  const facts: [string, ReactNode][] = [
    [t('Venue'), venue],
    [t('Organizer'), organizer],
    [t('Categories'), listOf(event.categories)],
    [t('Tags'), listOf(event.tags)],
    [t('Cost'), event.cost],
    [t('Website'), event.website],
    [t('Time zone'), event.timezone],
    [t('Repeats'), event.recurrence?.join(' ')],
  ]
  return facts.filter(([, value]) => value !== undefined && value !== '')
}

/** Includes the year, because a submission may be meant for another year. */
function whenOf(dates: Dates, event: CalendarEvent): string {
  const { start_date, end_date, all_day } = event
  const [first, last] = [dates.fullDay(start_date), dates.fullDay(end_date)]
  if (all_day) return first === last ? first : `${first} – ${last}`
  const [start, end] = [dates.wallTime(start_date), dates.wallTime(end_date)]
  return isOneDay(event) ? `${first}, ${start}–${end}` : `${first}, ${start} – ${last}, ${end}`
}

export function Sheet({ event, isNarrow }: { event: CalendarEvent; isNarrow: boolean }) {
  const dates = useDates()
  const facts = useFacts(event)
  const { title, language, image, excerpt = '', description } = event
  return (
    <article className={isNarrow ? 'sheet sheet--phone' : 'sheet'}>
      <h2 id="submission" tabIndex={-1} lang={language}>
        {title}
      </h2>
      <p>
        <b>{whenOf(dates, event)}</b>
      </p>
      {image !== undefined && image !== false && (
        <img className="sheet__image" src={image.url} alt={image.alt ?? ''} />
      )}
      <div className="sheet__body" lang={language}>
        {excerpt !== '' && <Html>{excerpt}</Html>}
        <Html>{description}</Html>
      </div>
      <Facts facts={facts} />
    </article>
  )
}
