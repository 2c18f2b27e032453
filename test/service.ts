import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { trackConnections } from '../src/cli/graceful-shutdown.ts'
import { readConfig, type Config } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { ensureAdministrator } from '../src/identity/user-store.ts'
import { axeFile } from './accessible.ts'
import { send } from './http-client.ts'
import { administrator, migratedFile, migratedOnServer, testTime } from './templates.ts'

/** A whole service on a real database, reached over real HTTP. */

// The answers of tests are looked into freely; a wrong guess fails the test that made it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Json
}

export interface Options {
  readonly headers?: Readonly<Record<string, string>>
  /** Credentials; the administrator's if absent, none if null. */
  readonly as?: string | null
}

export { administrator, testTime }

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

/** Browsers keep the file, so that it is read once for all pages of a test. */
const serveAxe = (app: FastifyInstance) =>
  app.get(axeFile.path, (_, reply) =>
    reply.headers({ 'content-type': axeFile.type, 'cache-control': 'max-age=3600' }).send(axeFile.read()),
  )

export class Service {
  now = testTime
  origin = ''
  private folder = ''
  private drop: () => Promise<void> = () => Promise.resolve()
  private close: () => Promise<void> = () => Promise.resolve()
  /** Ends the service and starts another one on the same database. */
  restart: () => Promise<void> = () => Promise.resolve()
  /** Ends the service; what it returns starts another one at the same address. */
  halt: () => Promise<() => Promise<void>> = () => Promise.resolve(() => Promise.resolve())
  database!: OpenDatabase
  /** Warnings and errors that the service has logged. */
  logged = ''

  constructor(
    readonly environment: Readonly<Record<string, string>> = {},
    readonly engine: 'sqlite' | 'postgres' = 'sqlite',
    /** Called for every query. */
    private readonly onQuery: (event: LogEvent) => void = () => undefined,
  ) {}

  get base(): string {
    return `${this.origin}/cal/events/v1`
  }

  async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
    const config = this.config(await this.databaseUrl())
    this.database = openDatabase(config.databaseUrl, {
      replicas: config.readReplicas,
      readYourWrites: config.readYourWrites,
      rendering: config,
      now: () => this.now,
      log: this.onQuery,
    })
    const { DATABASE_URL, CALENDS_ADMIN } = this.environment
    // A database that a test brings may be of an older version.
    if (DATABASE_URL !== undefined) await migrate(this.database)
    if (DATABASE_URL !== undefined || CALENDS_ADMIN !== undefined)
      await ensureAdministrator(this.database.db, config.admin!, this.now)
    this.close = () => this.database.close()
    await this.listen(config)
  }

  private async listen(config: Config, port = 0): Promise<void> {
    const logger = pino({ level: 'warn' }, { write: (line: string) => void (this.logged += line) })
    const app = buildApp({ config, database: this.database, now: () => this.now * 1000, logger })
    serveAxe(app)
    const connections = trackConnections(app)
    this.origin = await app.listen({ host: '127.0.0.1', port })
    const end = () => {
      // Clients open more than they use, and the server would wait a minute for a request on those.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
      return app.close()
    }
    this.restart = async () => {
      await end()
      await this.listen(config)
    }
    this.halt = async () => {
      await end()
      return () => this.listen(config, Number(new URL(this.origin).port))
    }
    this.close = async () => {
      await end()
      await this.database.close()
    }
  }

  private async databaseUrl(): Promise<string> {
    if (this.engine === 'sqlite') return migratedFile(join(this.folder, 'calends.db'), 'administered')
    const { url, drop } = await migratedOnServer('administered')
    this.drop = drop
    return url
  }

  private config(databaseUrl: string): Config {
    const environment = {
      DATABASE_URL: databaseUrl,
      CALENDS_DATA_DIR: this.folder,
      CALENDS_ADMIN: administrator,
      CALENDS_RATE_LIMIT: 'off',
      ...this.environment,
    }
    return readConfig({ environment, readFile: () => undefined })
  }

  async stop(): Promise<void> {
    await this.close()
    await this.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Requests a path below the namespace, or a full path that starts with `//`. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, as = administrator }: Options = {},
  ) {
    const url = path.startsWith('//')
      ? `${this.origin}${path.slice(1)}`
      : path.startsWith('http')
        ? path
        : `${this.base}${path}`
    const isText = typeof body === 'string'
    const received = await send(url, {
      method,
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...(as === null ? {} : { authorization: basic(as) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const { text } = received
    const isJson = received.headers.get('content-type')?.includes('json') && text !== ''
    return {
      ...received,
      body: isJson ? (JSON.parse(text) as Json) : undefined,
    } satisfies Reply
  }

  /** Reads anonymously, unless credentials are given. */
  get(path: string, options: Options = {}): Promise<Reply> {
    return this.request('GET', path, undefined, { as: null, ...options })
  }

  post(path: string, body?: unknown, options?: Options): Promise<Reply> {
    return this.request('POST', path, body ?? {}, options)
  }

  patch(path: string, body?: unknown, options?: Options): Promise<Reply> {
    return this.request('PATCH', path, body ?? {}, options)
  }

  delete(path: string, body?: unknown, options?: Options): Promise<Reply> {
    return this.request('DELETE', path, body, options)
  }
}

/** Runs the tests against a service of their own, on each database that we keep data in. */
export function onEachDatabase(
  run: (service: Service) => void,
  environment: Readonly<Record<string, string>> = {},
): void {
  onEachEngine((engine) => {
    const service = new Service(environment, engine)
    before(() => service.start())
    after(() => service.stop())
    run(service)
  })
}

/** For tests that start services of their own. */
export function onEachEngine(run: (engine: 'sqlite' | 'postgres') => void): void {
  describe('on SQLite', () => run('sqlite'))
  const hasServer = process.env.TEST_POSTGRES_URL !== undefined
  describe(
    'on PostgreSQL',
    hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' },
    hasServer ? () => run('postgres') : undefined,
  )
}

/** Minimal fields of each kind, for tests to whom they do not matter. */
export const anEvent = (fields: Readonly<Record<string, unknown>> = {}) => ({
  title: 'Concert',
  start_date: '2026-12-01 20:00:00',
  end_date: '2026-12-01 22:00:00',
  ...fields,
})
