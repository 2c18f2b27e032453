import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { administrator, Service } from './service.ts'

/** A client generated from the OpenAPI document compiles under strict rules and works. */

const packages = resolve('node_modules')

/** What a user of the generated types writes; it prints what it found. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const { BASE_URL: baseUrl = '', CREDENTIALS = '' } = process.env
const headers = { authorization: 'Basic ' + btoa(CREDENTIALS) }
const client = createClient<paths>({ baseUrl, headers })

function present<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const created = present(
  await client.POST('/cal/events/v1/events', {
    body: {
      title: 'Concert',
      start_date: '2027-01-10 20:00:00',
      end_date: '2027-01-10 22:00:00',
      cost: 12,
      categories: ['Music'],
      venue: { venue: 'Hall', city: 'Bern' },
      organizer: [{ organizer: 'Society' }],
      tickets: [{ name: 'Balcony', price: 12.5, currency: 'CHF', availability: 'pre_order' }],
    },
  }),
)
const path = { id: created.id }
const translated = present(
  await client.PATCH('/cal/events/v1/events/{id}', {
    params: { path, query: { ml_language: 'fr', _fields: ['title', 'translations'] } },
    body: { title: 'Concert de chambre' },
  }),
)
const listed = present(
  await client.GET('/cal/events/v1/events', {
    params: { query: { search: 'chambre', ml_language: 'fr', featured: false } },
  }),
)
const updated = present(
  await client.PUT('/cal/events/v1/events/{id}', { params: { path }, body: { all_day: true } }),
)
const removed = present(await client.DELETE('/cal/events/v1/events/{id}', { params: { path } }))
const gone = await client.GET('/cal/events/v1/events/{id}', {
  params: { path },
  headers: { authorization: null },
})
const code: components['schemas']['problem']['code'] | undefined = gone.error?.code
const users = present(await client.GET('/cal/admin/v1/users'))
const health = present(await client.GET('/health/ready'))
const { data: metrics } = await client.GET('/metrics', { parseAs: 'text' })

console.log(
  JSON.stringify({
    created: [created.title, created.cost, created.all_day, created.tickets[0]?.availability],
    languages: Object.keys(translated.translations),
    listed: listed.events.map(({ title }) => title),
    updated: [updated.title, updated.all_day, updated.start_date],
    removed: removed.status,
    code,
    users: users.users.map(({ username }) => username),
    health: health.checks?.database,
    metrics: (metrics ?? '').includes('http_requests_total'),
  }),
)
`

const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
  },
  include: ['*.ts'],
}

/** A project of its own, with the packages of this one. */
function writeProject(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'calends-client-'))
  symlinkSync(packages, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'openapi.json'), document)
  writeFileSync(join(folder, 'client.ts'), program)
  return folder
}

async function run(folder: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment }
  try {
    return (await promisify(execFile)(process.execPath, words, { cwd: folder, env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    assert.fail(`${words.join(' ')}\n${stdout}${stderr}`)
  }
}

const tool = (path: string) => join(packages, path)

const service = new Service()
before(() => service.start())
after(() => service.stop())

test('a generated client creates, translates, lists, updates and deletes', async () => {
  const folder = writeProject((await service.get('/doc')).text)
  try {
    await run(folder, [tool('openapi-typescript/bin/cli.js'), 'openapi.json', '--output', 'schema.d.ts'])
    await run(folder, [tool('typescript-native/bin/tsc')])
    const words = ['--import', 'tsx', 'client.ts']
    const environment = { BASE_URL: service.origin, CREDENTIALS: administrator }
    assert.deepEqual(JSON.parse(await run(folder, words, environment)), {
      created: ['Concert', '$12', false, 'pre_order'],
      languages: ['en', 'fr'],
      listed: ['Concert de chambre'],
      updated: ['Concert', true, '2027-01-10 00:00:00'],
      removed: 'trash',
      code: 'event-no-longer-available',
      users: ['admin'],
      health: 'ok',
      metrics: true,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
