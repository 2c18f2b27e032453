import { addMinutes, isDay, isWall, minutesBetween, partsOfWall, wallOf } from '../../../parts/spoken.ts'
import { isEndOfDay, readTime } from '../../../parts/spoken-times.ts'
import { dayAfter } from '../../../../../src/time/days.ts'
import { isAtNight } from '../../../../../src/time/night.ts'

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
  const { day } = partsOfWall(start)
  if (isEndOfDay(time)) return midnightAfter(day)
  const sameDay = wallOf(day, readTime(time) ?? time)
  if (!isWall(sameDay)) return wallOf('', time)
  return sameDay < start ? addMinutes(sameDay, 24 * 60) : sameDay
}

const midnightAfter = (day: string) => wallOf(dayAfter(day, 1), '00:00:00')

/**
 * The end at a time that was typed. Before the start only a time at night is one of the next day, because the start may
 * be what is changed next.
 */
export function endAt(start: string, day: string, time: string): string {
  if (isDay(day) && isEndOfDay(time)) return midnightAfter(day)
  const end = wallOf(day, readTime(time) ?? time)
  const isNextNight =
    isWall(start) && isWall(end) && partsOfWall(start).day === day && end < start && isAtNight(end)
  return isNextNight ? addMinutes(end, 24 * 60) : end
}
