import { useEffect, useState } from 'react'

/** Values that cannot be parsed are ignored. */
function read<T>(key: string, initial: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? initial
  } catch {
    return initial
  }
}

/** State stored in this browser, which all tabs share: a change begins from what is stored now, and shows in all of them. */
export function useStored<T>(key: string, initial: T): readonly [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState(() => read(key, initial))
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === key) setValue((now) => read(key, now))
    }
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [key])
  const change = (changed: (now: T) => T) => {
    const next = changed(read(key, initial))
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, change]
}
