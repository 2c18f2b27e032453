const iso = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i

/** The seconds of a duration in ISO 8601 without months and years, such as `PT2H30M`; undefined for other texts. */
export function secondsOfDuration(text: string): number | undefined {
  const [whole = '', ...parts] = iso.exec(text.trim()) ?? []
  if (!/\d/.test(whole)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}
