import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone, where lists replace tables. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
