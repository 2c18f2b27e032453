/**
 * Returns the path of a request target. Requests to proxies contain the origin too, and servers must accept that form
 * (RFC 9112 3.2.2).
 */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}
