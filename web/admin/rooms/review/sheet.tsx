import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../app/words.tsx'
import { capitalized } from '../../../../src/text/capitalized.ts'
import { isOneDay, useDates, type Dates } from '../../parts/dates.ts'
import { Facts } from '../../parts/facts.tsx'
import { useExplainedRecurrence } from '../../parts/explained-recurrence.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { ticketsText } from '../../parts/tickets.ts'
import { titleOf } from '../../parts/titles.ts'
import { venuesOf } from '../../parts/venues.ts'
import type { CalendarEvent, Organizer, Venue } from '../../service/types.ts'

/** The complete submission as visitors would read it. */

/** The service sanitized this HTML when it was stored (interface: HTML). */
const Html = ({ children }: { children: string }) => <div dangerouslySetInnerHTML={{ __html: children }} />

/** What would be published together with the event leads to its form, because it is to be reviewed too. */
function Linked({
  kind,
  linked: { id, status, ...titled },
  language,
  details,
}: {
  kind: 'venues' | 'organizers'
  linked: Venue | Organizer
  language: string
  details: readonly (string | undefined)[]
}) {
  const title = titleOf({ id, ...titled }, language)
  return (
    <div>
      {status === 'publish' ? title : <Link to={`/${kind}/${id}`}>{title}</Link>}
      {details.map((detail) => detail && `, ${detail}`)}{' '}
      {status !== 'publish' && <StateMark state={status} />}
    </div>
  )
}

/** The rule in words, as in the form. */
function Repeats({ event: { recurrence = [], start_date, timezone, all_day } }: { event: CalendarEvent }) {
  const asked = { recurrence: recurrence.join('\n'), start_date, timezone, all_day, limit: 1 }
  const { data } = useExplainedRecurrence(asked)
  return data?.words ?? recurrence.join(' ')
}

function useFacts(event: CalendarEvent): [name: string, value: ReactNode][] {
  const t = useWords()
  const dates = useDates()
  const { language, organizer, tickets, recurrence } = event
  const venues = venuesOf(event).map((one) => (
    <Linked key={one.id} kind="venues" linked={one} language={language} details={[one.address, one.city]} />
  ))
  const organizers = organizer.map((one) => (
    <Linked
      key={one.id}
      kind="organizers"
      linked={one}
      language={language}
      details={[one.email, one.phone]}
    />
  ))
  const listOf = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join(', ')
  return [
    [t('Venue'), venues.length > 0 && venues],
    [t('Organizer'), organizers.length > 0 && organizers],
    [t('Categories'), listOf(event.categories)],
    [t('Tags'), listOf(event.tags)],
    [t('Cost'), event.cost],
    [t('Tickets'), ticketsText(t, dates, tickets)],
    [t('Website'), event.website],
    [t('Time zone'), event.timezone],
    [t('Repeats'), recurrence && <Repeats event={event} />],
  ]
}

/** Includes the year, because a submission may be meant for another year. */
function whenOf(dates: Dates, event: CalendarEvent): string {
  const { start_date, end_date, all_day } = event
  const [first, last] = [dates.fullDay(start_date), dates.fullDay(end_date)]
  if (all_day) return first === last ? first : `${first} – ${last}`
  const [start, end] = [dates.wallTime(start_date), dates.wallTime(end_date)]
  return isOneDay(event)
    ? `${first}, ${dates.times(start_date, end_date)}`
    : `${first}, ${start} – ${last}, ${end}`
}

export function Sheet({ event, isNarrow }: { event: CalendarEvent; isNarrow: boolean }) {
  const t = useWords()
  const dates = useDates()
  const facts = useFacts(event)
  const { title, language, image, excerpt = '', description } = event
  return (
    <article className={isNarrow ? 'sheet sheet--phone' : 'sheet'}>
      <h2 id="submission" tabIndex={-1} lang={language}>
        {title}
      </h2>
      <p>
        <b>{capitalized(whenOf(dates, event), t.language)}</b>
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
