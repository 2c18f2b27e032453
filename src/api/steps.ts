import {
  credentialsNeeded,
  invalidParameter,
  invalidParameters,
  missingParameters,
  tooManyRequests,
  ValidationError,
} from '../errors.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import { readParameters, type Parameters, type Values } from '../resources/parameter.ts'
import type { Resource } from '../resources/resource.ts'
import type { OperationRequest } from './operation.ts'

/** Steps shared by the operations on resources, in the published order (interface: Order of checks). */

/** Parameters that were sent, while further checks may still find errors in them. */
export interface Parsed<V> {
  readonly values: V
  readonly errors: Map<string, ValidationError>
}

/** Parses the parameters; missing ones are reported first, all at once. */
export function parseParameters<P extends Parameters>(
  parameters: P,
  { sent, site }: OperationRequest,
): Parsed<Values<P>> {
  const { values, missing, errors } = readParameters(parameters, sent, site)
  if (missing.length > 0) throw missingParameters(missing)
  return { values, errors }
}

/** Reports all invalid parameters at once. */
export function throwIfInvalid(errors: ReadonlyMap<string, ValidationError>): void {
  if (errors.size > 0) throw invalidParameters(errors)
}

/** Reports a validation error as that of a parameter. */
export const rethrowAsInvalid =
  (name: string) =>
  (error: unknown): never => {
    throw error instanceof ValidationError ? invalidParameter(name, error) : error
  }

/** Parses parameters that need no further checks. */
export function requireParameters<P extends Parameters>(parameters: P, request: OperationRequest): Values<P> {
  const { values, errors } = parseParameters(parameters, request)
  throwIfInvalid(errors)
  return values
}

export function requireCredentials(caller: OptionalCaller): asserts caller {
  if (caller === undefined) throw credentialsNeeded()
}

/** Whether a request is within a limit. */
export interface Verdict {
  readonly allowed: boolean
  /** Whole seconds, at least one. */
  readonly retryAfter: number
}

export function requireAllowed({ allowed, retryAfter }: Verdict): void {
  if (!allowed) throw tooManyRequests(retryAfter)
}

/** Links to the other languages of a resource (RFC 8288, HTML `hreflang`). */
export const alternateLinks = (
  languages: readonly string[],
  resource: Resource,
  id: number,
  { links, site }: OperationRequest,
): string =>
  languages
    .filter((language) => site.languages.includes(language))
    .map(
      (language) =>
        `<${links.rest}/${resource.name}/${id}?ml_language=${language}>; rel="alternate"; hreflang="${language}"`,
    )
    .join(', ')
