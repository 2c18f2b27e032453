import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useSelf } from './session.tsx'

/**
 * What is typed besides the forms of resources, such as a note or a setting: kept in this browser until it is saved, so that
 * it is not lost with a tab, a session or a network. Somebody else who signs in here does not see it.
 */

const keyOf = (user: number, name: string) => `calends.typed/${user}/${name}`

function read<T>(key: string): T | undefined {
  const kept = localStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}

/** As `useState`; undefined is nothing to keep. */
export function useKeptHere<T>(
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

/** For those who have saved it when the field may be gone already. */
export function useForget(): (name: string) => void {
  const { id } = useSelf()
  return (name) => localStorage.removeItem(keyOf(id, name))
}
