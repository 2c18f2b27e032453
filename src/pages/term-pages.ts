import { resources } from '../resources/index.ts'
import { freshFor, type PageContext } from './context.ts'
import { byDay, pageFilter, pageLinks, perPage } from './list/list-page.ts'
import { daySection, languageOf, namedSection, pathOf } from './parts/entry.ts'
import { listEvents, listItems, listQuery } from './list/event-list.ts'
import { addressesOf, redirectFrom } from './addresses/resource-address.ts'
import { descriptionOf, summaryOf } from './parts/description.ts'
import { html, type Content, type SafeHtml } from './parts/html.ts'
import { pageHead } from './parts/layout.ts'
import type { Page, Redirect } from './page.ts'
import { pageMissing } from './problem-page.ts'
import { hueOf, type ShownTerm } from './parts/shown.ts'
import { categoryTree, type CategoryNode } from './parts/terms.ts'
import { typeset } from './parts/words.ts'
import type { WholeEvent } from './parts/shown.ts'

/** A category, a tag: what comes up in it. And the tree of all categories. */

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
  const sent = { slug: slug.toLowerCase(), hide_empty: 'false' }
  const { items } = await listItems<ShownTermPage>(context, resources[kind], sent, { perPage: 1 })
  if (items[0] === undefined) throw pageMissing()
  return items[0]
}

async function termPage(
  context: PageContext,
  kind: 'categories' | 'tags',
  slug: string,
): Promise<Page | Redirect> {
  const term = await findTerm(context, kind, slug)
  const elsewhere = redirectFrom(context.path, term.url)
  if (elsewhere !== undefined) return elsewhere
  const { words, language, page, now, today, site } = context
  const narrowing = { [kind]: String(term.id) }
  const notOver = { ...narrowing, strict_dates: 'true', ends_after: String(now) }
  const midnight = `${today} 00:00:00`
  const coming = await listEvents(context, { ...notOver, start_date: midnight }, { page, perPage })
  const running =
    page > 1
      ? undefined
      : await listEvents(
          context,
          { ...notOver, starts_before: midnight, orderby: 'end_date' },
          { perPage: 10 },
        )
  const title = typeset(term.name, language)
  const children = kind === 'categories' ? await childrenOf(context, term) : undefined
  const isEmpty = coming.items.length + (running?.items.length ?? 0) === 0
  const main = html`${pageHead(html`<span${languageOf(term, context)}>${title}</span>`, html`<p class="num">${words.count(coming.total + (running?.total ?? 0), '{count} event', '{count} events')}</p>`)}
    <div class="columns">
      <div class="main-column">
        ${
          term.description !== undefined &&
          term.description !== '' &&
          html`<div class="event-text stack">${descriptionOf(term.description, term.language, context)}</div> `
        }${children}${
          isEmpty
            ? html`<div class="empty stack">
                <p>
                  ${words('Nothing is planned at the moment.')}
                  <a href="${context.to.list()}">${words('All upcoming events')}</a>
                </p>
              </div>`
            : html`${namedSection(words('Running now'), running?.items ?? [], context, { isRunning: true })}${byDay(coming.items, site.timezone).map(([day, events]) => daySection(day, events, context))}`
        }${pageLinks(context, coming.total, ({ page: other }) => `${pathOf(term.url)}${other === undefined ? '' : `?page=${other}`}`)}
      </div>
    </div>`
  const description = summaryOf(term.language, term.description ?? '')
  const query = pageFilter(context).page
  return {
    title,
    ...(description === undefined ? {} : { description }),
    main,
    path: `${pathOf(term.url)}${query === undefined ? '' : `?page=${query}`}`,
    translations: addressesOf(term),
    data: term.urls.self,
    feed: narrowing,
    filters: narrowing,
    validUntil: now + freshFor,
  }
}

/** The categories below this one, as choices. */
async function childrenOf(context: PageContext, { id }: ShownTerm): Promise<Content> {
  const sent = { parent: String(id), orderby: 'name' }
  const { items } = await listItems<ShownTermPage>(context, resources.categories, sent, { perPage: 100 })
  return (
    items.length > 0 &&
    html`<nav class="quick" aria-label="${context.words('Category')}">
      <ul>
        ${items.map(
          (one) =>
            html`<li>
              <a data-edge href="${pathOf(one.url)}"><span class="cat" data-cat="${hueOf(one)}">${typeset(one.name, context.language)}</span>
                <span class="count">${one.count}</span></a>
            </li> `,
        )}
      </ul>
    </nav> `
  )
}

export const categoryPage = (context: PageContext): Promise<Page | Redirect> =>
  termPage(context, 'categories', context.request.path.path!.split('/').at(-1)!)

export const tagPage = (context: PageContext): Promise<Page | Redirect> =>
  termPage(context, 'tags', context.request.path.path!)

/** How many events each has, with those below it, is how many are still to come: that is what its page shows. */
async function tree(context: PageContext, categories: readonly CategoryNode[]): Promise<SafeHtml> {
  const { words, language, now } = context
  const coming = await listQuery(context, { strict_dates: 'true', ends_after: String(now) })
  const counts = await context.reads.counts(coming, 'categories')
  const item = (node: CategoryNode): SafeHtml =>
    html`<li>
      <a class="cat" data-cat="${hueOf(node)}" href="${pathOf(node.url!)}">${typeset(node.name, language)}</a>
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

/** Every category with events, as the tree that they form. */
export async function categoriesPage(context: PageContext): Promise<Page> {
  const { words, to, links, now } = context
  const categories = await categoryTree(context)
  const title = words('All categories')
  const main = html`${pageHead(title)}${
    categories.length > 0
      ? await tree(context, categories)
      : html`<div class="empty stack">
          <p>
            ${words('There are no categories yet.')}
            <a href="${to.list()}">${words('All upcoming events')}</a>
          </p>
        </div>`
  }`
  return { title, main, path: to.categories(), data: `${links.rest}/categories`, validUntil: now + freshFor }
}
