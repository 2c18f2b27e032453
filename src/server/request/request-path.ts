/** A request to a proxy names the origin too, and is answered as one without it (RFC 9112 3.2.2). */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}
