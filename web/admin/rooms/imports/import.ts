import type { IconName } from '../../parts/icon.tsx'
import type { Text, Words } from '../../locales/index.ts'

/** What the room reads of imports (interface: Imports). */

export const actions = ['create', 'change', 'skip', 'fail'] as const
export type Action = (typeof actions)[number]

export const formats = ['ics', 'csv', 'json'] as const
export type Format = (typeof formats)[number]

export const policies = ['keep_local', 'overwrite', 'create_only'] as const
export type Policy = (typeof policies)[number]

export interface Import {
  readonly id: number
  readonly state: 'preview' | 'running' | 'done' | 'failed' | 'undone'
  readonly format: Format
  readonly source: string
  readonly url?: string
  readonly policy: Policy
  readonly status?: string
  readonly mapping: Readonly<Record<string, string>>
  readonly created_utc: string
  readonly finished_utc?: string
  readonly undo_until_utc?: string
  readonly fault?: string
  readonly schedule?: string
  readonly next_run_utc?: string
  readonly would: Readonly<Record<Action, number>>
  readonly progress: { readonly done: number; readonly total: number }
}

export interface Row {
  readonly line: number
  readonly action: Action
  readonly reason: string
  readonly id?: number
  readonly title?: string
  readonly start_date?: string
  readonly changes?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  readonly outcome?: 'written' | 'skipped' | 'failed' | 'undone' | 'left'
}

export interface ImportWithRows extends Import {
  readonly rows: readonly Row[]
  readonly runs?: readonly Import[]
  /** Events that were edited since, and stay. */
  readonly left?: readonly { readonly id: number; readonly title: string }[]
}

export const importsKey = ['imports'] as const

interface Look {
  readonly icon: IconName
  readonly state: string
  readonly name: Text
}

/** What is to become of a row, as a shape and a word. */
export const looks = {
  create: { icon: 'plus', state: 'draft', name: 'Create' },
  change: { icon: 'edit', state: 'draft', name: 'Change' },
  skip: { icon: 'check', state: 'draft', name: 'As it is' },
  fail: { icon: 'warning', state: 'cancelled', name: 'Cannot' },
} as const satisfies Readonly<Record<Action, Look>>

/** How many events a run writes. */
export const toWrite = ({ would }: Import): number => would.create + would.change

/** “18 events created as drafts, 2 events changed”. */
export function writtenText(t: Words, { would, status }: Import): string {
  const created =
    status === 'draft'
      ? t.count(would.create, '{count} event created as a draft', '{count} events created as drafts')
      : t.count(would.create, '{count} event created', '{count} events created')
  return `${created}, ${t.count(would.change, '{count} event changed', '{count} events changed')}`
}

/** “9 events left as they were, 2 lines not readable”. */
export const notWrittenText = (t: Words, { would }: Import): string =>
  [
    t.count(would.skip, '{count} event left as it was', '{count} events left as they were'),
    t.count(would.fail, '{count} line not imported', '{count} lines not imported'),
  ].join(', ')
