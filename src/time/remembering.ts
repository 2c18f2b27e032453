import { secondsOfDay, type Instant } from './walls.ts'

/** A function that finds each answer once; when it knows too many, it forgets them all and starts again. */
export const remembering = <Key, Value>(find: (key: Key) => Value, limit = 20_000): ((key: Key) => Value) => {
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

/** No zone has ever changed twice within one UTC day, so what is equal at both ends of a day holds in between. */
export const rememberingDays = <Value>(find: (instant: Instant) => Value): ((instant: Instant) => Value) => {
  const steady = remembering((day: number) => {
    const atStart = find(day * secondsOfDay)
    return atStart === find((day + 1) * secondsOfDay) ? atStart : undefined
  })
  return (instant) => steady(Math.floor(instant / secondsOfDay)) ?? find(instant)
}
