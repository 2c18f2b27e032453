const hours = 3600

/** RFC 2822 4.3 and the names of Europe that mean one offset everywhere; IST, BST and the like mean several. */
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

/** Seconds ahead of UTC that a suffix such as `Z`, `CET`, `+0100` or `UTC+2` means. */
export const readOffset = (text: string): number | undefined => {
  const named = namedOffsets.get(text.toLowerCase())
  if (named !== undefined) return named
  const { sign, hour, minute = '0' } = (afterName.exec(text) ?? bare.exec(text))?.groups ?? {}
  if (!hour || Number(hour) > 23 || Number(minute) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hour) * hours + Number(minute) * 60)
}
