import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { serve } from '../../test/bare-service.ts'
import { hasForbiddenCharacter } from '../text/characters.ts'
import { BodyFault, bodyFault, type BodyOptions, installBodies } from './bodies.ts'

const echo = (options?: BodyOptions) =>
  serve((app) => {
    installBodies(app, options)
    app.setErrorHandler((error, _request, reply) => {
      const fault = bodyFault(error)
      if (!fault) return reply.code(500).send({ error: String(error) })
      return reply.code(fault.status).send({ message: fault.sentence.text, position: fault.position })
    })
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({}))
    app.route({ method: ['GET', 'POST', 'PATCH', 'DELETE'], url: '/', handler: ({ body }) => ({ body }) })
    app.post('/large', { bodyLimit: 5000 }, ({ body }) => ({ size: JSON.stringify(body).length }))
  })

interface Answer {
  body?: unknown
  message?: string
  position?: number
  size?: number
}

async function send(url: string, body: RequestInit['body'], type?: string, method = 'POST') {
  const answer = await fetch(url, {
    method,
    body: body!,
    headers: type === undefined ? {} : { 'content-type': type },
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}

const wanted = { title: 'Fête', categories: ['1', '2'], venue: { city: 'Bern' } }

test('JSON, forms and multipart say the same', async () => {
  const { url } = await echo()
  const form = new FormData()
  form.append('title', 'Fête')
  form.append('categories[]', '1')
  form.append('categories[]', '2')
  form.append('venue[city]', 'Bern')
  const encoded = 'title=F%C3%AAte&categories[]=1&categories[]=2&venue[city]=Bern'

  for (const { body } of [
    await send(url, JSON.stringify(wanted), 'application/json'),
    await send(url, JSON.stringify(wanted), 'Application/JSON; charset="UTF-8"', 'PATCH'),
    await send(url, JSON.stringify(wanted), 'application/merge-patch+json', 'DELETE'),
    await send(url, encoded, 'application/x-www-form-urlencoded'),
    await send(url, encoded.replace('%C3%AA', 'ê'), 'application/x-www-form-urlencoded; charset=utf-8'),
    await send(url, new URLSearchParams(encoded)),
    await send(url, form),
  ])
    assert.deepEqual(body, wanted)
})

test('a file is told with its name and type', async () => {
  const { url } = await echo()
  const form = new FormData()
  form.append('file', new Blob(['abc'], { type: 'image/png' }), 'a.png')

  const { body } = await send(url, form)

  assert.deepEqual(body, {
    file: { filename: 'a.png', mimetype: 'image/png', content: { type: 'Buffer', data: [97, 98, 99] } },
  })
})

test('no body is an empty object', async () => {
  const { url } = await echo()

  for (const answer of [
    await send(url, null),
    await send(url, '', 'application/json'),
    await send(url, ' \n', 'application/json'),
    await send(url, '\ufeff', 'application/json'),
    await send(url, '', 'application/x-www-form-urlencoded'),
    await send(url, null, 'application/json', 'DELETE'),
    await send(url, null, undefined, 'GET'),
  ])
    assert.deepEqual(answer, { status: 200, body: {} })
})

test('a byte order mark is tolerated', async () => {
  const { url } = await echo()

  assert.deepEqual((await send(url, '\ufeff{"a":1}', 'application/json')).body, { a: 1 })
})

const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)

const unreadable: [what: string, body: string | Buffer, type: string, status: number, position?: number][] = [
  ['invalid JSON', '{"a": 1,\n"b" 2}', 'application/json', 400, 13],
  ['JSON cut off', '{"a": "é', 'application/json', 400, 8],
  ['a list', '[1]', 'application/json', 400, 0],
  ['a bare value', '"a"', 'application/json', 400, 0],
  ['null', 'null', 'application/json', 400, 0],
  ['JSON nested too deep', nested(21), 'application/json', 400, 100],
  ['invalid UTF-8', Buffer.from('{"ü": "\xff"}', 'latin1'), 'application/json', 400, 2],
  ['a form of invalid UTF-8', Buffer.from('a=\xff', 'latin1'), 'application/x-www-form-urlencoded', 400, 2],
  ['too many fields', 'a[]=1&'.repeat(3000) + 'b=1', 'application/x-www-form-urlencoded', 400],
  ['multipart without end', '--x\r\n', 'multipart/form-data; boundary=x', 400],
  ['XML', '<a/>', 'application/xml', 415],
  ['plain text', 'a=1', 'text/plain', 415],
  ['a type that is none', '{}', 'json', 415],
  ['another charset', '{}', 'application/json; charset=iso-8859-1', 415],
]

for (const [what, body, type, status, position] of unreadable)
  test(`${what} is answered with ${status}`, async () => {
    const { url } = await echo()

    const answer = await send(url, body, type)

    assert.equal(answer.status, status, JSON.stringify(answer))
    assert.equal(answer.position, position)
  })

test('twenty levels are not too deep', async () => {
  const { url } = await echo()

  assert.equal((await send(url, nested(20), 'application/json')).status, 200)
})

test('a compressed body is not taken for invalid JSON', async () => {
  const { url } = await echo()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

  assert.equal((await fetch(url, { method: 'POST', body: 'xyz', headers })).status, 415)
})

test('a body of unsaid type is refused', async () => {
  const { url } = await echo()

  assert.equal((await send(url, Buffer.from('{}'))).status, 415)
})

test('names that could reach a prototype do no harm', async () => {
  const { url } = await echo()
  const body = '{"__proto__": {"x": 1}, "a": {"\\u005f_proto__": 1, "b": 2}, "constructor": 3}'

  const answer = await send(url, body, 'application/json')

  assert.deepEqual(Object.keys(answer.body as object), ['a', 'constructor'])
  assert.deepEqual((answer.body as { a: unknown }).a, { b: 2 })
})

test('a body beyond the limit is answered though it is still being sent', async () => {
  const { url } = await echo({ limit: 1_000_000 })
  const json = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`

  assert.equal((await send(url, json(1_000_000), 'application/json')).status, 200)
  for (const size of [1_000_001, 3_000_000, 7_999_999])
    assert.equal((await send(url, json(size), 'application/json')).status, 413, String(size))
  assert.equal(await sendInPieces(url, 3), 200)
  assert.equal(await sendInPieces(url, 30), 413)
})

/** Without a content length. */
function sendInPieces(url: string, pieces: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
    outgoing.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    outgoing.write('{"a":"')
    for (let piece = 0; piece < pieces; piece++) outgoing.write('x'.repeat(100_000))
    outgoing.end('"}')
  })
}

test('a body far beyond the limit is not waited for', async () => {
  const { port } = await echo({ limit: 1000 })
  const socket = connect(port, '127.0.0.1')
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n'

  socket.write(head)
  const answer = await new Promise((resolve) => socket.once('data', resolve))

  assert.match(String(answer), /^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('a route may allow more', async () => {
  const { url } = await echo({ limit: 1000 })
  const body = JSON.stringify({ a: 'x'.repeat(4000) })

  assert.equal((await send(url, body, 'application/json')).status, 413)
  assert.equal((await send(`${url}/large`, body, 'application/json')).size, body.length)
  assert.equal((await send(`${url}/large`, body + ' '.repeat(2000), 'application/json')).status, 413)
})

test('an unknown route is told before a bad body', async () => {
  const { url } = await echo({ limit: 10 })

  for (const [body, type] of [
    ['{', 'application/json'],
    ['<a/>', 'text/xml'],
    ['x'.repeat(5000), 'text/plain'],
  ] as const)
    assert.equal((await send(`${url}/nowhere`, body, type)).status, 404)
})

test('the body of a GET is passed over, and the connection serves on', async () => {
  const { port } = await echo()
  const socket = connect(port, '127.0.0.1')
  const get = 'GET / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{'

  socket.write(get + get.replace('Host: a', 'Host: a\r\nConnection: close'))
  let answers = ''
  for await (const chunk of socket) answers += String(chunk)

  assert.equal(answers.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
})

test("Fastify's own faults of bodies are told alike", () => {
  assert.equal(bodyFault({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })?.status, 413)
  assert.equal(bodyFault({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })?.status, 415)
  assert.equal(bodyFault({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' })?.status, 400)
  for (const other of [new Error('no'), { code: 'toString' }, { code: 5 }, null, undefined, 'x'])
    assert.equal(bodyFault(other), undefined)
  assert.ok(bodyFault({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY' }) instanceof BodyFault)
})

test('NUL and halves of surrogate pairs are forbidden', () => {
  for (const text of ['a\0', '\ud800', 'x\udc00y']) assert.ok(hasForbiddenCharacter(text))
  for (const text of ['', 'é\n', '🎷']) assert.ok(!hasForbiddenCharacter(text))
})
