import type { IncomingMessage } from 'node:http'
import { chosenMessageLanguage, messageLanguage } from '../../api/language.ts'
import type { Mount } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import { HttpProblem, internalError, unavailable } from '../../errors.ts'
import { lacksDescriptors } from '../../descriptors.ts'
import { formatMessage } from '../../locales/index.ts'
import type { LocalizableMessage } from '../../locales/sentence.ts'
import { linksFor } from '../operation-request.ts'
import { json, rootLink, varyingBy } from '../response/headers.ts'
import type { Representation } from '../response/representation.ts'

/** Converts problems to the error body of the interface (interface: Errors). */

interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number }
}

const isSentence = (value: unknown): value is LocalizableMessage =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value

/** Translates all messages in the details of a problem. */
function localize(value: unknown, language: string): unknown {
  if (isSentence(value)) return formatMessage(value, language)
  if (Array.isArray(value)) return value.map((item) => localize(item, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, localize(item, language)]))
}

export const errorBody = ({ code, status, sentence, details }: HttpProblem, language: string): ErrorBody => ({
  code,
  message: formatMessage(sentence, language),
  data: { status, ...(localize(details, language) as Record<string, unknown>) },
})

/** Converts any error to a problem; unknown errors become an internal error. */
export function problemOf(
  error: unknown,
  isUnavailable: (error: unknown) => boolean,
  requestId: string,
): HttpProblem {
  if (error instanceof HttpProblem) return error
  return isUnavailable(error) || lacksDescriptors(error) ? unavailable() : internalError(requestId)
}

/** Renders a problem in the language of the request. */
export function representProblem(
  problem: HttpProblem,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  named: unknown,
  mount: Mount | undefined,
  config: Config,
): Representation {
  const { 'accept-language': accepted, 'x-message-language': chosen } = request.headers
  const language =
    chosenMessageLanguage(chosen) ?? messageLanguage(named, mount?.language, accepted, config.languages)
  return {
    status: problem.status,
    headers: {
      ...problem.headers,
      'cache-control': 'no-store',
      'content-language': language,
      'content-type': json,
      vary: varyingBy(config, ['Authorization', 'Cookie', 'Accept-Language', 'X-Message-Language']),
      ...(mount?.isAlias ? { link: rootLink(linksFor(request, config, mount), mount) } : {}),
    },
    body: Buffer.from(JSON.stringify(errorBody(problem, language))),
    tag: undefined,
  }
}
