import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

const standardOutput = 1

/**
 * Log lines are buffered, because writing each one is costly; the buffer is flushed after a short time and when the
 * process exits.
 */
const buffering = { minLength: 4_096, periodicFlush: 100 }

/**
 * Maximum number of buffered characters; further lines are dropped, so that a stalled reader cannot exhaust the memory.
 */
const maxLength = 16 * 1024 * 1024

/** Writes readable lines to a terminal if pino-pretty is installed, JSON otherwise. */
async function destination(): Promise<DestinationStream> {
  if (process.stdout.isTTY) {
    const found = await import('pino-pretty').catch(() => undefined)
    if (found !== undefined)
      return found.default({ destination: standardOutput, sync: true, ignore: 'pid,hostname' })
  }
  const stream = pino.destination({ dest: standardOutput, sync: false, maxLength, ...buffering })
  // The reader of the log may have exited, or its disk may be full; neither is a reason to stop.
  stream.on('error', () => undefined)
  return stream
}

const hidden = ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password', 'authorization']

export const createLogger = async ({ logLevel }: Pick<Config, 'logLevel'>): Promise<Logger> =>
  pino({ level: logLevel, redact: hidden }, await destination())
