import type { IconName } from '../../parts/icon.tsx'
import type { Text, Words } from '../../locales/index.ts'

/** What the room reads of imports (interface: Imports). */

export const actions = ['create', 'change', 'skip', 'fail'] as const
export type Action = (typeof actions)[number]

export const formats = ['ics', 'csv', 'json', 'tec'] as const
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
  /** New ones that may be here from elsewhere. */
  readonly suspected?: number
  readonly progress: { readonly done: number; readonly total: number }
}

export interface Row {
  readonly line: number
  /** The collection that it belongs to. */
  readonly kind: string
  readonly action: Action
  readonly reason: string
  readonly id?: number
  /** The event that it may be. */
  readonly suspected?: number
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
  /** Before the run. */
  readonly will: Text
  /** After it. */
  readonly has: Text
}

/** What becomes of a row, as a shape and a word. */
export const looks = {
  create: { icon: 'plus', state: 'draft', will: 'Create', has: 'Created' },
  change: { icon: 'edit', state: 'draft', will: 'Change', has: 'Changed' },
  skip: { icon: 'check', state: 'draft', will: 'As it is', has: 'As it was' },
  fail: { icon: 'warning', state: 'cancelled', will: 'Cannot', has: 'Not imported' },
} as const satisfies Readonly<Record<Action, Look>>

export const suspicion = { icon: 'copy', state: 'pending', text: 'Duplicate?' } as const satisfies {
  readonly icon: IconName
  readonly state: string
  readonly text: Text
}

/** Those rows alone that a tab shows. */
export const rowFilters = [...actions, 'suspected'] as const
export type RowFilter = (typeof rowFilters)[number]

export const takenBack: Look = { icon: 'undo', state: 'draft', will: 'Taken back', has: 'Taken back' }

/** How many events a run writes. */
export const toWrite = ({ would }: Import): number => would.create + would.change

/** What is said of each kind of row, of one and of many. */
const sentences = {
  create: ['{count} event created', '{count} events created'],
  draft: ['{count} event created as a draft', '{count} events created as drafts'],
  change: ['{count} event changed', '{count} events changed'],
  skip: ['{count} event left as it was', '{count} events left as they were'],
  fail: ['{count} line not imported', '{count} lines not imported'],
} as const satisfies Readonly<Record<Action | 'draft', readonly [Text, Text]>>

/** “18 events created as drafts, 2 lines not imported”. */
export const outcomeText = (t: Words, { would, status }: Import): string =>
  actions
    .filter((action) => would[action] > 0)
    .map((action) => {
      const [one, many] = sentences[action === 'create' && status === 'draft' ? 'draft' : action]
      return t.count(would[action], one, many)
    })
    .join(', ')
