import { apiPathOf, calendarNamespace, type Mount } from '../api/mounts.ts'
import type { Operation, OperationRequest, OperationResult, Route } from '../api/operation.ts'
import type { Config } from '../config.ts'
import { requireDescriptors } from '../descriptors.ts'
import type { Message } from '../locales/fr.ts'
import type { Parameters } from '../resources/parameter.ts'
import { kind } from '../resources/parameter-types.ts'
import type { Instant } from '../time/index.ts'
import type { MessageHandler } from './message-handler.ts'
import { refuseForeignBrowsers } from './browsers.ts'
import { withInvalidParams } from './invalid-params.ts'
import type { McpServices } from './operations.ts'

/**
 * `POST /mcp`: streamable HTTP without sessions, with a server per request. It passes through the same pipeline as all
 * requests, so credentials, limits and bodies are those of the API.
 */

const anything = (description: Message) => kind({ description }, (value) => value)

const message: Parameters = {
  jsonrpc: anything('Version of JSON-RPC: 2.0'),
  id: anything('Number or text that the response repeats'),
  method: anything('Method of the protocol'),
  params: anything('Parameters of the method'),
}

/** Reading takes few arguments, and libraries go through a message several times. */
const maxAnonymousBody = 64 * 1024

type Place = Pick<Config, 'prefix' | 'publicUrl'>

export const mcpMount = ({ prefix }: Pick<Place, 'prefix'>): Mount => ({
  path: `${prefix}/mcp`,
  root: prefix,
  home: '',
  namespace: '',
  language: undefined,
  isAlias: false,
  isPages: false,
})

/** The same request under the mount of the API, so that links in results point there. */
function atApi(request: OperationRequest): OperationRequest {
  const { mount, links } = request
  const path = apiPathOf(mount)
  return {
    ...request,
    mount: { ...mount, path, namespace: calendarNamespace },
    links: { ...links, rest: `${links.site}${path}` },
  }
}

const textHeader = (value: string | readonly string[] | undefined) => [value ?? []].flat().join(', ')

/**
 * Converts to a Fetch API request, which the transport expects. Responses are always JSON, so a fixed `Accept` is
 * sufficient.
 */
const webRequestOf = ({ headers, links, mount }: OperationRequest) =>
  new Request(`${links.site}${mount.path}`, {
    method: 'POST',
    headers: [
      ['accept', 'application/json, text/event-stream'],
      ...Object.keys(headers)
        .filter((name) => /^(?:content-type|mcp-.*)$/.test(name))
        .map((name): [string, string] => [name, textHeader(headers[name])]),
    ],
  })

/** Only errors are parsed again, because results may be large. */
const clarified = (text: string): string =>
  /"code":-3260[23]/.test(text) ? JSON.stringify(withInvalidParams(JSON.parse(text) as object)) : text

async function resultOf(response: Response): Promise<OperationResult> {
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    bodyParts: [clarified(await response.text())],
    ...(type === null ? {} : { headers: { 'content-type': type } }),
  }
}

/** Unlike those of a library, these files are read side by side. */
const neededDescriptors = 64

export function mcpRoute(services: McpServices, now: () => Instant): Route {
  const { publicUrl } = services.config
  // Loaded on first use, because it takes longer to load than everything else, and few calendars are used by
  // assistants.
  let handler: Promise<MessageHandler> | undefined
  const load = () => {
    if (handler === undefined) requireDescriptors(neededDescriptors)
    return (handler ??= import('./message-handler.ts').then(({ createMessageHandler }) =>
      createMessageHandler(services, now),
    ))
  }
  const run: Operation['run'] = async (request) => {
    refuseForeignBrowsers(request, publicUrl)
    const answer = await load()
    return resultOf(await answer(atApi(request), webRequestOf(request), request.sent))
  }
  const call: Operation = {
    method: 'POST',
    operationId: 'callTools',
    summary: 'Call the tools for assistants (Model Context Protocol)',
    parameters: message,
    responseSchema: 'discovery',
    maxAnonymousBody,
    run,
  }
  return { pattern: '/', operations: [call] }
}
