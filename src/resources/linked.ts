import { isObject } from '../is-object.ts'
import {
  finishValues,
  InvalidParts,
  readParameters,
  refuse,
  type Parameter,
  type Parameters,
  type ParameterSchema,
  type Site,
} from './parameter.ts'
import type { LinkTarget, ResourceName } from './resource.ts'
import { isFalse, kind, looksLikeId, plain, readId, withId } from './parameter-types.ts'
import { readList, separated, unique } from './parameter-lists.ts'
import type { Message } from '../locales/fr.ts'

/** The parameters of an event for its venues, organizers and terms (interface: Creating events). */

/** A list in bracket notation, such as `venue[0]=4`. */
const isIndexed = (value: Record<string, unknown>) => {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
}

function listOf(value: unknown, site: Site): unknown[] {
  if (isObject(value) && !isIndexed(value)) return [value]
  if (isFalse(value)) return []
  return readList(value, site)
}

const isEmpty = (value: unknown) =>
  value === null || value === 0 || isFalse(value) || (typeof value === 'string' && /^\s*0?$/.test(value))

/** An object of nothing but empty members is what a form sends that was not filled in. */
const isNothing = (value: unknown) => (isObject(value) ? Object.values(value).every(isEmpty) : isEmpty(value))

function readObject(
  resource: ResourceName,
  fields: Parameters,
  value: Record<string, unknown>,
  site: Site,
): LinkTarget {
  if (value.id !== undefined && value.id !== null && value.id !== '') return readId(value.id)
  const { values, missing, errors } = readParameters(fields, value, site)
  const target = { resource, values }
  if (missing.length > 0 || errors.size > 0) throw new InvalidParts(missing, errors, target)
  return target
}

function readTarget(resource: ResourceName, fields: Parameters, value: unknown, site: Site): LinkTarget {
  if (isObject(value)) return readObject(resource, fields, value, site)
  if (typeof value === 'number' || (typeof value === 'string' && looksLikeId(value))) return readId(value)
  return refuse(
    'rest_invalid_type',
    'Must be an ID, an object describing the linked resource, or a list of these.',
  )
}

/** Errors in an item include its index only if there are several items: `venue.website`, `venue.1.website`. */
function faultAt(error: unknown, place: number, count: number): InvalidParts {
  if (!(error instanceof InvalidParts)) throw error
  if (count === 1) return error
  return new InvalidParts(
    error.missing.map((part) => `${place}.${part}`),
    new Map([...error.errors].map(([part, fault]) => [`${place}.${part}`, fault])),
    error.others,
  )
}

/** What is wrong with any of the items is reported at once. */
function refuseFaults(faults: readonly InvalidParts[], others?: readonly LinkTarget[]): void {
  if (faults.length === 0) return
  throw new InvalidParts(
    faults.flatMap(({ missing }) => missing),
    new Map(faults.flatMap(({ errors }) => [...errors])),
    others,
  )
}

function readTargets(resource: ResourceName, fields: Parameters, items: readonly unknown[], site: Site) {
  const faults: InvalidParts[] = []
  const targets = items.map((item, place) => {
    try {
      return readTarget(resource, fields, item, site)
    } catch (error) {
      const fault = faultAt(error, place, items.length)
      faults.push(fault)
      return fault.others as LinkTarget
    }
  })
  refuseFaults(faults, targets)
  return targets
}

async function finishTargets(fields: Parameters, targets: readonly LinkTarget[], site: Site) {
  const faults: InvalidParts[] = []
  const finished: LinkTarget[] = []
  for (const [place, target] of targets.entries())
    try {
      finished.push(
        typeof target === 'number'
          ? target
          : { ...target, values: await finishValues(fields, target.values, site) },
      )
    } catch (error) {
      faults.push(faultAt(error, place, targets.length))
    }
  refuseFaults(faults)
  return finished
}

const bodies: Partial<Record<ResourceName, string>> = {
  venues: 'createVenueBody',
  organizers: 'createOrganizerBody',
}

/** The schema for OpenAPI; discovery declares only integers. */
function links(resource: ResourceName): object {
  const one = [
    { type: ['integer', 'string'] },
    withId,
    { $ref: `#/components/schemas/${bodies[resource]}` },
    { type: 'object', maxProperties: 0 },
  ]
  return { anyOf: [...one, { type: 'array', items: { anyOf: one } }, { type: 'boolean', const: false }] }
}

const names = {
  type: ['array', 'string', 'integer'],
  items: { ...withId, type: ['integer', 'string', 'object'] },
}

/** `categories[]=1,2` means two IDs; only names may contain a comma. */
const areIds = (item: string): boolean => item.includes(',') && /^[\d\s,]*$/.test(item)

/** IDs, CSV, an object, or a list of IDs and objects; an empty value clears the links. */
export const linked = (
  description: Message,
  resource: ResourceName,
  fields: Parameters,
  published: Partial<ParameterSchema> = {},
): Parameter<LinkTarget[]> => ({
  ...kind<LinkTarget[]>(
    { type: 'array', items: { type: 'integer' }, accepted: links(resource), description, ...published },
    (value, site) => {
      const items = separated(listOf(value, site), site, areIds).filter((item) => !isNothing(item))
      return unique(readTargets(resource, fields, items, site))
    },
  ),
  finish: (targets, site) => finishTargets(fields, targets, site),
})

const termName = plain('Name, plain text')

/** IDs, slugs or names of terms; an unknown name creates a term. */
export const terms = (
  description: Message,
  published: Partial<ParameterSchema> = {},
): Parameter<(number | string)[]> =>
  kind(
    { type: 'array', items: { type: 'integer' }, accepted: names, description, ...published },
    (value, site) =>
      unique(
        separated(readList(value, site), site, areIds)
          .map((item) => {
            if (isObject(item) && item.id !== undefined) return readId(item.id)
            return looksLikeId(item) ? readId(item) : termName.read(item, site)
          })
          .filter((item) => item !== ''),
      ),
  )
