import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase } from './service.ts'

/** Slugs of letters that have no reading in ASCII: fields hold the letters, URLs encode them. */

const encoded = encodeURIComponent('音楽の夜')

onEachDatabase((service) => {
  for (const [kind, page, make] of [
    ['events', 'event', (title: string) => anEvent({ title })],
    ['venues', 'venue', (venue: string) => ({ venue })],
    ['organizers', 'organizer', (organizer: string) => ({ organizer })],
  ] as const)
    test(`${kind} are found by such slugs, encoded and in any form`, async () => {
      const { body, headers } = await service.post(`/${kind}`, make('音楽の夜'))

      assert.equal(body.slug, '音楽の夜')
      assert.equal(body.url, `${service.origin}/${page}/${encoded}/`)
      assert.equal(body.translations.en.url, body.url)
      assert.equal(headers.get('location'), body.rest_url)
      const encodedTwice = encodeURIComponent(encoded.toLowerCase())
      for (const slug of [encoded, '音楽の夜', encoded.toLowerCase(), encodedTwice]) {
        const found = await service.get(`/${kind}/by-slug/${slug}`)
        assert.deepEqual([found.status, found.body.id], [200, body.id])
        assert.ok(JSON.stringify(found.body.json_ld).includes(encoded))
      }
      const renamed = await service.patch(`/${kind}/by-slug/${encoded}`, { slug: '夜' })
      assert.equal(renamed.body.slug, '夜')
      const second = await service.post(`/${kind}`, make('夜'))
      assert.equal(second.body.slug, '夜-2')
      const pageTwice = `${service.origin}/${page}/${encodeURIComponent('%e5%a4%9c')}/`
      const redirected = await fetch(pageTwice, { redirect: 'manual' })
      assert.deepEqual([redirected.status, redirected.headers.get('location')], [301, renamed.body.url])
    })

  test('a slug is also understood percent-encoded, as WordPress returns it', async () => {
    const slug = '%e6%9d%b1%e4%ba%ac'
    const { body: term } = await service.post('/categories', { name: 'Tokyo', slug })
    const event = await service.post('/events', anEvent({ slug: '%E5%A4%9C-2027', categories: [slug] }))

    assert.equal(term.slug, '東京')
    const sought = encodeURIComponent(slug)
    assert.deepEqual([event.body.slug, event.body.categories[0]?.id], ['夜-2027', term.id])
    for (const path of [`/events?categories=${sought}`, `/categories?slug=${sought}`])
      assert.equal((await service.get(path)).body.total, 1, path)
    assert.equal((await service.get(`/events?categories=${encodeURIComponent('%00')}`)).status, 400)
  })

  test('terms are listed and linked by such slugs', async () => {
    const { body } = await service.post('/categories', { name: 'Ярмарка 市場' })

    assert.equal(body.slug, 'yarmarka-市場')
    assert.equal(body.url, `${service.origin}/events/category/${encodeURI(body.slug)}/`)
    const list = await service.get(`/categories?hide_empty=false&slug=${encodeURIComponent(body.slug)}`)
    assert.deepEqual([list.body.total, list.body.categories[0].id], [1, body.id])
    assert.equal((await service.get(list.body.rest_url)).body.total, 1)
    const event = await service.post('/events', anEvent({ categories: [body.slug] }))
    assert.equal(event.body.categories[0].id, body.id)
  })

  test('a title without letters gets the kind and the ID as its slug', async () => {
    const { body } = await service.post('/events', anEvent({ title: '🎉 !!!' }))

    assert.equal(body.slug, `event-${body.id}`)
  })

  test('a slug that was sent is changed only as far as it must be', async () => {
    const { body } = await service.post('/events', anEvent({ slug: 'Old_Event 日本 – Été' }))

    assert.equal(body.slug, 'old_event-日本-ete')
  })
})
