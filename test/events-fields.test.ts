import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic } from './raw.ts'
import { administrator, anEvent, onEachDatabase, type Json } from './service.ts'

/** Every field of an event: what it accepts, what it becomes, and how it is cleared (interface: Values, Creating events). */

const longest = 'x'.repeat(500)
const manyBytes = 1024 * 1024

type Row = [field: string, sent: unknown, shown: unknown]

const accepted: Row[] = [
  ['title', '  Jazz night ', 'Jazz night'],
  ['title', '<b>Jazz</b> &amp; Blues', 'Jazz & Blues'],
  ['title', 'Tom & Jerry <3', 'Tom & Jerry <3'],
  ['title', 'Cafe\u0301', 'Café'],
  ['title', 'Zürich – 日本 🎷', 'Zürich – 日本 🎷'],
  ['title', 1984, '1984'],
  ['title', ' Jazz  & Rock ', 'Jazz  & Rock'],
  ['title', longest, longest],
  ['description', '<p>Rich <b>text</b></p>', '<p>Rich <b>text</b></p>'],
  ['description', 'First\n\nSecond', '<p>First</p>\n<p>Second</p>'],
  ['description', ' <p onclick="x()">Hi<script>alert(1)</script></p> ', '<p>Hi</p>'],
  ['description', '<a href="javascript:alert(1)">x</a>', '<p><a>x</a></p>'],
  ['description', '<p style="color:red">Red</p>', '<p>Red</p>'],
  ['description', 'x'.repeat(manyBytes), `<p>${'x'.repeat(manyBytes)}</p>`],
  ['excerpt', 'Short & <em>sweet</em>', '<p>Short &amp; <em>sweet</em></p>'],
  ['slug', 'My own Slug!', 'my-own-slug'],
  ['slug', 'Été à Genève', 'ete-a-geneve'],
  ['slug', 'a'.repeat(300), 'a'.repeat(200)],
  ['status', 'publish', 'publish'],
  ['status', 'draft', 'draft'],
  ['status', 'pending', 'pending'],
  ['status', 'private', 'private'],
  ['timezone', 'europe/zurich', 'Europe/Zurich'],
  ['website', 'https://example.org/a?b=1&c=2#d', 'https://example.org/a?b=1&c=2#d'],
  ['website', ' http://example.org ', 'http://example.org'],
  ['website', 'HTTPS://Example.org', 'HTTPS://Example.org'],
  ['website', 'https://bücher.example/größe', 'https://bücher.example/größe'],
  ['author', 1, 1],
  ['author', '1', 1],
  ['author', 1.0, 1],
  ['event_status', 'cancelled', 'cancelled'],
  ['post_parent', 0, 0],
  ['tickets', [], []],
  ['tickets', [{ name: 'Adults' }], [{ name: 'Adults', availability: 'in_stock' }]],
]

const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const
const yes = [true, 1, '1', 'true', 'TRUE', 'yes', 'Yes', 'on', 'ON']
const no = [false, 0, '0', 'false', 'False', 'no', 'off', 'OFF']

/** A value that is set, then cleared by ""; and what is shown then. */
const cleared: [field: string, sent: unknown, shown: unknown, empty: unknown, emptied?: unknown][] = [
  ['description', '<p>Text</p>', '<p>Text</p>', ''],
  ['excerpt', '<p>Short</p>', '<p>Short</p>', ''],
  ['website', 'https://example.org', 'https://example.org', ''],
  ['cost', '$5', '$5', ''],
  ['cost', '$5', '$5', '', []],
  ['timezone', 'Europe/Paris', 'Europe/Paris', 'UTC'],
  ['all_day', true, true, false],
  ['show_map', false, false, true],
  ['show_map_link', false, false, true],
  ['hide_from_listings', true, true, false],
  ['sticky', true, true, false],
  ['featured', true, true, false],
  ['event_status', 'postponed', 'postponed', 'scheduled'],
  ['tickets', [{ name: 'A', availability: 'sold_out' }], [{ name: 'A', availability: 'sold_out' }], []],
  ['tickets', [{ name: 'A', availability: 'sold_out' }], [{ name: 'A', availability: 'sold_out' }], [], []],
  ['slug', 'given-slug', 'given-slug', 'clear-me'],
]

