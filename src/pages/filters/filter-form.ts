import type { Message } from '../../locales/fr.ts'
import type { PageContext } from '../context.ts'
import { firstShown, isDay, lastShown } from '../parts/dates.ts'
import { counterOf, listQuery, sentWithout, type Sent } from '../list/event-list.ts'
import { radiusOf, without, type FilterName, type Filters } from './filters.ts'
import { chosenIds, namedCategories } from './linked-filters.ts'
import { daysOf, hoursOf, withDates } from './written-dates.ts'
import { languageOf } from '../parts/entry.ts'
import { attribute, flag, html, type Content, type SafeHtml } from '../parts/html.ts'
import { hueOf } from '../parts/shown.ts'
import { categoryTree, filterValue, cacheKeyOf, type CategoryNode } from '../parts/terms.ts'

/** The filters of a list as a form beside it. */

/** Few enough to take in at a glance; all categories have a page of their own. */
const maxCategories = 60

interface ShownTree {
  readonly nodes: readonly CategoryNode[]
  readonly isWhole: boolean
}

/** Cached, because most pages show it. */
const shownTree = (context: PageContext): Promise<ShownTree> =>
  context.reads.cached(cacheKeyOf(context, 'shown categories'), async (reads) =>
    pruned(await categoryTree({ ...context, reads }), maxCategories),
  )

/** Prunes the tree to its top-level categories with the most events if it is too large. */
function pruned(nodes: readonly CategoryNode[], room: number): ShownTree {
  const all = (some: readonly CategoryNode[]): number =>
    some.reduce((sum, one) => sum + 1 + all(one.children), 0)
  if (all(nodes) <= room) return { nodes, isWhole: true }
  const largest = nodes.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0)).slice(0, room)
  return {
    nodes: nodes.filter((node) => largest.includes(node)).map((node) => ({ ...node, children: [] })),
    isWhole: false,
  }
}

function categoryFacets(
  nodes: readonly CategoryNode[],
  chosen: readonly number[],
  counts: ReadonlyMap<number, number>,
  context: PageContext,
): SafeHtml {
  const { words } = context
  return html`<ul>
    ${nodes.map((node) => {
      const count = counts.get(node.id) ?? 0
      const isChosen = chosen.includes(node.id)
      return html`<li>
        <label class="facet"><input type="checkbox" name="categories" value="${filterValue(node)}"${flag('checked', isChosen)}${flag('disabled', count === 0 && !isChosen)}><span class="cat" data-cat="${hueOf(node)}"${languageOf(node, context)}>${node.name}</span><span class="count">${words.number(count)}</span></label>${node.children.length > 0 && html` ${categoryFacets(node.children, chosen, counts, context)}`}
      </li> `
    })}
  </ul>`
}

/** The number of events per category, whichever categories are selected. */
const countsByCategory = async (context: PageContext, list: Sent) =>
  context.reads.counts(await listQuery(context, sentWithout(list, 'categories')), 'categories')

const idsOf = (nodes: readonly CategoryNode[]): number[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])

async function categoryField(context: PageContext, list: Sent): Promise<Content> {
  const { nodes: common, isWhole } = await shownTree(context)
  const chosen = await chosenIds(context, 'categories')
  const shown = new Set(idsOf(common))
  const others = await namedCategories(
    context,
    chosen.filter((id) => !shown.has(id)),
  )
  // Chosen ones are always there, because the form submits only the boxes that it has.
  const nodes = [...others.map((category) => ({ ...category, children: [] })), ...common]
  if (nodes.length === 0) return undefined
  const { words, to } = context
  const counts = await countsByCategory(context, list)
  return html`<fieldset>
    <legend${words.lang}>${words('Category')}</legend>
    ${categoryFacets(nodes, chosen, counts, context)}${
      !isWhole && html`<p><a href="${to.categories()}"${words.lang}>${words('All categories')}</a></p>`
    }
  </fieldset> `
}

const prices = [
  ['', 'All'],
  ['free', 'Free'],
  ['paid', 'Paid'],
] as const

