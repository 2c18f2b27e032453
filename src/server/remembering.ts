import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Instant } from '../time/index.ts'
import { prepareAnswer } from './answering.ts'
import type { Memory, Prepared, Remembered } from './memory.ts'
import type { Answer, Asked, Operation } from '../api/operation.ts'
import { requestName } from './repeating.ts'

/** What anonymous readers are answered: what is remembered, or what is being made for another reader just now. */

/** Of the data that an answer is made from. */
export interface Moment {
  readonly version: number
  /** When the clock changes the data next. */
  readonly due: Instant
}

export interface RememberingParts {
  readonly config: Config
  readonly memory: Memory
  readonly now: () => Instant
  readonly version: () => number | undefined
}

export interface Given {
  readonly prepared: Prepared
  /** Where it is kept for others. */
  readonly remembered: Remembered | undefined
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))

/**
 * Everything that an anonymous answer depends on beside the data, the clock and Accept-Language, however it was asked
 * for: unknown parameters are left out, and their order does not count. None where there is more to a parameter than
 * text, which no answer with success has.
 */
export function answerName({ sent, links, mount, path }: Asked, operation: Operation): string | undefined {
  const { name, parameters } = operation
  const known = Object.entries(sent).filter(
    ([parameter]) => parameter === '_fields' || Object.hasOwn(parameters, parameter),
  )
  if (!known.every(([, value]) => isText(value))) return undefined
  const sorted = known.sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([links.rest, mount.path, name, path, sorted])
}

export interface Remembering {
  /** For requests that are written like one before. */
  known(request: FastifyRequest, version: number): Remembered | undefined
  /** `run` is called unless the answer is known, or is on its way to another reader. */
  give(
    raw: IncomingMessage,
    asked: Asked,
    operation: Operation,
    moment: Moment,
    run: () => Promise<Answer>,
  ): Promise<Given>
}

export function createRemembering({ config, memory, now, version }: RememberingParts): Remembering {
  const underWay = new Map<string, Promise<Given>>()

  async function make(
    names: readonly string[],
    asked: Asked,
    moment: Moment,
    run: () => Promise<Answer>,
  ): Promise<Given> {
    const answer = await run()
    const prepared = prepareAnswer(asked, answer, config)
    const isKept = answer.until !== undefined && !answer.isMessage && version() === moment.version
    const until = Math.min(answer.until ?? 0, moment.due)
    return {
      prepared,
      remembered: isKept ? memory.keep(names, moment.version, until, prepared) : undefined,
    }
  }

  /** What fails, fails for the reader who asked first; the others try for themselves. */
  async function together(key: string, making: () => Promise<Given>): Promise<Given> {
    const others = underWay.get(key)
    if (others !== undefined) return others.catch(making)
    const own = making()
    underWay.set(key, own)
    try {
      return await own
    } finally {
      underWay.delete(key)
    }
  }

  return {
    known: ({ raw }, current) => memory.get(requestName(raw, config), current, now()),
    async give(raw, asked, operation, moment, run) {
      const [asSent, name] = [requestName(raw, config), answerName(asked, operation)]
      memory.asked(name ?? asSent)
      if (name === undefined) return make([asSent], asked, moment, run)
      const remembered = memory.get(name, moment.version, now())
      const given =
        remembered === undefined
          ? await together([moment.version, asked.acceptLanguage, name].join('\n'), () =>
              make([name, asSent], asked, moment, run),
            )
          : { prepared: remembered.answer, remembered }
      if (given.remembered !== undefined) memory.name(given.remembered, asSent)
      return given
    },
  }
}
