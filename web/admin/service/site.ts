/** What the document of the administration says of its service. */
export interface Site {
  /** Path that everything is below; empty, or with a leading and without a trailing slash. */
  readonly root: string
  readonly name: string
  /** IANA time zone of the site. */
  readonly timezone: string
  /** ISO code; empty where only a symbol is set. */
  readonly currency: string
  /** Whether the service sends e-mail. */
  readonly hasMail: boolean
  /** Template of tiles, for where the operator has set one. */
  readonly map?: { readonly tiles: string; readonly attribution: string }
}

export const readSite = (document: Document): Site =>
  JSON.parse(document.documentElement.dataset.site!) as Site
