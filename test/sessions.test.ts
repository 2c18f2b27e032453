import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { createCore } from '../src/app/core.ts'
import { readConfig } from '../src/config.ts'
import { createSignIn } from '../src/identity/sign-in.ts'
import { slowly } from './raw.ts'
import { anEvent, onEachDatabase, type Options, type Reply, type Service } from './service.ts'

/** People sign in with a browser (interface: Sessions). */

const admin = '//cal/admin/v1'
const strong = 'seventeen cold umbrellas'
const other = 'nobody counts red herons'

const config = readConfig({ environment: {}, readFile: () => undefined })

/** Names of their own keep the tests of one service apart. */
let number = 0
const nextName = () => `person-${(number += 1)}`

const cookiesOf = ({ headers }: Reply): Map<string, string> =>
  new Map(
    headers.getSetCookie().map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      return [name!, value!]
    }),
  )

/** A browser without `Sec-Fetch-Site`: it has cookies, and names the origin of its page when it writes. */
class Browser {
  readonly cookies = new Map<string, string>()
  csrf = ''

  constructor(private readonly service: Service) {}

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const origin: Record<string, string> =
      method === 'GET' ? {} : { origin: this.service.origin, 'x-csrf-token': this.csrf }
    const options: Options = {
      as: null,
      headers: { ...(cookie === '' ? {} : { cookie }), ...origin, ...headers },
    }
    const reply = await this.service.request(method, path, body, options)
    for (const [name, value] of cookiesOf(reply)) this.cookies.set(name, value)
    return reply
  }

  async signIn(username: string, password: string): Promise<Reply> {
    const reply = await this.request('POST', `${admin}/session`, { username, password })
    if (reply.status === 201) this.csrf = reply.body.csrf_token as string
    return reply
  }
}

async function makePerson(service: Service, role = 'editor', password = strong) {
  const username = nextName()
  const { body: user } = await service.post(`${admin}/users`, { username, role })
  const { status, body: link } = await service.post(`${admin}/users/${user.id}/password-link`)
  assert.equal(status, 201)
  const token = link.url.split('#password=')[1] as string
  const set = await service.post(`${admin}/password`, { token, password }, { as: null })
  assert.equal(set.status, 200, set.text)
  return { username, id: user.id as number, token }
}

