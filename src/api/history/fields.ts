import type { Parameters, Site } from '../../resources/parameter.ts'
import type { Resource } from '../../resources/resource.ts'
import { toWall } from '../../time/index.ts'

/** Fields of versions as the interface knows them (interface: History). */

/** `title@fr` is the title in French; a name alone is that of the original, or of a field without languages. */
export function partsOf(name: string): { readonly field: string; readonly language: string | undefined } {
  const [field = '', language] = name.split('@')
  return { field, language }
}

const isPublished = ({ fields }: Resource, field: string) => Object.hasOwn(fields, field)

/** The names of a state that are fields; what else there is follows from them. */
export const publishedNames = (resource: Resource, state: object): string[] =>
  Object.keys(state).filter((name) => isPublished(resource, partsOf(name).field))

const isFlag = (fields: Parameters, field: string, site: Site) =>
  fields[field]!.describe(site).type === 'boolean'

/** A stored value in the form in which it is sent. */
export function asSent(
  { fields, sentAs = {} }: Resource,
  field: string,
  stored: unknown,
  site: Site,
): unknown {
  if (stored === null || stored === undefined) return null
  const convert = sentAs[field] as ((value: unknown) => unknown) | undefined
  if (convert !== undefined) return convert(stored)
  if (field === 'date') return toWall(stored as number, site.timezone)
  return isFlag(fields, field, site) ? stored === 1 : stored
}

/** Of a password only whether there is one is ever shown. */
export const asShown = (resource: Resource, field: string, stored: unknown, site: Site): unknown =>
  field === 'password' ? typeof stored === 'string' : asSent(resource, field, stored, site)
