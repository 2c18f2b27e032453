import type { IconName } from '../../parts/icon.tsx'
import type { Text, Words } from '../../locales/index.ts'
import type { Kind } from '../../service/types.ts'

/** The properties of imports that the room uses (interface: Imports). */

export const actions = ['create', 'change', 'skip', 'fail'] as const
export type Action = (typeof actions)[number]

export const formats = ['ics', 'csv', 'json', 'tec'] as const
export type Format = (typeof formats)[number]

export const policies = ['keep_local', 'overwrite', 'create_only'] as const
export type Policy = (typeof policies)[number]

type Tally = Readonly<Record<Action, number>>

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
  readonly would: Tally
  /** The counts by collection. */
  readonly counts: Readonly<Partial<Record<Kind, Tally>>>
  /** New rows that may duplicate existing events. */
  readonly suspected?: number
  readonly progress: { readonly done: number; readonly total: number }
}

export interface Row {
  readonly line: number
  /** The collection that the row belongs to. */
  readonly kind: Kind
  readonly action: Action
  readonly reason: string
  /** The fields that the reason names, in their order there. */
  readonly fields?: readonly string[]
  readonly id?: number
  /** The event that the row may duplicate. */
  readonly suspected?: number
  readonly title?: string
  readonly start_date?: string
  /** The local time or day, if the source writes the start in another form. */
  readonly read_start_date?: string
  readonly timezone?: string
  readonly changes?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  /** The fields that a change writes; the others stay as they are here. */
  readonly written?: readonly string[]
  readonly outcome?: 'written' | 'skipped' | 'failed' | 'undone' | 'left'
}

export interface ImportWithRows extends Import {
  readonly rows: readonly Row[]
  /** What was ignored in the source, and why. */
  readonly notes?: readonly string[]
  readonly runs?: readonly Import[]
  /** Entries edited since, which are not undone. */
  readonly left?: readonly { readonly kind?: Kind; readonly id: number; readonly title: string }[]
}

export const importsKey = ['imports'] as const

interface Look {
  readonly icon: IconName
  readonly state: string
  /** The wording before the run. */
  readonly will: Text
  /** The wording after the run. */
  readonly has: Text
}

/** The action for a row, as a shape and a word. */
export const actionLooks = {
  create: { icon: 'plus', state: 'draft', will: 'Create', has: 'Created' },
  change: { icon: 'edit', state: 'draft', will: 'Change', has: 'Changed' },
  skip: { icon: 'check', state: 'draft', will: 'Unchanged', has: 'Unchanged' },
  fail: { icon: 'warning', state: 'cancelled', will: 'Not possible', has: 'Not imported' },
} as const satisfies Readonly<Record<Action, Look>>

export const suspicion = { icon: 'copy', state: 'pending', text: 'Duplicate?' } as const satisfies {
  readonly icon: IconName
  readonly state: string
  readonly text: Text
}

/** Row filters, one per tab. */
export const rowFilters = [...actions, 'suspected'] as const
export type RowFilter = (typeof rowFilters)[number]

export const undoneLook: Look = { icon: 'undo', state: 'draft', will: 'Undone', has: 'Undone' }

export type Count = readonly [kind: Kind, count: number]

/** In import order, because events reference all others. */
const names: readonly (readonly [Kind, Text, Text])[] = [
  ['categories', '{count} category', '{count} categories'],
  ['tags', '{count} tag', '{count} tags'],
  ['venues', '{count} venue', '{count} venues'],
  ['organizers', '{count} organizer', '{count} organizers'],
  ['events', '{count} event', '{count} events'],
]

const sumOf = (counts: readonly Count[]) => counts.reduce((sum, [, count]) => sum + count, 0)

/** “3 venues, 12 events”. */
export function countsText(t: Words, counts: readonly Count[]): string {
  const total = (kind: Kind) => sumOf(counts.filter(([one]) => one === kind))
  return names
    .filter(([kind]) => total(kind) > 0)
    .map(([kind, one, many]) => t.count(total(kind), one, many))
    .join(', ')
}

const countsOf = ({ counts }: Import, action: Action): Count[] =>
  names.map(([kind]) => [kind, counts[kind]?.[action] ?? 0])

/** The counts of entries that a run writes. */
export const toWrite = (imported: Import): Count[] => [
  ...countsOf(imported, 'create'),
  ...countsOf(imported, 'change'),
]

export const writesAny = (imported: Import): boolean => sumOf(toWrite(imported)) > 0

/** “18 events created as drafts. 2 lines not imported.” */
export function outcomeText(t: Words, imported: Import): string {
  const created = countsOf(imported, 'create')
  const isDraft = ([kind]: Count) => kind === 'events' && imported.status === 'draft'
  const drafts = created.filter(isDraft)
  const { fail } = imported.would
  const what = (counts: readonly Count[], one: Text, many = one) =>
    sumOf(counts) === 0 ? [] : [t.count(sumOf(counts), one, many, { what: countsText(t, counts) })]
  return [
    ...what(
      created.filter((count) => !isDraft(count)),
      '{what} created.',
    ),
    ...what(drafts, '{what} created as a draft.', '{what} created as drafts.'),
    ...what(countsOf(imported, 'change'), '{what} changed.'),
    ...what(countsOf(imported, 'skip'), '{what} left unchanged.'),
    ...(fail > 0 ? [t.count(fail, '{count} line not imported.', '{count} lines not imported.')] : []),
  ].join(' ')
}
