import { queryOf } from './addresses/addresses.ts'
import { addressesOf } from './addresses/resource-address.ts'
import { freshFor, type PageContext } from './context.ts'
import { isFiltered } from './filters/filters.ts'
import { pageFilter } from './list/list-page.ts'
import { linkedList } from './list/list-query.ts'
import type { Page } from './page.ts'
import { summaryOf, whatIsOn } from './parts/description.ts'
import { pathOf } from './parts/entry.ts'
import { dataLinks } from './parts/layout.ts'
import type { WholeEvent } from './parts/shown.ts'

interface Shown {
  readonly url: string
  readonly language: string
  readonly description?: string
  readonly translations?: WholeEvent['translations']
}

export type PageContent = Pick<Page, 'title' | 'main'>

/** The page of one venue, organizer or term with its events, which filters narrow. */
export function narrowedPage(context: PageContext, shown: Shown, content: PageContent): Page {
  const { filters, now } = context
  const chosen = { ...filters, ...pageFilter(context) }
  return {
    ...content,
    description: summaryOf(shown.language, shown.description ?? '') ?? whatIsOn(context, content.title),
    path: `${pathOf(shown.url)}${queryOf(chosen)}`,
    translations: addressesOf(shown, chosen),
    ...dataLinks(context, linkedList(context)),
    isListed: !isFiltered(filters),
    validUntil: now + freshFor,
  }
}
