import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const reader = readerOf('{"events":[]}', 13)
  for (let page = 1; page <= 20; page += 1) await reader.read(address)
  await assert.rejects(reader.read(address), SourceTooLarge)
})

test('what is nested too deeply is refused, before anything reads it recursively', async () => {
  const nested = (levels: number) => `{"events":${'['.repeat(levels)}${']'.repeat(levels)}}`
  assert.deepEqual(await readerOf('{"events":[[[]]]}', 1_000).read(address), { events: [[[]]] })
  await assert.rejects(readerOf(nested(100_000), 1_000_000).read(address), SourceUnreachable)
})
