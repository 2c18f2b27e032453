import { say } from '../locales/sentence.ts'
import {
  InvalidParts,
  readParameters,
  refuse,
  type Parameter,
  type Parameters,
  type ParameterSchema,
  type Site,
} from './parameter.ts'
import type { LinkTarget, ResourceName } from './resource.ts'
import { kind, looksLikeId, plain, readId, readList, readText, unique } from './vocabulary.ts'
import type { Message } from '../locales/fr.ts'

/** What an event may say of the venues and organizers it links to, and of its terms (contract §6.2). */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that arrived as `venue[0]=4`. */
const isIndexed = (value: Record<string, unknown>) => {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
}

function listOf(value: unknown, site: Site): unknown[] {
  if (isObject(value) && !isIndexed(value)) return [value]
  if (value === false) return []
  return readList(value, site)
}

const isZero = (value: unknown) => value === 0 || value === '0'

const isNothing = (value: unknown) => isZero(value) || (isObject(value) && Object.keys(value).length === 0)

function readObject(
  resource: ResourceName,
  fields: Parameters,
  value: Record<string, unknown>,
  site: Site,
): LinkTarget {
  if (value.id !== undefined && value.id !== null && value.id !== '') return readId(value.id)
  const { values, missing, faults } = readParameters(fields, value, site)
  if (missing.length > 0 || faults.size > 0) throw new InvalidParts(missing, faults)
  return { resource, values }
}

function readTarget(resource: ResourceName, fields: Parameters, value: unknown, site: Site): LinkTarget {
  if (isObject(value)) return readObject(resource, fields, value, site)
  if (typeof value === 'number' || (typeof value === 'string' && looksLikeId(value))) return readId(value)
  return refuse(
    'rest_invalid_type',
    say('This must be an id, an object that describes what is to be linked, or a list of these.'),
  )
}

/** The parts of an item are named with its place only where there are several: `venue.website`, `venue.1.website`. */
function withPlace<T>(place: number, count: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InvalidParts) || count === 1) throw error
    throw new InvalidParts(
      error.missing.map((part) => `${place}.${part}`),
      new Map([...error.faults].map(([part, fault]) => [`${place}.${part}`, fault])),
    )
  }
}

const bodies: Partial<Record<ResourceName, string>> = {
  venues: 'createVenueBody',
  organizers: 'createOrganizerBody',
}

/** As OpenAPI has it: the interface declares integers alone. */
function links(resource: ResourceName): object {
  const one = [{ type: 'integer' }, { $ref: `#/components/schemas/${bodies[resource]}` }]
  return { anyOf: [...one, { type: 'array', items: { anyOf: one } }, { type: ['string', 'null'] }] }
}

const names = { type: ['array', 'string', 'integer', 'null'], items: { type: ['integer', 'string'] } }

/** `categories[]=1,2` means two of them; only names may hold a comma. */
const separated = (item: unknown): unknown[] =>
  typeof item === 'string' && /^[\d\s,]*,[\d\s,]*$/.test(item)
    ? item.split(',').filter((part) => part.trim() !== '')
    : [item]

/** Ids, CSV, one object, or a list that mixes ids and objects; nothing clears the link. */
export const linked = (
  description: Message,
  resource: ResourceName,
  fields: Parameters,
  published: Partial<ParameterSchema> = {},
): Parameter<LinkTarget[]> =>
  kind(
    { type: 'array', items: { type: 'integer' }, accepted: links(resource), description, ...published },
    (value, site) => {
      const items = listOf(value, site)
        .flatMap(separated)
        .filter((item) => !isNothing(item))
      return unique(
        items.map((item, place) =>
          withPlace(place, items.length, () => readTarget(resource, fields, item, site)),
        ),
      )
    },
  )

const termName = plain('Name, plain text')

/** Ids, slugs or names of terms: an unknown name is a new term. */
export const terms = (
  description: Message,
  published: Partial<ParameterSchema> = {},
): Parameter<(number | string)[]> =>
  kind(
    { type: 'array', items: { type: 'integer' }, accepted: names, description, ...published },
    (value, site) =>
      unique(
        readList(value, site)
          .flatMap(separated)
          .filter((item) => !isZero(item))
          .map((item) => {
            if (isObject(item) && item.id !== undefined) return readId(item.id)
            return looksLikeId(item) ? readId(item) : termName.read(readText(item), site)
          })
          .filter((item) => item !== ''),
      ),
  )
