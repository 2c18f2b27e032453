import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Events that a password protects (interface: Event passwords). */

const secrets = {
  description: '<p>Hidden words</p>',
  excerpt: 'Hidden excerpt',
  cost: '$99',
  website: 'https://hidden.example.org',
  image: 'https://hidden.example.org/pic.png',
  categories: ['Hidden category'],
  tags: ['Hidden tag'],
  venue: { venue: 'Hidden hall' },
  organizer: { organizer: 'Hidden host' },
  tickets: [{ name: 'Hidden ticket' }],
  password: 'open sesame',
}

onEachDatabase(
  (service) => {
    test('after twenty wrong passwords within a minute, all passwords are rejected', async () => {
      const { body } = await service.post('/events', anEvent(secrets))
      const { body: other } = await service.post('/events', anEvent(secrets))
      const read = (id: number, password: string) => service.get(`/events/${id}?password=${password}`)
      for (let round = 0; round < 20; round += 1) assert.equal((await read(body.id, 'wrong')).status, 403)
      const { status, headers, body: refused } = await read(body.id, 'open%20sesame')
      assert.deepEqual([status, refused.code], [429, 'rest_too_many_requests'])
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.equal((await read(other.id, 'open%20sesame')).status, 200)
      service.now += 120
      assert.equal((await read(body.id, 'open%20sesame')).status, 200)
    })

    test('the dates of a series count wrong passwords together, those with another password alone', async () => {
      const recurrence = 'RRULE:FREQ=DAILY;COUNT=20'
      const { body: series } = await service.post('/events', anEvent({ ...secrets, recurrence }))
      const { body: list } = await service.get(`/events?post_parent=${series.id}&per_page=20`)
      const [own, ...dates] = list.events.map(({ id }: Json) => id)
      await service.patch(`/events/${own}`, { password: 'of its own' })
      const read = async (id: number, password: string) =>
        (await service.get(`/events/${id}?password=${password}`)).status
      for (const id of [series.id, ...dates]) assert.equal(await read(id, 'wrong'), 403)
      assert.equal(await read(series.id, 'open%20sesame'), 429)
      assert.equal(await read(dates[0], 'open%20sesame'), 429)
      assert.equal(await read(own, 'of%20its%20own'), 200)
    })

    test('guesses that are sent at once are limited too', async () => {
      const { body } = await service.post('/events', anEvent(secrets))
      const guesses = Array.from({ length: 60 }, (_, at) => (at === 40 ? 'open%20sesame' : `guess-${at}`))
      const replies = await Promise.all(
        guesses.map((guess) => service.get(`/events/${body.id}?password=${guess}`)),
      )
      const statuses = replies.map(({ status }) => status)
      const wrong = statuses.filter((status) => status === 403).length
      assert.ok(wrong <= 20, `${wrong} guesses were told to be wrong`)
      assert.ok(statuses.filter((status) => status === 429).length >= 39, statuses.join(' '))
    })
  },
  { CALENDS_RATE_LIMIT: 'on' },
)

