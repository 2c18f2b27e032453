import { entryTables, forTables } from '../../resources/kinds.ts'
import type { Database } from '../sql/schema.ts'
import type { TrackedResource } from './change-log.ts'

/**
 * Triggers record in `changes` every row that appears in a resource, however it is written, so responses cannot become
 * outdated because some code forgot to report a change.
 */

/**
 * The resources in which a row appears: the one whose ID is in the column `id`, or those that refer to the row by
 * `column`.
 */
type Tracking =
  | { readonly resource: TrackedResource; readonly id: string; readonly columns?: readonly string[] }
  | { readonly referredToBy: readonly TrackedResource[]; readonly column: string }

const itself = (resource: TrackedResource) => ({ resource, id: 'id' })

/** Tables that appear in no resource, or are derived from other tables. */
const untracked = undefined

/** Lists every table, so a new one does not compile until it is decided where it appears. */
const tracking: { readonly [Table in keyof Database]: Tracking | undefined } = {
  ...forTables(itself, itself),
  // The other columns record how far the occurrences have been created.
  series: { resource: 'events', id: 'id', columns: ['id', 'recurrence', 'starts', 'ends', 'split_from'] },
  // The other columns of a link are derived from its event.
  event_links: { resource: 'events', id: 'event_id', columns: ['event_id', 'kind', 'position', 'target'] },
  category_tree: { resource: 'categories', id: 'descendant' },
  images: { referredToBy: entryTables, column: 'image' },
  jobs: untracked,
  state: untracked,
  settings: untracked,
  mails: untracked,
  settled_texts: untracked,
  idempotency_keys: untracked,
  entry_ids: untracked,
  term_ids: untracked,
  event_counts: untracked,
  changes: untracked,
  change_feed: untracked,
  lineage: untracked,
  event_documents: untracked,
  renderings: untracked,
  webhooks: untracked,
  webhook_deliveries: untracked,
  imports: untracked,
  import_rows: untracked,
  imported: untracked,
  import_left_out: untracked,
  import_pages: untracked,
  users: untracked,
  application_passwords: untracked,
  user_passwords: untracked,
  password_links: untracked,
  sign_in_failures: untracked,
  sessions: untracked,
  known_browsers: untracked,
  audit_log: untracked,
  history: untracked,
}

/**
 * What a visible event counts for: its languages and links, such as `de fr|categories 5,tags 7`; null if it is not
 * visible. Visibility is no condition of the query, because PostgreSQL would then read an index of all visible events
 * instead of this one, as long as it takes the table for small.
 */
export const countedAs = (event: string): string =>
  `(select case when counted.status = 'publish' and counted.hide_from_listings = 0 then counted.languages || '|' || coalesce((select string_agg(kind || ' ' || target, ',') from event_links where event_id = counted.id), '') end from events as counted where counted.id = ${event})`

const entryKinds: readonly string[] = entryTables

/**
 * What the change feed records of a resource, such as `publish 7 en fr `: see change-feed.ts. Null if it does not
 * exist.
 */
export const stateOf = (resource: TrackedResource, id: string): string =>
  `(select ${entryKinds.includes(resource) ? "status || ' ' || author" : "'publish 0'"} || stated.languages from ${resource} as stated where stated.id = ${id})`

/** The name in `state` of the placeholder below, which no other transaction ever sees. */
export const unnumbered = 'unnumbered'

/** Stands for the version of a long write until one is assigned: see sql/long-write.ts. */
export const noVersion = -1

/** The version that the current transaction writes. */
export const writtenVersion = `(select min(value) from state where name in ('version', '${unnumbered}'))`

/** The statement of a trigger that records rows of a table under the version being written. */
function recordStatement(resource: TrackedResource, id: string, from: string, row?: string): string {
  const former = resource === 'events' ? countedAs(id) : 'null'
  return `insert into changes (version, resource, id, former, former_state)
    select written.version, '${resource}', ${id}, ${former}, ${stateOf(resource, id)}
    from (select ${writtenVersion} as version) as written${from}
    where ${row === undefined ? '' : `${row} and `}not exists (
      select 1 from changes where changes.version = written.version and resource = '${resource}' and changes.id = ${id});`
}

interface TrackedTable {
  readonly table: keyof Database
  /** Updates of other columns are not recorded; undefined means all columns. */
  readonly columns: readonly string[] | undefined
  /** The statements that record a row; `row` is its alias in the trigger. */
  readonly statements: (row: string) => readonly string[]
}

const statementsOf = (tracked: Tracking) => (row: string) =>
  'resource' in tracked
    ? [recordStatement(tracked.resource, `${row}.${tracked.id}`, '')]
    : tracked.referredToBy.map((resource) =>
        recordStatement(
          resource,
          `${resource}.id`,
          ` cross join ${resource}`,
          `${resource}.${tracked.column} = ${row}.id`,
        ),
      )

export const trackedTables: readonly TrackedTable[] = Object.entries(tracking).flatMap(([table, tracked]) =>
  tracked === undefined
    ? []
    : [
        {
          table: table as keyof Database,
          columns: 'resource' in tracked ? tracked.columns : undefined,
          statements: statementsOf(tracked),
        },
      ],
)
