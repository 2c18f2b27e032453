import type { Parameters, Site } from '../../resources/parameter.ts'
import type { Resource } from '../../resources/resource.ts'
import { toWall } from '../../time/index.ts'

/** Fields of versions under their published names (interface: History). */

/**
 * `title@fr` is the French title; a name without a language is that of the original, or of a field that is not
 * translated.
 */
export function partsOf(name: string): { readonly field: string; readonly language: string | undefined } {
  const [field = '', language] = name.split('@')
  return { field, language }
}

const isPublished = ({ fields }: Resource, field: string) => Object.hasOwn(fields, field)

/** The names in a state that are published fields; everything else is derived from them. */
export const publishedNames = (resource: Resource, state: object): string[] =>
  Object.keys(state).filter((name) => isPublished(resource, partsOf(name).field))

const isFlag = (fields: Parameters, field: string, site: Site) =>
  fields[field]!.describe(site).type === 'boolean'

/** Converts a stored value to the form that requests use. */
export function toRequestValue(
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

/** Reveals only whether there is a password. */
export const toPublicValue = (resource: Resource, field: string, stored: unknown, site: Site): unknown =>
  field === 'password' ? typeof stored === 'string' : toRequestValue(resource, field, stored, site)
