import type { PasswordLink } from './personal-passwords.ts'

/** URLs of the administration, which the API returns, e-mail contains and commands print. */

export const administrationUrl = (site: string, prefix: string): string => `${site}${prefix}/admin/`

/** The token is in the URL fragment, because browsers never send that to a server, so it cannot appear in a log. */
export const passwordLinkUrl = (site: string, prefix: string, { token }: PasswordLink): string =>
  `${administrationUrl(site, prefix)}#password=${token}`

/** The form of an event. */
export const eventFormUrl = (site: string, prefix: string, event: number): string =>
  `${administrationUrl(site, prefix)}events/${event}`
