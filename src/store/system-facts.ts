import { sql } from 'kysely'
import type { OpenDatabase } from './sql/dialects/dialect.ts'

/** What administrators see of the system behind the calendar. */
interface SystemFacts {
  readonly database: {
    readonly kind: 'sqlite' | 'postgres'
    readonly version: string
    readonly migration: string
  }
  readonly images: { readonly count: number; readonly bytes: number }
  /** Pending jobs, such as renderings and image sizes. */
  readonly jobs: { readonly waiting: number; readonly failing: number }
  /** Deliveries to webhooks. */
  readonly deliveries: { readonly pending: number; readonly failed: number }
}

const versions = {
  sqlite: sql<{ version: string }>`select sqlite_version() as version`,
  postgres: sql<{ version: string }>`select current_setting('server_version') as version`,
}

/** Only small tables are counted: images and unfinished work. */
export async function readSystemFacts({ db, dialect }: OpenDatabase): Promise<SystemFacts> {
  const version = await versions[dialect.name].execute(db)
  const migration = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  const images = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('filesize').as('bytes')])
    .where('file', 'is not', null)
    .executeTakeFirstOrThrow()
  const jobs = await sql<{ waiting: number; failing: number }>`
    select count(*) as waiting, sum(case when attempts > 1 then 1 else 0 end) as failing from jobs`.execute(
    db,
  )
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .select(['status', ({ fn }) => fn.countAll().as('count')])
    .where('status', 'in', ['pending', 'failed'])
    .groupBy('status')
    .execute()
  const sent = (status: string) => Number(deliveries.find((one) => one.status === status)?.count ?? 0)
  const [{ waiting, failing }] = jobs.rows as [{ waiting: number; failing: number | null }]
  return {
    database: {
      kind: dialect.name,
      version: version.rows[0]!.version,
      migration: migration.rows[0]!.name,
    },
    images: { count: Number(images.count), bytes: Number(images.bytes ?? 0) },
    jobs: { waiting: Number(waiting), failing: Number(failing ?? 0) },
    deliveries: { pending: sent('pending'), failed: sent('failed') },
  }
}
