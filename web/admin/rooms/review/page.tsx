import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Review } from '../../app/sent-back.ts'
import { useUserNames } from '../../app/user-names.ts'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { LanguageMarks, languageLabel } from '../../parts/language-marks.tsx'
import { useLanguages } from '../../app/languages.ts'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { ListPager } from '../../parts/pager.tsx'
import { usePage } from '../../parts/parameters.ts'
import { useIsPhone } from '../../parts/phone.ts'
import { StateMark, stateOf, states, type State } from '../../parts/state-mark.tsx'
import { titleOf } from '../../parts/titles.ts'
import { Loading } from '../../parts/loading.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { isConflict, isDecidedAlready, ServiceError } from '../../service/errors.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { Checks, Sender, SincePublished } from './about.tsx'
import { useDeciding } from './deciding.ts'
import { DecisionBar } from './decision.tsx'
import { newPlacesOf } from './new-places.ts'
import { Sheet } from './sheet.tsx'
import { decisionsPerPage, usePast, useReviews, useSubmission, useWaiting, type Past } from './submission.ts'

/** Submissions of contributors: the list, the selected one, and information about it. */

const addressOf = (id: number) => `/review/${id}`

export function ReviewPage() {
  const t = useWords()
  const { id } = useParams()
  const isPhone = useIsPhone()
  const [address] = useSearchParams()
  const list = lists.find(({ name }) => name === address.get('list'))?.name
  const back = isPhone && id !== undefined && (
    <LinkButton
      kind="quiet"
      icon="previous"
      label={t('Back to the list')}
      to={list === undefined ? '/review' : `/review?${address.toString()}`}
    />
  )
  return (
    <Page title={t('Review')} before={back}>
      <nav className="tabs tabs--spaced" aria-label={t('Lists')}>
        {lists.map(({ name, text }) => (
          <Link
            key={text}
            to={name === undefined ? '/review' : `/review?list=${name}`}
            aria-current={name === list ? 'page' : undefined}
          >
            {t(text)}
          </Link>
        ))}
      </nav>
      {list === undefined ? <Waits id={id} /> : <Decided key={list} list={list} id={id} />}
    </Page>
  )
}

const lists = [
  { name: undefined, text: 'Waiting' },
  { name: 'returned', text: 'Sent back for changes' },
  { name: 'decided', text: 'Decided' },
] as const

function Waits({ id }: { id: string | undefined }) {
  const isPhone = useIsPhone()
  const waiting = useWaiting()
  const { events, total } = waiting.data ?? { events: [], total: 0 }
  // On phones the list is a separate page.
  const shown = id === undefined ? (isPhone ? undefined : events[0]?.id) : Number(id)
  if (!waiting.isSuccess) return <Loading of={waiting} />
  if (shown === undefined && events.length === 0) return <NothingWaits />
  return (
    <div className="columns columns--list columns--three">
      {(!isPhone || id === undefined) && <Queue events={events} total={total} current={shown} />}
      {shown !== undefined && (
        <Submission
          key={shown}
          id={shown}
          events={events}
          position={isPhone && <Position events={events} total={total} current={shown} />}
        />
      )}
    </div>
  )
}

/** Where there is no list beside the submission. */
function Position({
  events,
  total,
  current,
}: {
  events: readonly CalendarEvent[]
  total: number
  current: number
}) {
  const t = useWords()
  const index = events.findIndex(({ id }) => id === current)
  if (index === -1) return null
  const step = (to: CalendarEvent | undefined, icon: 'previous' | 'next', label: string) =>
    to === undefined ? (
      <Button icon={icon} label={label} isDisabled />
    ) : (
      <LinkButton icon={icon} label={label} to={addressOf(to.id)} />
    )
  return (
    <nav className="row" aria-label={t('Submissions')}>
      {step(events[index - 1], 'previous', t('Previous submission'))}
      <span>{t('{number} of {total}', { number: index + 1, total })}</span>
      {step(events[index + 1], 'next', t('Next submission'))}
    </nav>
  )
}

const outcomes = { accept: 'Accepted', return: 'Sent back', reject: 'Rejected' } as const

