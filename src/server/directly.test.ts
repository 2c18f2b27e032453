import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { anEvent, onEachDatabase, Service } from '../../test/service.ts'

/** As it went over the wire, but for what belongs to one request. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { 'x-request-id': id, 'ratelimit-remaining': remaining, ...told } = answer.headers
  delete told.date
  return {
    id,
    remaining,
    sent: { status: answer.statusCode, headers: told, body: String(Buffer.concat(chunks)) },
  }
}

/** The application is asked where a request says that it has a body. */
const byTheApplication = { 'content-length': '0' }

onEachDatabase(
  (service) => {
    const ids: number[] = []
    before(async () => {
      for (const title of ['Jazz', 'Talk', 'Chess'])
        ids.push((await service.post('/events', anEvent({ title, tags: [title] }))).body.id)
      for (const path of ['/events', '/tags', '/events/{id}'])
        await ask(`${service.base}${path.replace('{id}', String(ids[0]))}`)
      await ask(`${service.origin}/wp-json/tribe/events/v1/events`)
    })

    test('the answer is the same as by the application, by GET and by HEAD', async () => {
      const urls = [
        `${service.base}/events?per_page=2`,
        `${service.base}/events?per_page=1&page=2&_fields=id,title`,
        `${service.base}/events/${ids[1]}`,
        `${service.base}/events/${ids[2]}?ml_language=fr`,
        `${service.base}/tags?per_page=1`,
        `${service.origin}/wp-json/tribe/events/v1/events?per_page=1&lang=en`,
      ]
      for (const url of urls)
        for (const method of ['GET', 'HEAD']) {
          const direct = await ask(url, {}, method)
          const application = await ask(
            `${url}${url.includes('?') ? '&' : '?'}nth=${method}`,
            byTheApplication,
            method,
          )
          assert.equal(direct.sent.status, 200)
          assert.deepEqual(direct.sent, application.sent, url)
          assert.notEqual(direct.id, application.id)
        }
    })

    test('what is wrong is told as the application tells it', async () => {
      for (const path of [
        '/events?page=99',
        '/events?per_page=x',
        '/events/999999',
        '/events?status=draft',
      ]) {
        const direct = await ask(`${service.base}${path}`)
        const application = await ask(`${service.base}${path}`, byTheApplication)
        assert.ok(direct.sent.status! >= 400)
        assert.deepEqual(direct.sent.status, application.sent.status)
        assert.deepEqual(JSON.parse(direct.sent.body), JSON.parse(application.sent.body))
      }
    })

    test('what is written is in the next answer', async () => {
      const url = `${service.base}/events/${ids[0]}`
      for (const title of ['One', 'Two']) {
        await service.patch(`/events/${ids[0]}`, { title })
        assert.equal(JSON.parse((await ask(url)).sent.body).title, title)
      }
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)

describe('with a limit of requests', () => {
  const service = new Service({ CALENDS_RATE_LIMIT: 'on' })
  before(() => service.start())
  after(() => service.stop())

  test('a request counts once, whether it is answered or refused', async () => {
    await service.post('/events', anEvent())
    await ask(`${service.base}/events`)
    const left: number[] = []
    for (const path of ['/events?per_page=1', '/events/999999', '/events?page=99', '/events?per_page=2'])
      left.push(Number((await ask(`${service.base}${path}`)).remaining))
    assert.deepEqual(
      left.map((one, index) => left[0]! - one - index),
      left.map(() => 0),
    )
  })
})
