import type { SiteCurrency } from '../../../src/resources/events/shown-cost.ts'

/** What the document of the administration says of its service. */
export interface Site {
  /** Path that everything is below; empty, or with a leading and without a trailing slash. */
  readonly root: string
  readonly name: string
  /** IANA time zone of the site. */
  readonly timezone: string
  /** Of amounts that name none. */
  readonly currency: SiteCurrency
  /** Whether the service sends e-mail. */
  readonly hasMail: boolean
  /** Template of tiles, for where the operator has set one. */
  readonly map?: { readonly tiles: string; readonly attribution: string }
}

export const readSite = (document: Document): Site =>
  JSON.parse(document.documentElement.dataset.site!) as Site
