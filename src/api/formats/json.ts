import type { Parameters, Values } from '../../resources/parameter.ts'
import type { Reader } from '../../resources/listing.ts'
import type { Resource } from '../../resources/resource.ts'
import type { ListPage } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'
import type { OperationRequest } from '../operation.ts'
import { presentPage, type Pagination } from '../pagination.ts'

/** The result of a list request, which each format presents in its own way. */
export interface FoundList {
  readonly resource: Resource
  /** The validated parameters. */
  readonly values: Values<Parameters>
  readonly found: ListPage
  readonly paging: Pagination
  /** The parameters in effect, formatted for URLs. */
  readonly inEffect: readonly (readonly [name: string, text: string])[]
  readonly request: OperationRequest
  readonly reader: Reader
  /** Expiry of the list if no data changes; absent if it may change at any time. */
  readonly validUntil?: Instant | undefined
}

/** One page in an envelope with totals, and links that preserve all parameters (interface: Lists). */
export async function jsonList({ resource, found, paging, inEffect, request }: FoundList) {
  const { name } = resource
  const { body, headers } = presentPage(request, name, { [name]: [] }, paging, Object.fromEntries(inEffect))
  const items = await found.representations(request.links)
  return { bodyParts: insertItems(name, items, JSON.stringify(body)), headers }
}

/** Inserts the items into the empty list at the start of the envelope. */
function insertItems(name: string, texts: readonly string[], envelope: string): string[] {
  const empty = `{"${name}":[]`
  const items = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return [empty.slice(0, -1), ...items, ']', envelope.slice(empty.length)]
}
