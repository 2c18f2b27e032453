import type { PageContext } from '../context.ts'
import { formatDay, timeOf } from './dates.ts'
import { languageOf, ownSpanOf, pathOf, statusMark, zoneWords } from './entry.ts'
import { countEvents, firstTakingPlace, instantSent, notOver, type Sent } from '../list/event-list.ts'
import { isFiltered, type Filters } from '../filters/filters.ts'
import { escapeMarkup } from '../../text/escape.ts'
import { html, asHtml, type Content, type SafeHtml } from './html.ts'
import type { ShownEvent } from './shown.ts'
import { typeset, type Words } from './words.ts'

/** The content of an empty list: a sentence, the next event, and a way to continue. */

/** Inserts markup such as links into the placeholders of a translated sentence. */
export function sentenceWith(text: string, parts: Readonly<Record<string, SafeHtml>>): SafeHtml {
  const pieces = text.split(/(\{\w+\})/)
  return html`${pieces.map((piece) => parts[piece.slice(1, -1)] ?? asHtml(escapeMarkup(piece)))}`
}

const eventLink = (event: ShownEvent, words: Words): SafeHtml =>
  html`${statusMark(event, words)}<a href="${pathOf(event.url)}"${languageOf(event, words)}><bdi>${typeset(event.title, event.language)}</bdi></a>`

/**
 * `Tuesday 4 May at 19:30`, as clocks show at the event, with the year unless it is the current one and that of what is
 * empty.
 */
function whenOf(event: ShownEvent, after: string, context: PageContext): SafeHtml {
  const { words, today } = context
  const span = ownSpanOf(event)
  const { first } = span
  const place = zoneWords(event, span, context)
  const time = `${timeOf(event.start_date)}${place === undefined ? '' : ` ${place}`}`
  const isSameYear = [today, after].every((day) => day.slice(0, 4) === first.slice(0, 4))
  const style = isSameYear ? 'weekdayDayMonth' : 'full'
  const day = formatDay(words.language, style, first)
  return event.all_day
    ? html`<time datetime="${first}">${day}</time>`
    : html`<time datetime="${event.start_date.slice(0, 16)}">${words('{date} at {time}', { date: day, time })}</time>`
}

/** The next event after a local time, with the same filters. */
function nextEvent(context: PageContext, after: string): Promise<ShownEvent | undefined> {
  const sent: Sent = { ...context.narrowing, strict_dates: 'true', starts_after: after }
  return firstTakingPlace(context, sent)
}

interface Emptiness {
  /** Explains what was not found. */
  readonly sentence: string
  /** Local time after which to search for the next event. */
  readonly after: string
  /** The same list without filters: its parameters, for the number of events, and its path. */
  readonly unfiltered?: {
    readonly sent: Sent
    readonly address: string
  }
}

export async function emptiness(
  context: PageContext,
  { sentence, after, unfiltered }: Emptiness,
): Promise<SafeHtml> {
  const { words, filters } = context
  const next = await nextEvent(context, after)
  const count = unfiltered && isFiltered(filters) ? await countEvents(context, unfiltered.sent) : 0
  const way: Content =
    next &&
    html` ${sentenceWith(words('The next event is {title} on {date}.', { title: '{title}', date: '{date}' }), { title: eventLink(next, words), date: whenOf(next, after, context) })}`
  return html`<div class="empty stack">
    <p${words.lang}>${sentence}${way}</p>
    ${
      count > 0 &&
      html`<p class="hint">
        <a href="${unfiltered!.address}"${words.lang}>${words.count(count, 'Without the filters there is {count} event.', 'Without the filters there are {count} events.')}</a>
      </p> `
    }
  </div> `
}

/** The content of an empty list of events. What a search page looks for is not among the filters that it could do without. */
export function emptyList(context: PageContext, lookedFor: Pick<Filters, 'search'> = {}): Promise<SafeHtml> {
  const { words, filters, now, to } = context
  const searched = filters.search
  const sentence =
    searched !== undefined
      ? words('Nothing found for “{words}”.', { words: searched })
      : isFiltered(filters)
        ? words('Nothing matches these filters.')
        : words('No events are planned yet.')
  return emptiness(context, {
    sentence,
    after: instantSent(now),
    unfiltered: {
      sent: { ...notOver(now), ...lookedFor },
      address: isFiltered(lookedFor) ? to.search(lookedFor) : to.list(),
    },
  })
}
