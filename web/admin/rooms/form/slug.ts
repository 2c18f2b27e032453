import { keyOf, type Values } from './values.ts'

/** The address that the service makes of a plain Latin title; it has the last word. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200)

/** Whether an address was made of its title, and not by somebody. */
export function followsTitle(values: Values, titleField: string, language: string | undefined): boolean {
  const slug = String(values[keyOf('slug', language)] ?? '')
  return (
    slug === '' || slug.replace(/-\d+$/, '') === slugOf(String(values[keyOf(titleField, language)] ?? ''))
  )
}