onEachDatabase((service) => {
  let person: Awaited<ReturnType<typeof makePerson>>
  let browser: Browser

  beforeEach(async () => {
    person = await makePerson(service)
    browser = new Browser(service)
  })

  describe('signing in', () => {
    test('gives a session, which reads and writes in both namespaces', async () => {
      const { status, body, headers } = await browser.signIn(person.username, strong)

      assert.equal(status, 201)
      assert.equal(body.user.username, person.username)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(
        headers.getSetCookie()[0]!,
        /^calends_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
      )
      assert.equal((await browser.request('GET', `${admin}/users/me`)).body.id, person.id)
      const made = await browser.request('POST', '/events', anEvent())
      assert.deepEqual([made.status, made.body.author], [201, person.id])
      assert.deepEqual((await browser.request('GET', `${admin}/session`)).body, body)
    })

    test('wrong names and passwords get the same response, without asking for Basic', async () => {
      const wrong = await browser.signIn(person.username, other)
      const unknown = await browser.signIn('nobody', strong)

      assert.deepEqual([wrong.status, wrong.body], [401, unknown.body])
      assert.equal(wrong.body.code, 'incorrect_credentials')
      assert.equal(wrong.headers.get('www-authenticate'), 'Session realm="calends"')
      assert.deepEqual([...cookiesOf(wrong)], [])
    })

    test('the password of a person opens no Basic, and an application password no session', async () => {
      const name = nextName()
      await service.post(`${admin}/users`, { username: name, role: 'author', password: other })

      assert.equal((await service.get('/events', { as: `${person.username}:${strong}` })).status, 401)
      assert.equal((await service.get('/events', { as: `${name}:${other}` })).status, 200)
      assert.equal((await browser.signIn(name, other)).status, 401)
    })

    test('the administrator of the settings signs in with that password until another one is set', async () => {
      const { status, body } = await browser.signIn('admin', 'secret')

      assert.deepEqual([status, body.user.role], [201, 'administrator'])
    })

    test('pages of other sites sign nobody in', async () => {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const body = { username: person.username, password: strong }
        const { status } = await browser.request('POST', `${admin}/session`, body, headers as never)
        assert.equal(status, 403)
      }
    })
  })

  describe('the cookie', () => {
    beforeEach(() => browser.signIn(person.username, strong))

    const me = async (headers: Record<string, string>) =>
      (await browser.request('GET', `${admin}/users/me`, undefined, headers)).status

    test('counts for our own pages alone', async () => {
      assert.equal(await me({}), 200)
      assert.equal(await me({ 'sec-fetch-site': 'same-origin' }), 200)
      assert.equal(await me({ origin: service.origin }), 200)
      for (const site of ['cross-site', 'same-site', 'none'])
        assert.equal(await me({ 'sec-fetch-site': site, origin: service.origin }), 401, site)
      assert.equal(await me({ origin: 'https://evil.example' }), 401)
      assert.equal(await me({ origin: 'null' }), 401)
    })

    test('is not enough to write', async () => {
      const write = async (headers: Record<string, string>) =>
        (await browser.request('POST', '/events', anEvent(), headers)).status

      assert.equal(await write({}), 201)
      assert.equal(await write({ 'x-csrf-token': '' }), 403)
      assert.equal(await write({ 'x-csrf-token': `${browser.csrf}x` }), 403)
      assert.equal(await write({ origin: 'https://evil.example' }), 401)
      assert.equal(await write({ 'sec-fetch-site': 'same-site' }), 401)
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
      const bare = await service.post('/events', anEvent(), {
        as: null,
        headers: { cookie, 'x-csrf-token': browser.csrf },
      })
      assert.equal(bare.status, 401)
    })

    test('is not needed to sign in again, and needs no token for that', async () => {
      const { status, body } = await browser.request(
        'POST',
        `${admin}/session`,
        { username: person.username, password: strong },
        { 'x-csrf-token': '' },
      )
      assert.equal(status, 201)
      assert.ok(body.csrf_token !== browser.csrf)
      const wrong = { username: person.username, password: 'not the password' }
      const refused = await browser.request('POST', `${admin}/session`, wrong, { 'x-csrf-token': '' })
      assert.equal(refused.status, 401)
    })

    test('gets private responses, and leaves those of others as they are', async () => {
      await service.get('/events')
      await service.get('/events')
      const { headers } = await browser.request('GET', '/events')

      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.match(headers.get('vary')!, /\bCookie\b/)
      assert.equal(headers.get('access-control-allow-credentials'), null)
      const foreign = await browser.request('GET', '/events', undefined, { origin: 'https://evil.example' })
      assert.equal(foreign.headers.get('cache-control'), 'private, no-store')
      assert.match((await service.get('/events')).headers.get('cache-control')!, /^public/)
    })

    test('gives way to Authorization, and nobody is asked for Basic', async () => {
      const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
      const { body } = await browser.request('GET', `${admin}/users/me`, undefined, { authorization })
      assert.equal(body.username, 'admin')
      assert.equal(
        (await browser.request('GET', `${admin}/session`, undefined, { authorization })).status,
        401,
      )
      const { headers } = await service.get(`${admin}/session`)
      assert.equal(headers.get('www-authenticate'), 'Session realm="calends"')
      assert.match((await service.get(`${admin}/users/me`)).headers.get('www-authenticate')!, /^Basic/)
    })

    test('is nothing to pages', async () => {
      const { status, headers } = await browser.request('GET', '//')

      assert.equal(status, 200)
      assert.doesNotMatch(headers.get('vary') ?? '', /Cookie/)
      assert.match(headers.get('cache-control')!, /^public/)
    })

    test('is renewed as it is used, and ends after twelve hours without', async () => {
      try {
        service.now += 3_600
        const renewed = await browser.request('GET', `${admin}/session`)
        assert.match(renewed.headers.getSetCookie()[0]!, /Max-Age=43200/)
        assert.deepEqual((await browser.request('GET', `${admin}/session`)).headers.getSetCookie(), [])
        service.now += 43_199
        assert.equal(await me({}), 200)
        service.now += 43_200
        assert.equal(await me({}), 401)
        assert.equal((await browser.request('GET', '/events')).status, 200)
      } finally {
        service.now -= 3_600 + 43_199 + 43_200
      }
    })

    test('does not last for as long as the clock was ahead when it began', async () => {
      const day = 86_400
      service.now += day
      await browser.signIn(person.username, strong).finally(() => (service.now -= day))
      assert.equal(await me({}), 401)
      await browser.signIn(person.username, strong)
      // The clocks of two processes may differ.
      service.now -= 600
      assert.equal(await me({}).finally(() => (service.now += 600)), 200)
    })

    test('is worth nothing after signing out', async () => {
      const former = new Map(browser.cookies)
      const { status, headers } = await browser.request('DELETE', `${admin}/session`)
      assert.equal(status, 200)
      assert.match(headers.getSetCookie()[0]!, /^calends_session=; Path=\/; Max-Age=0/)
      for (const [name, value] of former) browser.cookies.set(name, value)

      assert.equal(await me({}), 401)
    })

    test('is worth nothing to a request whose body takes longer than it', async () => {
      await browser.signIn(person.username, strong)
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { cookie, origin: service.origin, 'x-csrf-token': browser.csrf }
      const body = JSON.stringify({ name: 'Too late' })
      const meanwhile = () => browser.request('DELETE', `${admin}/session`)

      assert.equal(await slowly(service, { path: '/cal/events/v1/tags', headers, body, meanwhile }), 401)
    })

    test('is worth nothing without its user', async () => {
      await service.delete(`${admin}/users/${person.id}`)

      assert.equal(await me({}), 401)
    })
  })

  describe('passwords of people', () => {
    const newLink = async () => {
      const { body } = await service.post(`${admin}/users/${person.id}/password-link`)
      return body.url.split('#password=')[1] as string
    }
    const set = (token: string, password: string) =>
      service.post(`${admin}/password`, { token, password }, { as: null })

    test('are set by a link, once and within a day, and end all sessions', async () => {
      await browser.signIn(person.username, strong)
      const [first, second] = [await newLink(), await newLink()]

      const replaced = await set(first, other)
      assert.deepEqual([replaced.status, replaced.body.data.details.token.code], [400, 'rest_expired_link'])
      assert.equal((await set(second, other)).status, 200)
      assert.equal((await set(second, strong)).status, 400)
      assert.equal((await browser.request('GET', `${admin}/session`)).status, 401)
      assert.equal((await browser.signIn(person.username, strong)).status, 401)
      assert.equal((await browser.signIn(person.username, other)).status, 201)
    })

    test('a link expires after a day', async () => {
      const token = await newLink()
      service.now += 86_400
      const { status } = await set(token, other)
      service.now -= 86_400

      assert.equal(status, 400)
    })

    test('have at least twelve characters and are not guessed first', async () => {
      const token = await newLink()
      for (const [password, code] of [
        ['elf chars..', 'rest_too_short'],
        ['password1234', 'rest_common_password'],
        [`${person.username}-2026`, 'rest_common_password'],
      ] as const) {
        const { status, body } = await set(token, password)
        assert.deepEqual([status, body.data.details.password.code], [400, code], password)
      }
      assert.equal((await set(token, other)).status, 200)
    })

    test('only administrators make links', async () => {
      await browser.signIn(person.username, strong)

      assert.equal((await browser.request('POST', `${admin}/users/${person.id}/password-link`)).status, 403)
      assert.equal((await service.post(`${admin}/users/999999/password-link`)).status, 404)
      const anonymous = await service.post(`${admin}/users/1/password-link`, {}, { as: null })
      assert.equal(anonymous.status, 401)
    })

    test('one that is set while it is verified starts no session', async () => {
      const { db } = service.database
      const { limits } = createCore({ config, database: service.database, now: () => service.now * 1000 })
      const verify: typeof limits.credentials.verify = async (_, open) => {
        const opened = await open()
        await set(await newLink(), other)
        return opened
      }
      const credentials = { ...limits.credentials, verify }
      const signIn = createSignIn({ db, random: randomBytes, limits: { credentials }, isLimited: true })
      const attempt = { username: person.username, password: strong, address: '127.0.0.1', known: undefined }

      await assert.rejects(signIn({ ...attempt, now: service.now }), { code: 'incorrect_credentials' })

      const sessions = db.selectFrom('sessions').selectAll().where('user_id', '=', person.id)
      assert.deepEqual(await sessions.execute(), [])
    })

    test('are changed once by those who know the same former one', async () => {
      const another = new Browser(service)
      for (const one of [browser, another]) await one.signIn(person.username, strong)
      const change = (by: Browser, password: string) =>
        by.request('POST', `${admin}/users/me/password`, { current_password: strong, password })

      const replies = await Promise.all([
        change(browser, other),
        change(another, 'eleven patient lighthouses'),
      ])

      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    })

    test('are changed by whoever knows the former one', async () => {
      await browser.signIn(person.username, strong)
      const change = (current_password: string) =>
        browser.request('POST', `${admin}/users/me/password`, { current_password, password: other })

      const wrong = await change(other)
      assert.deepEqual(
        [wrong.status, wrong.body.data.details.current_password.code],
        [400, 'rest_incorrect_password'],
      )
      assert.equal((await change(strong)).status, 200)
      assert.equal((await browser.request('GET', `${admin}/session`)).status, 401)
      assert.equal((await browser.signIn(person.username, other)).status, 201)
    })
  })

  test('cookies, passwords and links are not in the database', async () => {
    await browser.signIn(person.username, strong)
    const link = await service.post(`${admin}/users/${person.id}/password-link`)
    const { db } = service.database
    const tables = ['sessions', 'known_browsers', 'password_links', 'user_passwords', 'audit_log'] as const
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    const stored = JSON.stringify(rows)

    for (const secret of [...browser.cookies.values(), link.body.url.split('=')[1], strong])
      assert.ok(!stored.includes(secret as string))
  })
})

