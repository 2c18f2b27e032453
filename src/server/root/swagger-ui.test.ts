import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../../../test/service.ts'

onEachDatabase((service) => {
  test('requests can be tried in a browser, with every file from this server', async () => {
    const page = await service.get('//docs/console?ml_language=fr')
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/)
    assert.ok(page.text.includes(`href="${service.base}/doc?ml_language=fr"`))

    const addresses = [...page.text.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(
      ([, address]) => address,
    )
    assert.equal(addresses.length, 3)
    for (const address of addresses) {
      const { status, text } = await service.get(`//docs/${address}`)
      assert.equal(status, 200)
      assert.ok(text.length > 50)
      assert.doesNotMatch(text, /\bimport\("https?:/)
    }
  })
})
