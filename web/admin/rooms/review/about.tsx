import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguages } from '../../app/languages.ts'
import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import { wallClock } from '../../parts/wall-clock.ts'
import { languageOfTitle, titleOf } from '../../parts/titles.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { ChangedFields } from '../history/changes.tsx'
import { useDoubts, type Past } from './submission.ts'

/** Information for a decision: missing or doubtful values, the sender, and earlier notes. */

function Point({ is, children }: { is: 'done' | 'must' | 'should'; children: ReactNode }) {
  return (
    <li data-is={is}>
      <Icon name={is === 'done' ? 'check' : 'warning'} />
      <div>{children}</div>
    </li>
  )
}

const Others = ({ events }: { events: readonly CalendarEvent[] }) => {
  const { language } = useWords()
  return (
    <ul>
      {events.map((event) => (
        <li key={event.id}>
          <Link to={`/events/${event.id}`} lang={languageOfTitle(event, language)}>
            {titleOf(event, language)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Doubts({ event }: { event: CalendarEvent }) {
  const t = useWords()
  const doubts = useDoubts(event)
  if (doubts === undefined) return null
  const { duplicates, overlaps } = doubts
  return (
    <>
      {duplicates.length > 0 ? (
        <Point is="should">
          {t('On the same day, possibly the same event:')} <Others events={duplicates} />
        </Point>
      ) : (
        <Point is="done">{t('Nothing similar on the same day')}</Point>
      )}
      {overlaps.length > 0 && (
        <Point is="should">
          {t('At the same time at the same venue:')} <Others events={overlaps} />
        </Point>
      )}
    </>
  )
}

/** Of a series, some dates may still come. */
const isOver = ({ utc_end_date, recurrence }: CalendarEvent) =>
  recurrence === undefined && wallClock(utc_end_date).getTime() < Date.now()

export function Checks({ event }: { event: CalendarEvent }) {
  const t = useWords()
  const languages = useLanguages()
  const { venue, categories, image, translations, description } = event
  const hasVenue = !Array.isArray(venue) || venue.length > 0
  const missing = languages.filter((language) => translations[language] === undefined)
  const hasImageText = image !== undefined && image !== false && (image.alt ?? '') !== ''
  return (
    <section className="panel" aria-labelledby="checks">
      <h2 id="checks">{t('Checks')}</h2>
      <ul className="todo">
        {isOver(event) && <Point is="must">{t('It is already over')}</Point>}
        {hasVenue ? <Point is="done">{t('Has a venue')}</Point> : <Point is="must">{t('No venue')}</Point>}
        {categories.length === 0 && <Point is="should">{t('No category')}</Point>}
        {description === '' && <Point is="should">{t('No description')}</Point>}
        <Doubts event={event} />
        {missing.length > 0 && (
          <Point is="should">
            {t('Missing: {languages}', {
              languages: missing.map((language) => languageName(t, language)).join(', '),
            })}
          </Point>
        )}
        {image !== undefined && image !== false && (
          <Point is={hasImageText ? 'done' : 'should'}>
            {hasImageText ? t('Has an image text') : t('No image text')}
          </Point>
        )}
      </ul>
    </section>
  )
}

/** `Anna Muster <anna@example.org>`, the format in suggestions. */
function Contact({ text }: { text: string }) {
  const address = /<([^<>\s]+@[^<>\s]+)>$/.exec(text)
  if (address === null) return text
  return (
    <>
      {text.slice(0, address.index)} <a href={`mailto:${address[1]}`}>{address[1]}</a>
    </>
  )
}

/** Whether a visitor has suggested it, whose contact is still known. */
export const isSuggestion = ({ first }: Past): boolean => first?.note !== undefined

/** Empty once the contact of a suggestion, or the account of a contributor, has been deleted. */
export const senderOf = ({ first }: Past): string =>
  first?.note?.replace(/\s*<.*>$/, '') ?? first?.author_name ?? ''

export function Sender({ past }: { past: Past }) {
  const t = useWords()
  const dates = useDates()
  const { hasMail } = useSite()
  const { first, notes } = past
  const name = senderOf(past)
  return (
    <section className="panel" aria-labelledby="sender">
      <h2 id="sender">{name === '' ? t('About this submission') : t('From {name}', { name })}</h2>
      <Facts
        facts={[
          [t('Contact'), first?.note !== undefined && <Contact text={first.note} />],
          [t('Created'), first && dates.moment(first.date_utc)],
        ]}
      />
      {isSuggestion(past) && (
        <p className="quiet">
          {hasMail
            ? t(
                'The decision is sent to this address. Once the event is published or rejected, the address is deleted.',
              )
            : t(
                'This calendar sends no e-mail. Write before you publish or reject the event, because the address is then deleted.',
              )}
        </p>
      )}
      {notes.length > 0 && (
        <ul className="past">
          {notes.map(({ version, note, author_name, date_utc }) => (
            <li key={version}>
              <span className="lines">{t('“{note}”', { note: note! })}</span>
              <small>
                {author_name} · {dates.ago(date_utc)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function SincePublished({ past: { sincePublished }, event }: { past: Past; event: CalendarEvent }) {
  const t = useWords()
  if (sincePublished === undefined) return null
  return (
    <section className="panel" aria-labelledby="since">
      <h2 id="since">{t('Different from what was published')}</h2>
      <ChangedFields kind="events" changes={sincePublished} beginning={event} />
    </section>
  )
}
