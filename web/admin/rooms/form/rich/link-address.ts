/** The URL that a user means: `example.org` is a web address, `mail@example.org` an e-mail address, `/tickets` a path of the site. */
export function linkAddress(text: string): string {
  if (text === '' || /^(?:https?:|mailto:|tel:|[/?#](?!\/))/i.test(text)) return text
  if (text.startsWith('//')) return `https:${text}`
  // Profiles in social networks have an @ as well, but in their path.
  return /^[^/?#]*@/.test(text) ? `mailto:${text}` : `https://${text}`
}
