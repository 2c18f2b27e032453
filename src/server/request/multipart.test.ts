import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HttpProblem } from '../../errors.ts'
import { readMultipart } from './multipart.ts'
import { MalformedValue } from '../../text/malformed.ts'

const type = 'multipart/form-data; boundary=limit'

const multipart = (...parts: [headers: string, content: string | Buffer][]) =>
  Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`--limit\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--limit--\r\n'),
  ])

test('fields are returned in order, files with their name, type and bytes', async () => {
  const body = multipart(
    ['name="title"', 'Über\r\nalles'],
    ['name="file"; filename="a.png"\r\ncontent-type: image/png', Buffer.from([0, 255, 13, 10, 45, 45])],
    ['name="tags[]"', ''],
  )

  assert.deepEqual(await readMultipart(body, type), [
    ['title', 'Über\r\nalles'],
    ['file', { filename: 'a.png', mimetype: 'image/png', content: Buffer.from([0, 255, 13, 10, 45, 45]) }],
    ['tags[]', ''],
  ])
})

test('an empty file input is ignored', async () => {
  const body = multipart(['name="file"; filename=""\r\ncontent-type: application/octet-stream', ''])

  assert.deepEqual(await readMultipart(body, type), [])
})

test('text that is not UTF-8 is malformed, whatever charset it declares', async () => {
  const latin = Buffer.from('Zürich', 'latin1')
  const body = multipart(['name="a"', latin], ['name="b"\r\ncontent-type: text/plain; charset=latin1', latin])

  const read = await readMultipart(body, type)

  assert.deepEqual(
    read.map(([name, value]) => [name, value instanceof MalformedValue]),
    [
      ['a', true],
      ['b', true],
    ],
  )
})

test('a body without a boundary, cut off or not multipart at all is rejected', async () => {
  const body = multipart(['name="title"', 'Jazz'], ['name="file"; filename="a"', 'content'])

  await assert.rejects(readMultipart(body, 'multipart/form-data'), HttpProblem)
  await assert.rejects(readMultipart(Buffer.from('title=Jazz'), type), HttpProblem)
  for (let end = 1; end < body.length - 4; end += 7)
    await assert.rejects(readMultipart(body.subarray(0, end), type), HttpProblem, `cut at ${end}`)
})

test('a body with too many fields is rejected', async () => {
  const body = multipart(...Array.from({ length: 3001 }, () => ['name="a"', '1'] as [string, string]))

  await assert.rejects(readMultipart(body, type), HttpProblem)
})

test('parsing ends for any bytes', async () => {
  const pieces = fc.constantFrom(
    '--limit',
    '\r\n',
    '--',
    'content-disposition: form-data; name="a"',
    'x',
    '\n',
    ': ',
    ' ',
  )
  const body = fc.array(pieces, { maxLength: 30 }).map((all) => Buffer.from(all.join('')))

  await fc.assert(
    fc.asyncProperty(body, async (octets) => {
      await readMultipart(octets, type).catch((error: unknown) => assert.ok(error instanceof HttpProblem))
    }),
  )
})
