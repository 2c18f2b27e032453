import { formatMessage } from '../locales/index.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { Instant } from '../time/index.ts'
import { enqueueJob } from '../store/jobs.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/** E-mail as it waits to be sent. Links are made when it is sent, so that none of them stands in the database. */

export interface PasswordLinkMail {
  /** The name or the address that somebody gave, or whom an administrator has chosen. */
  readonly to: { readonly name: string } | { readonly user: number }
  readonly language: string
  /** Where it was asked for, for the audit log. */
  readonly address: string
}

export const mailJob = 'mail'

/** Asks for an e-mail, in the transaction of what it tells of. */
export async function enqueueMail(trx: Trx, mail: PasswordLinkMail, now: Instant): Promise<void> {
  const { id } = await trx
    .insertInto('mails')
    .values({ message: JSON.stringify(mail), created: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueJob(trx, mailJob, id, now)
}

export interface Letter {
  readonly subject: string
  readonly text: string
}

/** Plain text, in paragraphs. */
const letter = (
  subject: LocalizableMessage,
  paragraphs: readonly (LocalizableMessage | string)[],
  language: string,
): Letter => ({
  // A header is one line (RFC 5322 2.2).
  subject: formatMessage(subject, language).replace(/\p{Cc}+/gu, ' '),
  text: `${paragraphs.map((one) => (typeof one === 'string' ? one : formatMessage(one, language))).join('\n\n')}\n`,
})

export const passwordLinkLetter = (
  { site, username, url }: { readonly site: string; readonly username: string; readonly url: string },
  language: string,
): Letter =>
  letter(
    message('Your link for {site}', { site }),
    [
      message(
        'With this link you choose a password for {site}, where your user name is {username}. It works once, for an hour:',
        { site, username },
      ),
      url,
      message('If you did not ask for it, you need not do anything.'),
    ],
    language,
  )
