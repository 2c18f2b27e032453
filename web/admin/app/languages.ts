import { useQuery } from '@tanstack/react-query'
import { calendar } from '../service/service.ts'
import type { Language } from '../service/types.ts'
import { useService } from './service.tsx'

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
