/** Returns the most specific language of the site that matches a tag such as `fr-CH` (RFC 4647 3.4), if there is one. */
export function languageAmong(languages: readonly string[], tag: string | undefined): string | undefined {
  const parts = tag?.toLowerCase().split(/[-_]/) ?? []
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return tags.find((one) => languages.some((code) => code.toLowerCase() === one))
}

/** The same, or else a variant of what the tag names: sites name one language now `fr`, now `fr_FR`. */
export const closestLanguage = (languages: readonly string[], tag: string): string | undefined =>
  languageAmong(languages, tag) ?? languages.find((one) => languageAmong([tag], one) !== undefined)
