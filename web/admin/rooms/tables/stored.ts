import { useState } from 'react'

/** State stored in this browser. Values that cannot be parsed are ignored. */
export function useStored<T>(key: string, initial: T): readonly [T, (value: T) => void] {
  const read = (): T => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? initial
    } catch {
      return initial
    }
  }
  const [value, setValue] = useState(read)
  const remember = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, remember]
}
