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

  for (const tag of ['<link ', '<html '])
    test(`is read fast, also if "${tag}" is in it thousands of times without an end`, async () => {
      const begun = performance.now()
      assert.deepEqual((await siteWith(tag.repeat(100_000))).languages, [])
      assert.ok(performance.now() - begun < 2_000)
    })
})