const refused: [field: string, values: unknown[], code: RegExp][] = [
  [
    'title',
    [true, {}, ['x'], 'x'.repeat(501), 'a\u0000b'],
    /rest_invalid_type|rest_too_long|rest_invalid_character/,
  ],
  ['description', [true, {}, ['x'], 'x'.repeat(manyBytes + 1)], /rest_invalid_type|rest_too_long/],
  ['excerpt', [false, {}, ['x']], /rest_invalid_type/],
  ['slug', [true, {}, ['x']], /rest_invalid_type/],
  ['status', ['published', 'PUBLISH', 1, true, ['publish'], 'inherit'], /rest_not_in_enum/],
  ['timezone', ['Nowhere/City', 5, true], /rest_invalid_timezone|rest_invalid_type/],
  ...flags.map((flag): [string, unknown[], RegExp] => [
    flag,
    ['maybe', 2, -1, {}, [], 'y'],
    /rest_invalid_type/,
  ]),
  [
    'author',
    ['', 'admin', 1.5, '1.5', true, {}, 0, -1, 999],
    /rest_invalid_type|rest_empty|rest_invalid_author/,
  ],
  [
    'website',
    [
      'example.org',
      'ftp://example.org',
      'javascript:alert(1)',
      '//example.org',
      'https://',
      'http://exa mple.org',
      5,
      true,
      {},
    ],
    /rest_invalid_url|rest_invalid_type/,
  ],
  [
    'image',
    ['pic.png', 'ftp://example.org/a.png', 999, 0, '0', { id: 0 }, true, {}, -1],
    /rest_invalid_(url|image|type)|rest_out/,
  ],
  ['event_status', ['canceled', 'CANCELLED', 1, true], /rest_not_in_enum/],
  ['post_parent', [999, 'x', -1, true], /rest_unknown_event|rest_invalid_type|rest_out_of_bounds/],
  ['ml_language', ['it', 'EN', 5, ''], /rest_not_in_enum|rest_empty|rest_invalid_type/],
  ['categories', [999, [999], true, [true], -1], /rest_/],
  ['tags', [999, '1,999', true], /rest_/],
  ['venue', [999, [999], 'Town Hall', true, 1.5, [[1]], -1], /rest_/],
  ['organizer', [999, '999', 'Acme', true], /rest_/],
]

