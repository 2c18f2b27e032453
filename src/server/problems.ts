import type { IncomingMessage } from 'node:http'
import { messageLanguage } from '../api/language.ts'
import type { Mount } from '../api/mounts.ts'
import type { Config } from '../config.ts'
import {
  Problem,
  bodyTooLarge,
  internalError,
  invalidBody,
  unavailable,
  unsupportedMediaType,
} from '../errors.ts'
import { tell } from '../locales/index.ts'
import type { Sentence } from '../locales/sentence.ts'
import { BodyFault } from './body-fault.ts'
import { json, varyingBy } from './headers.ts'
import type { Representation } from './representation.ts'

/** Problems as the contract's error body (§1): here and nowhere else. */

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number }
}

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value

/** Tells every sentence inside the details of a problem. */
function told(value: unknown, language: string): unknown {
  if (isSentence(value)) return tell(value, language)
  if (Array.isArray(value)) return value.map((item) => told(item, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, told(item, language)]))
}

export const errorBody = ({ code, status, sentence, details }: Problem, language: string): ErrorBody => ({
  code,
  message: tell(sentence, language),
  data: { status, ...(told(details, language) as Record<string, unknown>) },
})

/** What an error means for the client; an internal error if it is none that we know. */
export function problemOf(
  error: unknown,
  isUnavailable: (error: unknown) => boolean,
  requestId: string,
): Problem {
  if (error instanceof Problem) return error
  if (error instanceof BodyFault) return problemOfBody(error)
  return isUnavailable(error) ? unavailable() : internalError(requestId)
}

function problemOfBody({ status, sentence, position }: BodyFault): Problem {
  if (status === 413) return bodyTooLarge(sentence)
  return status === 415 ? unsupportedMediaType(sentence) : invalidBody(sentence, position)
}

/** A problem in the language of the request. */
export function representProblem(
  problem: Problem,
  { headers }: Pick<IncomingMessage, 'headers'>,
  named: unknown,
  mount: Mount | undefined,
  config: Config,
): Representation {
  const language = messageLanguage(named, mount?.language, headers['accept-language'], config.languages)
  return {
    status: problem.status,
    headers: {
      ...problem.headers,
      'cache-control': 'no-store',
      'content-language': language,
      'content-type': json,
      vary: varyingBy(config, true),
    },
    body: Buffer.from(JSON.stringify(errorBody(problem, language))),
    tag: undefined,
  }
}
