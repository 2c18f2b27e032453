import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../../../test/service.ts'

onEachDatabase((service) => {
  test('the page tells of every operation of the document', async () => {
    const { text, headers } = await service.get('//docs')
    const { paths } = (await service.get('/doc')).body
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
    )
    const sections = [...text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id!)
    assert.ok(operations.length > 40, String(operations.length))
    assert.deepEqual(sections.filter((id) => !id.startsWith('schema-')).toSorted(), operations.toSorted())
  })

  test('every link inside the page leads somewhere in it', async () => {
    const { text } = await service.get('//docs')
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    assert.ok(targets.length > 40, String(targets.length))
    assert.deepEqual(
      targets.filter((target) => !ids.has(target)),
      [],
    )
    assert.equal(ids.size, [...text.matchAll(/ id="/g)].length)
  })

  test('the page needs nothing from elsewhere and runs nothing', async () => {
    const { text, headers } = await service.get('//docs')
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/)
    assert.doesNotMatch(text, /<script|style="| on\w+="/)
    assert.equal(
      (await service.get('//docs/reference.css')).headers.get('content-type'),
      'text/css; charset=utf-8',
    )
  })

  test('the page names the interface that it tells of', async () => {
    const { text, headers } = await service.get('//docs?ml_language=en')
    assert.equal(headers.get('x-cal-api-version'), 'v1')
    assert.equal(headers.get('x-cal-api-root'), service.base)
    assert.equal(headers.get('x-cal-api-origin'), service.origin)
    assert.ok(
      text.includes(
        `<link rel="alternate" type="application/json" href="${service.base}/doc?ml_language=en">`,
      ),
    )
  })

  test('the page comes in the language that is asked for', async () => {
    const { text, headers } = await service.get('//docs?ml_language=fr')
    assert.ok(text.includes('<html lang="fr">'))
    assert.equal(headers.get('content-language'), 'fr')
  })

  test('the page is only read', async () => {
    assert.equal((await service.post('//docs')).status, 405)
  })
})
