import { importRoute } from '../api/imports/routes.ts'
import { findList } from '../api/list.ts'
import { calendarMounts } from '../api/mounts.ts'
import { bodyOf, type Operation, type OperationRequest } from '../api/operation.ts'
import { resourceRoutes } from '../api/resource-routes.ts'
import type { ResourceServices } from '../api/service.ts'
import type { Config } from '../config.ts'
import { requireAllowed, type Verdict } from '../api/steps.ts'
import { resources } from '../resources/index.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Db } from '../store/sql/db.ts'
import type { LinkKind } from '../store/sql/schema.ts'

/** Tools call the operations of the API like requests do, so the same rules apply. */

export interface McpServices extends ResourceServices {
  readonly db: Db
  readonly limits: ResourceServices['limits'] & {
    search(address: string): Verdict
  }
  /** Called for internal errors. */
  readonly onError: (error: unknown) => void
}

export type Sent = Readonly<Record<string, unknown>>
export type Body = Readonly<Record<string, unknown>>

interface OperationCall {
  readonly id?: unknown
  readonly sent: Sent
}

interface Written {
  readonly body: Body
  readonly isCreated: boolean
}

/** The API as tools call it, with the permissions of their caller. */
export interface ToolApi {
  readonly request: OperationRequest
  readonly services: McpServices
  /** The API at the mount of a language, where lists also show and search what has no text in it, as pages do. */
  inLanguage(language: unknown): ToolApi
  ask(operation: string, operationCall: OperationCall): Promise<Body>
  /** A dry run is rolled back after its result is known. */
  write(operation: string, operationCall: OperationCall, isDry: boolean): Promise<Written>
  /** The IDs of a whole list, in its order. */
  matching(kind: ResourceName, sent: Sent): Promise<readonly number[]>
  /** The number of events in a list for each linked resource. */
  count(kind: LinkKind, sent: Sent): Promise<ReadonlyMap<number, number>>
}

const operationsOf = (services: Pick<McpServices, 'db'> & ResourceServices): ReadonlyMap<string, Operation> =>
  new Map(
    [
      ...Object.values(resources).flatMap((resource) => resourceRoutes(resource, services)),
      importRoute({ db: services.db, services }),
    ]
      .flatMap(({ operations }) => operations)
      .map((operation) => [operation.operationId, operation]),
  )

/** A language that the site does not have is left to the operations, which refuse it. */
function inLanguage(request: OperationRequest, config: Config, wanted: unknown): OperationRequest {
  const mount = calendarMounts(config).find(
    ({ language, isAlias }) => !isAlias && language !== undefined && language === wanted,
  )
  if (mount === undefined) return request
  return { ...request, mount, links: { ...request.links, rest: `${request.links.site}${mount.path}` } }
}

/**
 * Drops the headers for conditional and repeated requests, because they belong to the MCP message and not to the
 * operation.
 */
const requestFor = (request: OperationRequest, { id, sent }: OperationCall): OperationRequest => ({
  ...request,
  sent,
  // The text of a list with one ID would be that ID.
  path: id === undefined ? {} : { id: typeof id === 'object' ? '' : String(id) },
  matchesIfMatch: undefined,
  idempotencyKey: undefined,
  form: undefined,
})

/** Returns a function that binds the operations to a request. */
export function createToolApi(services: McpServices): (request: OperationRequest) => ToolApi {
  const { store, limits } = services
  const operations = operationsOf(services)
  const rehearsed = operationsOf({ ...services, store: store.rehearsal() })

  const toolApi = (request: OperationRequest): ToolApi => {
    const countSearch = ({ search }: Sent) => {
      if (search) requireAllowed(limits.search(request.address))
    }
    const run = async (from: typeof operations, name: string, operationCall: OperationCall) => {
      countSearch(operationCall.sent)
      return from.get(name)!.run(requestFor(request, operationCall))
    }
    return {
      request,
      services,
      inLanguage: (language) => toolApi(inLanguage(request, services.config, language)),
      ask: async (name, operationCall) => bodyOf(await run(operations, name, operationCall)) as Body,
      async write(name, operationCall, isDry) {
        const result = await run(isDry ? rehearsed : operations, name, operationCall)
        return { body: bodyOf(result) as Body, isCreated: result.status === 201 }
      },
      async matching(kind, sent) {
        countSearch(sent)
        return store.reading(async (reads) => {
          const list = await findList(reads, resources[kind], requestFor(request, { sent }), {
            isWhole: true,
          })
          return list.found.ids
        })
      },
      count: (kind, sent) =>
        store.reading(async (reads) => {
          const { resource, values, reader } = await findList(
            reads,
            resources.events,
            requestFor(request, { sent: { ...sent, per_page: 1 } }),
          )
          return reads.counts({ resource, values, reader }, kind)
        }),
    }
  }
  return toolApi
}
