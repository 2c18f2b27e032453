import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import type { AuditLogTable } from '../store/sql/schema/accounts.ts'
import type { Instant } from '../time/index.ts'
import type { Paging } from '../resources/listing.ts'
import { selectRows } from '../store/sql/page.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/**
 * Records who signed in, changed accounts or deleted something permanently, and from which IP address (interface: Audit
 * log).
 */

export const auditActions = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'user-created',
  'user-updated',
  'role-changed',
  'user-deleted',
  'password-link-created',
  'password-link-sent',
  'password-changed',
  'application-password-created',
  'application-password-deleted',
  'resource-deleted',
  'setting-changed',
  'event-accepted',
  'event-returned',
  'event-rejected',
] as const

export type AuditAction = (typeof auditActions)[number]

export type AuditEntry = Selectable<AuditLogTable>

/** The object of an action. */
interface AuditTarget {
  readonly kind: string
  readonly id: number
  readonly name: string
  readonly language?: string
}

export interface Audited {
  readonly action: AuditAction
  /** The user who acted; only a name if nobody was signed in. */
  readonly by: { readonly id?: number; readonly username: string } | undefined
  readonly target?: AuditTarget
  readonly address: string
  readonly now: Instant
}

const retentionSeconds = 180 * 86_400

/** Names are truncated, because a failed sign-in may contain anything. */
const maxNameLength = 200

/** Writes an entry, in the transaction of the action itself, and deletes expired entries. */
export async function recordAudit(trx: Trx, { action, by, target, address, now }: Audited): Promise<void> {
  await trx
    .deleteFrom('audit_log')
    .where('at', '<=', now - retentionSeconds)
    .execute()
  await trx
    .insertInto('audit_log')
    .values({
      at: now,
      action,
      user_id: by?.id ?? null,
      username: by?.username.slice(0, maxNameLength) ?? '',
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      target_name: target?.name.slice(0, maxNameLength) ?? null,
      target_language: target?.language ?? null,
      address,
    })
    .execute()
}

interface AuditQuery extends Paging {
  /** Limits the entries to these actions. */
  readonly actions?: readonly AuditAction[] | undefined
  readonly user?: number | null | undefined
  /** Limits the entries to events that currently have this author or status. */
  readonly events?: { readonly author?: number | undefined; readonly status?: string | undefined } | undefined
}

/** Returns one page of the log, newest entries first. */
export async function listAudit(
  db: Kysely<Database>,
  { actions, user, events = {}, ...paging }: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { author, status } = events
  const eventIds = db
    .selectFrom('events')
    .select('id')
    .$if(author !== undefined, (query) => query.where('author', '=', author!))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
  const matching = db
    .selectFrom('audit_log')
    .$if(actions !== undefined, (query) => query.where('action', 'in', actions!))
    .$if(user != null, (query) => query.where('user_id', user === 0 ? 'is' : '=', user || null))
    .$if(author !== undefined || status !== undefined, (query) => query.where('target_id', 'in', eventIds))
  const newestFirst = matching.selectAll().orderBy('id', 'desc')
  const { rows, total } = await selectRows(matching, newestFirst, paging)
  return { entries: rows, total }
}
