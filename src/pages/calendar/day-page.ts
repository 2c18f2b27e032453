import { secondsOf, toWall } from '../../time/index.ts'
import { agendaPage } from './agenda.ts'
import type { PageContext } from '../context.ts'
import { formatDay, formatDayAlone, isDay } from '../parts/dates.ts'
import { namedSection } from '../parts/entry.ts'
import { html } from '../parts/html.ts'
import type { Page } from '../page.ts'
import { timeless, type Period } from './period.ts'
import { pageMissing } from '../problem-page.ts'
import type { ShownEvent } from '../parts/shown.ts'
import type { Message } from '../../locales/fr.ts'

const partsOfDay: readonly (readonly [Message, (event: ShownEvent, hour: number) => boolean])[] = [
  ['All day', ({ all_day }) => all_day],
  ['Morning', ({ all_day }, hour) => !all_day && hour < 12],
  ['Afternoon', ({ all_day }, hour) => !all_day && hour >= 12 && hour < 18],
  ['Evening', ({ all_day }, hour) => !all_day && hour >= 18],
]

/** By the clock of the site, because the day is one of the site. */
const hourOf = ({ utc_start_date }: ShownEvent, { site }: PageContext) =>
  Number(toWall(secondsOf(utc_start_date), site.timezone).slice(11, 13))

function periodOf({ language, words, to, today }: PageContext, day: string): Period {
  const title = formatDayAlone(language, 'full', day)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const heading = isThisYear ? formatDayAlone(language, 'weekdayDayMonth', day) : title
  return {
    view: 'day',
    first: day,
    last: day,
    title,
    heading: html`<time datetime="${day}">${heading}</time>`,
    sentence: words('Nothing on {date}.', { date: formatDay(words.language, 'dayMonth', day) }),
    addressAt: to.day,
    nameAt: (other) => formatDayAlone(language, 'shortDay', other),
  }
}

/** One day, divided into its parts. */
export async function dayPage(original: PageContext): Promise<Page> {
  const day = original.request.path.day!
  if (!isDay(day)) throw pageMissing()
  const context = timeless(original)
  const { words, today } = context
  const runningName = words(day === today ? 'Running now' : 'Running that day')
  return agendaPage(context, periodOf(context, day), (beginning, running) => [
    ...partsOfDay.map(([name, isIn]) =>
      namedSection(
        words(name),
        beginning.filter((event) => isIn(event, hourOf(event, context))),
        context,
      ),
    ),
    namedSection(runningName, running, context, { isRunning: true }),
  ])
}
