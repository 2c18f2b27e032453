import type { Repeating } from './rule.ts'

/** Whether a rule has times of its own, and may have several dates a day. */
export const hasOwnTimes = (rule = ''): boolean => /;BY(?:HOUR|MINUTE|SECOND)=/.test(rule)

export interface ListedDate {
  /** As among the dates that are left out or added: the day, with a time if that is not the one of the event. */
  readonly name: string
  /** The local time at which it begins. */
  readonly start: string
  /** Whether its day does not tell it from the others. */
  readonly hasOwnTime: boolean
  readonly isOut: boolean
}

/** A date that is left out may have been written with another time, which only matters where there are several a day. */
export const isDate = (
  left: string,
  { name, hasOwnTime }: Pick<ListedDate, 'name' | 'hasOwnTime'>,
): boolean => (hasOwnTime ? left === name : left.slice(0, 10) === name)

/** `starts` are the dates of the rule and those added to it, `time` is that of the event. */
export function listedDates(
  starts: readonly string[],
  { ruleLine, without, extra }: Pick<Repeating, 'ruleLine' | 'without' | 'extra'>,
  time: string,
): ListedDate[] {
  const hasTimes = hasOwnTimes(ruleLine)
  const nameOf = (start: string) => {
    const isNamedByTime = start.slice(11) !== time && (hasTimes || extra.includes(start))
    return isNamedByTime ? start : start.slice(0, 10)
  }
  const names = new Set([...starts.map(nameOf), ...extra])
  return [...names].sort().map((name) => {
    const hasTime = name.length > 10
    const listed = { name, start: hasTime ? name : `${name} ${time}`, hasOwnTime: hasTimes || hasTime }
    return { ...listed, isOut: without.some((left) => isDate(left, listed)) }
  })
}
