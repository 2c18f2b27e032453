import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { exchange } from '../../../test/raw.ts'
import { Service } from '../../../test/service.ts'
import type { UploadedFile } from '../../api/uploaded-file.ts'
import { bodyTooLarge, HttpProblem, invalidBody, unavailable, unsupportedMediaType } from '../../errors.ts'
import { formatMessage } from '../../locales/index.ts'
import { message } from '../../locales/sentence.ts'
import { hasForbiddenCharacter } from '../../text/characters.ts'
import { readBody } from './body-parser.ts'
import { problemOf } from '../problems/error-body.ts'

/** Responds with the parsed body, or with the problem. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, limit: number) {
  const body = await readBody(incoming, limit).catch((error: unknown) => error)
  if (!(body instanceof HttpProblem)) return outgoing.end(JSON.stringify({ body }))
  const { status, sentence, details } = problemOf(body, () => false, 'the request')
  return outgoing
    .writeHead(status)
    .end(JSON.stringify({ message: formatMessage(sentence, 'en'), ...details }))
}

async function echo({ limit = 1_000_000 } = {}) {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing, limit))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

interface Answer {
  body?: unknown
  message?: string
  position?: number
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

test('JSON, forms and multipart yield the same values', async () => {
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

test('a body that is a file has its name from Content-Disposition', async () => {
  const utf8 = Buffer.from('attachment; filename="été à l’eau.png"').toString('latin1')
  const cases = [
    ['attachment; filename="a.png"', 'a.png'],
    ['attachment;filename=a b.png ; size=3', 'a b.png'],
    ['filename="a \\"b\\"; c.png"', 'a "b"; c.png'],
    [`attachment; filename="x.png"; filename*=UTF-8''%C3%A9t%C3%A9.png`, 'été.png'],
    [`attachment; filename*=UTF-8''%E9.png; filename="x.png"`, 'x.png'],
    [utf8, 'été à l’eau.png'],
    ['attachment; filename="caf\xe9.png"', 'café.png'],
    ['attachment; xfilename="a.png"', ''],
    ['attachment', ''],
    [undefined, ''],
  ] as const
  for (const [disposition, name] of cases) {
    const headers = { 'content-type': 'image/png', 'content-disposition': disposition }
    const incoming = Object.assign(Readable.from([Buffer.from('abc')]), { headers })
    const { file } = await readBody(incoming as unknown as IncomingMessage, 10, { isFile: true })
    assert.equal((file as UploadedFile).filename, name)
  }
})

test('a file is returned with its name and media type', async () => {
  const { url } = await echo()
  const form = new FormData()
  form.append('file', new Blob(['abc'], { type: 'image/png' }), 'a.png')

  const { body } = await send(url, form)

  assert.deepEqual(body, {
    file: { filename: 'a.png', mimetype: 'image/png', content: { type: 'Buffer', data: [97, 98, 99] } },
  })
})

test('an empty body yields an empty object', async () => {
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

const objectOf = (fields: number) => `{${Array.from({ length: fields }, (_, nth) => `"${1000 + nth}":1`)}}`

const partsOf = (count: number) =>
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(count) + '--x--\r\n'

const unreadable: [what: string, body: string | Buffer, type: string, status: number, position?: number][] = [
  ['invalid JSON', '{"a": 1,\n"b" 2}', 'application/json', 400, 13],
  ['JSON cut off', '{"a": "é', 'application/json', 400, 8],
  ['a list', '[1]', 'application/json', 400, 0],
  ['a bare value', '"a"', 'application/json', 400, 0],
  ['null', 'null', 'application/json', 400, 0],
  ['JSON nested too deep', nested(21), 'application/json', 400, 100],
  ['JSON nested far too deep', '{"a":' + '['.repeat(4e5), 'application/json', 400, 24],
  ['too many fields in JSON', objectOf(3001), 'application/json', 400, 27_007],
  ['too many fields in an object', `{"a":[0,${objectOf(3001)}]}`, 'application/json', 400, 27_015],
  ['invalid UTF-8', Buffer.from('{"ü": "\xff"}', 'latin1'), 'application/json', 400, 2],
  ['a form of invalid UTF-8', Buffer.from('a=\xff', 'latin1'), 'application/x-www-form-urlencoded', 400, 2],
  ['too many fields', 'a[]=1&'.repeat(3000) + 'b=1', 'application/x-www-form-urlencoded', 400],
  ['too many parts', partsOf(3001), 'multipart/form-data; boundary=x', 400],
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

test('twenty levels of nesting and 3,000 fields are allowed', async () => {
  const { url } = await echo()
  const signs = JSON.stringify({ a: `"\\":${'[{:'.repeat(3001)}\\` })

  for (const body of [nested(20), objectOf(3000), `{"a":[${objectOf(3000)},${objectOf(3000)}]}`, signs])
    assert.equal((await send(url, body, 'application/json')).status, 200)
  const { status } = await send(url, partsOf(3000), 'multipart/form-data; boundary=x')
  assert.equal(status, 200)
})

test('the error of JSON is placed in its line, whatever the line breaks', async () => {
  const { url } = await echo()

  for (const [body, place] of [
    ['{"a": 1,\n"b" 2}', 'line 2, column 5'],
    ['{\r\n\r\n "a" 1}', 'line 3, column 6'],
    ['{\r\r\n\n\rx', 'line 5, column 1'],
    ['{"a": 1', 'line 1, column 8'],
  ] as const)
    assert.match((await send(url, body, 'application/json')).message!, new RegExp(place), body)
})

test('bodies that are made to be expensive do not keep the service busy', async () => {
  const { url } = await echo({ limit: 8_000_000 })
  const form = 'application/x-www-form-urlencoded'
  const cases: [what: string, body: string, type: string][] = [
    ['unknown fields', objectOf(500_000), 'application/json'],
    ['levels', '{"a":' + '['.repeat(7e6), 'application/json'],
    ['line breaks', '{' + '\n'.repeat(7e6) + 'x', 'application/json'],
    ['octets', 'a=' + 'ä'.repeat(3.5e6), form],
    ['pluses', 'a=' + '+'.repeat(7e6), form],
    ['parts', partsOf(120_000), 'multipart/form-data; boundary=x'],
  ]
  for (const [what, body, type] of cases) {
    const started = process.cpuUsage()
    await send(url, body, type)
    const { user, system } = process.cpuUsage(started)
    assert.ok(user + system < 1_000_000, `${what}: ${user + system} µs`)
  }
})

test('a compressed body is not reported as invalid JSON', async () => {
  const { url } = await echo()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

  assert.equal((await fetch(url, { method: 'POST', body: 'xyz', headers })).status, 415)
})

test('a body without a media type is rejected', async () => {
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

test('a body over the limit gets a response although it is still being sent', async () => {
  const { url } = await echo({ limit: 1_000_000 })
  const json = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`

  assert.equal((await send(url, json(1_000_000), 'application/json')).status, 200)
  for (const size of [1_000_001, 3_000_000, 7_999_999])
    assert.equal((await send(url, json(size), 'application/json')).status, 413, String(size))
  assert.equal(await sendInPieces(url, 3), 200)
  assert.equal(await sendInPieces(url, 30), 413)
})

/** Sends chunked, without Content-Length. */
function sendInPieces(url: string, pieces: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
    outgoing.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    outgoing.write('{"a":"')
    for (let piece = 0; piece < pieces; piece++) outgoing.write('x'.repeat(100_000))
    outgoing.end('"}')
  })
}

