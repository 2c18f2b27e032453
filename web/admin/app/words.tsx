import { createContext, useContext, type ReactNode } from 'react'
import type { Words } from '../locales/index.ts'

const Context = createContext<Words | undefined>(undefined)

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => (
  <Context value={words}>{children}</Context>
)

/** The texts of the interface: `t('Sign in')`, `t.count(3, '{count} event', '{count} events')`. */
export function useWords(): Words {
  const words = useContext(Context)
  if (words === undefined) throw new Error('There is no WordsProvider.')
  return words
}
