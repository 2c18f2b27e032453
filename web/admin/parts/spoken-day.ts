import { useEffect, useState } from 'react'
import { useWords } from '../app/words.tsx'
import { dayAndTime, readDay, readPhrase } from './spoken.ts'

/** The day that the user typed, whatever time is behind it. Phrases are parsed asynchronously, so they take effect a moment later. */
export function useSpokenDay(typed: string, today: string): string | undefined {
  const { language } = useWords()
  const text = dayAndTime(typed, today, language).day
  const [phrase, setPhrase] = useState<{ text: string; day: string | undefined }>()
  const day = readDay(text, today, language)
  const isPhrase = day === undefined && /\p{L}{3}/u.test(text)
  useEffect(() => {
    if (!isPhrase) return
    // The results need not come in the order of the texts, because the parser is loaded on first use.
    let isLatest = true
    const take = (found: string | undefined) => {
      if (isLatest) setPhrase({ text, day: found })
    }
    // If the parser cannot be loaded, the phrase is a day that was not understood; the next text loads it again.
    readPhrase(text, today, language).then(take, () => take(undefined))
    return () => {
      isLatest = false
    }
  }, [isPhrase, text, today, language])
  return day ?? (phrase?.text === text ? phrase.day : undefined)
}
