import type { Resource } from '../../resources/resource.ts'
import type { ListPage } from '../../store/index.ts'
import type { OperationResult, OperationRequest } from '../operation.ts'
import type { Pagination } from '../pagination.ts'
import { jsonList } from './json.ts'

/** A list that was found, and what was asked; how it is wrapped is up to the format. */
export interface FoundList {
  readonly resource: Resource
  readonly found: ListPage
  readonly paging: Pagination
  /** The parameters in effect, as URLs name them. */
  readonly inEffect: readonly (readonly [name: string, text: string])[]
  readonly request: OperationRequest
}

export type ListFormat = (list: FoundList) => Promise<Pick<OperationResult, 'body' | 'bodyParts' | 'headers'>>

/** Every form that a list may be asked for in. */
export const listFormats = { json: jsonList } as const satisfies Record<string, ListFormat>
