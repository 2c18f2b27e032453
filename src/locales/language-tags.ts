/** Without imports, because browsers load it too. */

/** A language tag and the less specific ones that stand in for it: `fr-ch`, `fr` (RFC 4647 3.4). */
export function tagsFor(tag: string): string[] {
  const parts = tag.toLowerCase().split(/[-_]/)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
