import { preconditionFailed } from '../errors.ts'
import type { Resource } from '../resources/resource.ts'
import type { Reads } from '../store/index.ts'
import type { OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'
import type { TargetResource } from './target-resource.ts'

/**
 * Decides whether a write with `If-Match` is refused with 412. Images, which are read in several languages too, have a check
 * of their own: see media/operations.ts.
 */

/**
 * A write with `If-Match` is executed only if that representation is still current (RFC 9110 13.1.1), in whichever
 * language it was read, with or without credentials or `context=edit`.
 */
export async function checkPrecondition(
  { store }: ResourceServices,
  reads: Reads,
  resource: Resource,
  { id, language }: TargetResource,
  { matchesIfMatch, caller, site, links }: OperationRequest,
): Promise<void> {
  if (matchesIfMatch === undefined) return
  for (const reader of [caller, undefined])
    for (const one of new Set([language, ...site.languages])) {
      const [item] = await reads.load(resource, [id], { caller: reader, language: one })
      for (const isForEditing of reader === undefined ? [false] : [false, true]) {
        const view = store.view({ links, language: one, caller: reader, isSingle: true, isForEditing })
        const body = item === undefined ? null : resource.present(item, view)
        if (matchesIfMatch({ body, language: item?.language, caller: reader })) return
      }
    }
  throw preconditionFailed()
}

/** Refuses a write whose `If-Match` does not name this representation, as a read would return it (RFC 9110 13.1.1). */
export function requireMatch(
  { matchesIfMatch, caller }: OperationRequest,
  body: unknown,
  language?: string,
): void {
  if (matchesIfMatch?.({ body, language, caller }) === false) throw preconditionFailed()
}
