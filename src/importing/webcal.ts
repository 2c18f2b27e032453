/** Links to calendars, such as those that sites offer for subscribing, open a program by their scheme: `webcal://`. */

const scheme = /^webcals?:(?=\/\/)/i

/** Whatever the path is called, the content is iCalendar. */
export const isWebcal = (url: string): boolean => scheme.test(url)

/** Servers know only HTTP. HTTPS, because such a URL may be the only secret that protects a calendar. */
export const withoutWebcal = (url: string): string => url.replace(scheme, 'https:')
