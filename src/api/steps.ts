import {
  credentialsNeeded,
  forbidden,
  invalidParameters,
  missingParameters,
  type Invalid,
} from '../errors.ts'
import type { Asker } from '../identity/roles.ts'
import { readParameters, type Parameters, type Values } from '../resources/parameter.ts'
import type { Resource } from '../resources/resource.ts'
import type { Asked } from './operation.ts'

/** Steps that the operations on resources share, in the order of the contract (§1). */

/** Reads the parameters; what is missing is told first, all at once. */
export function readAsked<P extends Parameters>(
  parameters: P,
  { sent, site }: Asked,
): { values: Values<P>; faults: Map<string, Invalid> } {
  const { values, missing, faults } = readParameters(parameters, sent, site)
  if (missing.length > 0) throw missingParameters(missing)
  return { values, faults }
}

/** All that is invalid is told at once. */
export function refuseFaults(faults: ReadonlyMap<string, Invalid>): void {
  if (faults.size > 0) throw invalidParameters(faults)
}

/** What an asker lacks: credentials if there are none, else the right. */
export const lacksRight = (asker: Asker) => (asker === undefined ? credentialsNeeded() : forbidden())

export function requireCredentials(asker: Asker): asserts asker {
  if (asker === undefined) throw credentialsNeeded()
}

/** Links to the other languages of what a single read gives (RFC 8288, HTML `hreflang`). */
export const alternates = (
  languages: readonly string[],
  resource: Resource,
  id: number,
  { links }: Asked,
): string =>
  languages
    .map(
      (language) =>
        `<${links.rest}/${resource.name}/${id}?ml_language=${language}>; rel="alternate"; hreflang="${language}"`,
    )
    .join(', ')
