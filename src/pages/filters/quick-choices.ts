import type { Message } from '../../locales/fr.ts'
import { dayAfter, weekendOf } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { counterOf, countEvents, sentWithout, type Sent } from '../list/event-list.ts'
import { without, withoutTimes, type Filters } from './filters.ts'
import { daysOf } from './written-dates.ts'
import { html, type SafeHtml } from '../parts/html.ts'
import { wholeList } from '../list/list-query.ts'

/** Quick choices above a list, each of which is a link. */

interface Choice {
  readonly name: Message
  readonly filters: Filters
  readonly isChosen: boolean
}

function choicesOf(context: PageContext): readonly Choice[] {
  const { filters, today } = context
  const others = withoutTimes(filters)
  const chosen = String(daysOf(filters, context))
  const at = (...days: readonly [string, string]) => ({
    filters: { ...others, during: [...new Set(days)].join('/') },
    isChosen: chosen === String(days),
  })
  const tomorrow = dayAfter(today, 1)
  const isFree = filters.cost === 'free'
  return [
    {
      name: 'All',
      filters: without(others, 'cost'),
      isChosen:
        !isFree &&
        others.cost === undefined &&
        Object.keys(withoutTimes(filters)).length === Object.keys(without(filters, 'page')).length,
    },
    { name: 'Today', ...at(today, today) },
    { name: 'Tomorrow', ...at(tomorrow, tomorrow) },
    { name: 'This weekend', ...at(...weekendOf(today)) },
    { name: 'Free', filters: { ...without(filters, 'page'), cost: 'free' }, isChosen: isFree },
  ]
}

const costAlone = ({ cost }: Filters): Sent => (cost === undefined ? {} : { cost })

/**
 * The total of a list that is restricted only by time. All pages show the same totals, so each is computed once per
 * version of the data; the cache key contains everything that it depends on.
 */
const countOnce = ({ reads, ...context }: PageContext, sent: Sent): Promise<number> =>
  reads.cached(`count ${JSON.stringify([context.language, context.site.timezone, sent])}`, (latest) =>
    countEvents({ ...context, reads: latest }, sent),
  )

/**
 * The number of events that the list would have with each choice: those that begin, and those that are running. Choices
 * differ only in time and price.
 */
async function countsOf(context: PageContext, choices: readonly Choice[]): Promise<readonly number[]> {
  const isNarrowed = Object.keys(context.narrowing).length > 0
  const count = await counterOf(context, sentWithout(context.narrowing, 'cost'))
  return Promise.all(
    choices.map(({ filters }) => {
      const sent = wholeList({ ...context, filters, narrowing: costAlone(filters) })
      return isNarrowed || filters.cost !== undefined ? count(sent) : countOnce(context, sent)
    }),
  )
}

export async function quickChoices(
  context: PageContext,
  address: (filters: Filters) => string,
): Promise<SafeHtml> {
  const { words } = context
  const choices = choicesOf(context)
  const counts = await countsOf(context, choices)
  return html`<nav class="quick" aria-label="${words('When')}"${words.lang}>
    <ul>
      ${choices.map(
        ({ name, filters, isChosen }, index) =>
          html`<li>
            <a href="${address(filters)}"${isChosen && html` aria-current="true"`}${words.lang}>${words(name)} <span class="count">${words.number(counts[index]!)}</span></a>
          </li> `,
      )}
    </ul>
    ${sheetLink(context)}
  </nav> `
}

/** Opens the form on screens where it is a sheet. */
export const sheetLink = ({ words }: PageContext): SafeHtml =>
  html`<a class="only-sheet" data-edge href="#filters"${words.lang}>${words('Filters')}</a>`
