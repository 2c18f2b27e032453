import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import type { PostgresServer } from './postgres.ts'

/** A server that the installed pg_dump can back up: it refuses servers newer than itself. */

const versionOfPgDump = () =>
  /\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]

export async function majorVersionOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    )
    return Math.floor(Number(rows[0]!.number) / 10_000)
  } finally {
    await client.end()
  }
}

/** The user who runs the server, because it refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a server from the programs in a folder. */
async function startFrom(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-postgres-'))
  const user = ordinaryUser()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const [data, port] = [join(folder, 'data'), await freePort()]
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), ['-D', data, ...args], {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      // The server would inherit pipes and keep them open.
      stdio: program === 'initdb' ? 'pipe' : 'ignore',
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr ?? ''}`)
  }
  run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C')
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('pg_ctl', 'start', '--wait', '--log', join(folder, 'log'), '-o', flags)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', 'stop', '--wait', '--mode=fast')
      rmSync(folder, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

/**
 * The server of the tests unless it is newer, otherwise one installed with pg_dump; a string explains why there is
 * none.
 */
export async function startSavableServer(): Promise<PostgresServer | string> {
  const version = versionOfPgDump()
  if (version === undefined) return 'pg_dump is not installed (apt-get install postgresql)'
  const url = process.env.TEST_POSTGRES_URL
  if (url !== undefined && (await majorVersionOf(url)) <= Number(version))
    return { url, stop: () => Promise.resolve() }
  const programs = `/usr/lib/postgresql/${version}/bin`
  if (!existsSync(join(programs, 'initdb')))
    return `no server of the version of pg_dump, ${version}, is installed (apt-get install postgresql)`
  return startFrom(programs)
}
