import type * as Nodemailer from 'nodemailer'
import { lazyRequire } from '../lazy-require.ts'
import { withinTime } from '../time-limit.ts'

/** Sends one message through an SMTP server. */

const library = lazyRequire<typeof Nodemailer>('nodemailer')

/** Timeouts in milliseconds, so that an unresponsive mail server does not block other e-mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** For the whole message, because a server that always says something more never runs into the others. */
const messageTimeoutMs = 120_000

export async function sendThrough(
  smtpUrl: string,
  message: Nodemailer.SendMailOptions,
  signal: AbortSignal,
  timeoutMs = messageTimeoutMs,
): Promise<void> {
  const transport = library().createTransport({ url: smtpUrl, ...timeouts })
  try {
    await withinTime(timeoutMs, signal, (ending) =>
      transport.sendMail({
        ...message,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        // Also ends the connection, which the server could keep open for ever otherwise.
        signal: ending,
      }),
    )
  } finally {
    transport.close()
  }
}
