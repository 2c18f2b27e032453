import { addMinutes, isDay, isWall, minutesBetween, partsOfWall, wallOf } from '../../../parts/spoken.ts'

const defaultMinutes = 60

/** The end after the start moved: the length stays. When the start becomes complete, what the end lacks is suggested. */
export function movedEnd(end: string, from: string, to: string): string {
  if (!isWall(from) || !isWall(end)) return suggestedEnd(end, to)
  const length = minutesBetween(from, end)
  return length < 0 ? end : addMinutes(to, length)
}

/** What is given of an end stays, because somebody typed it. */
function suggestedEnd(end: string, start: string): string {
  const { day, time } = partsOfWall(end)
  const usual = addMinutes(start, defaultMinutes)
  if (day === '') return time === '' ? usual : nextAt(time, start)
  if (time !== '' || !isDay(day)) return end
  const suggested = wallOf(day, partsOfWall(usual).time)
  return suggested > start ? suggested : end
}

/** An end before the time of the start is one after midnight. */
function nextAt(time: string, start: string): string {
  const sameDay = wallOf(partsOfWall(start).day, time)
  if (!isWall(sameDay)) return wallOf('', time)
  return sameDay < start ? addMinutes(sameDay, 24 * 60) : sameDay
}
