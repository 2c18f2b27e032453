/** The language of the site that a tag such as `fr-CH` means, if the site has it. */
export function languageAmong(languages: readonly string[], tag: string | undefined): string | undefined {
  const wanted = tag?.toLowerCase()
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one === wanted?.split(/[-_]/)[0])
  )
}
