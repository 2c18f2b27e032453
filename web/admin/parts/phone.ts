import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as that of a phone, where lists stand instead of tables. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
