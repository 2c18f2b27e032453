import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createCore } from '../src/app/core.ts'
import { createServices } from '../src/app/services.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { enqueueMail } from '../src/store/mails.ts'
import { openDatabase } from '../src/store/open.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { createMailbox, readMail } from './mailbox.ts'
import { credentialsOf, makePeople } from './people.ts'
import { administrator, onEachDatabase, testTime, type Json, type Service } from './service.ts'

/** What administrators set while the service runs (interface: Settings). */

const path = '//cal/admin/v1/settings'
const asAdministrator = { as: administrator }

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Another process on the same database, whose operator has set something. */
async function anotherProcess({ database }: Service, environment: Readonly<Record<string, string>> = {}) {
  const sources = {
    environment: { DATABASE_URL: database.url, CALENDS_RATE_LIMIT: 'off', ...environment },
    readFile: () => undefined,
  }
  const config = readConfig(sources)
  const own = openDatabase(database.url)
  const app = buildApp({ config, database: own, now: () => testTime * 1000, sources })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin,
    async text(address: string) {
      return (await fetch(`${origin}${address}`)).text()
    },
    async close() {
      await app.close()
      await own.close()
    },
  }
}

const hundredDaysLater = testTime + 100 * 86_400

/** The background work of another process, a hundred days later, which no request reaches. */
async function unaskedProcess({ database }: Service, environment: Readonly<Record<string, string>>) {
  const sources = { environment: { DATABASE_URL: database.url, ...environment }, readFile: () => undefined }
  const own = openDatabase(database.url)
  const now = () => hundredDaysLater * 1_000
  const core = createCore({ config: readConfig(sources), database: own, now, sources })
  await core.settings.refresh()
  const { work, store } = createServices(core, pino({ level: 'silent' }))
  return {
    version: () => own.dialect.version(),
    async work(until: () => Promise<unknown>) {
      await store.start()
      for (const one of work) one.start()
      await until()
      for (const one of work) await one.stop()
      await store.stop()
    },
    close: () => own.close(),
  }
}

/** Other processes see a write within a second. */
async function comes(holds: () => Promise<boolean>) {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 100, 'the other process does not see it')
    await pause(10)
  }
}

