import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { blocksOf, compare, examplesOf, renew, type Response } from './examples.ts'

/** Documents must not show by accident what went wrong: a frozen error once passed for a success. */

const folder = mkdtempSync(join(tmpdir(), 'calends-examples-'))
const file = join(folder, 'page.md')
after(() => rmSync(folder, { recursive: true }))

const write = (text: string) => {
  writeFileSync(file, text)
  return examplesOf(file)[0]!
}

const json = (shown: string) => write(`\`\`\`sh\ncurl 'x'\n\`\`\`\n\n\`\`\`json\n${shown}\n\`\`\`\n`)
const http = (shown: string) => write(`\`\`\`sh\ncurl -i 'x'\n\`\`\`\n\n\`\`\`http\n${shown}\n\`\`\`\n`)

const refusal: Response = {
  statusLine: 'HTTP/1.1 400 Bad Request',
  isSuccess: false,
  headers: new Map(),
  body: { code: 'term_exists' },
}

const success: Response = {
  statusLine: 'HTTP/1.1 200 OK',
  isSuccess: true,
  headers: new Map([['etag', '"abc"']]),
  body: { id: 1, token: 'secret', names: ['a', 'b'] },
}

describe('a block of JSON', () => {
  test('never shows an error, even one that it agrees with', () => {
    assert.throws(() => compare(json('{ "code": "term_exists" }'), refusal), /400 Bad Request/)
  })

  test('is not renewed by an error', async () => {
    const example = json('{ "id": 1 }')
    await assert.rejects(renew(example, refusal), /400 Bad Request/)
    assert.equal(examplesOf(file)[0]!.shown, '{ "id": 1 }')
  })

  test('shows the whole body', () => {
    compare(json('{ "names": ["a", "b"], "token": "secret", "id": 1 }'), success)
    assert.throws(() => compare(json('{ "id": 1, "token": "secret" }'), success))
  })

  test('leaves out what differs each time, and goes on doing so', async () => {
    const example = json('{ "id": 2, "token": "…" }')
    assert.throws(() => compare(example, success))
    await renew(example, success)
    assert.deepEqual(JSON.parse(examplesOf(file)[0]!.shown), { id: 1, token: '…', names: ['a', 'b'] })
  })
})

describe('a block of HTTP', () => {
  test('shows the status that is meant, and is not renewed by another', async () => {
    const meant = 'HTTP/1.1 400 Bad Request\n\n{ "code": "term_exists" }'
    compare(http(meant), refusal)
    assert.throws(() => compare(http(meant), success))
    await assert.rejects(renew(http(meant), success))
    assert.ok(readFileSync(file, 'utf8').includes(meant))
  })

  test('shows the headers that matter, and their values', async () => {
    const body = JSON.stringify(success.body)
    compare(http(`HTTP/1.1 200 OK\nETag: "…"\n\n${body}`), success)
    const stale = http(`HTTP/1.1 200 OK\nETag: "old"\n\n${body}`)
    assert.throws(() => compare(stale, success), /ETag/)
    await renew(stale, success)
    assert.match(examplesOf(file)[0]!.shown, /^HTTP\/1.1 200 OK\nETag: "abc"\n\n\{/)
  })

  test('belongs to a command that prints the head of a response', () => {
    const example = http('HTTP/1.1 200 OK\n\n{}')
    assert.throws(() => compare({ ...example, command: "curl 'x'" }, success), /-i/)
  })
})

test('a response without a command is counted, though it is no example', () => {
  write('```json\n{}\n```\n')
  assert.deepEqual([blocksOf(file).length, examplesOf(file).length], [1, 0])
})
