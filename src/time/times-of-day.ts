const form =
  /^(?:at )?(?:(?<name>noon|midnight)|(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)? ?(?<half>[ap]\.?m\.?)?)$/i

/** Returns `HH:MM:SS`; "at 9" is not accepted, because it may be in the morning or in the evening. */
const readTime = (text: string): string | undefined => {
  const { name, hour, minute, second = '00', half } = form.exec(text)?.groups ?? {}
  if (name) return /noon/i.test(name) ? '12:00:00' : '00:00:00'
  if (!hour || (!minute && !half)) return undefined
  const hours = half ? inTwoHalves(Number(hour), half) : Number(hour)
  return hours === undefined ? undefined : `${String(hours).padStart(2, '0')}:${minute ?? '00'}:${second}`
}

/** 12am is the first hour of the day, 12pm the first one of the afternoon. */
const inTwoHalves = (hour: number, half: string): number | undefined =>
  hour >= 1 && hour <= 12 ? (hour % 12) + (/^p/i.test(half) ? 12 : 0) : undefined

interface TimedWords {
  readonly day: string
  readonly time?: string
}

/** Splits a time such as "at 9:30 pm" from the words before or after it. */
export const partTime = (text: string): TimedWords => {
  const words = text.split(' ')
  const cuts = [3, 2, 1].flatMap((count) => [
    { time: words.slice(-count), day: words.slice(0, -count) },
    { time: words.slice(0, count), day: words.slice(count) },
  ])
  for (const { time, day } of cuts) {
    const read = readTime(time.join(' '))
    if (read) return { day: day.join(' ').replace(/,$/, ''), time: read }
  }
  return { day: text }
}