onEachDatabase((service) => {
  for (const [field, sent, shown] of accepted)
    test(`${field} accepts ${JSON.stringify(sent).slice(0, 60)}`, async () => {
      const { status, body, text } = await service.post('/events', anEvent({ [field]: sent }))
      assert.equal(status, 201, text.slice(0, 500))
      assert.deepEqual(body[field], shown)
      const read = await service.get(`/events/${body.id}`, { as: 'admin:secret' })
      assert.deepEqual(read.body[field], shown)
    })

  for (const flag of flags)
    test(`${flag} accepts several notations`, async () => {
      const { body } = await service.post('/events', anEvent())
      for (const [words, shown] of [
        [yes, true],
        [no, false],
      ] as const)
        for (const word of words)
          assert.equal(
            (await service.patch(`/events/${body.id}`, { [flag]: word })).body[flag],
            shown,
            String(word),
          )
    })

  for (const [field, sent, shown, empty, emptied = ''] of cleared)
    test(`${field} is cleared by ${JSON.stringify(emptied)}, and unchanged by null`, async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Clear me', [field]: sent }))
      assert.deepEqual(body[field], shown)
      const left = await service.patch(`/events/${body.id}`, { [field]: null })
      assert.deepEqual(left.body[field], shown)
      const { status, body: after } = await service.patch(`/events/${body.id}`, { [field]: emptied })
      assert.equal(status, 200)
      const isNumbered = field === 'slug'
      assert.deepEqual(isNumbered ? after.slug.replace(/-\d+$/, '') : after[field], empty)
    })

  test('a file in place of an image is refused with what to do instead', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(anEvent())) form.append(name, String(value))
    form.append('image', new Blob(['x'], { type: 'image/png' }), 'x.png')
    const response = await fetch(`${service.origin}/cal/events/v1/events`, {
      method: 'POST',
      body: form,
      headers: { authorization: basic(administrator!) },
    })
    const { code, data } = (await response.json()) as Json
    assert.deepEqual(
      [response.status, code, data.params],
      [
        400,
        'rest_invalid_param',
        { image: 'Must be the ID or the URL of an image; upload a file first, as an image.' },
      ],
    )
  })

  test('an image is cleared by an empty string and by false, and unchanged by null', async () => {
    const image = 'https://example.org/clear.png'
    const { body } = await service.post('/events', anEvent({ image }))
    const left = await service.patch(`/events/${body.id}`, { image: null })
    assert.equal(left.body.image.id, body.image.id)
    const form = 'application/x-www-form-urlencoded'
    const nothing = [
      [{ image: '' }, 'application/json'],
      [{ image: false }, 'application/json'],
      ['image=', form],
      ['image=false', form],
    ] as const
    for (const [sent, type] of nothing) {
      await service.patch(`/events/${body.id}`, { image })
      const after = await service.patch(`/events/${body.id}`, sent, { headers: { 'content-type': type } })
      assert.equal(after.body.image, false, after.text)
    }
  })

  test('optional fields may be empty when an event is created', async () => {
    const optional = [
      ...['description', 'slug', 'excerpt', 'status', 'timezone', 'all_day', 'image', 'cost', 'website'],
      ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'categories', 'tags'],
      ...['venue', 'organizer', 'post_parent', 'tickets', 'event_status', 'password', 'date', 'date_utc'],
    ]
    const { body: bare } = await service.post('/events', anEvent({ title: 'Sent empty' }))
    for (const nothing of ['', null]) {
      const fields = Object.fromEntries(optional.map((name) => [name, nothing]))
      const { status, body, text } = await service.post(
        '/events',
        anEvent({ title: 'Sent empty', ...fields }),
      )
      assert.equal(status, 201, text)
      const own = ['id', 'global_id', 'global_id_lineage', 'url', 'rest_url', 'slug', 'translations']
      for (const name of Object.keys(bare).filter((key) => !own.includes(key)))
        assert.deepEqual(body[name], bare[name], name)
    }
  })

  for (const [field, values, code] of refused)
    test(`${field} rejects invalid values with a message`, async () => {
      const { body: made } = await service.post('/events', anEvent())
      for (const value of values)
        for (const [method, path] of [
          ['POST', '/events'],
          ['PATCH', `/events/${made.id}`],
        ] as const) {
          const { status, body } = await service.request(method, path, anEvent({ [field]: value }))
          const what = `${method} ${field} ${JSON.stringify(value).slice(0, 40)}`
          assert.equal(status, 400, what)
          assert.equal(body.code, 'rest_invalid_param', what)
          assert.deepEqual(Object.keys(body.data.params), [field], what)
          assert.match(body.data.params[field], /\w+ \w+.*\.$/, what)
          assert.match(body.data.details[field].code, code, what)
          assert.equal(body.data.details[field].message, body.data.params[field])
        }
    })

  test('the error message for a status lists the allowed ones', async () => {
    const { body } = await service.post('/events', anEvent({ status: 'published' }))
    for (const status of ['publish', 'future', 'draft', 'pending', 'private'])
      assert.ok(body.data.params.status.includes(status))
  })

  test('all missing fields are reported at once, in field order', async () => {
    for (const fields of [{}, { end_date: '', title: ' ', start_date: null }, { title: '<p> </p>' }]) {
      const { status, body } = await service.post('/events', { ...fields, website: 'nonsense' })
      assert.equal(status, 400)
      assert.equal(body.code, 'rest_missing_callback_param')
      assert.deepEqual(body.data.params, ['title', 'start_date', 'end_date'])
    }
  })

  test('all invalid parameters are reported at once', async () => {
    const wrong = {
      website: 'x',
      author: 'x',
      start_date: 'x',
      venue: 999,
      featured: 'x',
      image: 'x',
      tags: [999],
    }
    const { status, body } = await service.post('/events', anEvent(wrong))
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params).sort(), Object.keys(wrong).sort())
    assert.deepEqual(Object.keys(body.data.details).sort(), Object.keys(wrong).sort())
    for (const name of Object.keys(wrong)) assert.ok(body.message.includes(name))
  })

  test('unknown parameters do not matter', async () => {
    const { status, body } = await service.post('/events', anEvent({ colour: 'red', id: 77, rest_url: 'x' }))
    assert.equal(status, 201)
    assert.notEqual(body.id, 77)
  })

  test('a representation can be sent back unchanged', async () => {
    const { body: made } = await service.post(
      '/events',
      anEvent({
        title: 'Round trip & back',
        description: 'One <b>bold</b>\n\nTwo > one',
        image: 'https://example.org/round.png',
        categories: ['Round'],
        tags: ['Trip', 'Back'],
        venue: [{ venue: 'There', city: 'Bern' }, { venue: 'Here' }],
        organizer: { organizer: 'Traveller' },
        cost: '$5 - $10',
        tickets: [{ name: 'Adults', price: '5', valid_from: '2026-11-01' }],
        timezone: 'America/Lima',
      }),
    )
    const { status, body, text } = await service.request('PUT', `/events/${made.id}`, made)
    assert.equal(status, 200, text)
    assert.deepEqual(body, made)
  })

  /** Makes something with this name and sends it back, which changes nothing. */
  async function sendBack(path: string, fields: object, name: string): Promise<Json> {
    const { body: made } = await service.post(path, fields)
    assert.equal(made.title ?? made.venue ?? made.organizer ?? made.name, name)
    const { status, body } = await service.request('PUT', `${path}/${made.id}`, made)
    assert.deepEqual([status, body], [200, made])
    return made
  }

  test('texts that show markup can be sent back, of every kind', async () => {
    const [markup, shown] = ['The &lt;canvas&gt; element &amp;amp; more', 'The <canvas> element &amp; more']
    for (const [path, fields] of [
      ['/events', { ...anEvent(), title: markup, cost: markup }],
      ['/venues', { venue: markup, address: markup }],
      ['/organizers', { organizer: markup }],
      ['/tags', { name: markup }],
    ] as const) {
      const made = await sendBack(path, fields, shown)
      if (path !== '/events') continue
      const { body: reduced } = await service.patch(`/events/${made.id}`, { title: `${shown}.` })
      assert.equal(reduced.title, 'The  element & more.')
    }
  })

  test('texts that are nothing but markup can be sent back, of every kind', async () => {
    const [markup, shown] = ['&lt;canvas&gt;', '<canvas>']
    for (const [path, fields] of [
      ['/events', { ...anEvent(), title: markup, cost: markup }],
      ['/venues', { venue: markup, city: markup, zip: markup }],
      ['/organizers', { organizer: markup, phone: markup }],
      ['/tags', { name: markup }],
    ] as const)
      await sendBack(path, fields, shown)
  })

  test('the slug is derived from the title, and numbered if it is in use', async () => {
    const slugOf = async (fields: Json) => (await service.post('/events', anEvent(fields))).body.slug
    assert.equal(await slugOf({ title: 'Été à la plage!' }), 'ete-a-la-plage')
    assert.equal(await slugOf({ title: 'Été à la plage!' }), 'ete-a-la-plage-2')
    assert.equal(await slugOf({ title: 'Other', slug: 'Ete a la plage' }), 'ete-a-la-plage-3')
  })

  test('where a text leaves no slug, kind and id are it', async () => {
    const { body } = await service.post('/events', anEvent({ title: '!!!' }))
    assert.equal(body.slug, `event-${body.id}`)
    const { body: given } = await service.post('/events', anEvent({ title: 'Good title', slug: '?!' }))
    assert.equal(given.slug, `event-${given.id}`)
    const renamed = await service.patch(`/events/${given.id}`, { slug: '...' })
    assert.equal(renamed.body.slug, `event-${given.id}`)
    assert.equal((await service.patch(`/events/${given.id}`, { slug: '' })).body.slug, 'good-title')
  })

  test('a slug stays when the title changes', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'First name' }))
    assert.equal(
      (await service.patch(`/events/${body.id}`, { title: 'Second name' })).body.slug,
      'first-name',
    )
  })

  test('an update must request a free slug; its own counts as free', async () => {
    await service.post('/events', anEvent({ title: 'Taken' }))
    const { body } = await service.post('/events', anEvent({ title: 'Wants it' }))
    const refused = await service.patch(`/events/${body.id}`, { slug: 'taken' })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'slug-taken')
    assert.equal((await service.patch(`/events/${body.id}`, { slug: 'wants-it' })).status, 200)
  })

  test('a slug is unique for its kind only', async () => {
    await service.post('/events', anEvent({ title: 'Common' }))
    assert.equal((await service.post('/venues', { venue: 'Common' })).body.slug, 'common')
    assert.equal((await service.post('/tags', { name: 'Common' })).body.slug, 'common')
  })

  test('an event is a part of another, and never of itself', async () => {
    const { body: parent } = await service.post('/events', anEvent())
    const { body } = await service.post('/events', anEvent({ post_parent: String(parent.id) }))
    assert.equal(body.post_parent, parent.id)
    const itself = await service.patch(`/events/${body.id}`, { post_parent: body.id })
    assert.equal(itself.status, 400)
    assert.deepEqual(Object.keys(itself.body.data.params), ['post_parent'])
    assert.equal((await service.patch(`/events/${body.id}`, { post_parent: '' })).body.post_parent, 0)
  })

  test('an invalid ticket is reported by its index', async () => {
    const tickets = [{ name: 'Fine' }, { price: 'much', url: 'x', availability: 'maybe' }]
    const { body } = await service.post('/events', anEvent({ tickets }))
    assert.equal(body.code, 'rest_missing_callback_param')
    assert.deepEqual(body.data.params, ['tickets.1.name'])
    const wrong = [
      { name: 'Wrong', price: 'much', url: 'x', availability: 'maybe', currency: 'euro', valid_from: 'x' },
    ]
    const { body: refused } = await service.post('/events', anEvent({ tickets: wrong }))
    assert.deepEqual(Object.keys(refused.data.params), [
      ...['tickets.0.price', 'tickets.0.currency', 'tickets.0.url', 'tickets.0.availability'],
      'tickets.0.valid_from',
    ])
    assert.equal((await service.post('/events', anEvent({ tickets: 'x' }))).status, 400)
    assert.equal((await service.post('/events', anEvent({ tickets: [5] }))).status, 400)
  })

  test('fields can be sent in the query string of a write; the body takes precedence', async () => {
    const { body } = await service.post('/events?title=Query&sticky=1&featured=yes', {
      start_date: '2027-01-01',
      end_date: '2027-01-02',
      featured: false,
    })
    assert.deepEqual([body.title, body.sticky, body.featured], ['Query', true, false])
  })
})

