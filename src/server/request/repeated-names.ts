import type { Parameters, Site } from '../../resources/parameter.ts'

/** Names that a query string or a form repeats: a list, or the last value where none is expected, as PHP reads them. */

const repeated = Symbol('repeated')

/** Not enumerable, because the list is otherwise like any other. */
export const markRepeated = (values: readonly unknown[]): void =>
  void Object.defineProperty(values, repeated, { value: true })

const isRepeated = (value: unknown): value is readonly unknown[] => Array.isArray(value) && repeated in value

export const listsAmong =
  (parameters: Parameters, site: Site) =>
  (name: string): boolean => {
    if (name === '_fields') return true
    const { type, accepted } = Object.hasOwn(parameters, name)
      ? parameters[name]!.describe(site)
      : { type: undefined, accepted: undefined }
    return [type, (accepted as { type?: unknown } | undefined)?.type].flat().includes('array')
  }

/** Replaces lists that nobody meant as such. Only a repeated plain name does that: `page[]=1` remains an invalid page. */
export function withLastOfRepeated(
  sent: Record<string, unknown>,
  isList: (name: string) => boolean,
): Record<string, unknown> {
  const entries = Object.entries(sent)
  if (!entries.some(([, value]) => isRepeated(value))) return sent
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRepeated(value) && !isList(name) ? value.at(-1) : value]),
  )
}
