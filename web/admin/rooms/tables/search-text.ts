import { useEffect, useState } from 'react'

const pauseMs = 250

/** Search input, reported when the user pauses typing. Follows `told` if that changes for other reasons. */
export function useSearchText(told: string, tell: (text: string) => void) {
  const [text, setText] = useState(told)
  const [known, setKnown] = useState(told)
  if (told !== known) {
    setKnown(told)
    setText(told)
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
