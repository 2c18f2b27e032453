/** Decodes percent-encoded UTF-8 (RFC 3986 2.1); undefined for what is not. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
