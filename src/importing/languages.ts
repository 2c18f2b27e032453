/** Returns the site language that matches a language tag such as `fr-CH`, if there is one. */
export function languageAmong(languages: readonly string[], tag: string | undefined): string | undefined {
  const wanted = tag?.toLowerCase()
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one === wanted?.split(/[-_]/)[0])
  )
}
