import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: readonly string[]
  readonly text: string
}

/** An SMTP server in this process that accepts any message unencrypted, or rejects all. */
export function createMailbox({ refuses = false } = {}) {
  const received: Received[] = []
  /** Callbacks that run after a message arrives and before it is acknowledged. */
  const onArrival: (() => Promise<unknown>)[] = []
  let server: SMTPServer | undefined
  let port = 0
  const mailbox = {
    received,
    onArrival,
    url: () => `smtp://calendar:${'mail-secret'}@127.0.0.1:${port}`,
    async open() {
      server = new SMTPServer({
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) =>
          done(password === 'mail-secret' ? null : new Error('wrong'), { user: 'calendar' }),
        onRcptTo({ address }, _session, done) {
          done(refuses ? new Error(`${address}: no such box`) : null)
        },
        onData(stream, { envelope }, done) {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            const to = envelope.rcptTo.map(({ address }) => address)
            received.push({ to, text: Buffer.concat(chunks).toString() })
            void (onArrival.shift()?.() ?? Promise.resolve()).then(() => done())
          })
        },
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
      port = (server.server.address() as { port: number }).port
    },
    close: () => new Promise<void>((resolve) => server!.close(resolve)),
    /** Resolves with the first message. */
    async next(): Promise<Received> {
      for (let tries = 0; received.length === 0; tries++) {
        assert.ok(tries < 800, 'no e-mail came')
        await pause(10)
      }
      return received.shift()!
    },
  }
  return mailbox
}

const octets = (text: string, pattern: RegExp) =>
  Buffer.from(
    text.replace(pattern, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes the encoded words of a header (RFC 2047). */
const wordsOf = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?UTF-8\?Q\?([^?]*)\?=)+/gi, (words) =>
      octets(words.replace(/=\?UTF-8\?Q\?|\?=/gi, '').replaceAll('_', ' '), /=([\dA-F]{2})/g),
    )

/** Parses a message into decoded headers and text. */
export function readMail({ text }: Received) {
  const at = text.indexOf('\r\n\r\n')
  const head = text.slice(0, at).replace(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const [, name, value] = /^([^:]+): ?(.*)$/.exec(line)!
      return [name!.toLowerCase(), wordsOf(value!)]
    }),
  )
  const body = octets(text.slice(at + 4).replaceAll('=\r\n', ''), /=([\dA-F]{2})/g).replaceAll('\r\n', '\n')
  return { headers, subject: headers.get('subject'), body }
}
