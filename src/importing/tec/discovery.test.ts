import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findSite } from './discovery.ts'

const root = new URL('https://example.org/wp-json/tribe/events/v1')
const reader = { read: async () => ({ namespace: 'tribe/events/v1' }), readList: async () => undefined }
const siteWith = (html: string) =>
  findSite(reader, { url: new URL('https://example.org/'), html, named: [root] })

describe('the home page of a site', () => {
  test('names its language and the addresses of the others', async () => {
    const site = await siteWith(
      `<html class="no-js" lang="de-CH"><link rel="alternate" hreflang="fr" href="/fr/"><link rel=icon>`,
    )
    assert.deepEqual([site.original, site.languages], ['de-ch', ['fr']])
    assert.equal(site.roots.get('fr')?.href, 'https://example.org/fr/wp-json/tribe/events/v1')
  })

  // Where each of them is followed to the end of the page, this takes hours.
  for (const tag of ['<link ', '<html '])
    test(`may have "${tag}" in it without an end, as often as it likes`, async () => {
      assert.deepEqual((await siteWith(tag.repeat(1_000_000))).languages, [])
    })
})