onEachDatabase(
  (service) => {
    test('a publication date that clocks show twice stays the instant that it is', async () => {
      const update = async (sent: Json) => (await service.patch(`/venues/${shown.id}`, sent)).body as Json
      const { body: shown } = await service.post('/venues', {
        venue: 'Night',
        date_utc: '2026-11-01 06:30:00',
      })
      assert.deepEqual([shown.date, shown.date_utc], ['2026-11-01 01:30:00', '2026-11-01 06:30:00'])
      for (const sent of [shown, { date: shown.date }, { date: '2026-11-01T01:30' }])
        assert.equal((await update(sent)).date_utc, '2026-11-01 06:30:00')
      for (const sent of [{ date: '2026-11-01T01:30:00-04:00' }, { date_utc: '2026-11-01 05:30:00' }]) {
        assert.equal((await update(sent)).date_utc, '2026-11-01 05:30:00')
        await update({ date_utc: '2026-11-01 06:30:00' })
      }
      assert.equal((await update({ date: '2026-11-01 01:31:00' })).date_utc, '2026-11-01 05:31:00')
    })
  },
  { CALENDS_TIMEZONE: 'America/New_York' },
)

onEachDatabase(
  (service) => {
    test('limits are settings', async () => {
      const long = await service.post('/events', anEvent({ title: 'x'.repeat(21) }))
      assert.match(long.body.data.params.title, /20/)
      const described = await service.post('/events', anEvent({ description: 'x'.repeat(101) }))
      assert.match(described.body.data.params.description, /100/)
      const listed = await service.post('/events', anEvent({ tags: ['a', 'b', 'c', 'd'] }))
      assert.match(listed.body.data.params.tags, /3/)
    })

    test('publication and modification dates are in the site time zone', async () => {
      const { body } = await service.post('/events', anEvent())
      assert.deepEqual([body.date, body.date_utc], ['2026-11-21 21:00:00', '2026-11-21 12:00:00'])
      assert.deepEqual([body.modified, body.modified_utc], [body.date, body.date_utc])
      assert.equal(body.utc_start_date, '2026-12-01 11:00:00')
    })
  },
  {
    CALENDS_TIMEZONE: 'Asia/Tokyo',
    CALENDS_MAX_TITLE: '20',
    CALENDS_MAX_DESCRIPTION: '100',
    CALENDS_MAX_LIST: '3',
  },
)
