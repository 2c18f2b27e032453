import { useEffect, useState } from 'react'
import { useWords } from '../app/words.tsx'
import { readDay, readPhrase } from './spoken.ts'

/** The day that the user typed. Phrases are parsed asynchronously, so they take effect a moment later. */
export function useSpokenDay(text: string, today: string): string | undefined {
  const { language } = useWords()
  const [phrase, setPhrase] = useState<{ text: string; day: string | undefined }>()
  const day = readDay(text, today, language)
  const isPhrase = day === undefined && /\p{L}{3}/u.test(text)
  useEffect(() => {
    if (isPhrase) void readPhrase(text, today, language).then((found) => setPhrase({ text, day: found }))
  }, [isPhrase, text, today, language])
  return day ?? (phrase?.text === text ? phrase.day : undefined)
}
