import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { until } from '../../test/images.ts'
import { startSavableServer } from '../../test/installed-postgres.ts'
import { createDatabase, type CreatedDatabase, type PostgresServer } from '../../test/postgres.ts'
import { Program } from '../../test/program.ts'
import { authorization, withProcess, withService } from '../../test/served-images.ts'
import type { Json } from '../../test/service.ts'
import { groupBy } from '../group-by.ts'

/** What a service says to clients that know its data as it was after the backup to which it went back. */

const program = new Program()
const databases: CreatedDatabase[] = []
let server: PostgresServer | string
before(async () => void (server = await startSavableServer()))
after(async () => {
  for (const { drop } of databases) await drop()
  if (typeof server === 'object') await server.stop()
  program.remove()
})

type Environment = Readonly<Record<string, string>>

let count = 0
const newName = () => `saved-${(count += 1)}`

async function newDatabase(): Promise<Environment> {
  const created = await createDatabase((server as PostgresServer).url)
  databases.push(created)
  return { DATABASE_URL: created.url }
}

const run = async (args: readonly string[], environment: Environment) => {
  const { code, stderr } = await program.call(args, environment)
  assert.equal(code, 0, stderr)
}

type Saved = Readonly<Record<'backup' | 'export', string>>

/** Ways to make what was saved the data of an empty database. */
const ways: Readonly<Record<string, (saved: Saved, to: Environment) => Promise<unknown>>> = {
  'a backup': (saved, to) => run(['restore', saved.backup, '--no-images'], to),
  'an export': (saved, to) => run(['import', saved.export, '--no-images'], to),
  async 'a backup that was restored by other means'({ backup }, to) {
    const [file, url] = [join(program.folder, backup), to.DATABASE_URL!]
    if (url.startsWith('sqlite:')) copyFileSync(file, url.slice('sqlite:'.length))
    else execFileSync('pg_restore', ['--no-owner', `--dbname=${url}`, file])
    await run(['migrate', '--restored'], to)
  },
}

const engines = [
  {
    engine: 'SQLite',
    create: () => Promise.resolve({ DATABASE_URL: `sqlite:${program.folder}/${newName()}.db` }),
  },
  { engine: 'PostgreSQL', create: newDatabase },
]

class Client {
  constructor(private readonly origin: string) {}

  get(path: string, headers: Environment = {}) {
    return fetch(`${this.origin}/cal/events/v1${path}`, { headers })
  }

  async create(...names: readonly string[]) {
    for (const title of names) {
      const response = await fetch(`${this.origin}/cal/events/v1/events`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title, start_date: '2027-01-05', end_date: '2027-01-06' }),
      })
      assert.equal(response.status, 201)
    }
  }

  async subscribe() {
    const response = await fetch(`${this.origin}/cal/admin/v1/webhooks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }),
    })
    assert.equal(response.status, 201)
  }

  async token(): Promise<string> {
    return ((await (await this.get('/changes')).json()) as Json).next
  }

  /** The titles of what changed since a token, or why there are none. */
  async since(token: string): Promise<unknown> {
    const body = (await (await this.get(`/changes?since=${token}`)).json()) as Json
    return body.code ?? body.changes.map(({ resource }: Json) => resource.title)
  }
}

/** The titles that were delivered to a webhook, by the ID of the message. */
const delivered: { readonly id: string; readonly title: string }[] = []
const receiver = createServer(async (request, response) => {
  const { resource } = (await json(request)) as Json
  delivered.push({ id: String(request.headers['webhook-id']), title: resource.title })
  response.writeHead(204).end()
})
before(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
after(() => void receiver.close())

const arrives = (title: string) =>
  until(
    () => Promise.resolve(delivered),
    (all) => all.some((one) => one.title === title),
  )

const settings = {
  // Ports differ, and so would the links.
  CALENDS_PUBLIC_URL: 'https://town.example',
  CALENDS_OUTGOING: 'on',
  CALENDS_OUTGOING_ALLOW: '127.0.0.1',
}

const servedBy =
  (serve: typeof withService) => (environment: Environment, work: (client: Client) => Promise<void>) =>
    serve(program, { ...settings, ...environment }, ({ origin }) => work(new Client(origin)))
const [at, inProcess] = [servedBy(withService), servedBy(withProcess)]

for (const { engine, create } of engines)
  describe(`on ${engine}`, () => {
    const known = { before: '', after: '', etag: '', modified: '' }
    let saved: Saved

    /** Saves the data after `a1`, and goes on to `b2`. */
    before(async () => {
      if (engine === 'PostgreSQL' && typeof server === 'string') return
      const from = await create()
      await at(from, async (client) => {
        await client.subscribe()
        await client.create('a1')
        await client.get('/events.ics')
        saved = { backup: newName(), export: newName() }
        for (const [command, file] of Object.entries(saved)) await run([command, file, '--no-images'], from)
        known.before = await client.token()
        await client.create('b1', 'b2')
        known.after = await client.token()
        await arrives('b2')
        const { headers } = await until(
          () => client.get('/events.ics'),
          (response) => response.headers.has('last-modified'),
        )
        known.etag = headers.get('etag')!
        known.modified = headers.get('last-modified')!
        // Nobody goes back within the second of what is lost, and dates of HTTP name no part of it.
        await until(
          () => Promise.resolve(Math.floor(Date.now() / 1_000)),
          (now) => now > Date.parse(known.modified) / 1_000,
        )
      })
    })

    for (const [name, goBackTo] of Object.entries(ways))
      test(`after ${name}, what is new begins another history`, async (context) => {
        if (saved === undefined) return context.skip(server as string)
        const to = await create()
        await goBackTo(saved, to)
        const { etag, modified } = known
        const statuses = async (client: Client) => [
          (await client.get('/events.ics', { 'if-none-match': etag })).status,
          (await client.get('/events.ics', { 'if-modified-since': modified })).status,
        ]
        const titles = [1, 2, 3].map((number) => `${name} ${number}`)

        await at(to, async (client) => {
          assert.equal(await client.since(known.after), 'changes-expired')
          assert.deepEqual(await statuses(client), [200, 200])
          // As many writes as before lead to the same version of the data.
          await client.create(...titles.slice(0, 2))
          assert.deepEqual(await statuses(client), [200, 200])
          await client.create(titles[2]!)
          assert.equal(await client.since(known.after), 'changes-expired')
          await arrives(titles[2]!)
        })
        for (const same of groupBy(delivered, ({ id }) => id).values())
          assert.equal(new Set(same.map(({ title }) => title)).size, 1)

        // The start of a service is no such beginning.
        await inProcess(to, async (client) => assert.deepEqual(await client.since(known.before), titles))
      })
  })
