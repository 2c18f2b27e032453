import { Invalid } from '../errors.ts'
import { say, type Sentence } from '../locales/sentence.ts'
import { isMalformed } from '../text/malformed.ts'
import type { Instant } from '../time/index.ts'
import type { Message } from '../locales/fr.ts'
import type { SiteCurrency } from './events/cost.ts'

/** What of the site's settings and of the moment a value is read and described by. */
export interface Site {
  readonly now: Instant
  readonly timezone: string
  /** Languages of the content; the first is the default. */
  readonly languages: readonly string[]
  readonly perPage: number
  readonly maxPerPage: number
  readonly maxTitle: number
  readonly maxDescription: number
  readonly maxList: number
  readonly geolocation: boolean
  readonly currency: Readonly<SiteCurrency>
}

/** The part of JSON Schema that we publish of a parameter; `description` is English and translated when told. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly description: Message
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly items?: object
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: object
  /** What is accepted where that is more than the interface declares: a schema for the OpenAPI document alone. */
  readonly accepted?: object
}

/** One parameter, declared once: what is published of it and how it is read. */
export interface Parameter<T> {
  readonly describe: (site: Site) => ParameterSchema
  readonly read: (value: unknown, site: Site) => T
  readonly required: boolean
  /** What an update takes instead, where that is more than a create does. */
  readonly onUpdate?: Parameter<T>
  /** What an empty value does: it clears an optional field, is refused, or is read like any other (contract §3). */
  readonly empty: 'clears' | 'refused' | 'read'
}

// A Parameter<T> only gives T out but for method variance; `any` here stands for "whatever it reads".
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Parameters = Readonly<Record<string, Parameter<any>>>

/** What was sent, read: absent = not sent, null = cleared. */
export type Values<P extends Parameters> = {
  -readonly [K in keyof P]?: P[K] extends Parameter<infer T> ? T | null : never
}

/** Faults inside a value that has parts: their names are told as `venue.website`. */
export class InvalidParts extends Error {
  constructor(
    readonly missing: readonly string[],
    readonly faults: ReadonlyMap<string, Invalid>,
  ) {
    super('invalid parts')
  }
}

export interface ReadParameters<P extends Parameters> {
  readonly values: Values<P>
  readonly missing: string[]
  readonly faults: Map<string, Invalid>
}

export const refuse = (code: string, sentence: Sentence): never => {
  throw new Invalid(code, sentence)
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

const isSent = (sent: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(sent, name) && sent[name] !== undefined && sent[name] !== null

/** Reads every declared parameter from what was sent; what is missing and what is invalid is told all at once. */
export function readParameters<P extends Parameters>(
  parameters: P,
  sent: Readonly<Record<string, unknown>>,
  site: Site,
): ReadParameters<P> {
  const result: ReadParameters<P> = { values: {}, missing: [], faults: new Map() }
  for (const [name, parameter] of Object.entries(parameters)) readOne(result, name, parameter, sent, site)
  return result
}

function readOne<P extends Parameters>(
  { values, missing, faults }: ReadParameters<P>,
  name: string,
  parameter: Parameter<unknown>,
  sent: Readonly<Record<string, unknown>>,
  site: Site,
) {
  if (!isSent(sent, name) || (parameter.required && isBlank(sent[name]))) {
    if (parameter.required) missing.push(name)
    return
  }
  try {
    const value = readValue(parameter, sent[name], site)
    if (parameter.required && value === '') missing.push(name)
    else (values as Record<string, unknown>)[name] = value
  } catch (error) {
    keepFault(error, name, missing, faults)
  }
}

function readValue(parameter: Parameter<unknown>, value: unknown, site: Site) {
  if (isMalformed(value)) return refuse('rest_invalid_encoding', say('This is not percent-encoded UTF-8.'))
  if (parameter.empty !== 'read' && isBlank(value)) {
    if (parameter.empty === 'clears') return null
    return refuse('rest_empty', say('This must not be empty.'))
  }
  const read = parameter.read(value, site)
  const isEmpty = read === '' || (Array.isArray(read) && read.length === 0)
  if (parameter.empty === 'refused' && isEmpty && !parameter.required)
    return refuse('rest_empty', say('This must not be empty.'))
  return parameter.empty === 'clears' && read === '' ? null : read
}

export function keepFault(
  error: unknown,
  name: string,
  missing: string[],
  faults: Map<string, Invalid>,
): void {
  if (error instanceof Invalid) faults.set(name, error)
  else if (error instanceof InvalidParts) {
    missing.push(...error.missing.map((part) => `${name}.${part}`))
    for (const [part, fault] of error.faults) faults.set(`${name}.${part}`, fault)
  } else throw error
}

/** The same parameter, to be sent. */
export const required = <T>(parameter: Parameter<T>): Parameter<T> => ({
  ...parameter,
  required: true,
  empty: 'refused',
})

/** The same parameter, in a list or where an empty value means nothing: `search=` is refused (contract §3). */
export const filled = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, empty: 'refused' })

/** A default of null says the same as not sending, so it resets nothing and stays published. */
const withoutDefault = ({ default: initial, ...schema }: ParameterSchema): ParameterSchema =>
  initial === null ? { ...schema, default: null } : schema

const merged = <T>(field: Parameter<T>): Parameter<T> => ({
  ...field,
  required: false,
  describe: (site: Site) => withoutDefault(field.describe(site)),
})

/** The fields of an update: nothing is required, and nothing that was not sent is reset to a default. */
export const forUpdate = <P extends Parameters>(fields: P): P =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, merged(field.onUpdate ?? field)]),
  ) as unknown as P

/** All of a list of parameters refuse an empty value. */
export const forList = <P extends Parameters>(parameters: P): P =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, filled(one)])) as unknown as P
