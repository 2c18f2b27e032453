import { ValidationError } from '../errors.ts'
import type { SentenceValues } from '../locales/sentence.ts'
import { isMalformed } from '../text/malformed.ts'
import type { Instant } from '../time/index.ts'
import type { Message } from '../locales/fr.ts'
import type { SiteCurrency } from './events/shown-cost.ts'

/** The settings and the current time that values are parsed and described with. */
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
  /** Number of months ahead for which occurrences of series are stored. */
  readonly horizon: number
  readonly geolocation: boolean
  /** Whether visitors may suggest events. */
  readonly suggestions: boolean
  /** Whether images are fetched from the URLs sent for them. */
  readonly importsImages: boolean
  /** Whether authors are notified of review decisions by e-mail. */
  readonly sendsMail: boolean
  readonly currency: Readonly<SiteCurrency>
}

/** The published JSON Schema of a parameter; `description` is English and translated when published. */
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
  /** The accepted schema, if it is wider than the one in discovery; used only in the OpenAPI document. */
  readonly accepted?: object
}

/** A parameter: its published schema and its parser. */
export interface Parameter<T> {
  readonly describe: (site: Site) => ParameterSchema
  readonly read: (value: unknown, site: Site) => T
  /** The expensive part of parsing; runs only after the caller's permission has been checked. */
  readonly finish?: (value: T, site: Site) => Promise<T>
  readonly required: boolean
  /** The schema for updates, if it is wider than that for creates. */
  readonly onUpdate?: Parameter<T>
  /** Whether its default is another one every day, as that of `start_date`. */
  readonly defaultChanges?: true
  /**
   * Whether aliases ignore a value that they do not know instead of refusing it, because lists of The Events Calendar
   * lack the parameter (interface: Aliases).
   */
  readonly isLenientOnAliases?: true
  /**
   * How an empty value is handled: it clears an optional field, is rejected, or is parsed like any other (interface: Clearing fields).
   */
  readonly empty: 'clears' | 'refused' | 'read'
}

// `any`, because `finish` takes a T, so that a Parameter<T> is not assignable to Parameter<unknown>.
// oxlint-disable-next-line typescript/no-explicit-any
export type Parameters = Readonly<Record<string, Parameter<any>>>

/** Parsed values: absent = not sent, null = cleared. */
export type Values<P extends Parameters> = {
  -readonly [K in keyof P]?: P[K] extends Parameter<infer T> ? T | null : never
}

/** Errors inside a structured value, with names such as `venue.website`. */
export class InvalidParts extends Error {
  constructor(
    readonly missing: readonly string[],
    readonly errors: ReadonlyMap<string, ValidationError>,
    /** The value without these parts, so that what the database says of the others is reported with them. */
    readonly others?: unknown,
  ) {
    super('invalid parts')
  }

  static of(name: string, error: ValidationError): InvalidParts {
    return new InvalidParts([], new Map([[name, error]]))
  }
}

interface ReadParameters<P extends Parameters> {
  readonly values: Values<P>
  readonly missing: string[]
  readonly errors: Map<string, ValidationError>
}

export const refuse = (code: string, text: Message, values?: SentenceValues): never => {
  throw ValidationError.of(code, text, values)
}

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

const isSent = (sent: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(sent, name) && sent[name] !== undefined && sent[name] !== null

/** Parses all declared parameters; all missing and invalid ones are reported at once. */
export function readParameters<P extends Parameters>(
  parameters: P,
  sent: Readonly<Record<string, unknown>>,
  site: Site,
): ReadParameters<P> {
  const result: ReadParameters<P> = { values: {}, missing: [], errors: new Map() }
  for (const [name, parameter] of Object.entries(parameters)) readOne(result, name, parameter, sent, site)
  return result
}

function readOne<P extends Parameters>(
  { values, missing, errors }: ReadParameters<P>,
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
    keepFault(error, name, missing, errors)
    if (error instanceof InvalidParts && error.others !== undefined)
      (values as Record<string, unknown>)[name] = error.others
  }
}

