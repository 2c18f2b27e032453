/**
 * The names of parameters that newsletters, advertisements and social networks add to links, to count who follows them.
 * Many have another value for each click.
 */
const clickIdentifier =
  /^(?:utm_\w+|mtm_\w+|gad_\w+|(?:fb|g|d|tt|tw|y)clid|msclkid|[gw]braid|igsh|igshid|li_fat_id|mc_[ce]id|mkt_tok|srsltid|_g[al]|_hsenc|_hsmi)(?:=|$)/

/**
 * Returns the URL of a page without click identifiers, because one response serves all clicks: pages ignore them, and the
 * response cache goes by the URL.
 */
export function withoutClickIdentifiers(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  const pairs = url.slice(start + 1).split('&')
  const others = pairs.filter((pair) => !clickIdentifier.test(pair))
  if (others.length === pairs.length) return url
  return url.slice(0, start) + (others.length === 0 ? '' : `?${others.join('&')}`)
}
