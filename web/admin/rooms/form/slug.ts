import { plain } from '../../parts/matching.ts'
import type { EditorState } from './editor-state.ts'
import { partsOf } from '../../parts/field-names.ts'
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
function followsTitle(values: Values, titleField: string, language: string | undefined): boolean {
  const slug = String(values[keyOf('slug', language)] ?? '')
  return (
    slug === '' || slug.replace(/-\d+$/, '') === slugOf(String(values[keyOf(titleField, language)] ?? ''))
  )
}

/** Until the resource is published, a slug derived from the title follows the title. */
export function addressesToFollow(
  { stored, base }: Pick<EditorState, 'stored' | 'base'>,
  title: string,
  keys: readonly string[],
): Values {
  if (['publish', 'future', 'private'].includes(String(stored?.resource.status))) return {}
  const titles = keys.map(partsOf).filter(({ name }) => name === title)
  const following = titles
    .filter(({ language }) => !keys.includes(keyOf('slug', language)))
    .filter(({ language }) => followsTitle(base, title, language))
  return Object.fromEntries(following.map(({ language }) => [keyOf('slug', language), '']))
}
