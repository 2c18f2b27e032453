import type { IncomingMessage } from 'node:http'
import type { Mount } from '../../api/mounts.ts'
import type { OperationRequest, OperationResult } from '../../api/operation.ts'
import type { Config } from '../../config.ts'
import type { HttpProblem } from '../../errors.ts'
import type { Instant } from '../../time/index.ts'
import { parseRequest } from '../operation-request.ts'
import { noBrowser } from '../request/cookies.ts'
import { represent, type Representation } from '../response/representation.ts'
import { pathOf } from '../request/request-path.ts'

/** Renders problems as HTML pages, in the language of the path. */

type MakeProblemPage = (problem: HttpProblem, request: OperationRequest) => Promise<OperationResult>

export type ProblemPages = (request: IncomingMessage, problem: HttpProblem) => Promise<Representation>

interface ProblemPageParts {
  readonly mounts: readonly Mount[]
  readonly config: Config
  readonly now: () => Instant
  readonly make: MakeProblemPage
}

export function createProblemPages({ mounts, config, now, make }: ProblemPageParts): ProblemPages {
  const mountOf = (path: string) =>
    mounts.find(({ language, path: base }) => language !== undefined && `${path}/`.startsWith(`${base}/`)) ??
    mounts[0]!

  return async (request, problem) => {
    const operationRequest = parseRequest(
      request,
      {
        mount: mountOf(pathOf(request.url!).toLowerCase()),
        path: {},
        query: {},
        // A POST to an event sends its password. The page only needs to know that one was sent, to say that it was
        // wrong.
        body: request.method === 'POST' ? { password: '' } : {},
        parameters: {},
        caller: undefined,
        callerNow: () => Promise.resolve(undefined),
        browser: noBrowser,
        now: now(),
        whenClosed: (run) => void request.socket.once('close', run),
      },
      config,
    )
    return represent(
      operationRequest,
      { ...(await make(problem, operationRequest)), isPrivate: true },
      config,
      true,
    )
  }
}

/** Whether the client is a browser: browsers accept HTML, API clients do not ask for it. */
export const prefersHtml = ({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\btext\/html\b/i.test(accept)
