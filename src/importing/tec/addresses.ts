/** An address that a site names, which may be relative to its page; undefined if nothing can be read there. */
export function addressAt(named: string, page: URL | undefined): URL | undefined {
  if (!URL.canParse(named, page?.href)) return undefined
  const url = new URL(named, page)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
