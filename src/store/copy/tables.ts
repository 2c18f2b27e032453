import type { Generated } from 'kysely'
import { forTables } from '../../resources/kinds.ts'
import type { Database } from '../sql/schema.ts'

export type TableName = keyof Database

type Column<Name extends TableName> = keyof Database[Name] & string

/** The column whose values the database assigns in ascending order. */
type Counted<Name extends TableName> = {
  [C in Column<Name>]: Database[Name][C] extends Generated<number> ? C : never
}[Column<Name>]

type CopyPlan<Name extends TableName> = {
  /** Identifies the rows, and determines the order in which they are read. */
  readonly key: readonly Column<Name>[]
} & ([Counted<Name>] extends [never]
  ? { readonly autoIncrementColumn?: undefined }
  : { readonly autoIncrementColumn: Counted<Name> })

/** Tables that are useless elsewhere, or rebuilt there. */
export const tablesNotCopied = [
  'idempotency_keys',
  'password_links',
  'sign_in_failures',
  'sessions',
  'known_browsers',
  'changes',
  'lineage',
  'event_documents',
  'renderings',
  'import_pages',
] as const satisfies readonly TableName[]

type Copied = Exclude<TableName, (typeof tablesNotCopied)[number]>

/** Every copied table, in copying order. `state` comes last, because it marks the copy as complete. */
const plans: { readonly [Name in Copied]: CopyPlan<Name> } = {
  users: { key: ['id'], autoIncrementColumn: 'id' },
  application_passwords: { key: ['uuid'] },
  user_passwords: { key: ['user_id'] },
  audit_log: { key: ['id'], autoIncrementColumn: 'id' },
  settings: { key: ['name'] },
  entry_ids: { key: ['id'], autoIncrementColumn: 'id' },
  term_ids: { key: ['id'], autoIncrementColumn: 'id' },
  images: { key: ['id'] },
  jobs: { key: ['kind', 'target'] },
  mails: { key: ['id'], autoIncrementColumn: 'id' },
  ...forTables(
    () => ({ key: ['id'] as const }),
    () => ({ key: ['text_id'], autoIncrementColumn: 'text_id' }) as const,
  ),
  category_tree: { key: ['ancestor', 'descendant'] },
  series: { key: ['id'] },
  event_links: { key: ['event_id', 'kind', 'position'] },
  history: { key: ['kind', 'id', 'version'] },
  event_counts: { key: ['kind', 'target', 'language'] },
  change_feed: { key: ['seq'] },
  webhooks: { key: ['id'], autoIncrementColumn: 'id' },
  webhook_deliveries: { key: ['id'], autoIncrementColumn: 'id' },
  imports: { key: ['id'], autoIncrementColumn: 'id' },
  import_rows: { key: ['import', 'position'] },
  imported: { key: ['source', 'external_id'] },
  import_left_out: { key: ['import', 'external_id'] },
  settled_texts: { key: ['name'] },
  state: { key: ['name'] },
}

export interface CopiedTable {
  readonly name: TableName
  readonly key: readonly string[]
  readonly autoIncrementColumn?: string
}

export const copiedTables: readonly CopiedTable[] = Object.entries(plans).map(([name, plan]) => ({
  name: name as Copied,
  ...plan,
}))

/** Tables that are copied row by row; `state` is written at the end. */
export const tablesCopiedByRow = copiedTables.filter(({ name }) => name !== 'state')
