import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useSelf } from './session.tsx'

/**
 * Stores input outside resource forms, such as a note or a setting, in this browser until it is saved, so that it
 * survives a closed tab, an expired session or a lost connection. Other users who sign in here do not see it.
 */

const keyOf = (user: number, name: string) => `calends.typed/${user}/${name}`

function read<T>(key: string): T | undefined {
  const kept = localStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}

/** Like `useState`, but persistent; undefined removes the stored value. */
export function useStoredInput<T>(
  name: string,
): readonly [T | undefined, Dispatch<SetStateAction<T | undefined>>] {
  const key = keyOf(useSelf().id, name)
  const [value, setValue] = useState(() => read<T>(key))
  useEffect(() => {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  }, [key, value])
  return [value, setValue]
}

/** Removes a stored value after it was saved, when the field may already be unmounted. */
export function useRemoveStoredInput(): (name: string) => void {
  const { id } = useSelf()
  return (name) => localStorage.removeItem(keyOf(id, name))
}
