import { useState } from 'react'

/** The languages that forms show besides the original; stored in this browser. */

const key = 'calends.form-languages'

const remembered = (): string[] | undefined => {
  const text = localStorage.getItem(key)
  return text === null ? undefined : text.split(',')
}

export interface ShownLanguages {
  readonly languages: readonly string[]
  readonly show: (language: string, isShown: boolean) => void
}

export function useShownLanguages(all: readonly string[], original: string): ShownLanguages {
  const [chosen, setChosen] = useState<readonly string[]>(() => remembered() ?? all)
  const others = all.filter((language) => language !== original && chosen.includes(language))
  return {
    languages: [original, ...others],
    show(language, isShown) {
      const next = all.filter((one) => (one === language ? isShown : chosen.includes(one)))
      localStorage.setItem(key, next.join(','))
      setChosen(next)
    },
  }
}
