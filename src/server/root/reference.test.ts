import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { onEachDatabase, Service } from '../../../test/service.ts'

onEachDatabase((service) => {
  test('the page documents every operation, and the three methods of an update only once', async () => {
    const { text, headers } = await service.get('//docs')
    const { paths } = (await service.get('/doc')).body
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(
      ({ put: _put, patch: _patch, ...others }) =>
        Object.values(others).map(({ operationId }) => operationId),
    )
    const sections = [...text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id!)
    assert.ok(operations.length > 40, String(operations.length))
    assert.deepEqual(sections.filter((id) => !id.startsWith('schema-')).toSorted(), operations.toSorted())
    assert.match(text, /POST, PUT or PATCH<\/span> <code>\/cal\/events\/v1\/events\/\{id\}/)
    const contents = text.slice(text.indexOf('<nav class="contents"'), text.indexOf('<main'))
    for (const id of operations) assert.ok(contents.includes(`href="#${id}"`), id)
  })

  test('defaults are those of a create', async () => {
    const { text } = await service.get('//docs?ml_language=en')
    const section = (id: string) => text.split(`<section id="${id}"`)[1]!.split('</section>')[0]!
    assert.match(section('createEvent'), /all_day[^]*?Default: <code>false/)
    assert.doesNotMatch(section('updateVenue'), /Default:/)
  })

  test('the page explains how to sign in', async () => {
    const { text } = await service.get('//docs?ml_language=de')
    const section = text.slice(text.indexOf('<h2 id="signing-in">'))
    for (const phrase of [
      'Anmeldung',
      'Anwendungspasswort',
      'Authorization: Bearer TOKEN',
      "-u 'USERNAME:PASSWORD'",
    ])
      assert.ok(section.includes(phrase), phrase)
  })

  test('the page is the same with a trailing slash, and its links lead to the same URLs', async () => {
    const { status, text } = await service.get('//docs/')
    assert.equal(status, 200)
    assert.equal(text, (await service.get('//docs')).text)
    const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target]) => target!)
    assert.deepEqual(
      links.filter((target) => !/^(?:[#?/]|https?:)/.test(target)),
      [],
    )
  })

  test('the page can be filtered by a script of this server, with texts from the page', async () => {
    const { text } = await service.get('//docs')
    assert.match(text, /<div role="search" hidden>/)
    assert.match(text, /<li data-words="get [^"]*readevent read an event"/)
    const script = await service.get('//docs/reference.js')
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.doesNotThrow(() => new Script(script.text))
  })

  test('every page has an icon, and colours for dark mode', async () => {
    for (const path of ['//docs', '//docs/console']) {
      const { text } = await service.get(path, { headers: { accept: 'text/html' } })
      assert.match(text, /<link rel="icon" type="image\/svg\+xml" href="\/favicon.svg">/, path)
      assert.match(text, /<link rel="stylesheet" href="\/docs\/reference.css">/, path)
    }
    for (const path of ['//favicon.svg', '//favicon.ico']) {
      const icon = await service.get(path)
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
    }
    assert.match((await service.get('//docs/reference.css')).text, /color-scheme: light dark/)
  })

  test('every link within the page has a target', async () => {
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

  test('the page loads nothing from other servers and runs only its own script', async () => {
    const { text, headers } = await service.get('//docs')
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base/,
    )
    assert.doesNotMatch(text, /<script(?! src="\/docs\/reference\.js" defer><)|style="| on\w+="/)
    assert.equal(
      (await service.get('//docs/reference.css')).headers.get('content-type'),
      'text/css; charset=utf-8',
    )
  })

  test('the page links to the API that it documents', async () => {
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

  test('the page is returned in the requested language', async () => {
    const { text, headers } = await service.get('//docs?ml_language=fr')
    assert.ok(text.includes('<html lang="fr">'))
    assert.equal(headers.get('content-language'), 'fr')
  })

  test('the page is read-only', async () => {
    assert.equal((await service.post('//docs')).status, 405)
  })
})

onEachDatabase(
  (service) => {
    test('behind a proxy, links include its path', async () => {
      const { text } = await service.get('//docs')
      assert.ok(text.includes('href="/calendar/docs/reference.css"'))
      assert.ok(text.includes('href="/calendar/docs/console?ml_language=en"'))
    })

    test('the console may send requests to the service under its public name', async () => {
      const { headers } = await service.get('//docs/console')
      assert.match(headers.get('content-security-policy') ?? '', /connect-src 'self' https:\/\/example\.org;/)
    })
  },
  { CALENDS_PUBLIC_URL: 'https://example.org/calendar' },
)

test('without pages, the root links to the API in the language of the reader', async (t) => {
  const service = new Service({ CALENDS_PAGES: 'off' })
  await service.start()
  t.after(() => service.stop())

  const { text, headers } = await service.get('//', {
    headers: { accept: 'text/html', 'accept-language': 'fr-CH, en;q=0.5' },
  })

  assert.ok(text.includes('<html lang="fr">') && text.includes('Référence de l’API'))
  assert.match(text, /<link rel="icon" type="image\/svg\+xml" href="\/favicon.svg">/)
  assert.equal(headers.get('content-language'), 'fr')
  assert.match(headers.get('vary') ?? '', /Accept, Accept-Language/)
})
