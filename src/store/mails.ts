import { enqueueJob } from './jobs.ts'
import type { Db } from './sql/db.ts'
import type { Trx } from './sql/write-queue.ts'
import type { Instant } from '../time/index.ts'

/** E-mail that waits to be sent, stored in the transaction of what it tells of (interface: E-mail). */

/** The link is made when it is sent, so that none stands in the database. */
export interface PasswordLinkMail {
  readonly about: 'password-link'
  /** The name or the address that somebody gave, or whom an administrator has chosen. */
  readonly to: { readonly name: string } | { readonly user: number }
  readonly language: string
  /** Where it was asked for, for the audit log. */
  readonly address: string
}

export type Decision = 'accepted' | 'returned' | 'rejected'

export interface DecisionMail {
  readonly about: 'decision'
  /** The author, or whoever suggested the event: `Name <address>`. */
  readonly to: { readonly user: number } | { readonly contact: string }
  readonly language: string
  readonly decision: Decision
  readonly event: number
  readonly title: string
  readonly note: string
}

export type Mail = PasswordLinkMail | DecisionMail

export const mailJob = 'mail'

/** Longer than it is tried to send one. */
const keptSeconds = 86_400

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

/** It was sent, or is given up. */
export const forgetMail = (db: Db, id: number): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) => trx.deleteFrom('mails').where('id', '=', id).execute())

/** What nobody sends any more, because the process that gave it up died or e-mail was switched off. */
export const forgetMails = (db: Db, now: Instant): Promise<unknown> =>
  db.writes.withoutVersionChange(async (trx) => {
    const gone = await trx
      .deleteFrom('mails')
      .where('created', '<', now - keptSeconds)
      .returning('id')
      .execute()
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0)
      await trx.deleteFrom('jobs').where('kind', '=', mailJob).where('target', 'in', ids).execute()
  })

/** Takes back what is not sent yet about an event. */
export async function withdrawMails(trx: Trx, event: number): Promise<DecisionMail[]> {
  const rows = await trx.deleteFrom('mails').where('event', '=', event).returning('message').execute()
  return rows.map(({ message }) => JSON.parse(message) as DecisionMail)
}