function readValue(parameter: Parameter<unknown>, value: unknown, site: Site) {
  if (isMalformed(value)) return refuse('rest_invalid_encoding', 'Must be encoded in UTF-8.')
  if (parameter.empty !== 'read' && isBlank(value)) {
    if (parameter.empty === 'clears') return null
    return refuse('rest_empty', 'Must not be empty.')
  }
  const read = parameter.read(value, site)
  const isEmpty = read === '' || (Array.isArray(read) && read.length === 0)
  if (parameter.empty === 'refused' && isEmpty && !parameter.required)
    return refuse('rest_empty', 'Must not be empty.')
  return parameter.empty === 'clears' && read === '' ? null : read
}

export function keepFault(
  error: unknown,
  name: string,
  missing: string[],
  errors: Map<string, ValidationError>,
): void {
  if (error instanceof ValidationError) errors.set(name, error)
  else if (error instanceof InvalidParts) {
    missing.push(...error.missing.map((part) => `${name}.${part}`))
    for (const [part, fault] of error.errors) errors.set(`${name}.${part}`, fault)
  } else throw error
}

/** What is read; undefined if it is invalid, which is then among the errors. */
export function readNoting<T>(
  errors: Map<string, ValidationError>,
  name: string,
  read: () => T,
): T | undefined {
  try {
    return read()
  } catch (error) {
    keepFault(error, name, [], errors)
    return undefined
  }
}

/** Runs the expensive part of parsing; all invalid values are reported at once. */
export async function finishValues<V extends Readonly<Record<string, unknown>>>(
  parameters: Parameters,
  values: V,
  site: Site,
): Promise<V> {
  const errors = new Map<string, ValidationError>()
  const finished: Record<string, unknown> = { ...values }
  for (const [name, { finish }] of Object.entries(parameters)) {
    const value = values[name]
    if (finish === undefined || value === undefined || value === null) continue
    try {
      finished[name] = (await finish(value, site)) || null
    } catch (error) {
      keepFault(error, name, [], errors)
    }
  }
  if (errors.size > 0) throw new InvalidParts([], errors)
  return finished as V
}

export const required = <T>(parameter: Parameter<T>): Parameter<T> => ({
  ...parameter,
  required: true,
  empty: 'refused',
})

/** The same parameter for lists, where an empty value is meaningless: `search=` is rejected (interface: Clearing fields). */
export const filled = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, empty: 'refused' })

export const lenientOnAliases = <T>(parameter: Parameter<T>): Parameter<T> => ({
  ...parameter,
  isLenientOnAliases: true,
})

/** Replaces values that aliases ignore by undefined, which counts as sent but ignored. */
export function withoutUnknownValues(
  sent: Readonly<Record<string, unknown>>,
  parameters: Parameters,
  site: Site,
): Record<string, unknown> {
  const isUnknown = ([name, parameter]: [string, Parameter<unknown>]) =>
    parameter.isLenientOnAliases === true &&
    !isBlank(sent[name]) &&
    readParameters({ [name]: parameter }, sent, site).errors.size > 0
  const unknown = Object.entries(parameters).filter(isUnknown)
  return { ...sent, ...Object.fromEntries(unknown.map(([name]) => [name, undefined])) }
}

/** The same parameter, whose empty value clears it. */
export const clearable = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, empty: 'clears' })

/** A default of null means the same as not sending the field, so it may stay in the published schema of updates. */
const withoutDefault = ({ default: initial, ...schema }: ParameterSchema): ParameterSchema =>
  initial === null ? { ...schema, default: null } : schema

const merged = <T>(field: Parameter<T>): Parameter<T> => ({
  ...field,
  required: false,
  describe: (site: Site) => withoutDefault(field.describe(site)),
})

/** The fields of an update: none is required, and fields that are not sent are not reset to their default. */
export const forUpdate = <P extends Parameters>(fields: P): P =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, merged(field.onUpdate ?? field)]),
  ) as unknown as P

/** Rejects empty values in all parameters of a list. */
export const forList = <P extends Parameters>(parameters: P): P =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, filled(one)])) as unknown as P
