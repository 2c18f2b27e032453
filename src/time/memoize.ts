import type { Instant } from './walls.ts'

/** Memoizes a function; when the limit is reached, all results are discarded. */
export const memoize = <Key, Value>(find: (key: Key) => Value, limit = 20_000): ((key: Key) => Value) => {
  const known = new Map<Key, { value: Value }>()
  return (key) => {
    const found = known.get(key)
    if (found) return found.value
    if (known.size >= limit) known.clear()
    const value = find(key)
    known.set(key, { value })
    return value
  }
}

/** No zone has ever changed its clocks twice within less than 3.9 days (Africa/Freetown, 1939). */
export const clockPeriod = 3 * 86_400

/** The values before and after the only change within a stretch. */
interface Change<Value> {
  readonly before: Value
  readonly after: Value
  readonly at: Instant
}

/**
 * Caches values that change only with the clocks of a zone, in stretches of three days. All zones share one limit,
 * because each could fill its own.
 */
export const memoizeByClock = <Value extends string | number>(
  find: (instant: Instant, zone: string) => Value,
  limit = 100_000,
): ((instant: Instant, zone: string) => Value) => {
  const zones = new Map<string, Map<number, Value | Change<Value>>>()
  let count = 0

  const learn = (place: number, zone: string): Value | Change<Value> => {
    if (count >= limit) zones.clear()
    count = zones.size === 0 ? 1 : count + 1
    const value = valueOf(place * clockPeriod, (instant) => find(instant, zone))
    const known = zones.get(zone) ?? new Map<number, Value | Change<Value>>()
    zones.set(zone, known.set(place, value))
    return value
  }

  return (instant, zone) => {
    const place = Math.floor(instant / clockPeriod)
    const value = zones.get(zone)?.get(place) ?? learn(place, zone)
    if (typeof value !== 'object') return value
    return instant < value.at ? value.before : value.after
  }
}

const valueOf = <Value>(start: Instant, find: (instant: Instant) => Value): Value | Change<Value> => {
  const [before, after] = [find(start), find(start + clockPeriod)]
  if (before === after) return before
  return { before, after, at: firstInstantWith(after, start, start + clockPeriod, find) }
}

/** Binary search for the first instant at which `find` returns the value, which it returns at the end. */
export const firstInstantWith = <Value>(
  value: Value,
  start: Instant,
  end: Instant,
  find: (instant: Instant) => Value,
): Instant => {
  let [before, at] = [start, end]
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    if (find(middle) === value) at = middle
    else before = middle
  }
  return at
}
