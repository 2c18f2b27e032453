import type { RRuleTemporal } from 'rrule-temporal'
import { lazyRequire } from '../lazy-require.ts'
import { endOfDay, addMonths, memoize, type Wall } from '../time/index.ts'
import { datesOn, ruleWalls, writeOut, type WrittenOut } from './engine.ts'
import { partsOf, ruleOf, withoutEnd } from './parts.ts'
import { basic, fromBasic, startOf, type First } from './recurrence.ts'
import { weekdayName } from './weekdays.ts'

/** Loaded lazily, because rules are checked only when they are written. */
const library = lazyRequire<{ RRuleTemporal: typeof RRuleTemporal }>('rrule-temporal')

const compared = 50
const years = 10

/** Whether a second engine finds the same dates: the next fifty, at most ten years ahead. */
export const enginesAgree = (rule: string, first: First): boolean => agreement(JSON.stringify([rule, first]))

/** Cached, because a write checks more than once, the last time inside its transaction. */
const agreement = memoize((key: string) => compare(...(JSON.parse(key) as [string, First])), 1_000)

function compare(rule: string, first: First): boolean {
  const endless = ruleOf(withoutEnd(partsOf(rule)))
  const start = startOf(first)
  const end = endOfDay(addMonths(start, 12 * years))
  const ours = take(ruleWalls(endless, first, start, end), start)
  const theirs = take(others(writeOut(rule, first, start), start, ours.at(-1) ?? end), start)
  return ours.join() === theirs.join()
}

/** Ignores the start, because only one of the engines includes it. */
function take(walls: Iterable<Wall>, start: Wall): Wall[] {
  const found: Wall[] = []
  for (const wall of walls) {
    if (wall !== start) found.push(wall)
    if (found.length === compared) break
  }
  return found
}

function others({ rule, anchor, times }: WrittenOut, from: Wall, until: Wall): Wall[] {
  const parts = partsOf(rule)
  const isMeant = onWeekdays(parts.get('BYYEARDAY') === undefined ? undefined : parts.get('BYDAY'))
  // rrule-temporal assigns the last days of the last week of a year to the year before.
  const isEarlier = parts.has('BYWEEKNO') && !parts.has('INTERVAL')
  const found: Wall[] = []
  new (library().RRuleTemporal)({
    rruleString: `DTSTART:${basic(isEarlier ? addMonths(anchor, -12) : anchor)}Z\nRRULE:${rule};UNTIL=${basic(until)}Z`,
    maxIterations: 100_000,
  }).all((date) => {
    const wall = fromBasic(`${date.toString().slice(0, 19).replace(/[-:]/g, '')}`)
    if (isMeant(wall)) found.push(...[...datesOn([wall], times)].filter((one) => one >= from))
    return found.length <= compared
  })
  return found
}

/** rrule-temporal 2.2 does not limit BYYEARDAY by BYDAY. */
const onWeekdays = (names: string | undefined): ((wall: Wall) => boolean) =>
  names === undefined ? () => true : (wall) => names.split(',').includes(weekdayName(wall))
