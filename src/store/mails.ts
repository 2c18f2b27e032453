import { idsOf } from '../ids-of.ts'
import { enqueueJob } from './jobs.ts'
import type { Db } from './sql/db.ts'
import type { Trx } from './sql/write-queue.ts'
import type { Instant } from '../time/index.ts'

/** E-mail that is waiting to be sent, stored in the same transaction as the change it reports (interface: E-mail). */

/** The link is generated when the mail is sent, so that the database never contains it. */
export interface PasswordLinkMail {
  readonly about: 'password-link'
  /** The username or e-mail address that was entered, or the user whom an administrator has chosen. */
  readonly to: { readonly name: string } | { readonly user: number }
  readonly language: string
  /** The client address of the request, for the audit log. */
  readonly address: string
}

export type Decision = 'accepted' | 'returned' | 'rejected'

export interface DecisionMail {
  readonly about: 'decision'
  /** The author, or the contact of a suggestion: `Name <address>`. */
  readonly to: { readonly user: number } | { readonly contact: string }
  readonly language: string
  readonly decision: Decision
  readonly event: number
  readonly title: string
  readonly note: string
}

export type Mail = PasswordLinkMail | DecisionMail

export const mailJob = 'mail'

/** Longer than sending is retried. */
const retentionSeconds = 86_400

export async function enqueueMail(trx: Trx, mail: Mail, now: Instant, due = now): Promise<void> {
  const event = mail.about === 'decision' ? mail.event : null
  const { id } = await trx
    .insertInto('mails')
    .values({ message: JSON.stringify(mail), event, created: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueJob(trx, mailJob, id, due)
}

export async function findMail(db: Db, id: number): Promise<Mail | undefined> {
  const row = await db.selectFrom('mails').select('message').where('id', '=', id).executeTakeFirst()
  return row && (JSON.parse(row.message) as Mail)
}

/** Called when the mail was sent or given up. */
export const forgetMail = (db: Db, id: number): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) => trx.deleteFrom('mails').where('id', '=', id).execute())

/** Deletes mails that nobody will send, because the process that gave them up died or e-mail was switched off. */
export const forgetMails = (db: Db, now: Instant): Promise<unknown> =>
  db.writes.withoutVersionChange(async (trx) => {
    const gone = await trx
      .deleteFrom('mails')
      .where('created', '<', now - retentionSeconds)
      .returning('id')
      .execute()
    const ids = idsOf(gone)
    if (ids.length > 0)
      await trx.deleteFrom('jobs').where('kind', '=', mailJob).where('target', 'in', ids).execute()
  })

/** Cancels unsent mails about an event, and returns them. */
export async function withdrawMails(trx: Trx, event: number): Promise<DecisionMail[]> {
  const rows = await trx.deleteFrom('mails').where('event', '=', event).returning('message').execute()
  return rows.map(({ message }) => JSON.parse(message) as DecisionMail)
}
