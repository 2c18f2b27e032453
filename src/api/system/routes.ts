import type { Measures } from '../../store/measures.ts'
import type { OpenDatabase } from '../../store/sql/dialects/dialect.ts'
import { readSystemFacts } from '../../store/system-facts.ts'
import { toWall, type Instant } from '../../time/index.ts'
import { version } from '../../version.ts'
import { routeOf, type OperationRequest, type OperationResult, type Route } from '../operation.ts'
import { requireAdministrator } from '../users/user-access.ts'

interface SystemAccess {
  readonly database: OpenDatabase
  readonly measures: () => Promise<Measures>
  /** Start of this process. */
  readonly started: Instant
}

async function readSystem(
  { database, measures, started }: SystemAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  requireAdministrator(request.caller)
  const [{ bytes, events, lastBackup }, facts] = [await measures(), await readSystemFacts(database)]
  return {
    body: {
      version,
      node: process.versions.node,
      started_utc: toWall(started, 'UTC'),
      memory_bytes: process.memoryUsage.rss(),
      database: { ...facts.database, bytes },
      events: Object.fromEntries(events),
      images: facts.images,
      jobs: facts.jobs,
      deliveries: facts.deliveries,
      ...(lastBackup === undefined ? {} : { last_backup_utc: toWall(lastBackup, 'UTC') }),
    },
  }
}

/** The state of the service, for administrators (interface: System). */
export const systemRoutes = (access: SystemAccess): Route[] => [
  routeOf('/system', {
    method: 'GET',
    operationId: 'readSystem',
    summary: 'Read the state of the service',
    parameters: {},
    responseSchema: 'system',
    problems: ['rest_forbidden'],
    run: (request) => readSystem(access, request),
  }),
]
