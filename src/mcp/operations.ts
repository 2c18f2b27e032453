import { importRoute } from '../api/imports/routes.ts'
import { findList } from '../api/list.ts'
import type { Operation, OperationRequest, OperationResult } from '../api/operation.ts'
import { resourceRoutes } from '../api/resource-routes.ts'
import type { ResourceServices } from '../api/service.ts'
import { tooManyRequests } from '../errors.ts'
import { resources } from '../resources/index.ts'
import type { Db } from '../store/sql/db.ts'
import type { LinkKind } from '../store/sql/schema.ts'

/** The operations of the API, asked by tools as requests ask them: the rules are theirs alone. */

export interface McpServices extends ResourceServices {
  readonly db: Db
  readonly limits: ResourceServices['limits'] & {
    search(address: string): { readonly allowed: boolean; readonly retryAfter: number }
  }
  /** Called for errors that are nobody's fault but ours. */
  readonly onError: (error: unknown) => void
}

export type Sent = Readonly<Record<string, unknown>>
export type Body = Readonly<Record<string, unknown>>

export interface Asked {
  readonly id?: unknown
  readonly sent: Sent
}

/** What tools ask, with the rights of whoever called them. */
export interface Asking {
  readonly request: OperationRequest
  readonly services: McpServices
  ask(operation: string, asked: Asked): Promise<Body>
  /** The same, but a write is taken back once it is known what it would do. */
  rehearse(operation: string, asked: Asked): Promise<Body>
  /** How many events of a list each target has. */
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

const bodyOf = ({ body, bodyParts }: OperationResult): Body =>
  (bodyParts === undefined ? body : JSON.parse(bodyParts.join(''))) as Body

/** A call is no request that could be sent again or be conditional: only what it asks counts. */
const requestFor = (request: OperationRequest, { id, sent }: Asked): OperationRequest => ({
  ...request,
  sent,
  path: id === undefined ? {} : { id: String(id) },
  matchesIfMatch: undefined,
  idempotencyKey: undefined,
  form: undefined,
})

/** Gives each request its way to ask. */
export function createAsking(services: McpServices): (request: OperationRequest) => Asking {
  const { store, limits } = services
  const operations = operationsOf(services)
  const rehearsed = operationsOf({ ...services, store: store.rehearsal() })

  return (request) => {
    const run = async (from: typeof operations, name: string, asked: Asked) => {
      if (asked.sent.search) {
        const { allowed, retryAfter } = limits.search(request.address)
        if (!allowed) throw tooManyRequests(retryAfter)
      }
      return bodyOf(await from.get(name)!.run(requestFor(request, asked)))
    }
    return {
      request,
      services,
      ask: (name, asked) => run(operations, name, asked),
      rehearse: (name, asked) => run(rehearsed, name, asked),
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
}
