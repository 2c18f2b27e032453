import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

const standardError = 2

/** Lines are written together, so that one costs little; none waits for longer, or is lost when the process exits. */
const together = { minLength: 4_096, periodicFlush: 100 }

/** Lines for people where people look on and pino-pretty is installed, JSON otherwise. */
async function destination(): Promise<DestinationStream> {
  if (process.stderr.isTTY) {
    const found = await import('pino-pretty').catch(() => undefined)
    if (found !== undefined)
      return found.default({ destination: standardError, sync: true, ignore: 'pid,hostname' })
  }
  return pino.destination({ dest: standardError, sync: false, ...together })
}

const hidden = ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password', 'authorization']

export const createLogger = async ({ logLevel }: Pick<Config, 'logLevel'>): Promise<Logger> =>
  pino({ level: logLevel, redact: hidden }, await destination())
