import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

const standardOutput = 1

/**
 * Log lines are buffered, because writing each one is costly; the buffer is flushed after a short time and when the
 * process exits.
 */
const together = { minLength: 4_096, periodicFlush: 100 }

/** Unread lines are dropped beyond this many characters, so that they cannot fill the memory. */
const maxLength = 16 * 1024 * 1024

/** Readable lines on a terminal if pino-pretty is installed, JSON otherwise. */
async function destination(): Promise<DestinationStream> {
  if (process.stdout.isTTY) {
    const found = await import('pino-pretty').catch(() => undefined)
    if (found !== undefined)
      return found.default({ destination: standardOutput, sync: true, ignore: 'pid,hostname' })
  }
  const stream = pino.destination({ dest: standardOutput, sync: false, maxLength, ...together })
  // The reader of the log is gone or its disk is full; neither is a reason to stop.
  stream.on('error', () => undefined)
  return stream
}

const hidden = ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password', 'authorization']

export const createLogger = async ({ logLevel }: Pick<Config, 'logLevel'>): Promise<Logger> =>
  pino({ level: logLevel, redact: hidden }, await destination())