onEachDatabase((service) => {
  let other: Awaited<ReturnType<typeof anotherProcess>>
  before(async () => {
    other = await anotherProcess(service)
    await makePeople(service)
  })
  after(() => other.close())

  const set = (values: Json, options = {}) => service.patch(path, values, options)
  const named = async (name: string) =>
    (await service.get(path, asAdministrator)).body.settings.find((one: Json) => one.name === name)

  test('a name counts at once, on every page and in every process', async () => {
    const page = () => service.get('//')
    const addresses = ['/', '/site.webmanifest', '/accessibility/', '/admin/']
    const html = { headers: { accept: 'text/html' } }
    // Twice, so that the answer is remembered.
    await page()
    const { headers } = await page()

    const { status, body } = await set({ CALENDS_NAME: 'Biel/Bienne' })

    assert.equal(status, 200)
    const setting = body.settings.find(({ name }: Json) => name === 'CALENDS_NAME')
    assert.deepEqual(setting, {
      name: 'CALENDS_NAME',
      value: 'Biel/Bienne',
      origin: 'administration',
      changeable: true,
      type: 'text',
      description: 'Name of the calendar, on every page.',
    })
    for (const address of addresses)
      assert.match((await service.get(`/${address}`, html)).text, /Biel\/Bienne/, address)
    assert.match((await service.get('/events.rss')).text, /<title>Biel\/Bienne<\/title>/)
    assert.notEqual((await page()).headers.get('etag'), headers.get('etag'))
    await comes(async () => (await other.text('/')).includes('Biel/Bienne'))

    await set({ CALENDS_NAME: '' })
    assert.doesNotMatch((await page()).text, /Biel\/Bienne/)
    assert.equal((await named('CALENDS_NAME')).origin, 'default')
    await comes(async () => !(await other.text('/')).includes('Biel/Bienne'))
  })

  test('colour, mark and contact are on the pages', async () => {
    await set({ CALENDS_COLOR: '#C8102E', CALENDS_LOGO: picture, CALENDS_CONTACT: 'town@example.org' })
    const { text } = await service.get('//')
    const [, style] = /href="([^"]+\.css)"/.exec(text)!
    const [, logo] = /src="([^"]*logo-[^"]+)"/.exec(text)!
    assert.match((await service.get(`/${style}`)).text, /:root\{--brand:#c8102e\}$/)
    assert.equal((await service.get(`/${logo}`)).headers.get('content-type'), 'image/png')
    assert.match((await service.get('//accessibility/')).text, /town@example.org/)
    // A process that has not heard of it yet serves the style, because its name says it all.
    assert.match(await other.text(style!), /#c8102e/)
    await set({ CALENDS_COLOR: '', CALENDS_LOGO: '', CALENDS_CONTACT: '' })
    assert.doesNotMatch((await service.get('//')).text, /logo-/)
  })

  test('the number of items per page is in lists, discovery and the document', async () => {
    const defaults = async () => {
      const { body } = await service.get('/')
      const { body: document } = await service.get('/doc')
      const { schema } = document.paths['/cal/events/v1/events'].get.parameters.find(
        ({ name }: Json) => name === 'per_page',
      )
      return [body.routes['/cal/events/v1/events'].endpoints[0].args.per_page.default, schema.default]
    }
    assert.deepEqual(await defaults(), [12, 12])
    await set({ CALENDS_PER_PAGE: 7 })
    assert.deepEqual(await defaults(), [7, 7])
    await set({ CALENDS_PER_PAGE: '' })
    assert.deepEqual(await defaults(), [12, 12])
  })

  test('suggestions come and go with their route, their form and their documentation', async () => {
    const found = async () => {
      const { body } = await service.get('/doc')
      return [
        (await service.get('//suggest/')).status,
        (await service.post('//cal/admin/v1/suggestions', {}, { as: null })).status,
        '/cal/admin/v1/suggestions' in body.paths,
        (await service.get('//')).text.includes('/suggest/'),
      ]
    }
    assert.deepEqual(await found(), [404, 404, false, false])
    await set({ CALENDS_SUGGESTIONS: true })
    assert.deepEqual(await found(), [200, 400, true, true])
    await set({ CALENDS_SUGGESTIONS: 'off' })
    assert.deepEqual(await found(), [404, 404, false, false])
  })

  test('what is wrong is told by field, in the language of the reader, and changes nothing', async () => {
    const { status, body } = await set(
      {
        CALENDS_COLOR: 'red',
        CALENDS_CONTACT: 'nobody',
        CALENDS_LOGO: '/etc/passwd',
        CALENDS_MAP_TILES: 'https://tiles.example.org/',
        CALENDS_PER_PAGE: 0,
        CALENDS_SUGGESTIONS: 'perhaps',
        CALENDS_NAME: 'Never',
      },
      { headers: { 'accept-language': 'de' } },
    )
    assert.equal(status, 400)
    const { params, details } = body.data
    assert.equal(params.CALENDS_COLOR, 'Dieser Wert muss eine Farbe sein, zum Beispiel #1c3fc4.')
    assert.equal(params.CALENDS_MAP_TILES, 'Dieser Wert muss eine URL mit {z}, {x} und {y} sein.')
    assert.deepEqual(
      Object.entries<Json>(details)
        .map(([name, { code }]) => [name, code])
        .sort(),
      [
        ['CALENDS_COLOR', 'rest_invalid_setting'],
        ['CALENDS_CONTACT', 'rest_invalid_setting'],
        ['CALENDS_LOGO', 'rest_invalid_setting'],
        ['CALENDS_MAP_TILES', 'rest_invalid_setting'],
        ['CALENDS_PER_PAGE', 'rest_out_of_bounds'],
        ['CALENDS_SUGGESTIONS', 'rest_invalid_type'],
      ],
    )
    assert.equal((await named('CALENDS_NAME')).value, 'Calends')
    const half = await set({ CALENDS_LOGO: picture.slice(0, -12) })
    assert.deepEqual(Object.keys(half.body.data.params), ['CALENDS_LOGO'])
    const tooMany = await set({ CALENDS_PER_PAGE: 101 })
    assert.deepEqual(Object.keys(tooMany.body.data.params), ['CALENDS_PER_PAGE'])
    assert.equal((await set({ CALENDS_PER_PAGE: 101, CALENDS_MAX_PER_PAGE: 200 })).status, 200)
    await set({ CALENDS_PER_PAGE: '', CALENDS_MAX_PER_PAGE: '' })
  })

  test('what an operator has set is final, whatever is stored', async () => {
    await set({ CALENDS_NAME: 'Stored', CALENDS_PER_PAGE: 50 })
    const fixed = await anotherProcess(service, { CALENDS_NAME: 'Fixed', CALENDS_MAX_PER_PAGE: '20' })
    const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`
    const address = `${fixed.origin}/cal/admin/v1/settings`
    const change = async (values: Json) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const reply = await fetch(address, { method: 'PATCH', headers, body: JSON.stringify(values) })
      return { status: reply.status, body: (await reply.json()) as Json }
    }
    try {
      assert.match(await fixed.text('/'), /Fixed/)
      const { settings } = (await (await fetch(address, { headers: { authorization } })).json()) as Json
      const [name, perPage] = ['CALENDS_NAME', 'CALENDS_PER_PAGE'].map((one) =>
        settings.find((setting: Json) => setting.name === one),
      )
      assert.deepEqual([name.value, name.origin, name.changeable], ['Fixed', 'environment', false])
      assert.deepEqual([perPage.value, perPage.changeable], ['20', true])

      const { status, body } = await change({ CALENDS_NAME: 'Mine' })
      assert.equal(status, 400)
      assert.equal(body.data.details.CALENDS_NAME.code, 'rest_fixed_setting')
      assert.equal((await change({ CALENDS_NAME: 'Fixed' })).status, 200)
    } finally {
      await fixed.close()
    }
    await set({ CALENDS_NAME: '', CALENDS_PER_PAGE: '' })
  })

  test('a change of what has changed meanwhile is refused', async () => {
    const { headers } = await service.get(path, asAdministrator)
    const ifMatch = { headers: { 'if-match': headers.get('etag')! } }
    assert.equal((await set({ CALENDS_NAME: 'First' }, ifMatch)).status, 200)
    assert.equal((await set({ CALENDS_NAME: 'Second' }, ifMatch)).status, 412)
    assert.equal((await named('CALENDS_NAME')).value, 'First')
    await set({ CALENDS_NAME: '' })
  })

  test('only administrators change settings, and the audit log says who did', async () => {
    const values = { CALENDS_NAME: 'Nobody' }
    assert.equal((await set(values, { as: null })).status, 401)
    assert.equal((await set(values, { as: credentialsOf('editor') })).status, 403)
    await set({ CALENDS_NAME: 'Logged' })
    // Nothing new is no change.
    await set({ CALENDS_NAME: 'Logged' })
    const { body } = await service.get(
      '//cal/admin/v1/audit?action=setting-changed&per_page=1',
      asAdministrator,
    )
    const { total } = body
    assert.deepEqual(body.entries[0].target, { kind: 'setting', id: 0, name: 'CALENDS_NAME' })
    await set({ CALENDS_NAME: '' })
    const later = await service.get('//cal/admin/v1/audit?action=setting-changed', asAdministrator)
    assert.equal(later.body.total, total + 1)
  })

  test('a process that nobody asks goes by what another one has set', async (t) => {
    const mailbox = createMailbox()
    await mailbox.open()
    t.after(() => mailbox.close())
    const unasked = await unaskedProcess(service, {
      CALENDS_SMTP_URL: mailbox.url(),
      CALENDS_MAIL_FROM: 'calendar@example.org',
      CALENDS_PUBLIC_URL: 'https://town.example.org',
    })
    t.after(() => unasked.close())
    const { db } = service.database
    const { next } = (await service.get('/changes')).body
    for (const name of ['Kept', 'The last one, which is always kept']) await service.post('/tags', { name })
    const before = unasked.version()
    await set({ CALENDS_NAME: 'Biel/Bienne', CALENDS_CHANGES_DAYS: 365 })
    await comes(() => Promise.resolve(unasked.version() !== before))
    const to = { contact: 'Vera <vera@example.org>' }
    const decision = { decision: 'rejected', event: 1, title: 'Concert', note: '' } as const
    // Not written before, because mails that nobody has sent for a day are deleted.
    await inTransaction(db, (trx) =>
      enqueueMail(trx, { about: 'decision', to, language: 'en', ...decision }, hundredDaysLater),
    )

    let mail
    await unasked.work(async () => void (mail = readMail(await mailbox.next())))

    assert.match(JSON.stringify(mail), /Biel\/Bienne/)
    assert.equal((await service.get(`/changes?since=${next}`)).status, 200)
    await set({ CALENDS_NAME: '', CALENDS_CHANGES_DAYS: '' })
  })
})
