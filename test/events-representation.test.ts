import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** The representation of an event (interface: Event representation). */

const keys = [
  ...['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc', 'modified'],
  ...['modified_utc', 'url', 'rest_url', 'title', 'description', 'excerpt', 'slug', 'image', 'all_day'],
  ...['start_date', 'start_date_details', 'end_date', 'end_date_details', 'utc_start_date'],
  ...['utc_start_date_details', 'utc_end_date', 'utc_end_date_details', 'timezone', 'timezone_abbr', 'cost'],
  ...['cost_details', 'website', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  ...['categories', 'tags', 'venue', 'organizer', 'custom_fields', 'post_parent', 'ticketed', 'tickets'],
  ...['event_status', 'language', 'original_language', 'is_fallback', 'translations'],
]

const everything = {
  title: 'Everything at once',
  description: '<p>Rich <b>text</b></p>',
  excerpt: 'Short',
  slug: 'all-of-it',
  image: 'https://images.example.org/pic.png',
  cost: '$10 - $25.50',
  website: 'https://example.org/event?a=1&b=2',
  categories: ['Music'],
  tags: ['Outdoor'],
  venue: {
    venue: 'Kursaal',
    address: '1 rue A',
    city: 'Bern',
    zip: '3000',
    country: 'Switzerland',
    geo_lat: 46.9,
    geo_lng: 7.4,
  },
  organizer: [{ organizer: 'Acme', email: 'info@example.org' }, { organizer: 'Bureau' }],
  timezone: 'Europe/Paris',
  start_date: '2027-01-10 09:00:00',
  end_date: '2027-01-10 11:00:00',
}

/** Structured data that search engines require of an event. */
function assertRich(ld: Json) {
  assert.equal(ld['@context'], 'https://schema.org')
  assert.equal(ld['@type'], 'Event')
  assert.ok(ld.name)
  assert.match(ld.startDate, /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/)
  assert.match(ld.endDate, /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/)
  assert.match(ld.eventStatus, /^https:\/\/schema\.org\/Event\w+$/)
  assert.match(ld.eventAttendanceMode, /^https:\/\/schema\.org\/\w+EventAttendanceMode$/)
  const locations = [ld.location].flat()
  assert.ok(locations.length > 0)
  for (const location of locations) {
    if (location['@type'] === 'VirtualLocation') assert.match(location.url, /^https?:/)
    else {
      assert.equal(location['@type'], 'Place')
      assert.ok(location.name)
      assert.equal(location.address['@type'], 'PostalAddress')
      assert.ok(Object.keys(location.address).length > 1, 'an address says something')
    }
  }
}

onEachDatabase((service) => {
  const create = async (fields: Json) => {
    const reply = await service.post('/events', fields)
    assert.equal(reply.status, 201, reply.text)
    return reply
  }
  const read = async (id: number, query = '') => (await service.get(`/events/${id}${query}`)).body

  test('an event has this field order when read, listed and written', async () => {
    const { body, headers } = await create(everything)
    assert.deepEqual(Object.keys(body), keys)
    assert.equal(headers.get('location'), body.rest_url)
    assert.deepEqual(Object.keys(await read(body.id)), [...keys, 'json_ld'])
    const listed = await service.get(`/events?include=${body.id}`)
    assert.deepEqual(Object.keys(listed.body.events[0]), keys)
    const bySlug = await service.get('/events/by-slug/all-of-it')
    assert.deepEqual(Object.keys(bySlug.body), [...keys, 'json_ld'])
    const updated = await service.patch(`/events/${body.id}`, {})
    assert.deepEqual(Object.keys(updated.body), keys)
  })

  test('a minimal event has a value in every field', async () => {
    const { body } = await create(anEvent({ title: 'Bare' }))
    const { host } = new URL(service.origin)
    const rest = `${service.base}/events/${body.id}`
    assert.deepEqual(
      {
        ...body,
        start_date_details: 0,
        end_date_details: 0,
        utc_start_date_details: 0,
        utc_end_date_details: 0,
      },
      {
        id: body.id,
        global_id: `${host}?id=${body.id}`,
        global_id_lineage: [`${host}?id=${body.id}`],
        author: 1,
        status: 'publish',
        date: '2026-11-21 12:00:00',
        date_utc: '2026-11-21 12:00:00',
        modified: '2026-11-21 12:00:00',
        modified_utc: '2026-11-21 12:00:00',
        url: `${service.origin}/event/bare/`,
        rest_url: rest,
        title: 'Bare',
        description: '',
        excerpt: '',
        slug: 'bare',
        image: false,
        all_day: false,
        start_date: '2026-12-01 20:00:00',
        start_date_details: 0,
        end_date: '2026-12-01 22:00:00',
        end_date_details: 0,
        utc_start_date: '2026-12-01 20:00:00',
        utc_start_date_details: 0,
        utc_end_date: '2026-12-01 22:00:00',
        utc_end_date_details: 0,
        timezone: 'UTC',
        timezone_abbr: 'UTC',
        cost: '',
        cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
        website: '',
        show_map: true,
        show_map_link: true,
        hide_from_listings: false,
        sticky: false,
        featured: false,
        categories: [],
        tags: [],
        venue: [],
        organizer: [],
        custom_fields: {},
        post_parent: 0,
        ticketed: false,
        tickets: [],
        event_status: 'scheduled',
        language: 'en',
        original_language: 'en',
        is_fallback: false,
        translations: {
          en: {
            slug: 'bare',
            url: `${service.origin}/event/bare/`,
            rest_url: `${rest}?ml_language=en`,
            title: 'Bare',
            modified_utc: '2026-11-21 12:00:00',
          },
        },
      },
    )
  })

  test('no venue is an empty list, one the object, several a list', async () => {
    const { body: none } = await create(anEvent())
    assert.deepEqual(none.venue, [])
    const { body: one } = await create(anEvent({ venue: { venue: 'Only one' } }))
    assert.equal(one.venue.venue, 'Only one')
    const { body: two } = await create(anEvent({ venue: [{ venue: 'Left' }, { venue: 'Right' }] }))
    assert.deepEqual(
      two.venue.map(({ venue }: Json) => venue),
      ['Left', 'Right'],
    )
  })

  test('organizers are always a list, in the order sent', async () => {
    const { body } = await create(anEvent({ organizer: { organizer: 'Zebra' } }))
    assert.deepEqual(
      body.organizer.map(({ organizer }: Json) => organizer),
      ['Zebra'],
    )
    const { body: two } = await create(
      anEvent({ organizer: [{ organizer: 'Later' }, body.organizer[0].id, { organizer: 'Ant' }] }),
    )
    assert.deepEqual(
      two.organizer.map(({ organizer }: Json) => organizer),
      ['Later', 'Zebra', 'Ant'],
    )
  })

  test('linked resources have no structured data', async () => {
    const { body } = await create({ ...everything, slug: 'linked' })
    const shown = await read(body.id)
    assert.equal(shown.venue.json_ld, undefined)
    assert.equal(shown.organizer[0].json_ld, undefined)
    assert.equal(shown.venue.rest_url, `${service.base}/venues/${shown.venue.id}`)
  })

  test('a term inside an event has no page and no meta', async () => {
    const { body } = await create({ ...everything, slug: 'terms' })
    assert.deepEqual(Object.keys(body.categories[0]), [
      ...['id', 'count', 'description', 'name', 'slug', 'taxonomy', 'parent', 'hue', 'urls'],
    ])
    assert.equal(body.categories[0].taxonomy, 'event_category')
    assert.deepEqual(Object.keys(body.tags[0]), [
      ...['id', 'count', 'description', 'name', 'slug', 'taxonomy', 'urls'],
    ])
    assert.equal(body.tags[0].taxonomy, 'event_tag')
    assert.deepEqual(body.tags[0].urls, {
      self: `${service.base}/tags/${body.tags[0].id}`,
      collection: `${service.base}/tags`,
    })
  })

  test('an image given by URL is stored as a link', async () => {
    const { body } = await create(anEvent({ image: 'https://images.example.org/a/poster.JPG?size=2' }))
    const { id, ...image } = body.image
    assert.equal(typeof id, 'number')
    assert.deepEqual(image, {
      url: 'https://images.example.org/a/poster.JPG?size=2',
      extension: 'jpg',
    })
    assert.deepEqual(Object.keys(body.image), ['url', 'id', 'extension'])
  })

  test('the same address is the same image, and its id will do as well', async () => {
    const image = 'https://images.example.org/same.png'
    const first = await create(anEvent({ image }))
    const second = await create(anEvent({ image }))
    assert.equal(first.body.image.id, second.body.image.id)
    for (const id of [first.body.image.id, String(first.body.image.id)])
      assert.deepEqual((await create(anEvent({ image: id }))).body.image, first.body.image)
    const venue = await service.post('/venues', { venue: 'Pictured', image })
    assert.equal(venue.body.image.id, first.body.image.id)
  })

  test('structured data is rich enough for search engines', async () => {
    const { body } = await create({ ...everything, slug: 'rich' })
    const { json_ld: ld, ...event } = await read(body.id)
    assertRich(ld)
    assert.equal(ld.name, 'Everything at once')
    assert.equal(ld.description, 'Rich text')
    assert.equal(ld.image, 'https://images.example.org/pic.png')
    assert.equal(ld.url, event.url)
    assert.equal(ld.eventStatus, 'https://schema.org/EventScheduled')
    assert.equal(ld.eventAttendanceMode, 'https://schema.org/OfflineEventAttendanceMode')
    assert.equal(ld.startDate, '2027-01-10T09:00:00+01:00')
    assert.equal(ld.endDate, '2027-01-10T11:00:00+01:00')
    assert.equal(ld.inLanguage, 'en')
    assert.equal(ld.location.name, 'Kursaal')
    assert.deepEqual(ld.location.address, {
      '@type': 'PostalAddress',
      streetAddress: '1 rue A',
      addressLocality: 'Bern',
      postalCode: '3000',
      addressCountry: 'Switzerland',
    })
    assert.deepEqual(ld.location.geo, { '@type': 'GeoCoordinates', latitude: 46.9, longitude: 7.4 })
    assert.deepEqual(
      ld.organizer.map((one: Json) => [one['@type'], one.name]),
      [
        ['Organization', 'Acme'],
        ['Organization', 'Bureau'],
      ],
    )
    assert.equal(ld.offers['@type'], 'Offer')
    assert.equal(ld.offers.price, '10')
    assert.equal(ld.offers.priceCurrency, 'USD')
    assert.equal(ld.offers.availability, 'https://schema.org/InStock')
    assert.equal(ld.offers.url, event.url)
  })

  test('structured data of an all-day event contains dates only', async () => {
    const { body } = await create({ ...everything, slug: 'day', all_day: true, end_date: '2027-01-11' })
    const { json_ld: ld } = await read(body.id)
    assertRich(ld)
    assert.deepEqual([ld.startDate, ld.endDate], ['2027-01-10', '2027-01-11'])
  })

  test('structured data of an event without venue contains a place', async () => {
    const { body } = await create(anEvent({ title: 'Somewhere' }))
    assertRich((await read(body.id)).json_ld)
    const { body: plain } = await create(anEvent({ venue: { venue: 'A hall without address' } }))
    assertRich((await read(plain.id)).json_ld)
  })

  const statuses: [sent: string, status: string, attendance: string][] = [
    ['scheduled', 'EventScheduled', 'OfflineEventAttendanceMode'],
    ['cancelled', 'EventCancelled', 'OfflineEventAttendanceMode'],
    ['postponed', 'EventPostponed', 'OfflineEventAttendanceMode'],
    ['rescheduled', 'EventRescheduled', 'OfflineEventAttendanceMode'],
    ['moved-online', 'EventMovedOnline', 'OnlineEventAttendanceMode'],
  ]
  for (const [event_status, status, attendance] of statuses)
    test(`structured data contains the status ${event_status}`, async () => {
      const { body } = await create({ ...everything, slug: '', event_status })
      assert.equal(body.event_status, event_status)
      const { json_ld: ld } = await read(body.id)
      assertRich(ld)
      assert.equal(ld.eventStatus, `https://schema.org/${status}`)
      assert.equal(ld.eventAttendanceMode, `https://schema.org/${attendance}`)
    })

  test('structured data of a rescheduled event contains the start that was announced before', async () => {
    const { body } = await create({
      ...everything,
      slug: '',
      start_date: '2027-01-10 20:00',
      end_date: '2027-01-10 22:00',
      timezone: 'Europe/Zurich',
    })
    const former = async (change: object) => {
      assert.equal((await service.patch(`/events/${body.id}`, change)).status, 200)
      return (await read(body.id)).json_ld.previousStartDate
    }
    assert.equal(await former({ start_date: '2027-01-17 19:00', end_date: '2027-01-17 22:00' }), undefined)
    assert.equal(await former({ event_status: 'rescheduled' }), '2027-01-10T20:00:00+01:00')
    assert.equal(await former({ title: 'Another name' }), '2027-01-10T20:00:00+01:00')
    const twice = { start_date: '2027-07-01 19:00', end_date: '2027-07-01 22:00' }
    assert.equal(await former(twice), '2027-01-17T19:00:00+01:00')
    assert.equal(await former({ all_day: true }), '2027-07-01T19:00:00+02:00')
    assert.equal(await former({ start_date: '2027-07-02', end_date: '2027-07-02' }), '2027-07-01')
    assert.equal(await former({ event_status: 'scheduled' }), undefined)
  })

  test('what was moved before it was published was never announced otherwise', async () => {
    const { body } = await create({ ...everything, slug: '', status: 'draft' })
    await service.patch(`/events/${body.id}`, {
      start_date: '2027-01-17 19:00',
      end_date: '2027-01-17 22:00',
    })
    await service.patch(`/events/${body.id}`, { status: 'publish', event_status: 'rescheduled' })
    assert.equal((await read(body.id)).json_ld.previousStartDate, undefined)
  })

  test('an event that moved online takes place at its website', async () => {
    const { body } = await create({ ...everything, slug: '', event_status: 'moved-online' })
    const { json_ld } = await read(body.id)
    assert.deepEqual(json_ld.location, { '@type': 'VirtualLocation', url: everything.website })
  })

  test('tickets are what structured data offers', async () => {
    const tickets = [
      {
        name: 'Adults',
        price: '12.50',
        currency: 'EUR',
        url: 'https://tickets.example.org/1',
        availability: 'in_stock',
      },
      {
        name: 'Late',
        price: 5,
        availability: 'sold_out',
        valid_from: '2027-01-01 10:00',
        valid_until: '2027-01-09T23:00:00Z',
      },
    ]
    const { body } = await create({ ...everything, slug: '', tickets })
    assert.equal(body.ticketed, true)
    assert.deepEqual(body.tickets, [
      tickets[0],
      {
        name: 'Late',
        price: 5,
        availability: 'sold_out',
        valid_from: '2027-01-01 10:00:00',
        valid_until: '2027-01-10 00:00:00',
      },
    ])
    const { json_ld: ld, url } = await read(body.id)
    assert.deepEqual(ld.offers, [
      {
        '@type': 'Offer',
        name: 'Adults',
        price: '12.50',
        priceCurrency: 'EUR',
        url: 'https://tickets.example.org/1',
        availability: 'https://schema.org/InStock',
      },
      {
        '@type': 'Offer',
        name: 'Late',
        price: '5',
        priceCurrency: 'USD',
        url,
        availability: 'https://schema.org/SoldOut',
        validFrom: '2027-01-01T10:00:00+01:00',
        validThrough: '2027-01-10T00:00:00+01:00',
      },
    ])
  })

  test('unreadable linked resources are omitted, and return when readable', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Closing hall' })
    const { body: draft } = await service.post('/organizers', { organizer: 'Not yet', status: 'draft' })
    const { body } = await create(anEvent({ venue: venue.id, organizer: draft.id }))
    assert.equal(body.organizer.length, 1)
    assert.deepEqual((await read(body.id)).organizer, [])

    await service.delete(`/venues/${venue.id}`)
    assert.deepEqual((await read(body.id)).venue, [])
    await service.patch(`/venues/${venue.id}`, { status: 'publish' })
    assert.equal((await read(body.id)).venue.id, venue.id)
  })

  test('responses are limited to the requested fields', async () => {
    const { body } = await create({ ...everything, slug: '' })
    assert.deepEqual(await read(body.id, '?_fields=title,venue.venue,categories.name'), {
      title: 'Everything at once',
      categories: [{ name: 'Music' }],
      venue: { venue: 'Kursaal' },
    })
  })
})
