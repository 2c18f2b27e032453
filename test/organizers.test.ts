import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase, type Json } from './service.ts'

/** Organizers: as venues, with phone, website and e-mail, and no map (interface: Organizers). */

const full = {
  organizer: 'Acme Events',
  description: '<p>We <em>organise</em></p>',
  excerpt: '<p>We</p>',
  slug: 'acme',
  image: 'https://example.org/acme.png',
  phone: '555-1234',
  website: 'https://acme.example.org',
  email: 'info@acme.example.org',
}

const beginning = [
  ...[
    'id',
    'author',
    'status',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
    'url',
    'rest_url',
    'organizer',
  ],
]
const optional = ['description', 'excerpt', 'slug', 'image', 'phone', 'website', 'email']
const end = ['global_id', 'global_id_lineage', 'language', 'original_language', 'is_fallback', 'translations']

const mailboxes = [
  'a@b.co',
  'first.last+tag@sub.example.org',
  "o'brien@example.ie",
  'müller@bücher.example',
  ' x@y.org ',
]
const noMailboxes = [
  'x',
  'x@',
  '@example.org',
  'a b@example.org',
  'a@b',
  'a@@b.org',
  'a@b..org',
  'a@-b.org',
  'Anna <a@b.org>',
  'a@b.org, c@d.org',
  5,
  true,
  {},
]

onEachDatabase((service) => {
  const create = async (fields: Json) => {
    const reply = await service.post('/organizers', fields)
    assert.equal(reply.status, 201, reply.text)
    return reply
  }

  test('a complete organizer has all fields, in this order', async () => {
    const { body, headers } = await create(full)
    assert.deepEqual(Object.keys(body), [...beginning, ...optional, ...end])
    assert.equal(headers.get('location'), body.rest_url)
    assert.equal(body.url, `${service.origin}/organizer/acme/`)
    const { image, ...fields } = full
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(body[name], value, name)
    assert.equal(body.image.url, image)
    const read = await service.get(`/organizers/${body.id}`)
    assert.deepEqual(Object.keys(read.body), [...beginning, ...optional, ...end, 'json_ld'])
    assert.deepEqual((await service.get('/organizers/by-slug/acme')).body, read.body)
  })

  test('a minimal organizer has no empty fields', async () => {
    const { body } = await create({ organizer: 'Bare' })
    assert.deepEqual(Object.keys(body), [...beginning, 'slug', ...end])
  })

  test('structured data is an organization', async () => {
    const { body } = await create({ ...full, slug: '' })
    const { json_ld } = (await service.get(`/organizers/${body.id}`)).body
    assert.deepEqual(json_ld, {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Acme Events',
      description: 'We organise',
      url: 'https://acme.example.org',
      image: 'https://example.org/acme.png',
      telephone: '555-1234',
      email: 'info@acme.example.org',
      sameAs: 'https://acme.example.org',
    })
  })

  test('an e-mail address is a mailbox', async () => {
    for (const email of mailboxes)
      assert.equal((await create({ organizer: 'Mail', email })).body.email, email.trim())
    for (const email of noMailboxes) {
      const { status, body } = await service.post('/organizers', { organizer: 'Mail', email })
      assert.equal(status, 400, String(email))
      assert.deepEqual(Object.keys(body.data.params), ['email'])
    }
  })

  test('a name is needed', async () => {
    for (const fields of [{}, { organizer: '' }, { organizer: null }, { organizer: ' ' }]) {
      const { status, body } = await service.post('/organizers', fields)
      assert.deepEqual(
        [status, body.code, body.data.params],
        [400, 'rest_missing_callback_param', ['organizer']],
      )
    }
  })

  test('an empty text clears a field, null leaves it', async () => {
    const { body } = await create({ ...full, slug: 'cleared' })
    const left = await service.patch(
      `/organizers/${body.id}`,
      Object.fromEntries(optional.map((name) => [name, null])),
    )
    assert.deepEqual(left.body, body)
    const { body: bare } = await service.patch(
      `/organizers/${body.id}`,
      Object.fromEntries(optional.map((name) => [name, ''])),
    )
    assert.deepEqual(Object.keys(bare), [...beginning, 'slug', ...end])
  })

  test('all invalid values are rejected at once', async () => {
    const wrong = {
      author: 'x',
      date: 'x',
      description: true,
      status: 'x',
      phone: {},
      website: 'x',
      email: 'x',
      image: 'x',
    }
    const { status, body } = await service.post('/organizers', { organizer: 'x', ...wrong })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params).sort(), Object.keys(wrong).sort())
  })

  test('with reuse, the organizer of the same name is returned, unless its e-mail address differs', async () => {
    const { body: old } = await create({ organizer: 'Reused', email: 'a@example.org' })
    const again = await service.post('/organizers', { organizer: 'reused', reuse: true, phone: '1' })
    assert.deepEqual([again.status, again.body], [200, old])
    const other = await service.post('/organizers', {
      organizer: 'Reused',
      email: 'b@example.org',
      reuse: true,
    })
    assert.equal(other.status, 201)
    assert.equal((await create({ organizer: 'Reused' })).body.slug, 'reused-3')
  })

  test('map fields are none of an organizer', async () => {
    const { body } = await create({ organizer: 'No map', show_map: 'nonsense', geo_lat: 400 })
    assert.deepEqual([body.show_map, body.geo_lat], [undefined, undefined])
  })
})
