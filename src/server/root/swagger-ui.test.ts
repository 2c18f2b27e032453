import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../../../test/service.ts'

onEachDatabase((service) => {
  test('requests can be tried in a browser, with every file from this server', async () => {
    const page = await service.get('//docs/console?ml_language=fr')
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/)
    assert.ok(page.text.includes(`href="${service.base}/doc?ml_language=fr"`))

    const addresses = [...page.text.matchAll(/(?:src|href)="(\/docs\/console\/[^"]+)"/g)].map(
      ([, address]) => address,
    )
    assert.equal(addresses.length, 3)
    for (const address of addresses) {
      const { status, text } = await service.get(`/${address}`)
      assert.equal(status, 200)
      assert.ok(text.length > 50)
      assert.doesNotMatch(text, /\bimport\("https?:/)
    }
  })

  test('the console sends only the credentials that it shows, and explains a 401', async () => {
    const page = await service.get('//docs/console', { headers: { 'accept-language': 'fr' } })
    assert.match(page.text, /<html lang="fr">/)
    assert.match(page.text, /<p id="unauthorized" hidden>La réponse est 401/)
    assert.match(page.headers.get('vary') ?? '', /Accept-Language/)
    const { text } = await service.get('//docs/console/start.js')
    assert.match(text, /credentials: 'omit'/)
    assert.match(text, /'#unauthorized'\)\.hidden = response\.status !== 401/)
  })

  test('the example bodies of the console are accepted', async () => {
    const { paths } = (await service.get('/doc')).body
    for (const kind of ['categories', 'tags', 'venues', 'organizers', 'events']) {
      const example = (pattern: string, method: string) =>
        paths[`/cal/events/v1/${pattern}`][method].requestBody.content['application/json'].example as object
      const created = await service.post(`/${kind}`, example(kind, 'post'))
      assert.equal(created.status, 201, created.text)
      const updated = await service.patch(`/${kind}/${created.body.id}`, example(`${kind}/{id}`, 'patch'))
      assert.equal(updated.status, 200, updated.text)
    }
  })
})