async function priceField(context: PageContext, list: Sent, total: number): Promise<SafeHtml> {
  const { words, filters } = context
  const chosen = filters.cost ?? ''
  const countOf = await counterOf(context, sentWithout(list, 'cost'))
  const counts = await Promise.all(
    prices.map(([cost]) => (cost === chosen ? total : countOf(cost === '' ? {} : { cost }))),
  )
  return html`<fieldset>
    <legend${words.lang}>${words('Price')}</legend>
    ${prices.map(
      ([cost, name], index) =>
        html`<label class="facet"${words.lang}><input type="radio" name="cost" value="${cost}"${flag('checked', cost === chosen)}>${words(name)}<span class="count">${words.number(counts[index]!)}</span></label> `,
    )}
  </fieldset> `
}

function whenField(context: PageContext): SafeHtml {
  const { words } = context
  const { start_date, starts_before } = withDates(context.filters, context)
  const [first, last] = daysOf(context.filters, context) ?? [start_date, starts_before]
  // Without these bounds, browsers accept years of six digits, which lead to a page that reports an error.
  const field = (name: string, label: Message, value: string | undefined) =>
    html`<label${words.lang}>${words(label)}<input class="field" type="date" name="${name}" min="${firstShown}" max="${lastShown}"${attribute('value', isDay(value ?? '') && value)}></label>`
  return html`<fieldset>
    <legend${words.lang}>${words('When')}</legend>
    <div class="stack">${field('start_date', 'From', first)} ${field('starts_before', 'To', last)}</div>
  </fieldset> `
}

const radii = ['2', '5', '10', '20', '50'] as const

function whereField({ words, filters, config }: PageContext): Content {
  if (!config.geolocation) return undefined
  const radius = radiusOf(filters)
  const choices = (radii as readonly string[]).includes(radius) ? radii : [...radii, radius]
  return html`<fieldset>
    <legend${words.lang}>${words('Where')}</legend>
    <div class="stack">
      <label${words.lang}>${words('Town or postcode')}<input class="field" name="near" autocomplete="postal-code"${attribute('value', filters.near)}></label>
      <label${words.lang}>${words('Within')}<select class="field" name="geoloc_radius">
          ${choices.map(
            (one) => html`<option value="${one}"${flag('selected', one === radius)}>${one} km</option>`,
          )}
        </select></label>
      <button class="button" type="button" data-near-me data-refused="${words('Your browser does not say where you are.')}" hidden${words.lang}>
        ${words('Near me')}
      </button>
    </div>
  </fieldset> `
}

const inForm: readonly (FilterName | 'page')[] = [
  'categories',
  'cost',
  'during',
  'start_date',
  'starts_before',
  'near',
  'geoloc_radius',
  'page',
]

/** Hidden fields for filters without a visible field, so that the form preserves them. Days have fields, hours have none. */
function keptFields(context: PageContext): SafeHtml {
  const { filters } = context
  const hours = hoursOf(filters, context) && { during: filters.during }
  const kept: Filters = { ...without(filters, ...inForm), ...hours }
  return html`${Object.entries(kept).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value!}"> `,
  )}`
}

interface FormOptions {
  readonly action: string
  /** The list that it filters. */
  readonly list: Sent
  /** The number of events in it. */
  readonly total: number
  /** Whether it is a sheet on all screens, because the page has no room for a column. */
  readonly isSheet?: boolean
  /** False if the page itself determines the time. */
  readonly hasDates?: boolean
}

export async function filterForm(
  context: PageContext,
  { action, list, total, isSheet = false, hasDates = true }: FormOptions,
): Promise<SafeHtml> {
  const { words } = context
  return html`<aside class="filters" id="filters" aria-labelledby="filters-title"${flag('data-sheet', isSheet)}>
    <form action="${action}" autocomplete="off">
      <div class="filters-head">
        <h2 id="filters-title"${words.lang}>${words('Filter events')}</h2>
        <a class="button only-sheet" href="#content"${words.lang}>${words('Close')}</a>
      </div>
      ${keptFields(context)}${await categoryField(context, list)}${await priceField(context, list, total)}${hasDates && whenField(context)}${whereField(context)}<button class="button" type="submit" data-main${words.lang}>
        ${words.count(total, 'Show {count} event', 'Show {count} events')}
      </button>
      <p class="visually-hidden" role="status"${words.lang} data-found="${words.count(total, '{count} event', '{count} events')}" data-unreachable="${words('The calendar cannot be reached just now')}."></p>
    </form>
  </aside> `
}
