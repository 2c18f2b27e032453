import { plain } from '../../parts/matching.ts'
import { keyOf, type Values } from './values.ts'

/** Predicts the slug that the service derives from a plain Latin title. */
export const slugOf = (title: string): string =>
  plain(title)
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200)

/** Whether a slug was derived from its title rather than entered. */
export function followsTitle(values: Values, titleField: string, language: string | undefined): boolean {
  const slug = String(values[keyOf('slug', language)] ?? '')
  return (
    slug === '' || slug.replace(/-\d+$/, '') === slugOf(String(values[keyOf(titleField, language)] ?? ''))
  )
}
