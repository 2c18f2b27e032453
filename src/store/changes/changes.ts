import { sql, type Kysely, type Transaction } from 'kysely'
import { insertRows } from '../sql/rows.ts'
import type { ChangeTable, Database } from '../sql/schema.ts'

/**
 * What each version of the data has changed, so that whoever keeps something in memory reads again only that. The log
 * has no gaps: it tells all since a version if it reaches back to the one after it. A transaction that is too large to
 * be told item by item empties the log instead, and everything is read again.
 */

type Trx = Transaction<Database>

/** What is read as a list and can be followed. */
export type Followed = Exclude<ChangeTable['resource'], ''>

export interface Change {
  readonly resource: Followed
  readonly id: number
}

const versionsKept = 10_000
const versionsBetweenTrims = 1_000

/** More changes than this in one version are read again sooner than one by one. */
const most = 20_000

/** What a transaction has changed so far. */
export class Journal {
  private changes: Change[] = []
  private isUntold = false

  note(resource: Followed, ids: readonly number[]): void {
    for (const id of ids) this.changes.push({ resource, id })
  }

  leaveUntold(): void {
    this.isUntold = true
  }

  /** Returns what takes back all that is noted from now on. */
  mark(): () => void {
    const [length, isUntold] = [this.changes.length, this.isUntold]
    return () => {
      this.changes.length = length
      this.isUntold = isUntold
    }
  }

  eventIds(): number[] {
    return [...new Set(this.changes.filter(({ resource }) => resource === 'events').map(({ id }) => id))]
  }

  /** At the end of the transaction: all that it has changed becomes part of its version. */
  async keep(trx: Trx, version: number): Promise<void> {
    const rows = this.rows(version)
    if (rows === undefined) await trx.deleteFrom('changes').execute()
    else await insertRows(trx, 'changes', rows)
    if (version % versionsBetweenTrims === 0)
      await trx
        .deleteFrom('changes')
        .where('version', '<=', version - versionsKept)
        .execute()
  }

  /** Undefined where it cannot be told item by item. */
  private rows(version: number): ChangeTable[] | undefined {
    const distinct = new Map(
      this.changes.map(({ resource, id }) => [`${resource} ${id}`, { version, resource, id }]),
    )
    if (this.isUntold || distinct.size > most) return undefined
    return distinct.size === 0 ? [{ version, resource: '', id: 0 }] : [...distinct.values()]
  }
}

const journals = new WeakMap<Trx, Journal>()

export function openJournal(trx: Trx): Journal {
  const journal = new Journal()
  journals.set(trx, journal)
  return journal
}

function journalOf(trx: Trx): Journal {
  const journal = journals.get(trx)
  if (journal === undefined)
    throw new Error('A change can be noted only in a transaction of `inTransaction`.')
  return journal
}

/** Whatever writes, changes or removes an item says so. */
export const noted = (trx: Trx, resource: Followed, ids: readonly number[]): void =>
  journalOf(trx).note(resource, ids)

/** For what writes past all items: nobody is told what has changed, but that something has. */
export const untold = (trx: Trx): void => journalOf(trx).leaveUntold()

export interface Changes {
  /** Whether nothing is left out; otherwise all has to be read again. */
  readonly complete: boolean
  /** The version that these changes lead to. */
  readonly version: number
  readonly changes: readonly Change[]
}

interface Row {
  readonly current: number
  readonly oldest: number | null
  readonly resource: ChangeTable['resource'] | null
  readonly id: number | null
}

/** What has changed since a version, as one look at the database finds it. */
export async function changesSince(db: Kysely<Database>, version: number): Promise<Changes> {
  const { rows } = await sql<Row>`
    select state.value as current, (select min(version) from changes) as oldest, later.resource, later.id
    from state left join (select distinct resource, id from changes where version > ${version}) as later on 1 = 1
    where state.name = 'version'`.execute(db)
  const { current, oldest } = rows[0]!
  return {
    complete: current === version || (current > version && oldest !== null && oldest <= version + 1),
    version: current,
    changes: rows.flatMap(({ resource, id }) => (resource && id !== null ? [{ resource, id }] : [])),
  }
}
