import type { Kysely } from 'kysely'
import { recordAudit } from '../identity/audit-log.ts'
import { createPasswordLink, passwordLinkUrl } from '../identity/personal-passwords.ts'
import type { RandomBytes } from '../identity/secrets.ts'
import { createJobRunner, type JobRunner } from '../store/jobs.ts'
import type { Db } from '../store/sql/db.ts'
import type { Database, UserTable } from '../store/sql/schema.ts'
import type { Instant } from '../time/index.ts'
import type { Selectable } from 'kysely'
import { mailJob, passwordLinkLetter, type Letter, type PasswordLinkMail } from './message.ts'

/** Sends what waits, through the server that the operator has named (interface: E-mail). */

interface MailOptions {
  readonly db: Db
  readonly smtpUrl: string
  readonly from: string
  /** Where links lead: the public URL, because the host of a request may be anything. */
  readonly site: string
  readonly config: { readonly siteName: string; readonly prefix: string }
  readonly random: RandomBytes
  readonly now: () => Instant
  readonly onError: (error: unknown, isGivenUp: boolean) => void
}

/** With pauses of one minute, four, sixteen and so on, the last one is about 23 hours after the first. */
const maxAttempts = 7

const linkSeconds = 3_600

/** No server is waited for longer than a job belongs to its process. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

type User = Selectable<UserTable>

export function createMail(options: MailOptions): JobRunner {
  const { db, now, onError } = options
  return createJobRunner({
    db,
    now,
    maxAttempts,
    handlers: { [mailJob]: (id) => sendMail(options, id) },
    onError: (error, _job, isGivenUp) => onError(withoutAddresses(error), isGivenUp),
  })
}

/** What servers answer may repeat the address of the recipient. */
const withoutAddresses = (error: unknown) =>
  new Error(String(error instanceof Error ? error.message : error).replace(/\S+@\S+/g, '…'))

/** Those that were given up, too. */
export const forgetMails = (db: Db, before: Instant): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) => trx.deleteFrom('mails').where('created', '<', before).execute())

async function sendMail(options: MailOptions, id: number): Promise<void> {
  const { db } = options
  const row = await db.selectFrom('mails').select('message').where('id', '=', id).executeTakeFirst()
  if (row === undefined) return
  const mail = JSON.parse(row.message) as PasswordLinkMail
  for (const user of await recipientsOf(db, mail)) {
    const letter = await writeLink(options, user, mail)
    await deliver(options, user.email, letter)
  }
  await db.writes.withoutVersionChange((trx) => trx.deleteFrom('mails').where('id', '=', id).execute())
}

/** Whoever has the name, else all who have the address; nobody without an address. */
async function recipientsOf(db: Kysely<Database>, { to }: PasswordLinkMail): Promise<User[]> {
  const users = db.selectFrom('users').selectAll().where('email', '<>', '')
  if ('user' in to) return users.where('id', '=', to.user).execute()
  const name = to.name.toLowerCase()
  const named = await users.where((eb) => eb(eb.fn<string>('lower', ['username']), '=', name)).execute()
  return named.length > 0
    ? named
    : users.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', name)).execute()
}

async function writeLink(
  { db, random, now, site, config: { siteName, prefix } }: MailOptions,
  { id, username }: User,
  { language, address }: PasswordLinkMail,
): Promise<Letter> {
  const link = await db.writes.withoutVersionChange(async (trx) => {
    const target = { kind: 'user', id, name: username }
    await recordAudit(trx, { action: 'password-link-sent', by: undefined, target, address, now: now() })
    return createPasswordLink(trx, random, id, now(), linkSeconds)
  })
  return passwordLinkLetter({ site: siteName, username, url: passwordLinkUrl(site, prefix, link) }, language)
}

/** The library is loaded with the first e-mail, because most processes send none. */
async function deliver({ smtpUrl, from }: MailOptions, to: string, { subject, text }: Letter): Promise<void> {
  if (/[\p{C}<>,;]/u.test(to)) return
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } finally {
    transport.close()
  }
}