/** Past decisions, and who made them. */
function Decided({ list, id }: { list: 'returned' | 'decided'; id: string | undefined }) {
  const t = useWords()
  const dates = useDates()
  const isPhone = useIsPhone()
  const [address] = useSearchParams()
  const [page, turnTo] = usePage()
  const reviews = useReviews(list, page)
  const users = useUserNames()
  const outcomeOf = ({ decision, event: { author = 0 } }: Review) => {
    const name = users.get(author)
    return [t(outcomes[decision]), ...(name === undefined ? [] : [t('From {name}', { name })])].join(' · ')
  }
  if (!reviews.isSuccess) return <Loading of={reviews} />
  if (reviews.data.total === 0) return <p className="quiet">{t('No decisions yet.')}</p>
  return (
    <div className="columns columns--list columns--three">
      {(!isPhone || id === undefined) && (
        <nav aria-label={t('Decisions')}>
          <ul className="queue queue--ruled">
            {reviews.data.body.reviews.map((review) => (
              <li key={review.id}>
                <Link
                  to={`${addressOf(review.event.id)}?${address.toString()}`}
                  aria-current={String(review.event.id) === id || undefined}
                >
                  <strong lang={review.event.language}>{review.event.title}</strong>
                  <span className="quiet">{outcomeOf(review)}</span>
                  <span className="quiet">
                    {review.name} · {dates.ago(review.date_utc)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <ListPager
            of={reviews}
            page={page}
            perPage={decisionsPerPage}
            shown={reviews.data.body.reviews.length}
            onPage={turnTo}
          />
        </nav>
      )}
      {id !== undefined && <Submission key={id} id={Number(id)} events={[]} />}
    </div>
  )
}

function NothingWaits() {
  const t = useWords()
  return (
    <div className="empty">
      <h2>{t('Nothing to review')}</h2>
      <p>{t('When somebody submits an event, it appears here and in the sidebar.')}</p>
    </div>
  )
}

function Queue({
  events,
  total,
  current,
}: {
  events: readonly CalendarEvent[]
  total: number
  current: number | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const users = useUserNames()
  const nameOf = ({ author }: CalendarEvent) => (author === 0 ? t('From a visitor') : users.get(author))
  return (
    <nav aria-label={t('Submissions')}>
      <ul className="queue queue--ruled">
        {events.map((event) => (
          <li key={event.id}>
            <Link to={addressOf(event.id)} aria-current={event.id === current || undefined}>
              <strong lang={event.original_language}>{titleOf(event, event.original_language)}</strong>
              <span className="quiet">{dates.fullDay(event.start_date)}</span>
              <span className="quiet">
                {[nameOf(event), dates.ago(event.modified_utc)].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {events.length < total && <p className="quiet">{t('More will appear as you decide on these.')}</p>}
    </nav>
  )
}

/** The next submission, otherwise the previous one, otherwise the empty list. */
function nextOf(events: readonly CalendarEvent[], id: number): string {
  const index = events.findIndex((event) => event.id === id)
  const next = events[index + 1] ?? events[index - 1]
  return next === undefined ? '/review' : addressOf(next.id)
}

function Submission({
  id,
  events,
  position,
}: {
  id: number
  /** What waits. */
  events: readonly CalendarEvent[]
  position?: ReactNode
}) {
  const t = useWords()
  const navigate = useNavigate()
  const navigateHere = useNavigateHere()
  const index = events.findIndex((event) => event.id === id)
  const [place, setPlace] = useState(index)
  // Once somebody else has decided about it, the next one is where it was.
  if (index !== -1 && index !== place) setPlace(index)
  const [language, setLanguage] = useState(events[index]?.original_language)
  const { submission, readAgain } = useSubmission(id, language)
  const past = usePast(id)
  const { decide, isBusy, error } = useDeciding(
    (decided) => void navigateHere(nextOf(events, decided)),
    (decided) => void navigate(addressOf(decided)),
  )
  const refusal = error instanceof ServiceError ? error.fields.note : undefined
  useFocusOnSubmission(submission.data !== undefined && past !== undefined)
  if (submission.isError) return <Failure error={submission.error} retry={() => void submission.refetch()} />
  if (submission.isPending || past === undefined) return <Waiting />
  const { body: event } = submission.data
  return (
    <>
      <section aria-labelledby="submission">
        <div className="stack">
          {position}
          {error !== null && refusal === undefined && <NotDecided error={error} />}
          <Reading event={event} onLanguage={setLanguage} />
        </div>
        {event.status === 'pending' ? (
          <DecisionBar
            event={event}
            past={past}
            isBusy={isBusy}
            refusal={refusal}
            onDecide={(decision, note, onError) =>
              decide(
                {
                  submission: submission.data,
                  readAgain,
                  decision,
                  note,
                  newPlaces: newPlacesOf(event),
                },
                onError && { onError },
              )
            }
          />
        ) : (
          <NotWaiting event={event} past={past} next={events[Math.max(place, 0)] ?? events.at(-1)} />
        )}
      </section>
      <aside className="aside" aria-label={t('About this submission')}>
        <Checks event={event} />
        <SincePublished past={past} event={event} />
        <Sender past={past} />
        <p>
          <Link to={`/events/${id}/history`}>{t('History')}</Link>
        </p>
      </aside>
    </>
  )
}

/** What is to be decided now comes after the list, which nobody wants to go through again for each. */
function useFocusOnSubmission(isShown: boolean): void {
  const { id } = useParams()
  const isAsked = id !== undefined && isShown
  useEffect(() => {
    if (!isAsked) return
    // A new address gives the focus to the whole room first.
    const timer = setTimeout(() => {
      // A page that was just loaded begins at its top, with the link to its content.
      if (document.activeElement?.id === 'main') document.getElementById('submission')?.focus()
    })
    return () => clearTimeout(timer)
  }, [isAsked])
}

/** Says who was faster, and leads on. */
function NotWaiting({
  event: { id },
  past: { decided },
  next,
}: {
  event: CalendarEvent
  past: Past
  next: CalendarEvent | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const status = decided?.changes.status?.after as State | undefined
  return (
    <Notice
      title={t('This event is no longer waiting for review.')}
      actions={
        <>
          {next !== undefined && <Link to={addressOf(next.id)}>{t('Next submission')}</Link>}
          <Link to={`/events/${id}`}>{t('Edit')}</Link>
        </>
      }
    >
      {decided !== undefined &&
        status !== undefined &&
        t('{name} changed the status to “{status}” {ago}.', {
          name: decided.author_name === '' ? t('Somebody') : decided.author_name,
          status: t(states[status][1]),
          ago: dates.ago(decided.date_utc),
        })}
    </Notice>
  )
}

function NotDecided({ error }: { error: Error }) {
  const t = useWords()
  if (!isConflict(error) && !isDecidedAlready(error)) return <Failure error={error} />
  return (
    <Notice tone="danger" title={t('Somebody else has just changed it.')}>
      {t('What you see now is the current version.')}
    </Notice>
  )
}

/** The submission in one of its languages, in desktop or phone width. */
function Reading({ event, onLanguage }: { event: CalendarEvent; onLanguage: (language: string) => void }) {
  const t = useWords()
  const languages = useLanguages()
  const [isNarrow, setNarrow] = useState(false)
  const written = languages.filter((language) => event.translations[language] !== undefined)
  return (
    <div className="stack">
      <div className="row row--between">
        <span className="row">
          <StateMark state={stateOf(event)} />
          <LanguageMarks of={event} languages={languages} />
        </span>
        <div className="joined" role="group" aria-label={t('Preview')}>
          {written.map((language) => (
            <Button
              key={language}
              size="small"
              aria-pressed={language === event.language}
              onPress={() => onLanguage(language)}
            >
              {languageLabel(t, language)}
            </Button>
          ))}
          <Button
            size="small"
            className="wide-only"
            aria-pressed={isNarrow}
            onPress={() => setNarrow(!isNarrow)}
          >
            {t('As on a phone')}
          </Button>
        </div>
      </div>
      <Sheet event={event} isNarrow={isNarrow} />
    </div>
  )
}
