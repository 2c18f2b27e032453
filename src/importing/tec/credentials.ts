/**
 * To which URLs the credentials for a site are sent: to the address that was given and to where it redirected. All others
 * are named by pages of the site, which may lead anywhere.
 */
export interface SiteCredentials {
  headersFor(url: URL): Readonly<Record<string, string>>
  areSentTo(url: URL): boolean
  /** Whether credentials were given that a URL is read without. */
  areKeptFrom(url: URL): boolean
}

/** Whether a text is a username and a password, separated by a colon. */
export const areCredentials = (text: string): boolean => /^[^:]+:./.test(text)

const none: Readonly<Record<string, string>> = {}

const isPlain = ({ protocol }: URL) => protocol === 'http:'

/** Whether a URL has the origin that is trusted, or the same host with encryption. */
const isWithin = (trusted: URL) => (url: URL) =>
  url.origin === trusted.origin || (isPlain(trusted) && url.origin === `https://${trusted.host}`)

/** Without encryption, everybody on the way could read a password that was meant for an encrypted site. */
const isDowngrade = (given: URL, redirected: URL) => !isPlain(given) && isPlain(redirected)

export function credentialsFor(
  credentials: string | undefined,
  given: URL,
  redirected: URL,
): SiteCredentials {
  const trusted = [given, ...(isDowngrade(given, redirected) ? [] : [redirected])].map(isWithin)
  const isTrusted = (url: URL) => trusted.some((accepts) => accepts(url))
  const areSentTo = (url: URL) => credentials !== undefined && isTrusted(url)
  const headers = { authorization: `Basic ${Buffer.from(credentials ?? '').toString('base64')}` }
  return {
    headersFor: (url) => (areSentTo(url) ? headers : none),
    areSentTo,
    areKeptFrom: (url) => credentials !== undefined && !isTrusted(url),
  }
}
