import type { SiteCurrency } from '../../../src/resources/events/shown-cost.ts'

/** Properties of the site, embedded in the document of the administration. */
export interface Site {
  /** Base path; empty, or with a leading and without a trailing slash. */
  readonly root: string
  readonly name: string
  /** IANA time zone of the site. */
  readonly timezone: string
  /** Currency of amounts that do not specify one. */
  readonly currency: SiteCurrency
  /** Whether the service sends e-mail. */
  readonly hasMail: boolean
  readonly map?: { readonly tiles: string; readonly attribution: string }
}

export const readSite = (document: Document): Site =>
  JSON.parse(document.documentElement.dataset.site!) as Site
