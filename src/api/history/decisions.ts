import type { AuditAction, AuditEntry } from '../../identity/audit-log.ts'
import { listAudit } from '../../identity/audit-log.ts'
import { mayCreate, mayEditOthers } from '../../identity/roles.ts'
import { displayName } from '../../identity/user-store.ts'
import { forbidden } from '../../errors.ts'
import { forList } from '../../resources/parameter.ts'
import { choice } from '../../resources/parameter-types.ts'
import { page, statuses } from '../../resources/common-parameters.ts'
import type { Db } from '../../store/sql/db.ts'
import { toWall } from '../../time/index.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import { requireCredentials, requireParameters } from '../steps.ts'

/** The decisions of editors about events, read from the audit log (interface: Reviews). */

export const decisions = ['accept', 'return', 'reject'] as const
export type Decision = (typeof decisions)[number]

export const auditedAs = {
  accept: 'event-accepted',
  return: 'event-returned',
  reject: 'event-rejected',
} as const satisfies Readonly<Record<Decision, AuditAction>>

export const reviewListParameters = forList({
  ...page,
  decision: choice('Reviews with the given decision', decisions),
  status: choice('Reviews of events that have the given status now', statuses),
})

/** What is known of a page of decisions beside the audit log. */
interface Known {
  readonly notes: ReadonlyMap<string, string>
  /** The authors of the events that still exist, by event. */
  readonly authors: ReadonlyMap<number, number>
  /** The names of the users who still exist. */
  readonly names: ReadonlyMap<number, string>
}

const present =
  ({ notes, authors, names }: Known) =>
  ({ id, at, action, user_id, username, target_id, target_name, target_language }: AuditEntry) => {
    const note = notes.get(keyOf(target_id, at))
    const author = authors.get(target_id!)
    return {
      id,
      date_utc: toWall(at, 'UTC'),
      decision: decisions.find((decision) => auditedAs[decision] === action)!,
      user: user_id ?? 0,
      username,
      name: names.get(user_id ?? 0) ?? username,
      ...(note === undefined ? {} : { note }),
      event: {
        id: target_id!,
        title: target_name ?? '',
        ...(target_language === null ? {} : { language: target_language }),
        ...(author === undefined ? {} : { author }),
      },
    }
  }

const keyOf = (id: number | null, at: number) => `${id} ${at}`

/**
 * Notes by event and time. First versions are skipped, because their note is the contact of the person who suggested
 * the event.
 */
async function notesOf(db: Db, entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, string>> {
  if (entries.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select(['id', 'at', 'note'])
    .where('kind', '=', 'events')
    .where('id', 'in', [...new Set(entries.map(({ target_id }) => target_id!))])
    .where('version', '>', 1)
    .where('note', 'is not', null)
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ id, at, note }) => [keyOf(id, at), note!]))
}

/** Authors of the events that still exist. */
async function authorsOf(db: Db, entries: readonly AuditEntry[]): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(entries.map(({ target_id }) => target_id!))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('events').select(['id', 'author']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, author }) => [id, author]))
}

async function namesOf(db: Db, entries: readonly AuditEntry[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(entries.map(({ user_id }) => user_id ?? 0))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((user) => [user.id, displayName(user)]))
}

export async function listReviews(db: Db, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(reviewListParameters, request)
  const { caller } = request
  requireCredentials(caller)
  if (!mayCreate(caller, 'events')) throw forbidden()
  const { decision, status } = values
  const author = mayEditOthers(caller) ? undefined : caller.id
  const requested = requestedPage(values, request)
  const actions = decision == null ? Object.values(auditedAs) : [auditedAs[decision]]
  const { entries, total } = await listAudit(db, {
    ...requested,
    actions,
    events: { author, status: status ?? undefined },
  })
  const known = {
    notes: await notesOf(db, entries),
    authors: await authorsOf(db, entries),
    names: await namesOf(db, entries),
  }
  return presentPage(
    request,
    'reviews',
    { reviews: entries.map(present(known)) },
    { ...requested, total },
    { decision, status },
  )
}
