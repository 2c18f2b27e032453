import type { Message } from '../locales/fr.ts'
import { resources } from '../resources/index.ts'
import { freshFor, type PageContext } from './context.ts'
import { queryOf } from './addresses/addresses.ts'
import { filtersInForce } from './filters/filters-in-force.ts'
import { isFiltered, type Filters } from './filters/filters.ts'
import { withinTarget } from './filters/narrowing.ts'
import { pageLists } from './list/list-query.ts'
import { byDay, pageFilter, pageLinks, perPage, readRunning, runningSection } from './list/list-page.ts'
import { daySection, languageOf, pathOf } from './parts/entry.ts'
import { instantSent, listEvents, listItems, listQuery, notOver } from './list/event-list.ts'
import { redirectFrom } from './addresses/resource-address.ts'
import { descriptionOf } from './parts/description.ts'
import { html, type Content, type SafeHtml } from './parts/html.ts'
import { emptiness } from './parts/empty.ts'
import { pageHead } from './parts/layout.ts'
import type { Page, Redirect } from './page.ts'
import { pageMissing } from './problem-page.ts'
import { hueOf, type ShownTerm } from './parts/shown.ts'
import { categoriesRead, categoryTree, filterValue, type CategoryNode } from './parts/terms.ts'
import { typeset, wordsBeside } from './parts/words.ts'
import type { WholeEvent } from './parts/shown.ts'
import { hasForbiddenCharacter } from '../text/characters.ts'
import { narrowedPage } from './narrowed-page.ts'

/** The pages of categories and tags with their upcoming events, and the tree of all categories. */

const runningShown = 10

interface ShownTermPage extends ShownTerm {
  readonly url: string
  readonly language: string
  readonly translations: WholeEvent['translations']
  readonly urls: { readonly self: string }
}

async function findTerm(
  context: PageContext,
  kind: 'categories' | 'tags',
  slug: string,
): Promise<ShownTermPage> {
  if (hasForbiddenCharacter(slug)) throw pageMissing()
  const sent = { slug: slug.toLowerCase(), hide_empty: 'false' }
  const { items } = await listItems<ShownTermPage>(context, resources[kind], sent, { perPage: 1 })
  if (items[0] === undefined) throw pageMissing()
  return items[0]
}

async function termPage(
  asking: PageContext,
  kind: 'categories' | 'tags',
  slug: string,
): Promise<Page | Redirect> {
  const term = await findTerm(asking, kind, slug)
  const elsewhere = redirectFrom(asking.path, term.url, { ...asking.filters, ...pageFilter(asking) })
  if (elsewhere !== undefined) return elsewhere
  const context = withinTarget(asking, kind, term.id)
  const { words, language, page, site, filters } = context
  const addressOf = (chosen: Filters) => `${pathOf(term.url)}${queryOf(chosen)}`
  const asked = pageLists(context)
  const coming = await listEvents(context, asked.coming, { page, perPage })
  // Later pages do not show them, but count them as the first page does.
  const running = await readRunning(context, asked, page > 1 ? 1 : runningShown)
  const title = typeset(term.name, language)
  const children = kind === 'categories' ? await childrenOf(context, term) : undefined
  const isEmpty = coming.items.length + (running?.items.length ?? 0) === 0
  const main = html`${pageHead(html`<bdi${languageOf(term, context)}>${title}</bdi>`, html`<p class="num"${words.lang}>${words.count(coming.total + (running?.total ?? 0), '{count} event', '{count} events')}</p>`)}
    <div class="columns">
      <div class="main-column">
        ${
          term.description !== undefined &&
          term.description !== '' &&
          html`<div class="event-text stack">${descriptionOf(term.description, term.language, context)}</div> `
        }${children}${await filtersInForce(context, addressOf)}${
          isEmpty
            ? await emptyTerm(context, kind, pathOf(term.url))
            : html`${runningSection(context, running, { ...filters, [kind]: filterValue(term) })}${byDay(coming.items, site.timezone).map(([day, events]) => daySection(day, events, context))}`
        }${pageLinks(context, coming.total, addressOf)}
      </div>
    </div>`
  return {
    ...narrowedPage(context, term, { title, main }),
    data: term.urls.self,
    filters: { ...filters, [kind]: String(term.id) },
  }
}

/** The empty state of a category or tag, with or without filters. */
async function emptyTerm(
  context: PageContext,
  kind: 'categories' | 'tags',
  address: string,
): Promise<SafeHtml> {
  const { words, filters, narrowing, now } = context
  if (isFiltered(filters))
    return emptiness(context, {
      sentence: words('Nothing matches these filters.'),
      after: instantSent(now),
      unfiltered: {
        sent: { [kind]: narrowing[kind], ...notOver(now) },
        address,
      },
    })
  return nothingHere(context, 'Nothing is planned at the moment.')
}

const nothingHere = ({ words, to }: PageContext, sentence: Message): SafeHtml =>
  html`<div class="empty stack">
    <p>
      ${wordsBeside(words, words(sentence))}
      <a href="${to.list()}"${words.lang}>${words('All upcoming events')}</a>
    </p>
  </div>`

async function childrenOf(context: PageContext, { id }: ShownTerm): Promise<Content> {
  const sent = { parent: String(id), orderby: 'name' }
  const { items } = await listItems<ShownTermPage>(context, resources.categories, sent, {
    perPage: categoriesRead,
  })
  if (items.length === 0) return undefined
  const { words } = context
  const counts = await countComing(context)
  return html`<nav class="quick" aria-label="${words('Category')}"${words.lang}>
    <ul>
      ${items.map(
        (one) =>
          html`<li>
            <a data-edge href="${pathOf(one.url)}"><span class="cat" data-cat="${hueOf(one)}"${languageOf(one, words)}>${typeset(one.name, one.language)}</span>
              <span class="count">${words.number(counts.get(one.id) ?? 0)}</span></a>
          </li> `,
      )}
    </ul>
  </nav> `
}

export const categoryPage = (context: PageContext): Promise<Page | Redirect> =>
  termPage(context, 'categories', context.request.path.path!.split('/').at(-1)!)

export const tagPage = (context: PageContext): Promise<Page | Redirect> =>
  termPage(context, 'tags', context.request.path.path!)

/** Upcoming events by category, including those of subcategories, because that is what the page of a category shows. */
async function countComing(context: PageContext) {
  const coming = await listQuery(context, notOver(context.now))
  return context.reads.counts(coming, 'categories')
}

async function tree(context: PageContext, categories: readonly CategoryNode[]): Promise<SafeHtml> {
  const { words } = context
  const counts = await countComing(context)
  const item = (node: CategoryNode): SafeHtml =>
    html`<li>
      <a class="cat" data-cat="${hueOf(node)}" href="${pathOf(node.url!)}"${languageOf(node, context)}>${typeset(node.name, node.language)}</a>
      <span class="count">${words.number(counts.get(node.id) ?? 0)}</span>${
        node.children.length > 0 &&
        html` <ul>
          ${node.children.map(item)}
        </ul>`
      }
    </li> `
  return html`<ul class="category-tree">
    ${categories.map(item)}
  </ul>`
}

export async function categoriesPage(context: PageContext): Promise<Page> {
  const { words, to, links, now } = context
  const categories = await categoryTree(context)
  const title = words('All categories')
  const main = html`${pageHead(title, undefined, words.lang)}${
    categories.length > 0
      ? await tree(context, categories)
      : nothingHere(context, 'There are no categories yet.')
  }`
  return { title, main, path: to.categories(), data: `${links.rest}/categories`, validUntil: now + freshFor }
}
