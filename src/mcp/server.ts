import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  UriTemplate,
} from '@modelcontextprotocol/server'
import type { OperationRequest } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import { version } from '../version.ts'
import { omit } from './inputs.ts'
import { createToolApi, type ToolApi, type McpServices } from './operations.ts'
import { registerPrompts } from './prompts.ts'
import { problemOf, registrationOf, untrusted } from './tool.ts'
import { checkEvent } from './tools/check.ts'
import { listFacets } from './tools/facets.ts'
import { findEvents, getEvent, whatsOn } from './tools/find.ts'
import { undoImportTool } from './tools/imports.ts'
import { saveOrganizer, saveVenue } from './tools/places.ts'
import { moveEvent, restoreEvent, saveEvent, setStatus, translateEvent, trashEvent } from './tools/write.ts'

/** The calendar as a server of the Model Context Protocol: tools, events as resources, and prompts. */

const tools = [
  findEvents,
  whatsOn,
  getEvent,
  listFacets,
  checkEvent,
  saveEvent,
  translateEvent,
  moveEvent,
  setStatus,
  trashEvent,
  restoreEvent,
  saveVenue,
  saveOrganizer,
  undoImportTool,
]

const instructions = (name: string, timezone: string, languages: readonly string[]) =>
  `${name} is an event calendar in the time zone ${timezone}, with texts in ${languages.join(', ')}. Answers name the zone and the dates they looked between: repeat both to people. Tools that write change nothing unless dry_run is false; show people what would change first. ${untrusted}`

/** The library announces notifications of changed lists unless told otherwise, but servers of one request send none. */
const unchanging = { listChanged: false }
const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging }

/** Returns the request context of the next call: its caller and time. */
type Begin = () => Promise<OperationRequest>

export type MakeServer = (begin: Begin) => McpServer

/** Creates a server per connection, or per request if there are no connections. */
export function createServers(services: McpServices, now: () => number): MakeServer {
  const { config } = services
  const askingOf = createToolApi(services)
  const registrations = tools.map(registrationOf)

  return (begin) => {
    const site = siteOf(config, now())
    const server = new McpServer(
      { name: 'calends', title: config.siteName, version },
      { instructions: instructions(config.siteName, site.timezone, site.languages), capabilities },
    )
    const asking = async () => askingOf(await begin())
    for (const register of registrations) register(site)(server, asking)
    registerEvents(server, asking, services)
    registerPrompts(server, site.languages)
    return server
  }
}

const longestAddress = 2_000

/** The library fails with an internal error at very long addresses; these match, so that reading refuses them. */
class BoundedTemplate extends UriTemplate {
  override match(address: string): ReturnType<UriTemplate['match']> {
    return address.length > longestAddress ? {} : super.match(address)
  }
}

const eventAddress = new ResourceTemplate(new BoundedTemplate('calends://event/{id}'), { list: undefined })

const tooLong = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `The address of a resource has at most ${longestAddress} characters.`,
  )

function registerEvents(server: McpServer, begin: () => Promise<ToolApi>, services: McpServices) {
  server.registerResource(
    'event',
    eventAddress,
    { title: 'An event', description: `An event as JSON. ${untrusted}`, mimeType: 'application/json' },
    async (uri, { id }) => {
      if (uri.href.length > longestAddress) throw tooLong()
      try {
        const { ask } = await begin()
        const event = omit(await ask('readEvent', { id, sent: {} }), 'json_ld')
        const text = JSON.stringify({ notice: untrusted, event })
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] }
      } catch (error) {
        const { message } = problemOf(error, services)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
      }
    },
  )
}
