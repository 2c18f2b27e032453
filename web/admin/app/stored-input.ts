import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useMessages } from '../parts/toasts.tsx'
import { useSelf } from './session.tsx'
import { useWords } from './words.tsx'

/**
 * Stores input outside resource forms, such as a note or a setting, in this browser until it is saved, so that it
 * survives a closed tab, an expired session or a lost connection. Other users who sign in here do not see it.
 */

const keyOf = (user: number, name: string) => `calends.typed/${user}/${name}`

function read<T>(key: string): T | undefined {
  const kept = localStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}

/** Whether the browser had room for it. */
function isKept(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch (error) {
    if ((error as Error).name !== 'QuotaExceededError') throw error
    return false
  }
}

/**
 * Like `useState`, but persistent; undefined removes the stored value. What the browser has no room for can still be
 * typed and saved.
 */
export function useStoredInput<T>(
  name: string,
): readonly [T | undefined, Dispatch<SetStateAction<T | undefined>>] {
  const key = keyOf(useSelf().id, name)
  const t = useWords()
  const { say } = useMessages()
  const isTold = useRef(false)
  const [value, setValue] = useState(() => read<T>(key))
  useEffect(() => {
    if (value === undefined) localStorage.removeItem(key)
    else if (!isKept(key, value) && !isTold.current) {
      isTold.current = true
      say(t('This browser has no room to keep what you write here; it is lost if you leave before saving.'))
    }
  }, [key, value, say, t])
  return [value, setValue]
}

/** Removes a stored value after it was saved, when the field may already be unmounted. */
export function useRemoveStoredInput(): (name: string) => void {
  const { id } = useSelf()
  return (name) => localStorage.removeItem(keyOf(id, name))
}
