import { agendaPage } from './agenda.ts'
import type { PageContext } from '../context.ts'
import { dayAfter } from '../../time/index.ts'
import { formatDays, isoWeekOf, mondayOf } from '../parts/dates.ts'
import { capitalized } from '../../text/capitalized.ts'
import { daySection, namedSection } from '../parts/entry.ts'
import { html } from '../parts/html.ts'
import { byDay } from '../list/list-page.ts'
import type { Page } from '../page.ts'
import { timeless, type Period } from './period.ts'
import { pageMissing } from '../problem-page.ts'

function periodOf({ language, words, to, today }: PageContext, monday: string): Period {
  const sunday = dayAfter(monday, 6)
  const style = sunday.slice(0, 4) === today.slice(0, 4) ? 'dayMonth' : 'dayMonthYear'
  const dates = formatDays(language, style, monday, sunday)
  const numberOf = (day: string) => Number(isoWeekOf(day).slice(6))
  const nameAt = (day: string) => words('Week {n}', { n: numberOf(day) })
  return {
    view: 'week',
    first: monday,
    last: sunday,
    title: capitalized(formatDays(language, 'dayMonthYear', monday, sunday), language),
    heading: html`${dates} <span class="quiet week-number"${words.lang}>${nameAt(monday)}</span>`,
    sentence: words('Nothing in week {n} ({dates}).', {
      n: numberOf(monday),
      dates: formatDays(words.language, style, monday, sunday),
    }),
    addressAt: (day, filters) => to.week(isoWeekOf(day), filters),
    nameAt,
    nameLang: words.lang,
  }
}

/** A week from Monday to Sunday, by its ISO 8601 number. */
export async function weekPage(original: PageContext): Promise<Page> {
  const monday = mondayOf(original.request.path.week!)
  if (monday === undefined) throw pageMissing()
  const context = timeless(original)
  const { words, site } = context
  return agendaPage(context, periodOf(context, monday), (beginning, running) => [
    namedSection(words('Running that week'), running, context, {
      isRunning: true,
      hasSeveralDays: true,
    }),
    ...byDay(beginning, site.timezone).map(([day, events]) => daySection(day, events, context)),
  ])
}
