import { freshFor, type PageContext } from '../context.ts'
import { linkedList, wholeList } from './list-query.ts'
import { emptyList } from '../parts/empty.ts'
import { entry } from '../parts/entry.ts'
import { listEvents, over } from './event-list.ts'
import { filterForm } from '../filters/filter-form.ts'
import { filtersInForce } from '../filters/filters-in-force.ts'
import { hasTimes, isFiltered } from '../filters/filters.ts'
import { escapeMarkup } from '../../text/escape.ts'
import { asHtml, html, type Content, type SafeHtml } from '../parts/html.ts'
import { dataLinks, pageHead } from '../parts/layout.ts'
import { pageFilter, pageLinks, perPage } from './list-page.ts'
import type { Page } from '../page.ts'
import type { ShownEvent } from '../parts/shown.ts'
import { typeset } from '../parts/words.ts'

function marked(title: string, search: string): SafeHtml {
  const words = search
    .split(/[\s"]+/)
    .filter((word) => word.length > 1 && !word.startsWith('-'))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return html`${title}`
  const pieces = title.split(new RegExp(`(${words.join('|')})`, 'iu'))
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : asHtml(escapeMarkup(piece))))}`
}

const markedTitle = ({ title, language }: ShownEvent, search: string): SafeHtml =>
  html`<bdi>${marked(typeset(title, language), search)}</bdi>`

const results = (events: readonly ShownEvent[], search: string, context: PageContext): SafeHtml =>
  html`<ol class="programme">
    ${events.map((event) =>
      entry(event, context, {
        heading: 2,
        isDated: true,
        title: markedTitle(event, search),
      }),
    )}
  </ol> `

function searchForm({ words, to, filters }: PageContext): SafeHtml {
  return html`<form class="search-form" role="search" action="${to.search()}">
    <label class="visually-hidden" for="q"${words.lang}>${words('Search events')}</label><input class="field" type="search" id="q" name="search" value="${filters.search ?? ''}"><button class="button" type="submit" data-main${words.lang}>
      ${words('Search')}
    </button>
  </form>`
}

/** Past matches, newest first, because visitors may search for an event that they missed. */
async function pastResults(context: PageContext, search: string): Promise<Content> {
  const { narrowing, now, filters, page, words } = context
  if (page > 1 || hasTimes(filters)) return undefined
  const { items } = await listEvents(context, { ...narrowing, ...over(now) }, { perPage: 5 })
  return (
    items.length > 0 &&
    html`<section class="day past">
      <h2 class="day-date"><span class="day-name"${words.lang}>${words('Past events')}</span></h2>
      <ol class="programme">
        ${items.map((event) => entry(event, context, { isDated: true, title: markedTitle(event, search) }))}
      </ol>
    </section> `
  )
}

function countOf(total: number, { words, filters: { search } }: PageContext): string {
  const events = words.count(total, '{count} event', '{count} events')
  return search === undefined ? events : words('{events} with “{words}”', { events, words: search })
}

export async function searchPage(context: PageContext): Promise<Page> {
  const { words, to, filters, page } = context
  const { search, ...others } = filters
  const title = words('Search')
  const head = pageHead(title, searchForm(context), words.lang)
  const listParameters = wholeList(context)
  // Filters without words are a search too.
  const isAsked = isFiltered(filters)
  const found = isAsked
    ? await listEvents(context, listParameters, { page, perPage })
    : { items: [], total: 0 }
  const main = !isAsked
    ? html`${head}
        <p class="quiet"${words.lang}>${words('Search looks in titles and descriptions, in every language.')}</p>`
    : html`${head}
          <div class="columns">
            <div class="main-column">
              ${await filtersInForce({ ...context, filters: others }, (one) => to.search(search === undefined ? one : { ...one, search }), { hasSheetLink: true })}
              ${
                found.total > 0 &&
                html`<p class="quiet num"${words.lang}>
                  ${countOf(found.total, context)}
                </p> `
              }
              ${found.items.length > 0 ? results(found.items, search ?? '', context) : await emptyList(context, search === undefined ? {} : { search })}${pageLinks(context, found.total, (one) => to.search(one))}${search !== undefined && (await pastResults(context, search))}
            </div>
            ${await filterForm(context, { action: to.search(), list: listParameters, total: found.total })}
          </div>`
  return {
    title: search === undefined ? title : `${search} · ${title}`,
    main,
    view: 'search',
    path: to.search({ ...filters, ...pageFilter(context) }),
    filters,
    ...dataLinks(context, linkedList(context)),
    isListed: !isAsked,
    validUntil: context.now + freshFor,
  }
}