describe('with limits', () => {
  onEachDatabase(
    (service) => {
      const wrong = async (name: string, browser: Browser) =>
        (await browser.signIn(name, 'wrong and wrong')).status

      test('after ten wrong passwords an unknown browser waits, and one that was let in before does not', async () => {
        const { username } = await makePerson(service)
        const [known, unknown] = [new Browser(service), new Browser(service)]
        await known.signIn(username, strong)
        service.now += 60
        for (let time = 0; time < 10; time += 1) assert.equal(await wrong(username, unknown), 401)
        service.now += 60

        const refused = await unknown.signIn(username.toUpperCase(), strong)
        assert.equal(refused.status, 429)
        assert.equal(refused.headers.get('retry-after'), String(15 * 60 - 60))
        assert.equal((await known.signIn(username, strong)).status, 201)
        assert.equal(await wrong(username, unknown), 429)
        service.now += 15 * 60
        assert.equal((await unknown.signIn(username, strong)).status, 201)
      })

      test('whoever sets a new password by a link need not wait for having guessed the forgotten one', async () => {
        const { username, id } = await makePerson(service)
        const browser = new Browser(service)
        service.now += 60
        for (let time = 0; time < 10; time += 1) assert.equal(await wrong(username, browser), 401)
        const link = await service.post(`${admin}/users/${id}/password-link`)
        const token = link.body.url.split('#password=')[1] as string
        await service.post(`${admin}/password`, { token, password: other }, { as: null })

        assert.equal((await browser.signIn(username, other)).status, 201)
      })

      test('wrong passwords that were counted while the clock was ahead are over when it is right again', async () => {
        const { username } = await makePerson(service)
        const browser = new Browser(service)
        service.now += 366 * 86_400
        for (let time = 0; time < 10; time += 1) assert.equal(await wrong(username, browser), 401)
        service.now -= 366 * 86_400 - 60

        assert.equal((await browser.signIn(username, strong)).status, 201)
      })

      test('guesses of the current password that are sent at once are limited too', async () => {
        service.now += 60
        const { username } = await makePerson(service)
        const browser = new Browser(service)
        await browser.signIn(username, strong)
        const guesses = Array.from({ length: 60 }, (_, at) => `wrong and wrong ${at}`)
        const replies = await Promise.all(
          guesses.map((current_password) =>
            browser.request('POST', `${admin}/users/me/password`, { current_password, password: other }),
          ),
        )
        const wrong = replies.filter(({ status }) => status === 400).length
        assert.ok(wrong <= 20, `${wrong} guesses were told to be wrong`)
        assert.equal(replies.filter(({ status }) => status === 429).length, 60 - wrong)
        service.now += 60
      })

      test('a browser that was let in before need not say where it comes from', async () => {
        const { username } = await makePerson(service)
        const known = new Browser(service)
        await known.signIn(username, strong)
        service.now += 60
        for (let time = 0; time < 10; time += 1) await wrong(username, new Browser(service))

        const cookie = [...known.cookies].map((pair) => pair.join('=')).join('; ')
        const signIn = (headers: Record<string, string>) =>
          service.post(`${admin}/session`, { username, password: strong }, { as: null, headers })
        assert.equal((await signIn({ cookie })).status, 201)
        assert.equal((await signIn({})).status, 429)
      })

      test('names that nobody has are limited in the same way', async () => {
        const browser = new Browser(service)
        service.now += 60
        for (let time = 0; time < 10; time += 1) assert.equal(await wrong('nobody at all', browser), 401)

        assert.equal(await wrong('nobody at all', browser), 429)
      })

      test('attempts at the same time gain nothing', async () => {
        const { username } = await makePerson(service)
        service.now += 60
        const tries = Array.from({ length: 14 }, () => wrong(username, new Browser(service)))
        const statuses = await Promise.all(tries)

        assert.equal(statuses.filter((status) => status === 401).length, 10)
      })

      test('one address has twenty a minute for all names together', async () => {
        service.now += 60
        const tries = Array.from({ length: 24 }, (_, index) => wrong(`guess ${index}`, new Browser(service)))
        const statuses = await Promise.all(tries)

        assert.equal(statuses.filter((status) => status === 401).length, 20)
        assert.equal(statuses.filter((status) => status === 429).length, 4)
      })
    },
    { CALENDS_RATE_LIMIT: 'on' },
  )
})

describe('behind https', () => {
  onEachDatabase(
    (service) => {
      test('the cookies are for this host and for https alone', async () => {
        const { username } = await makePerson(service)
        const { headers } = await service.post(
          `${admin}/session`,
          { username, password: strong },
          { as: null, headers: { 'sec-fetch-site': 'same-origin' } },
        )

        for (const line of headers.getSetCookie())
          assert.match(
            line,
            /^__Host-calends_\w+=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
          )
        assert.equal(headers.getSetCookie().length, 2)
      })
    },
    { CALENDS_PUBLIC_URL: 'https://events.example' },
  )
})
