import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Brings what was chosen in a list into view if it is further down, as on phones, where there is no room for it beside the
 * list.
 */
export function useRevealed<T extends HTMLElement>(): RefObject<T | null> {
  const revealed = useRef<T>(null)
  useLayoutEffect(() => {
    const { top } = revealed.current!.getBoundingClientRect()
    if (top > innerHeight / 2) revealed.current!.scrollIntoView()
  }, [])
  return revealed
}
