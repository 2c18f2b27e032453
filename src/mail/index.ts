import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Config } from '../config.ts'
import { recordAudit } from '../identity/audit-log.ts'
import { eventFormUrl, passwordLinkUrl } from '../identity/administration-urls.ts'
import { createPasswordLink } from '../identity/personal-passwords.ts'
import type { RandomBytes } from '../identity/secrets.ts'
import { pageUrl } from '../resources/entries.ts'
import type { Store } from '../store/index.ts'
import { createJobRunner } from '../store/jobs.ts'
import type { Wakeable } from '../store/periodic.ts'
import { findMail, forgetMail, mailJob, type DecisionMail, type PasswordLinkMail } from '../store/mails.ts'
import type { Db } from '../store/sql/db.ts'
import type { Database } from '../store/sql/schema.ts'
import type { UserTable } from '../store/sql/schema/accounts.ts'
import type { Instant } from '../time/index.ts'
import { decisionText, passwordLinkText, type MailText } from './message.ts'
import { sendThrough } from './smtp.ts'

/** Sends queued e-mail through the configured SMTP server (interface: E-mail). */

interface MailOptions {
  readonly db: Db
  readonly store: Pick<Store, 'latest' | 'resources'>
  readonly smtpUrl: string
  readonly from: string
  /** The public URL, because links must not be built from the Host header of a request, which its sender controls. */
  readonly site: string
  readonly config: Pick<Config, 'siteName' | 'prefix' | 'languages' | 'pages' | 'suggestions'>
  /** Called for each mail, because another process may have changed the settings, and no request has come since. */
  readonly refreshSettings: () => Promise<void>
  readonly random: RandomBytes
  readonly now: () => Instant
  readonly onError: (error: unknown, isGivenUp: boolean) => void
}

/** The delays are 1, 4, 16 … minutes, so the last attempt is about 23 hours after the first. */
const maxAttempts = 7

const linkSeconds = 3_600

type User = Selectable<UserTable>

export function createMail(options: MailOptions): Wakeable {
  const { db, now, onError } = options
  const report = (error: unknown, isGivenUp: boolean) => onError(withoutAddresses(error), isGivenUp)
  return createJobRunner({
    db,
    now,
    maxAttempts,
    handlers: { [mailJob]: (id, signal) => sendMail({ ...options, signal }, id) },
    onError(error, { target }, isGivenUp) {
      report(error, isGivenUp)
      if (isGivenUp) forgetMail(db, target).catch((error: unknown) => report(error, false))
    },
  })
}

/** Replies of a server have a line or two. */
const longestReason = 2_000

/** Removes e-mail addresses from errors, because responses of servers may contain the recipient. */
const withoutAddresses = (error: unknown) =>
  new Error(
    String(error instanceof Error ? error.message : error)
      .slice(0, longestReason)
      .replace(/\S+@\S+/g, '…'),
  )

interface Sending extends MailOptions {
  /** Aborted when the service stops, which does not wait for a mail server that is silent. */
  readonly signal: AbortSignal
}

async function sendMail(options: Sending, id: number): Promise<void> {
  await options.refreshSettings()
  const mail = await findMail(options.db, id)
  if (mail === undefined) return
  if (mail.about === 'decision') await sendDecision(options, mail, messageIdOf(options, id, mail))
  else
    for (const user of await recipientsOf(options.db, mail))
      await deliver(options, user.email, await writeLink(options, user, mail))
  await forgetMail(options.db, id)
}

/**
 * A process may crash after sending a message and before deleting it, so the message is sent again with the same
 * Message-ID, by which receivers detect duplicates (RFC 5322 3.6.4). Password links have none, because a new link
 * replaces the first.
 */
const messageIdOf = ({ site }: MailOptions, id: number, mail: DecisionMail) => {
  const digest = createHash('sha256')
    .update(`${id} ${JSON.stringify(mail)}`)
    .digest('hex')
    .slice(0, 32)
  return `<${digest}@${new URL(site).hostname}>`
}

/** Returns the user with this username or, if there is none, all users with this e-mail address. */
async function recipientsOf(db: Kysely<Database>, { to }: Pick<PasswordLinkMail, 'to'>): Promise<User[]> {
  const all = db.selectFrom('users').selectAll().where('email', '<>', '')
  if ('user' in to) return all.where('id', '=', to.user).execute()
  // Compared here, because SQLite lower-cases only the letters of ASCII.
  const name = to.name.toLowerCase()
  const users = await all.execute()
  const named = users.filter(({ username }) => username.toLowerCase() === name)
  return named.length > 0 ? named : users.filter(({ email }) => email.toLowerCase() === name)
}

async function sendDecision(options: Sending, mail: DecisionMail, messageId: string): Promise<void> {
  const { db, config } = options
  const { to } = mail
  const addresses =
    'user' in to
      ? (await recipientsOf(db, { to })).map(({ email }) => email)
      : // The text before the address is arbitrary.
        [/<([^<>]*)>$/.exec(to.contact)?.[1] ?? '']
  if (addresses.length === 0) return
  const url = await eventUrl(options, mail)
  const text = decisionText(mail, { site: config.siteName, url, form: formUrl(options, mail) })
  for (const address of addresses) await deliver(options, address, { ...text, messageId })
}

/** People without an account cannot change what they have suggested, but suggest it again; undefined if they cannot either. */
function formUrl({ site, config }: MailOptions, { to, event, language }: DecisionMail): string | undefined {
  if ('user' in to) return eventFormUrl(site, config.prefix, event)
  return config.pages && config.suggestions
    ? pageUrl({ ...config, links: { site } }, language, 'suggest')
    : undefined
}

/** Returns the URL of the public page; undefined if the event is not published or pages are disabled. */
async function eventUrl(
  { store, site, config }: MailOptions,
  { event, language }: DecisionMail,
): Promise<string | undefined> {
  if (!config.pages) return undefined
  const [item] = await store.latest.load(store.resources.events, [event], { caller: undefined, language })
  if (item?.row.status !== 'publish') return undefined
  return pageUrl({ ...config, links: { site } }, item.language, `event/${item.text.slug ?? ''}`)
}

async function writeLink(
  { db, random, now, site, config: { siteName, prefix } }: MailOptions,
  { id, username }: User,
  { language, address }: PasswordLinkMail,
): Promise<MailText> {
  const link = await db.writes.withoutVersionChange(async (trx) => {
    const target = { kind: 'user', id, name: username }
    await recordAudit(trx, { action: 'password-link-sent', by: undefined, target, address, now: now() })
    return createPasswordLink(trx, random, id, now(), linkSeconds)
  })
  return passwordLinkText({ site: siteName, username, url: passwordLinkUrl(site, prefix, link) }, language)
}

async function deliver(
  { smtpUrl, from, signal }: Sending,
  to: string,
  text: MailText & { readonly messageId?: string },
): Promise<void> {
  if (/[\p{C}<>,;]/u.test(to)) return
  await sendThrough(smtpUrl, { from, to: { name: '', address: to }, ...text }, signal)
}
