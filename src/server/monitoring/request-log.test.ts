import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { migrate, openDatabase } from '../../store/open.ts'
import { loggedPath } from './request-log.ts'

const lines: Record<string, unknown>[] = []
const destination = new Writable({
  write(line: Buffer, _, done) {
    lines.push(JSON.parse(String(line)) as Record<string, unknown>)
    done()
  },
})
const environment = { DATABASE_URL: 'sqlite::memory:' }
const config = readConfig({ environment, readFile: () => undefined })
const database = openDatabase(config.databaseUrl)
const app = buildApp({ config, database, now: Date.now, logger: pino({ level: 'debug' }, destination) })

let origin = ''
before(async () => {
  await migrate(database)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  await app.close()
  await database.close()
})

const answered = () => lines.filter(({ msg }) => msg === 'request completed')

test('every request writes one log line, without secrets', async () => {
  lines.length = 0

  const { headers } = await fetch(`${origin}/cal/events/v1/events/1?password=hush&page=2`, {
    headers: { authorization: 'Bearer cal_hidden' },
  })

  const [line, ...others] = answered()
  assert.equal(others.length, 0)
  assert.deepEqual(
    [line?.method, line?.path, line?.status, line?.request],
    ['GET', '/cal/events/v1/events/1?password=***&page=2', 401, headers.get('x-request-id')],
  )
  assert.equal(typeof line?.ms, 'number')
  assert.doesNotMatch(JSON.stringify(lines), /hush|hidden/)
})

test('a refused client is logged with its address and the username tried, without secrets', async () => {
  lines.length = 0
  const read = (credentials: string) =>
    fetch(`${origin}/cal/events/v1/tags`, { headers: { authorization: credentials } })
  const basic = `Basic ${Buffer.from('mallory:hush').toString('base64')}`

  for (let tries = 0; tries < 21; tries += 1) await read(basic)
  await read('Bearer cal_hidden')
  await fetch(`${origin}/cal/events/v1/tags`)

  const entries = answered().map(({ status, address, username }) => [status, address, username])
  assert.deepEqual(entries[0], [401, '127.0.0.1', 'mallory'])
  assert.deepEqual(entries.slice(20), [
    [429, '127.0.0.1', 'mallory'],
    [429, '127.0.0.1', undefined],
    [200, undefined, undefined],
  ])
  assert.doesNotMatch(JSON.stringify(lines), /hush|hidden/)
})

test('a refused person is logged with the username tried, without the password', async () => {
  lines.length = 0
  await fetch(`${origin}/cal/admin/v1/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'mallory', password: 'hush' }),
  })

  // The address has tried too often by now.
  const [{ status, address, username } = {}] = answered()
  assert.deepEqual([status, address, username], [429, '127.0.0.1', 'mallory'])
  assert.doesNotMatch(JSON.stringify(lines), /hush/)
})

test('requests of operators are logged at debug level only', async () => {
  lines.length = 0

  await fetch(`${origin}/health/live`)
  await fetch(`${origin}/cal/events/v1/tags`)

  assert.deepEqual(
    answered().map(({ level }) => level),
    [pino.levels.values.debug, pino.levels.values.info],
  )
})

test('the user of an import is not logged, because an application password follows the name', () => {
  assert.equal(loggedPath('/a?format=tec&user=me:hush+x&b=1'), '/a?format=tec&user=***&b=1')
  assert.equal(loggedPath('/a?user=me%3Ahush'), '/a?user=***')
  assert.equal(loggedPath('/a?%75ser=me:hush'), '/a?%75ser=***')
  assert.equal(loggedPath('/a?user[]=me:hush'), '/a?user[]=***')
  assert.equal(loggedPath('/?rest_route=/imports?user=me:hush'), '/?rest_route=/imports?user=***')
  assert.equal(loggedPath('/a?user=12&users=x'), '/a?user=12&users=x')
})

test('secrets are recognized however their names are written', () => {
  assert.equal(loggedPath('/a?p%61ssword=x&b=1'), '/a?p%61ssword=***&b=1')
  assert.equal(loggedPath('/a?event[Password]=x'), '/a?event[Password]=***')
  assert.equal(loggedPath('/a?%ff=x'), '/a?%ff=***')
  assert.equal(loggedPath('/a'), '/a')
  assert.equal(loggedPath('/?rest_route=/events/1?password=x'), '/?rest_route=/events/1?password=***')
  assert.equal(
    loggedPath('/?rest_route=%2Fevents%2F1%3Fpassword%3Dx&b=1'),
    '/?rest_route=%2Fevents%2F1%3Fpassword%3D***&b=1',
  )
  assert.equal(loggedPath('/?rest_route=/1?p%61ssword=x'), '/?rest_route***')
  assert.equal(loggedPath('/a?b=1?password=x'), '/a?b=1?password=***')
  assert.equal(loggedPath('/a%3Fpassword=x?b=1'), '/a%3Fpassword=***?b=1')
  assert.equal(loggedPath('/a?search=lost+password&b=%ff'), '/a?search=lost+password&b=%ff')
})