onEachDatabase((service) => {
  before(() => makePeople(service))

  const create = async (fields: Json = {}, person: Parameters<typeof credentialsOf>[0] = 'administrator') => {
    const as = credentialsOf(person)
    const made = person === 'administrator' ? secrets : { ...secrets, tags: [] }
    const reply = await service.post('/events', anEvent({ title: 'Club night', ...made, ...fields }), { as })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const withPassword = (id: number, password: string) =>
    service.get(`/events/${id}?password=${encodeURIComponent(password)}`)

  test('a redirect of its page neither repeats the password nor is shared', async () => {
    const { slug } = await create()
    for (const [query, left] of [
      ['?password=open+sesame', ''],
      ['?p%61ssword=open+sesame&b=1', '?b=1'],
      ['?a=1?password=open', ''],
      ['?b=1', '?b=1'],
    ] as const) {
      const { status, headers } = await fetch(`${service.origin}/event/${slug}${query}`, {
        redirect: 'manual',
      })
      const cached = query === '?b=1' ? /^public/ : /^private, no-store$/
      assert.deepEqual([status, headers.get('location')], [301, `${service.origin}/event/${slug}/${left}`])
      assert.match(headers.get('cache-control')!, cached, query)
    }
  })

  test('a single read without the password, or with a wrong one, is refused', async () => {
    const { id, slug } = await create()
    for (const path of [
      `/events/${id}`,
      `/events/${id}?password=wrong`,
      `/events/${id}?password=`,
      `/events/by-slug/${slug}`,
    ]) {
      for (const as of [null, credentialsOf('author'), credentialsOf('subscriber')]) {
        const { status, body, text } = await service.get(path, { as })
        assert.deepEqual([status, body.code], [403, 'event-password-protected'], path)
        assert.doesNotMatch(text, /hidden/i)
      }
    }
  })

  test('the right password opens all of it', async () => {
    const { id } = await create()
    const { status, body, text } = await withPassword(id, 'open sesame')
    assert.equal(status, 200)
    assert.equal(body.description, '<p>Hidden words</p>')
    assert.equal(body.cost, '$99')
    assert.equal(body.venue.venue, 'Hidden hall')
    assert.equal(body.json_ld.location.name, 'Hidden hall')
    assert.equal(body.password, undefined)
    assert.doesNotMatch(text, /sesame/)
    assert.equal((await withPassword(id, ' open sesame ')).status, 200)
    assert.equal((await withPassword(id, 'Open sesame')).status, 403)
  })

  test('who may edit it needs no password', async () => {
    const { id, slug } = await create()
    for (const as of [credentialsOf('administrator'), credentialsOf('editor')])
      for (const path of [`/events/${id}`, `/events/by-slug/${slug}`])
        assert.equal((await service.get(path, { as })).body.description, '<p>Hidden words</p>')
  })

  test('in lists, its protected fields are empty', async () => {
    const made = await create({ title: 'Protected in lists' })
    const { body, text } = await service.get(`/events?include=${made.id}`)
    const [event] = body.events
    assert.equal(event.title, 'Protected in lists')
    for (const field of ['description', 'excerpt', 'cost', 'website']) assert.equal(event[field], '', field)
    for (const field of ['categories', 'tags', 'venue', 'organizer', 'tickets'])
      assert.deepEqual(event[field], [], field)
    assert.deepEqual([event.image, event.ticketed], [false, false])
    assert.deepEqual(event.cost_details.values, [])
    assert.equal(event.start_date, made.start_date)
    assert.deepEqual(Object.keys(event), Object.keys(made))
    assert.doesNotMatch(text, /hidden/i)
    const edited = await service.get(`/events?include=${made.id}`, { as: credentialsOf('editor') })
    assert.equal(edited.body.events[0].description, '<p>Hidden words</p>')
  })

  test('no names of fields tell in lists which protected fields are filled', async () => {
    const weekly = { title: 'Weekly', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }
    const { body: series } = await service.post('/events', anEvent(weekly))
    const { body } = await service.get(`/events?post_parent=${series.id}`)
    const { id } = body.events[0]
    assert.equal((await service.patch(`/events/${id}`, { ...secrets, title: 'Own' })).status, 200)
    await service.patch(`/events/${id}?ml_language=fr`, { title: 'Le sien', description: 'Mots', cost: '3' })
    await service.patch(`/events/${id}`, { description: 'Other hidden words' })
    const listed = async (query: string, person: Parameters<typeof credentialsOf>[0]) =>
      (await service.get(`/events?include=${id}&${query}`, { as: credentialsOf(person) })).body.events[0]

    const seen = await listed('ml_language=fr&ml_fallback=original', 'anonymous')
    assert.deepEqual(seen.overrides, ['password', 'title', 'title@fr'])
    assert.deepEqual(
      [seen.title, seen.is_fallback, seen.translations.fr.is_outdated],
      ['Le sien', false, undefined],
    )
    assert.deepEqual((await listed('context=edit', 'author')).own_fields, ['title', 'slug'])
    const edited = await listed('context=edit&ml_language=fr', 'editor')
    assert.ok(edited.overrides.includes('cost@fr') && edited.own_fields.includes('description'))
    assert.deepEqual(edited.translations.fr.outdated_fields, ['description'])
  })

  test('those who edit it are told that it has a password', async () => {
    const { id } = await create()
    const { id: open } = (await service.post('/events', anEvent({ title: 'Open' }))).body
    const shown = async (path: string, person: Parameters<typeof credentialsOf>[0]) => {
      const { body } = await service.get(path, { as: credentialsOf(person) })
      return (body.events?.[0] ?? body).protected as unknown
    }
    for (const path of [`/events?include=${id}`, `/events/${id}?`]) {
      assert.equal(await shown(`${path}&context=edit`, 'editor'), true, path)
      assert.equal(await shown(path, 'editor'), undefined, path)
    }
    assert.equal(await shown(`/events?include=${id}&context=edit`, 'author'), undefined)
    assert.equal(await shown(`/events?include=${open}&context=edit`, 'editor'), undefined)
  })

  test('it never matches searches of visitors, not even by its title', async () => {
    await create({ title: 'Searchable club' })
    for (const search of ['hidden', 'searchable'])
      assert.equal((await service.get(`/events?search=${search}`)).body.total, 0, search)
    const found = await service.get('/events?search=searchable', { as: credentialsOf('editor') })
    assert.equal(found.body.total, 1)
  })

  const kinds = [
    ['venues', 'event'],
    ['organizers', 'event'],
    ['categories', 'event'],
    ['tags', 'post'],
  ] as const

  test('its venues, organizers and terms are told to nobody who may not edit it', async () => {
    const { id } = await create({ hide_from_listings: true })
    const { id: own } = await create({}, 'author')
    const total = async (path: string, person: Parameters<typeof credentialsOf>[0]) =>
      (await service.get(path, { as: credentialsOf(person) })).body.total as number
    for (const [kind, parameter] of kinds) {
      const path = (event: number) => `/${kind}?${parameter}=${event}&hide_empty=false`
      for (const person of ['anonymous', 'subscriber', 'contributor', 'author'] as const)
        assert.equal(await total(path(id), person), 0, `${kind} ${person}`)
      assert.equal(await total(path(id), 'editor'), 1, kind)
      if (kind !== 'tags') assert.equal(await total(path(own), 'author'), 1, kind)
      assert.equal(await total(path(own), 'colleague'), 0, kind)
    }
  })

  test('filters do not find it by what it hides', async () => {
    const place = { venue: 'Found hall', geo_lat: 46.95, geo_lng: 7.44 }
    const made = await create({
      venue: place,
      organizer: { organizer: 'Found host' },
      categories: ['Found'],
      tags: ['Found'],
    })
    const full = (await withPassword(made.id, 'open sesame')).body
    const queries = [
      `venue=${full.venue.id}`,
      `organizer=${full.organizer[0].id}`,
      'categories=found',
      'tags=found',
      'ticketed=true',
      'cost=paid',
      'geoloc=true',
      'geoloc_lat=46.95&geoloc_lng=7.44',
    ]
    const finds = async (query: string, as: string | null) =>
      (await service.get(`/events?${query}&per_page=100`, { as })).body.events.some(
        ({ id }: Json) => id === made.id,
      ) as boolean
    const { id: open } = await create({ ...place, password: '', venue: full.venue.id })
    for (const query of queries)
      for (const form of [query, `${query}&orderby=title`]) {
        for (const as of [null, credentialsOf('subscriber'), credentialsOf('author')])
          for (const status of ['', '&status=publish'])
            assert.equal(await finds(form + status, as), false, form)
        for (const status of ['', '&status=publish'])
          assert.equal(await finds(form + status, credentialsOf('editor')), true, form)
      }
    for (const query of ['ticketed=false', 'geoloc=false'])
      for (const form of [query, `${query}&orderby=title`]) assert.equal(await finds(form, null), false, form)
    assert.equal(await finds('featured=false', null), true)
    assert.equal((await service.get(`/events?venue=${full.venue.id}`)).body.events[0].id, open)
  })

  test('its author finds it by all of that', async () => {
    const { id, venue } = await create({ venue: { venue: 'Own hall' } }, 'author')
    for (const status of ['', '&status=publish']) {
      const { body } = await service.get(`/events?venue=${venue.id}${status}`, {
        as: credentialsOf('author'),
      })
      assert.deepEqual([body.total, body.events[0]?.id], [1, id], status)
    }
  })

  test('venues and organizers are not listed as used because of it, but terms count it', async () => {
    const { id } = await create({
      venue: { venue: 'Quiet hall' },
      organizer: { organizer: 'Quiet host' },
      categories: ['Quiet'],
    })
    const editor = credentialsOf('editor')
    for (const kind of ['venues', 'organizers'])
      for (const filter of ['has_events=true', 'only_with_upcoming=true'])
        for (const language of ['', '&ml_language=en']) {
          const path = `/${kind}?search=quiet&${filter}${language}`
          assert.equal((await service.get(path)).body.total, 0, path)
          assert.equal((await service.get(path, { as: editor })).body.total, 1, path)
        }
    assert.equal((await service.get('/venues?search=quiet&has_events=false')).body.total, 1)
    const counted = async () =>
      (await service.get('/categories?slug=quiet')).body.categories[0].count as number
    assert.equal(await counted(), 1)
    await service.patch(`/events/${id}`, { password: '' })
    assert.equal((await service.get('/venues?search=quiet&has_events=true')).body.total, 1)
    assert.equal(await counted(), 1)
  })

  test('a password is set and removed by updates by ID, not by slug', async () => {
    const { id, slug } = await create({ password: '' })
    assert.equal((await service.get(`/events/${id}`)).status, 200)
    const bySlug = await service.patch(`/events/by-slug/${slug}`, { password: 'ignored' })
    assert.equal(bySlug.status, 200)
    assert.equal((await service.get(`/events/${id}`)).status, 200)
    const { body } = await service.patch(`/events/${id}`, { password: 'new one' })
    assert.equal(body.description, '<p>Hidden words</p>')
    assert.equal((await service.get(`/events/${id}`)).status, 403)
    assert.equal((await withPassword(id, 'new one')).status, 200)
    await service.patch(`/events/${id}`, { title: 'Keeps it', password: null })
    assert.equal((await service.get(`/events/${id}`)).status, 403)
    await service.patch(`/events/${id}`, { password: '' })
    assert.equal((await service.get(`/events/${id}`)).status, 200)
  })

  test('the password is stored as a hash', async () => {
    const { id } = await create()
    const { password } = await service.database.db
      .selectFrom('events')
      .select('password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.match(password ?? '', /^\$argon2id\$/)
  })

  test('a password sent with a deletion must be the right one', async () => {
    const { id } = await create()
    const refused = await service.delete(`/events/${id}?password=wrong`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'event-password-protected'])
    assert.equal((await service.delete(`/events/${id}`, { password: 'wrong' })).status, 403)
    const { status, body } = await service.delete(`/events/${id}?password=open%20sesame`)
    assert.deepEqual([status, body.status], [200, 'trash'])
    const { id: other } = await create()
    assert.equal((await service.delete(`/events/${other}`)).status, 200)
  })

  test('the password gives no permission to edit', async () => {
    const { id } = await create()
    for (const method of ['PATCH', 'DELETE'])
      assert.equal(
        (await service.request(method, `/events/${id}?password=open%20sesame`, {}, { as: null })).status,
        401,
      )
  })

  test('the password appears in no link', async () => {
    const { id } = await create()
    const { headers, text } = await withPassword(id, 'open sesame')
    assert.doesNotMatch(`${text} ${[...headers.values()].join(' ')}`, /sesame/)
  })

  test('a protected event that is not published is not accessible, with the password or without', async () => {
    const { id } = await create({ status: 'draft' })
    for (const reply of [await service.get(`/events/${id}`), await withPassword(id, 'open sesame')])
      assert.deepEqual([reply.status, reply.body.code], [403, 'event-not-accessible'])
  })
})
