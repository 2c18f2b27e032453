import { useEffect, useState } from 'react'

const pauseMs = 250

/** Search input, reported when the user pauses typing. Follows `given` if that changes for other reasons. */
export function useSearchText(given: string, tell: (text: string) => void) {
  const [text, setText] = useState(given)
  const [known, setKnown] = useState(given)
  if (given !== known) {
    setKnown(given)
    setText(given)
  }
  useEffect(() => {
    const next = text.trim()
    if (next === known) return
    const timer = setTimeout(() => {
      setKnown(next)
      tell(next)
    }, pauseMs)
    return () => clearTimeout(timer)
  })
  return [text, setText] as const
}
