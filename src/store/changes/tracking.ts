import { entryTables, forTables } from '../../resources/kinds.ts'
import type { Database } from '../sql/schema.ts'
import type { TrackedResource } from './change-log.ts'

/**
 * Triggers record in `changes` every row that shows in a resource, however it is written: what a
 * visitor is answered with can therefore never be older than the data because somebody forgot to say what changed.
 */

/** Which resource a row shows in: the one whose id is in the column, or those that refer to the row by a column. */
type Tracking =
  | { readonly resource: TrackedResource; readonly id: string; readonly columns?: readonly string[] }
  | { readonly referredToBy: readonly TrackedResource[]; readonly column: string }

const itself = (resource: TrackedResource) => ({ resource, id: 'id' })

/** Tables of which no resource shows anything, or that are derived from the others. */
const untracked = undefined

/** Every table has its entry here, so a new one does not compile before somebody has decided what it shows in. */
const tracking: { readonly [Table in keyof Database]: Tracking | undefined } = {
  ...forTables(itself, itself),
  // The other columns say how far its occurrences have been made.
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
  event_documents: untracked,
  renderings: untracked,
  webhooks: untracked,
  webhook_deliveries: untracked,
  imports: untracked,
  import_rows: untracked,
  imported: untracked,
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

/** A visible event as counts know it: its languages and its links, `de fr|categories 5,tags 7`; null if not visible. */
export const countedAs = (event: string): string =>
  `(select counted.languages || '|' || coalesce((select string_agg(kind || ' ' || target, ',') from event_links where event_id = counted.id), '') from events as counted where counted.id = ${event} and counted.status = 'publish' and counted.hide_from_listings = 0)`

const entryKinds: readonly string[] = entryTables

/** What the feed of changes has to know of a resource, `publish 7 en fr `: see change-feed.ts. Null if there is none. */
export const stateOf = (resource: TrackedResource, id: string): string =>
  `(select ${entryKinds.includes(resource) ? "status || ' ' || author" : "'publish 0'"} || stated.languages from ${resource} as stated where stated.id = ${id})`

/** The name in `state` of the number below, which no other transaction ever sees. */
export const unnumbered = 'unnumbered'

/** Stands for the version of a long write until it is given one: see sql/long-write.ts. */
export const noVersion = -1

/** The version that this transaction writes. */
export const writtenVersion = `(select min(value) from state where name in ('version', '${unnumbered}'))`

/** The statement of a trigger that records rows of a table under the version that is being written. */
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
  /** An update of other columns than these is not recorded; all of them if undefined. */
  readonly columns: readonly string[] | undefined
  /** The statements that record a row; `row` stands for the alias that the trigger knows it by. */
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
