import { formatMessage } from '../locales/index.ts'
import type { Message } from '../locales/fr.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { Decision, DecisionMail } from '../store/mails.ts'

/** The texts of e-mail messages. */

export interface MailText {
  readonly subject: string
  readonly text: string
}

/** Composes a plain-text message from paragraphs. */
const mailText = (
  subject: LocalizableMessage,
  paragraphs: readonly (LocalizableMessage | string)[],
  language: string,
): MailText => ({
  // A header field must not contain line breaks (RFC 5322 2.2).
  subject: formatMessage(subject, language).replace(/\p{Cc}+/gu, ' '),
  text: `${paragraphs.map((one) => (typeof one === 'string' ? one : formatMessage(one, language))).join('\n\n')}\n`,
})

export const passwordLinkText = (
  { site, username, url }: { readonly site: string; readonly username: string; readonly url: string },
  language: string,
): MailText =>
  mailText(
    message('Your link for {site}', { site }),
    [
      message(
        'With this link you choose a password for {site}, where your username is {username}. It works once, for an hour:',
        { site, username },
      ),
      url,
      message('If you did not ask for it, you need not do anything.'),
    ],
    language,
  )

const subjects: Readonly<Record<Decision, Message>> = {
  accepted: 'Accepted: {title}',
  returned: 'Sent back: {title}',
  rejected: 'Not accepted: {title}',
}

const openings: Readonly<Record<Decision, Message>> = {
  accepted: 'The editors of {site} have accepted the event “{title}”.',
  returned: 'The editors of {site} have sent the event “{title}” back; it is not published yet.',
  rejected: 'The editors of {site} have not accepted the event “{title}”.',
}

const again = {
  user: 'You can change it here and submit it again:',
  contact: 'You can suggest it here again, with what was missing:',
} as const satisfies Readonly<Record<string, Message>>

/** Tells people without an account what happens to their e-mail address. */
const closing = ({ decision }: DecisionMail) =>
  message(
    decision === 'returned'
      ? 'You gave this address when you suggested the event. It is deleted once the editors have decided.'
      : 'You gave this address when you suggested the event. It has been deleted with the decision.',
  )

export const decisionText = (
  mail: DecisionMail,
  {
    site,
    url,
    form,
  }: {
    readonly site: string
    readonly url: string | undefined
    /** Where to send it in again. */
    readonly form: string | undefined
  },
): MailText => {
  const { decision, title, note, to, language } = mail
  return mailText(
    message(subjects[decision], { title }),
    [
      message(openings[decision], { site, title }),
      ...(url === undefined ? [] : [message('It is in the calendar:'), url]),
      ...(note === '' ? [] : [message('They write:'), note]),
      ...(decision === 'returned' && form !== undefined
        ? [message(again['user' in to ? 'user' : 'contact']), form]
        : []),
      ...('contact' in to ? [closing(mail)] : []),
    ],
    language,
  )
}
