const hours = 3600

/** RFC 2822 4.3 and the names of Europe that mean one offset everywhere; IST, BST and the like mean several. */
const namedOffsets: Readonly<Record<string, number>> = {
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
}

const numericOffset = /^(?:UTC|GMT)?(?<sign>[+-])(?<hour>\d{1,2})(?::?(?<minute>\d\d))?$/i

/** Seconds ahead of UTC that a suffix such as `Z`, `CET`, `+0100` or `UTC+2` means. */
export const readOffset = (text: string): number | undefined => {
  const named = namedOffsets[text.toLowerCase()]
  if (named !== undefined) return named
  const { sign, hour, minute = '0' } = numericOffset.exec(text)?.groups ?? {}
  if (Number(hour) > 23 || Number(minute) > 59 || !hour) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hour) * hours + Number(minute) * 60)
}
