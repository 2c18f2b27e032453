import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigProblem, describeConfig, readConfig } from '../src/config.ts'
import { createMailbox, type Received } from './mailbox.ts'
import { onEachEngine, Service, type Json } from './service.ts'

/** Links to choose a password by e-mail (interface: E-mail). */

const links = '//cal/admin/v1/session/links'
const anybody = { as: null }

const withoutSoftBreaks = (text: string) => text.replace(/=\r\n/g, '').replaceAll('=3D', '=')
const tokenIn = ({ text }: Received) => /#password=([\w-]+)/.exec(withoutSoftBreaks(text))![1]!

onEachEngine((engine) => {
  const mailbox = createMailbox()
  let service: Service
  before(async () => {
    await mailbox.open()
    service = new Service(
      {
        CALENDS_SMTP_URL: mailbox.url(),
        CALENDS_MAIL_FROM: 'Town calendar <calendar@example.org>',
        CALENDS_PUBLIC_URL: 'https://town.example.org',
        CALENDS_NAME: 'Biel/Bienne',
      },
      engine,
    )
    await service.start()
    const ann = { username: 'ann', role: 'author', email: 'ann@example.org' }
    await service.post('//cal/admin/v1/users', ann)
    await service.post('//cal/admin/v1/users', { username: 'bob', role: 'author' })
  })
  after(async () => {
    await service.stop()
    await mailbox.close()
  })

  const jobs = async () => (await service.get('//cal/admin/v1/system', { as: 'admin:secret' })).body.jobs
  const allSent = async () => {
    for (let tries = 0; (await jobs()).waiting > 0 && tries < 500; tries++) await pause(10)
  }

  test('whoever asks gets a link that works once, in their language', async () => {
    for (const username of ['ann', 'ANN@example.org']) {
      const headers = { 'accept-language': 'de', host: 'evil.example.org' }
      const { status, body } = await service.post(links, { username }, { ...anybody, headers })
      assert.deepEqual([status, body], [202, { status: 'queued' }])
      const mail = await mailbox.next()
      assert.deepEqual(mail.to, ['ann@example.org'])
      assert.match(mail.text, /^Subject: =\?UTF-8\?Q\?Ihr_Link_f/m)
      assert.match(mail.text, /^From: Town calendar <calendar@example.org>/m)
      // The host of a request may be anything.
      assert.match(withoutSoftBreaks(mail.text), /https:\/\/town\.example\.org\/admin\/#password=/)
      const token = tokenIn(mail)
      const set = () =>
        service.post('//cal/admin/v1/password', { token, password: 'seventeen cold umbrellas' }, anybody)
      assert.equal((await set()).status, 200)
      assert.equal((await set()).status, 400)
    }
  })

  test('an address is found whatever its letters', async () => {
    const edith = { username: 'edith', role: 'author', email: 'Édith@example.org' }
    await service.post('//cal/admin/v1/users', edith)
    for (const username of ['Édith@example.org', 'édith@EXAMPLE.org']) {
      await service.post(links, { username }, anybody)
      assert.deepEqual((await mailbox.next()).to, ['Édith@example.org'])
    }
  })

  test('nobody learns who exists', async () => {
    for (const username of ['nobody', 'bob', 'nobody@example.org']) {
      const { status, body } = await service.post(links, { username }, anybody)
      assert.deepEqual([status, body], [202, { status: 'queued' }])
    }
    await allSent()
    assert.deepEqual(mailbox.received, [])
    assert.equal((await service.post(links, {}, anybody)).status, 400)
  })

  test('an administrator sends a link to somebody who has an address', async () => {
    const { body } = await service.get('//cal/admin/v1/users', { as: 'admin:secret' })
    const [ann, bob] = ['ann', 'bob'].map((name) => body.users.find((one: Json) => one.username === name).id)
    const send = (id: number, options = {}) =>
      service.post(`//cal/admin/v1/users/${id}/password-link/mail`, {}, options)
    assert.equal((await send(ann)).status, 202)
    assert.deepEqual((await mailbox.next()).to, ['ann@example.org'])
    assert.deepEqual(Object.keys((await send(bob)).body.data.params), ['email'])
    assert.equal((await send(ann, anybody)).status, 401)
    assert.equal((await send(999_999)).status, 404)
  })

  test('what cannot be sent waits, shows in the queue, and goes out after a restart', async () => {
    await allSent()
    await mailbox.close()
    await service.post(links, { username: 'ann' }, anybody)
    for (let tries = 0; (await jobs()).waiting === 0 && tries < 500; tries++) await pause(10)
    assert.equal((await jobs()).waiting, 1)
    const row = await service.database.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    assert.doesNotMatch(row.message, /password=|ann@/)

    await mailbox.open()
    await service.restart()
    service.now += 120
    assert.deepEqual((await mailbox.next()).to, ['ann@example.org'])
    await allSent()
    assert.deepEqual(await service.database.db.selectFrom('mails').selectAll().execute(), [])
  })
})

test('without a server for e-mail there is no such route', async () => {
  const service = new Service()
  await service.start()
  try {
    assert.equal((await service.post(links, { username: 'ann' }, anybody)).status, 404)
  } finally {
    await service.stop()
  }
})

test('links are asked for three times in a row, from an address and for a name', async () => {
  const service = new Service({
    CALENDS_RATE_LIMIT: 'on',
    CALENDS_SMTP_URL: 'smtp://127.0.0.1:9',
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'https://town.example.org',
  })
  await service.start()
  try {
    const statuses = []
    for (let tries = 0; tries < 4; tries++)
      statuses.push((await service.post(links, { username: 'ann' }, anybody)).status)
    assert.deepEqual(statuses, [202, 202, 202, 429])
  } finally {
    await service.stop()
  }
})

test('the server needs an address to send from and one that links lead to, and its password is not shown', () => {
  const readFile = () => undefined
  const environment = { CALENDS_SMTP_URL: 'smtps://calendar:mail-secret@mail.example.org' }
  assert.throws(() => readConfig({ environment, readFile }), ConfigProblem)
  const whole = {
    environment: {
      ...environment,
      CALENDS_MAIL_FROM: 'calendar@example.org',
      CALENDS_PUBLIC_URL: 'https://town.example.org',
    },
    readFile,
  }
  assert.doesNotMatch(JSON.stringify(describeConfig(readConfig(whole), whole)), /mail-secret/)
  for (const password of ['12#x', '12/x', 'a#x'])
    assert.throws(
      () =>
        readConfig({
          ...whole,
          environment: {
            ...whole.environment,
            CALENDS_SMTP_URL: `smtp://ann:${password}@mail.example.org:587`,
          },
        }),
      /%23, %25, %2F and %3F for #, %, \/ and \?/,
    )
  for (const from of [
    'a@b.example\nBcc: c@d.example',
    'nobody',
    'A <a@b.example>, b@c.example',
    'http://a:b@c.example/d',
  ])
    assert.throws(
      () => readConfig({ ...whole, environment: { ...whole.environment, CALENDS_MAIL_FROM: from } }),
      ConfigProblem,
      from,
    )
})
