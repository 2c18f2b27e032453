import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignEvent } from '../../../test/foreign-calendar.ts'
import { SourceTooLarge, SourceUnreachable } from '../unreachable.ts'
import { credentialsFor } from './credentials.ts'
import { createSiteReader } from './site-reader.ts'

const address = new URL('https://town.example/wp-json/tribe/events/v1/events')
const pages = { find: async () => undefined, keep: async () => undefined }

/** A reader of a site that answers every request with the same text. */
const readerOf = (text: string, maxBytes: number) =>
  createSiteReader(
    {
      outgoing: async (url) => ({ status: 200, headers: {}, body: Buffer.from(text), url }),
      credentials: credentialsFor(undefined, address, address),
      maxBytes,
      signal: undefined,
    },
    pages,
  )

test('a site without an end is read up to twenty times the size of one response', async () => {
  const reader = readerOf('{"events":[]}'.padEnd(200), 200)
  for (let page = 1; page <= 20; page += 1) await reader.read(address)
  await assert.rejects(reader.read(address), SourceTooLarge)
})

test('JSON that takes far more memory than its text counts as that, and ordinary JSON does not', async () => {
  const fragmented = readerOf(`{"events":[${'[],'.repeat(300)}[]]}`, 1_000)
  await fragmented.read(address)
  await assert.rejects(fragmented.read(address), SourceTooLarge)

  const event = { ...foreignEvent(1), description: 'Brass, strings, and more. '.repeat(20) }
  const text = JSON.stringify({ events: [event, event] })
  const ordinary = readerOf(text, text.length)
  for (let page = 1; page <= 20; page += 1) await ordinary.read(address)
  await assert.rejects(ordinary.read(address), SourceTooLarge)
})

test('what is nested too deeply is refused, before anything reads it recursively', async () => {
  const nested = (levels: number) => `{"events":${'['.repeat(levels)}${']'.repeat(levels)}}`
  assert.deepEqual(await readerOf('{"events":[[[]]]}', 1_000).read(address), { events: [[[]]] })
  await assert.rejects(readerOf(nested(100_000), 1_000_000).read(address), SourceUnreachable)
})
