import type { Answer, Service } from './service.ts'
import { admin } from './service.ts'
import type { Kind } from './types.ts'

/** Versions of a resource (interface: History). */

export interface FieldChange {
  readonly before: unknown
  readonly after: unknown
}

export interface Version {
  readonly version: number
  readonly action: 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'
  readonly author: number
  readonly author_name: string
  readonly date_utc: string
  readonly language: string
  readonly restored_version?: number
  readonly note?: string
  readonly changes: Readonly<Record<string, FieldChange>>
}

export interface Restored {
  readonly resource: { readonly id: number }
  readonly left_out: readonly { readonly field: string; readonly value: unknown }[]
}

/** Newest first. */
export const readVersions = (
  service: Service,
  kind: Kind,
  id: number,
  page: { page: number; per_page: number },
  signal?: AbortSignal,
): Promise<Answer<{ versions: readonly Version[] }>> =>
  service.read(admin(`/${kind}/${id}/history`), { query: page, ...(signal && { signal }) })
