const hours = 3600

/** Zone names of RFC 2822 4.3 and unambiguous European ones; IST, BST and others are ambiguous. */
const namedOffsets: ReadonlyMap<string, number> = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    est: -5 * hours,
    edt: -4 * hours,
    cst: -6 * hours,
    cdt: -5 * hours,
    mst: -7 * hours,
    mdt: -6 * hours,
    pst: -8 * hours,
    pdt: -7 * hours,
    wet: 0,
    west: 1 * hours,
    cet: 1 * hours,
    cest: 2 * hours,
    eet: 2 * hours,
    eest: 3 * hours,
  }),
)

const afterName = /^(?:UTC|GMT)(?<sign>[+-])(?<hour>\d{1,2})(?::?(?<minute>\d\d))?$/i
const bare = /^(?<sign>[+-])(?<hour>\d\d)(?::?(?<minute>\d\d))?$/

/** No place is farther from UTC, so `19:30-21:00` is a range of times. */
const widest = 14 * hours

/** The UTC offset in seconds of a suffix such as `Z`, `CET`, `+0100` or `UTC+2`. */
export const readOffset = (text: string): number | undefined => {
  const named = namedOffsets.get(text.toLowerCase())
  if (named !== undefined) return named
  const { sign, hour, minute = '0' } = (afterName.exec(text) ?? bare.exec(text))?.groups ?? {}
  const offset = Number(hour) * hours + Number(minute) * 60
  if (!hour || offset > widest || Number(minute) > 59) return undefined
  return sign === '-' ? -offset : offset
}
