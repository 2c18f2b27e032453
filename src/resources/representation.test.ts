import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAgainst } from '../../test/schemas.ts'
import { anEvent, onEachDatabase, type Json } from '../../test/service.ts'
import { responseSchemas } from '../api/reference/openapi/response-schemas.ts'
import { resources } from './index.ts'

/** Published response schemas are complete and correct. */

const schemas = responseSchemas({
  resources: Object.values(resources),
  hasTextAuthors: false,
}) as Readonly<Record<string, Json>>
const check = checkAgainst(schemas)

const fullVenue = {
  venue: 'Grand Theatre',
  description: '<p>Big room</p>',
  excerpt: 'Big',
  address: '1 Main St',
  city: 'Springfield',
  country: 'United States',
  province: 'Sangamon',
  state: 'IL',
  zip: '62701',
  phone: '+1 555 0100',
  website: 'https://θέατρο.example.org',
  image: 'https://example.org/theatre.png',
  geo_lat: 39.8,
  geo_lng: -89.6,
}
const fullOrganizer = {
  organizer: 'Acme',
  description: 'We organise',
  excerpt: 'We',
  phone: '555',
  website: 'https://acme.example.org',
  email: 'info@bücher.example.org',
  image: 'https://example.org/acme.png',
}
const fullEvent = anEvent({
  description: '<p>Loud</p>',
  excerpt: 'Loud',
  cost: ['0$', '20$'],
  website: 'https://example.org/concert',
  image: 'https://example.org/concert.png',
  categories: ['Music'],
  tags: ['Jazz'],
  venue: fullVenue,
  organizer: [fullOrganizer, { organizer: 'Other' }],
  tickets: [
    {
      name: 'Balcony',
      price: '12.50',
      currency: 'EUR',
      url: 'https://example.org/buy',
      valid_from: '2026-11-01',
      valid_until: '2026-12-01',
    },
  ],
})

const cases: Readonly<Record<string, readonly Json[]>> = {
  venues: [fullVenue, { venue: 'Bare' }],
  organizers: [fullOrganizer, { organizer: 'Bare' }],
  categories: [{ name: 'Theatre', description: 'On stage' }],
  tags: [{ name: 'Free', description: 'Nothing to pay' }, { name: 'Bare' }],
  events: [fullEvent, anEvent(), anEvent({ venue: [{ venue: 'One' }, { venue: 'Two' }], cost: 'Free' })],
}

const keysInOrder = (value: Json, { properties }: Json) =>
  assert.deepEqual(
    Object.keys(value),
    Object.keys(properties).filter((name) => name in value),
  )

onEachDatabase((service) => {
  for (const resource of Object.values(resources)) {
    const { name, singular } = resource
    test(`${name} match the published schema, including the field order`, async () => {
      for (const fields of cases[name]!) {
        const created = await service.post(`/${name}`, fields)
        assert.equal(created.status, 201, created.text)
        check(singular, created.body)
        keysInOrder(created.body, schemas[singular])

        const read = await service.get(`/${name}/${created.body.id}`)
        check(singular, read.body)
        keysInOrder(read.body, schemas[singular])

        const translated = await service.patch(`/${name}/${created.body.id}`, {
          ml_language: 'fr',
          [resource.titleField]: `En français ${created.body.id}`,
        })
        check(singular, translated.body)
      }
      const { body } = await service.get(`/${name}?per_page=1&hide_empty=false`)
      check(`${name}List`, body)
      keysInOrder(body, schemas[`${name}List`])
      check(`${name}List`, (await service.get(`/${name}?page=1&hide_empty=false`)).body)
      const removed = await service.delete(`/${name}/${body[name][0].id}`)
      check(singular, removed.body)
    })
  }

  test('a category with a parent links to it', async () => {
    const { body: parent } = await service.post('/categories', { name: 'Above' })
    const { body } = await service.post('/categories', { name: 'Below', parent: parent.id })
    check('category', body)
    assert.equal(body.urls.up, parent.urls.self)
    const { body: event } = await service.post('/events', anEvent({ categories: [body.id] }))
    check('event', event)
  })

  test('discovery and languages are as published', async () => {
    check('discovery', (await service.get('/')).body)
    check('languageList', (await service.get('/languages')).body)
  })

  test('error responses match the published schema', async () => {
    await service.post('/categories', { name: 'Twice' })
    const answers = await Promise.all([
      service.post('/events', {}),
      service.post('/events', anEvent({ timezone: 'Nowhere', venue: { venue: 'x', website: 'no' } })),
      service.post('/events', '{"title":', { headers: { 'content-type': 'application/json' } }),
      service.get('/events/999999'),
      service.get('/nowhere'),
      service.request('PUT', '/events'),
      service.post('/events', anEvent(), { as: null }),
      service.get('/events', { as: 'admin:wrong' }),
      service.post('/categories', { name: 'twice' }),
    ])
    for (const { status, body } of answers) {
      assert.ok(status >= 400)
      check('problem', body)
    }
  })
})