test('a body far over the limit is not read to its end', async () => {
  const { port } = await echo({ limit: 1000 })
  const socket = connect(port, '127.0.0.1')
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n'

  socket.write(head)
  const answer = await new Promise((resolve) => socket.once('data', resolve))

  assert.match(String(answer), /^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('each call has its own limit', async () => {
  const body = JSON.stringify({ a: 'x'.repeat(4000) })

  assert.equal((await send((await echo({ limit: 1000 })).url, body, 'application/json')).status, 413)
  assert.equal((await send((await echo({ limit: 5000 })).url, body, 'application/json')).status, 200)
})

test('a body that ends too early is reported as incomplete', async () => {
  const errors: unknown[] = []
  const server = createServer(
    (incoming) => void readBody(incoming, 1000).catch((error) => errors.push(error)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a')
  await new Promise((resolve) => server.once('request', resolve))

  socket.destroy()
  while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal((errors[0] as HttpProblem).status, 400)
})

/** The maximum number of bytes read from the connection in one turn of the event loop, until its body has ended. */
async function mostBytesInTurn(socket: Socket, bytes: number): Promise<number> {
  let most = 0
  for (let last = socket.bytesRead; socket.bytesRead < bytes; last = socket.bytesRead) {
    await nextTurn()
    most = Math.max(most, socket.bytesRead - last)
  }
  return most
}

const [longBody, readInTurn] = [2 ** 23, 2 ** 18]

function sendLongBody(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${longBody}\r\n\r\n`)
  socket.write(Buffer.alloc(longBody, ' '))
  return socket
}

test('a buffered body is read in many turns of the event loop, whether it is accepted, too large or refused', async () => {
  for (const [limit, hasRoom] of [
    [2 ** 24, true],
    [2 ** 20, true],
    [2 ** 24, false],
  ] as const) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = sendLongBody((server.address() as AddressInfo).port, '/')
    const [incoming] = (await once(server, 'request')) as [IncomingMessage]
    await pause(100)
    readBody(incoming, limit, { hold: () => hasRoom }).catch(() => undefined)
    const most = await mostBytesInTurn(incoming.socket, longBody)
    client.destroy()
    server.close()
    assert.ok(most <= readInTurn, `${most} bytes in one turn`)
  }
})

test('body errors are reported as client errors, and nothing else is', () => {
  const sentence = message('The body must be a JSON object.')
  const codes = [invalidBody(sentence, 0), bodyTooLarge(sentence), unsupportedMediaType(sentence)].map(
    (error) => {
      const problem = problemOf(error, () => false, 'r')
      return [problem.status, problem.code]
    },
  )
  assert.deepEqual(codes, [
    [400, 'rest_invalid_json'],
    [413, 'rest_body_too_large'],
    [415, 'rest_unsupported_media_type'],
  ])
  for (const other of [new Error('no'), { code: 'toString' }, { code: 5 }, null, undefined, 'x'])
    assert.equal(problemOf(other, () => false, 'r').status, 500)
  assert.equal(problemOf(new Error('gone'), () => true, 'r').status, unavailable().status)
})

describe('over a service', () => {
  const service = new Service({ CALENDS_MAX_BODY: '1000' })
  const root = '/cal/events/v1'
  before(() => service.start())
  after(() => service.stop())

  test('an unknown route or method is reported before an invalid body', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['<a/>', 'text/xml'],
      ['x'.repeat(5000), 'text/plain'],
    ] as const) {
      const headers = { 'content-type': type }
      assert.equal((await service.post('/nowhere', body, { headers })).status, 404)
      assert.equal((await service.post('//nowhere', body, { headers })).status, 404)
      assert.equal((await service.post('//health/live', body, { headers })).status, 405)
      assert.equal((await service.patch('/events', body, { headers })).status, 405)
    }
  })

  test('wrong credentials are reported before an invalid body', async () => {
    const headers = { 'content-type': 'text/xml' }

    assert.equal((await service.post('/tags', '<a/>', { headers, as: 'admin:wrong' })).status, 401)
    assert.equal((await service.post('/tags', '<a/>', { headers })).status, 415)
  })

  test('the body of a GET is ignored, and the connection remains usable', async () => {
    const get = `GET ${root}/tags HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{`

    const answers = await exchange(service, get + get.replace('Host: a', 'Host: a\r\nConnection: close'))

    assert.equal(answers.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
  })

  test('a body that no route reads is discarded in many turns of the event loop', async () => {
    for (const path of [`${root}/nowhere`, `${root}/tags`, '/nowhere']) {
      const accepted = new Promise<Socket>((resolve) => {
        const take = (message: unknown) => {
          unsubscribe('net.server.socket', take)
          resolve((message as { socket: Socket }).socket)
        }
        subscribe('net.server.socket', take)
      })
      const client = sendLongBody(Number(new URL(service.origin).port), path)
      const most = await mostBytesInTurn(await accepted, longBody)
      client.destroy()
      assert.ok(most <= readInTurn, `${most} bytes of ${path} in one turn`)
    }
  })

  test('the connection remains usable after a body that was too large', async () => {
    const body = `{"name":"${'x'.repeat(5000)}"}`
    const post = `POST ${root}/tags HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const get = `GET ${root}/tags HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

    const answers = await exchange(service, post + get)

    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})

test(
  'a refused body that is still being sent does not hold up a stop',
  // Far below the 72 seconds that the connection may stay idle for.
  { timeout: 30_000 },
  async () => {
    const service = new Service({ CALENDS_MAX_BODY: '1000' })
    await service.start()
    const { port } = new URL(service.origin)
    const client = connect(Number(port), '127.0.0.1')
    const body = 'x'.repeat(100_000)
    client.write(
      `POST /cal/events/v1/tags HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    const [answer] = (await once(client, 'data')) as [Buffer]
    assert.match(String(answer), /^HTTP\/1\.1 413/)

    const stopped = service.stop()
    client.write(body)

    await Promise.all([stopped, once(client, 'close')])
  },
)

test('NUL and lone surrogates are forbidden', () => {
  for (const text of ['a\0', '\ud800', 'x\udc00y']) assert.ok(hasForbiddenCharacter(text))
  for (const text of ['', 'é\n', '🎷']) assert.ok(!hasForbiddenCharacter(text))
})
