import { useQuery } from '@tanstack/react-query'
import { calendar } from '../service/service.ts'
import type { Language } from '../service/types.ts'
import { useService } from './service.tsx'
import { storeText } from './store-text.ts'

/** The languages of the site, the default one first; they change only with a restart. */
export function useLanguages(): readonly string[] {
  const service = useService()
  const { data = [] } = useQuery({
    queryKey: ['languages'],
    staleTime: Infinity,
    queryFn: async () => {
      const { body } = await service.read<{ languages: Language[] }>(calendar('/languages'))
      return body.languages.map(({ code }) => code)
    },
  })
  return data
}

const firstKey = 'calends.first-language'

/** The language in which something new is begun in this browser: that of the site, unless another one was chosen. */
export function firstLanguage(languages: readonly string[]): string | undefined {
  const chosen = localStorage.getItem(firstKey)
  return languages.find((language) => language === chosen) ?? languages[0]
}

export const chooseFirstLanguage = (language: string): boolean => storeText(firstKey, language)
