import { labelled } from '../../locales/sentence.ts'
import { findStored, inWords } from '../../recurrence/index.ts'
import { resources } from '../../resources/index.ts'
import { unbroken } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { formatDay } from '../parts/dates.ts'
import { fact } from '../parts/fact.ts'
import { ownSpanOf, pathOf } from '../parts/entry.ts'
import { html, type Content } from '../parts/html.ts'
import type { ShownEvent } from '../parts/shown.ts'
import { wordsBeside } from '../parts/words.ts'

/** Recurring events: their rule, and a link to all dates. */

/** The event of a series, as the API represents it. */
export type ShownSeries = ShownEvent & Required<Pick<ShownEvent, 'recurrence' | 'series'>>

export const isSeries = (event: ShownEvent): event is ShownSeries => event.recurrence !== undefined

/** Filter for all dates of a series. */
export const feedOf = ({ id }: ShownEvent) => ({ post_parent: String(id) })

/** "Every Tuesday until 1 March 2028" */
export function ruleText(
  { recurrence, start_date, timezone, all_day }: ShownSeries,
  { language }: Pick<PageContext, 'language'>,
): string {
  const first = { start: start_date, timezone, allDay: all_day }
  const read = findStored(recurrence.join('\n'), first)
  return read === undefined ? recurrence.join(', ') : unbroken(inWords(read, first, language))
}

export const ruleOf = (series: ShownSeries, context: PageContext): Content =>
  wordsBeside(context.words, ruleText(series, context))

/** The series of an occurrence as visitors see it; undefined if it is not published. */
async function seriesOf(
  { recurrence_id, post_parent }: ShownEvent,
  { reads, language, links }: PageContext,
): Promise<ShownSeries | undefined> {
  if (recurrence_id === undefined) return undefined
  const [text] = await reads.represent(resources.events, [post_parent], { language, links, isSingle: true })
  const series = text === undefined ? undefined : (JSON.parse(text) as ShownEvent & { status: string })
  return series?.status === 'publish' && isSeries(series) ? series : undefined
}

/** Keeps only the first listed date of each series, and no date of the series that `without` belongs to. */
export function oncePerSeries(events: readonly ShownEvent[], without: ShownEvent): readonly ShownEvent[] {
  const known = new Set(without.recurrence_id === undefined ? [] : [without.post_parent])
  return events.filter(({ recurrence_id, post_parent }) => {
    if (recurrence_id === undefined) return true
    const isNew = !known.has(post_parent)
    known.add(post_parent)
    return isNew
  })
}

/** For an occurrence: how it repeats, and a link to all dates. */
export async function repeatFact(event: ShownEvent, context: PageContext): Promise<Content> {
  const { words } = context
  const series = await seriesOf(event, context)
  return (
    series &&
    fact(
      words,
      words('Repeats'),
      ruleOf(series, context),
      html`<a href="${pathOf(series.url)}"${words.lang}>${words('All dates')}</a>`,
    )
  )
}

/** The next date of a series, linked to its own page, or why there is none. */
export function nextDate(
  { series: { next } }: ShownSeries,
  upcoming: ShownEvent | undefined,
  context: PageContext,
): Content {
  const { words, language } = context
  if (upcoming === undefined)
    return wordsBeside(
      words,
      words(next === null ? 'There are no more dates.' : 'The remaining dates are cancelled.'),
    )
  if (upcoming.event_status === 'postponed') return wordsBeside(words, words('New date to be announced'))
  const day = formatDay(language, 'full', ownSpanOf(upcoming).first)
  const label = labelled(words('Next date'), '', language).trimEnd()
  return html`${wordsBeside(words, label)} <a href="${pathOf(upcoming.url)}">${day}</a>`
}
