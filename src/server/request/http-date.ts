/** Dates in headers (RFC 9110 5.6.7). */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const month = `(?<month>${months.join('|')})`
const time = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'

/** The form that is sent today, and the two obsolete ones that recipients must accept. All are GMT. */
const forms = [
  `${day}, (?<date>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
  `${longDay}, (?<date>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
  `${day} ${month} (?<date>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** Parses a date to seconds since 1970; undefined if it has another form or there is no such day. */
export function readHttpDate(text: string): number | undefined {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return undefined
  const [date = 0, hour = 0, minute = 0, second = 0] = [
    found.date,
    found.hour,
    found.minute,
    found.second,
  ].map(Number)
  const midnight = new Date(Date.UTC(fullYear(found.year!), months.indexOf(found.month!), date))
  return midnight.getUTCDate() === date
    ? midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second
    : undefined
}

/** Two digits may be of either century; nothing here is older than 1970. */
const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)
