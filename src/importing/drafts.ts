import {
  finishValues,
  forUpdate,
  InvalidParts,
  readParameters,
  type Parameters,
} from '../resources/parameter.ts'
import type { Draft, Item, Resource } from '../resources/resource.ts'
import type { WritingView } from '../store/sql/create.ts'
import type { Sent } from './record.ts'

/** Converts fields to a draft by the same declarations as the API; throws validation errors. */
export async function draftOf(
  resource: Resource,
  sent: Sent,
  view: WritingView,
  former?: Item,
): Promise<Draft> {
  const parameters: Parameters =
    former === undefined ? resource.fields : { ...forUpdate(resource.fields), ...resource.updateParameters }
  const { values, missing, errors } = readParameters(parameters, sent, view.site)
  if (missing.length > 0 || errors.size > 0) throw new InvalidParts(missing, errors)
  const finished = await finishValues(parameters, values, view.site)
  return resource.draft(finished, former === undefined ? view : { ...view, former })
}
