import { admin } from '../service/service.ts'
import type { InterfaceLanguage } from '../locales/index.ts'
import { useBody } from './service.tsx'
import { useMay } from './session.tsx'

/** Numbers of missing and outdated translations (interface: Translations to do). */

interface Rate {
  readonly language: string
  readonly missing: number
  readonly outdated: number
}

interface TranslationWork {
  readonly total: number
  readonly languages: readonly Rate[]
}

/** One request for all languages; refetched periodically and after every translation. */
export function useTranslationWork(): TranslationWork | undefined {
  return useBody<TranslationWork>({
    queryKey: ['translations', 'rates'],
    path: admin('/translations'),
    enabled: useMay('publish'),
    staleTime: 60_000,
    refetchInterval: 300_000,
  }).data
}

/** The language the room opens with: if possible neither that of the interface nor the default of the site. */
export const firstToTranslate = (
  spoken: InterfaceLanguage,
  languages: readonly string[],
): string | undefined => languages.find((one) => one !== spoken && one !== languages[0]) ?? languages[0]
