/** What stands alone begins with a capital, which French gives neither to languages nor to months and weekdays. */
export const capitalized = (text: string, language = 'en'): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
