import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Venues, organizers and terms of an event, in every form of saying them (interface: Creating events). */

const kinds = {
  venue: { path: '/venues', name: 'venue', other: 'city' },
  organizer: { path: '/organizers', name: 'organizer', other: 'phone' },
} as const

const tables = [
  'events',
  'event_texts',
  'event_links',
  'venues',
  'organizers',
  'categories',
  'tags',
  'images',
] as const

/** Makes the database itself refuse one organizer, which is written last. */
const refuseDoom = {
  sqlite: {
    set: sql`create trigger refuse_doom before insert on organizer_texts when new.organizer = 'Doom' begin select raise(abort, 'doomed'); end`,
    lift: sql`drop trigger refuse_doom`,
  },
  postgres: {
    set: sql`alter table organizer_texts add constraint refuse_doom check (organizer <> 'Doom')`,
    lift: sql`alter table organizer_texts drop constraint refuse_doom`,
  },
}

onEachDatabase((service) => {
  before(() => makePeople(service))

  const create = async (fields: Json) => {
    const reply = await service.post('/events', anEvent(fields))
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const listed = (value: Json): Json[] => (Array.isArray(value) ? value : [value])
  const idsOf = (value: Json) => listed(value).map(({ id }) => id)
  const make = async (path: string, fields: Json) => (await service.post(path, fields)).body.id as number
  const counts = async () => {
    const rows = tables.map((table) =>
      sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(service.database.db),
    )
    return (await Promise.all(rows)).map(({ rows: [row] }, place) => [tables[place], Number(row?.n)])
  }

  for (const [field, { path, name, other }] of Object.entries(kinds)) {
    test(`${field}: an id, a list of ids, CSV, objects with an id`, async () => {
      const [a, b] = [await make(path, { [name]: `A ${field}` }), await make(path, { [name]: `B ${field}` })]
      const forms: [sent: unknown, ids: number[]][] = [
        [a, [a]],
        [String(a), [a]],
        [
          [b, a],
          [b, a],
        ],
        [
          [String(a), b],
          [a, b],
        ],
        [`${b}, ${a}`, [b, a]],
        [`${a},`, [a]],
        [[`${a},${b}`], [a, b]],
        [{ id: a }, [a]],
        [
          [{ id: b }, a],
          [b, a],
        ],
        [[{ id: String(b), [name]: 'ignored' }], [b]],
        [{ 0: b, 1: a }, [b, a]],
        [
          [a, a, b],
          [a, b],
        ],
      ]
      for (const [sent, ids] of forms) {
        const event = await create({ [field]: sent })
        assert.deepEqual(idsOf(event[field]), ids, JSON.stringify(sent))
        const { body } = await service.patch(`/events/${event.id}`, { [field]: [] })
        assert.deepEqual(body[field], [])
        const again = await service.patch(`/events/${event.id}`, { [field]: sent })
        assert.deepEqual(idsOf(again.body[field]), ids, JSON.stringify(sent))
      }
    })

    test(`${field}: forms use brackets`, async () => {
      const [a, b] = [await make(path, { [name]: `C ${field}` }), await make(path, { [name]: `D ${field}` })]
      const send = async (text: string) => {
        const form = `title=Form&start_date=2027-01-01&end_date=2027-01-02&${text}`
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { body, text: answer } = await service.post('/events', form, { headers })
        assert.ok(body.id, answer)
        return listed(body[field])
      }
      assert.deepEqual(idsOf(await send(`${field}=${a}`)), [a])
      assert.deepEqual(idsOf(await send(`${field}[]=${b}&${field}[]=${a}`)), [b, a])
      assert.deepEqual(idsOf(await send(`${field}[0]=${b}&${field}[1]=${a}`)), [b, a])
      assert.deepEqual(idsOf(await send(`${field}=${b}&${field}=${a}`)), [b, a])
      assert.deepEqual(idsOf(await send(`${field}[id]=${b}`)), [b])
      const made = await send(`${field}[${name}]=By+form+${field}&${field}[${other}]=0123`)
      assert.deepEqual([made[0][name], made[0][other]], [`By form ${field}`, '0123'])
      const mixed = await send(`${field}[0]=${a}&${field}[1][${name}]=Mixed+${field}`)
      assert.deepEqual(
        mixed.map((one) => one[name]),
        [`C ${field}`, `Mixed ${field}`],
      )
    })

    test(`${field}: several notations mean none`, async () => {
      const id = await make(path, { [name]: `Nothing ${field}` })
      const blank = { [name]: '', [other]: ' ', description: null }
      for (const nothing of ['', 0, '0', false, 'false', 'FALSE', [], {}, [''], blank, [blank], { id: 0 }]) {
        const event = await create({ [field]: id })
        const { body, status } = await service.patch(`/events/${event.id}`, { [field]: nothing })
        assert.equal(status, 200, JSON.stringify(nothing))
        assert.deepEqual(body[field], [], JSON.stringify(nothing))
        assert.deepEqual((await create({ [field]: nothing }))[field], [])
      }
      for (const form of ['=', '=0', '=false', `[${name}]=&${field}[${other}]=`]) {
        const event = await create({ [field]: id })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { body, text } = await service.patch(`/events/${event.id}`, `${field}${form}`, { headers })
        assert.deepEqual(body[field], [], text)
      }
      const event = await create({ [field]: id })
      assert.deepEqual(idsOf((await service.patch(`/events/${event.id}`, { [field]: null })).body[field]), [
        id,
      ])
      assert.deepEqual(idsOf((await service.patch(`/events/${event.id}`, { title: 'x' })).body[field]), [id])
    })

    test(`${field}: an object creates one, a list may mix IDs and objects`, async () => {
      const id = await make(path, { [name]: `Old ${field}` })
      const event = await create({
        [field]: [id, { [name]: `New ${field}`, [other]: 'x', website: 'https://example.org' }],
      })
      const [first, second] = listed(event[field])
      assert.equal(first.id, id)
      assert.deepEqual(
        [second[name], second[other], second.website],
        [`New ${field}`, 'x', 'https://example.org'],
      )
      const { status, body } = await service.get(`${path}/${second.id}`)
      assert.equal(status, 200)
      assert.equal(body.author, 1)
    })

    test(`${field}: one of the same name is used again and not changed`, async () => {
      const { body: old } = await service.post(path, {
        [name]: `Same ${field}`,
        description: '<p>Old</p>',
        ...(field === 'venue' ? { address: 'Old street 1' } : { email: 'old@example.org' }),
      })
      const again = async (fields: Json) =>
        listed((await create({ [field]: { [name]: `same ${field.toUpperCase()}`, ...fields } }))[field])[0]
      assert.equal((await again({ [other]: 'other' })).id, old.id)
      assert.equal((await again({ description: '<p>Old</p>' })).id, old.id)
      assert.equal((await service.get(`${path}/${old.id}`)).body[other], old[other])
      assert.notEqual((await again({ description: '<p>New</p>' })).id, old.id)
      const differing = field === 'venue' ? { address: 'New street 2' } : { email: 'new@example.org' }
      assert.notEqual((await again(differing)).id, old.id)
      const twice = await create({ [field]: [{ [name]: `Twin ${field}` }, { [name]: `twin ${field}` }] })
      assert.equal(listed(twice[field]).length, 1)
    })

    test(`${field}: one in the trash is not used again`, async () => {
      const id = await make(path, { [name]: `Gone ${field}` })
      await service.delete(`${path}/${id}`)
      const event = await create({ [field]: { [name]: `Gone ${field}` } })
      assert.notEqual(listed(event[field])[0].id, id)
    })

    test(`${field}: one in the trash stays linked if the event is sent back as it was shown`, async () => {
      const [gone, left] = [await make(path, { [name]: 'Gone' }), await make(path, { [name]: 'Left' })]
      for (const ids of [[gone], [gone, left]]) {
        const { id } = await create({ [field]: ids })
        await service.delete(`${path}/${gone}`)
        const { body: shown } = await service.get(`/events/${id}`)
        assert.equal(listed(shown[field]).length, ids.length - 1)
        const { status, text } = await service.request('PUT', `/events/${id}`, { ...shown, title: 'Renamed' })
        assert.equal(status, 200, text)
        await service.patch(`${path}/${gone}`, { status: 'publish' })
        const { body } = await service.get(`/events/${id}`)
        assert.deepEqual([body.title, idsOf(body[field])], ['Renamed', ids])
      }
    })

    test(`${field}: another one replaces those in the trash too`, async () => {
      const [gone, chosen] = [await make(path, { [name]: 'Old' }), await make(path, { [name]: 'New' })]
      const { id } = await create({ [field]: gone })
      await service.delete(`${path}/${gone}`)
      await service.patch(`/events/${id}`, { [field]: chosen })
      await service.patch(`${path}/${gone}`, { status: 'publish' })
      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(idsOf(body[field]), [chosen])
    })

    test(`${field}: one that the caller may not read is not used again`, async () => {
      const id = await make(path, { [name]: `Secret ${field}`, status: 'private' })
      const { body } = await service.post('/events', anEvent({ [field]: { [name]: `Secret ${field}` } }), {
        as: credentialsOf('author'),
      })
      assert.notEqual(listed(body[field])[0].id, id)
      assert.equal(listed(body[field])[0].status, 'publish')
    })

    test(`${field}: errors in an object are reported by path`, async () => {
      const wrong = async (value: unknown) =>
        (await service.post('/events', anEvent({ [field]: value }))).body
      const named = async (value: unknown) => Object.keys((await wrong(value)).data.params)
      assert.deepEqual(await named({ [name]: 'x', website: 'nonsense' }), [`${field}.website`])
      assert.deepEqual(await named([{ [name]: 'x', website: 'nonsense' }]), [`${field}.website`])
      assert.deepEqual(await named({ [name]: 'x', image: 4711 }), [`${field}.image`])
      assert.deepEqual(await named({ [name]: 'x', author: 4711 }), [`${field}.author`])
      assert.deepEqual(await named({ [name]: 'x', phone: true, status: 'x' }), [
        `${field}.status`,
        `${field}.phone`,
      ])
      const missing = await wrong({ [other]: 'x' })
      assert.equal(missing.code, 'rest_missing_callback_param')
      assert.deepEqual(missing.data.params, [`${field}.${name}`])
      assert.equal(
        (await wrong({ [name]: 'x', website: 'nonsense' })).data.details[`${field}.website`].code,
        'rest_invalid_url',
      )
    })

    test(`${field}: unknown IDs, IDs of other resources and plain names are rejected`, async () => {
      const tag = await make('/tags', { name: `Tag beside ${field}` })
      const event = await create({})
      for (const value of [999_999, [event.id], `${tag},999998`, 'Some name', { id: 999_997 }]) {
        const { status, body } = await service.post('/events', anEvent({ [field]: value }))
        assert.equal(status, 400, JSON.stringify(value))
        assert.deepEqual(Object.keys(body.data.params), [field])
      }
      const { body } = await service.post('/events', anEvent({ [field]: [999_999] }))
      assert.match(body.data.params[field], /999999/)
    })
  }

  test('a venue that an event brings along has both coordinates or none', async () => {
    const { status, body } = await service.post('/events', anEvent({ venue: { venue: 'Half', geo_lat: 5 } }))
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params), ['venue.geo_lat'])
    const { body: out } = await service.post(
      '/events',
      anEvent({ venue: { venue: 'Out', geo_lat: 95, geo_lng: 5 } }),
    )
    assert.deepEqual(Object.keys(out.data.params), ['venue.geo_lat'])
    const event = await create({ venue: { venue: 'Whole', geo_lat: '46.9', geo_lng: 7.4 } })
    assert.deepEqual([event.venue.geo_lat, event.venue.geo_lng], [46.9, 7.4])
  })

  for (const [field, path] of [
    ['categories', '/categories'],
    ['tags', '/tags'],
  ] as const) {
    const namesOf = (event: Json) => event[field].map(({ name }: Json) => name)

    test(`${field}: ids, slugs and names, in lists, CSV and forms`, async () => {
      const rock = await make(path, { name: 'Rock & Roll', slug: 'rock' })
      const pop = await make(path, { name: 'Pop' })
      const forms: [sent: unknown, ids: number[]][] = [
        [rock, [rock]],
        [
          [pop, rock],
          [pop, rock],
        ],
        [`${pop},${rock}`, [pop, rock]],
        [[`${pop}, ${rock}`], [pop, rock]],
        ['rock', [rock]],
        ['Rock & Roll, pop', [rock, pop]],
        [
          ['ROCK & ROLL', String(pop)],
          [rock, pop],
        ],
        [
          ['POP', rock, 'pop'],
          [pop, rock],
        ],
        [{ 0: 'pop' }, [pop]],
        [[{ id: pop }], [pop]],
      ]
      for (const [sent, ids] of forms)
        assert.deepEqual(idsOf((await create({ [field]: sent }))[field]), ids, JSON.stringify(sent))
      const form = `title=F&start_date=2027-01-01&end_date=2027-01-02&${field}[]=${pop}&${field}[]=rock`
      const { body } = await service.post('/events', form, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.deepEqual(idsOf(body[field]), [pop, rock])
    })

    test(`${field}: digits that are no ID may be a slug or a name, and slugs come in any case`, async () => {
      const year = await make(path, { name: '2027' })
      const decade = await make(path, { name: 'Nineties', slug: '1990' })
      const street = await make(path, { name: 'Street art', slug: 'street-art' })
      for (const sent of [['2027', 1990, 'STREET-ART'], '2027,1990,Street-Art'])
        assert.deepEqual(idsOf((await create({ [field]: sent }))[field]), [year, decade, street])
      const { status, body } = await service.post('/events', anEvent({ [field]: ['2027', '2028'] }))
      assert.equal(status, 400)
      assert.match(body.data.params[field], /2028/)
      assert.doesNotMatch(body.data.params[field], /2027/)
    })

    test(`${field}: a name means the term of that name, even if it is the slug of another in another case`, async () => {
      const plus = await make(path, { name: 'C++' })
      const plain = await make(path, { name: 'C' })
      assert.equal((await service.get(`${path}/${plus}`)).body.slug, 'c')
      assert.deepEqual(idsOf((await create({ [field]: ['C'] }))[field]), [plain])
      assert.deepEqual(idsOf((await create({ [field]: ['c'] }))[field]), [plus], 'as a slug')
    })

    test(`${field}: an unknown name creates a term, once`, async () => {
      const event = await create({ [field]: ['Brand new', 'brand NEW', 'Très <b>neuf</b>'] })
      assert.deepEqual(namesOf(event), ['Brand new', 'Très neuf'])
      assert.equal(event[field][1].slug, 'tres-neuf')
      const again = await create({ [field]: 'brand new' })
      assert.deepEqual(idsOf(again[field]), [event[field][0].id])
      assert.equal((await service.get(`${path}/${event[field][0].id}`)).body.name, 'Brand new')
    })

    test(`${field}: concurrent requests with the same new name create one term`, async () => {
      const events = await Promise.all(
        Array.from({ length: 5 }, () => service.post('/events', anEvent({ [field]: ['Rush'] }))),
      )
      assert.deepEqual(
        events.map(({ status }) => status),
        [201, 201, 201, 201, 201],
      )
      assert.equal(new Set(events.flatMap(({ body }) => idsOf(body[field]))).size, 1)
    })

    test(`${field}: unknown ids and ids of the other kind are refused by name`, async () => {
      const other = await make(path === '/tags' ? '/categories' : '/tags', { name: 'Other kind' })
      const { body: venue } = await service.post('/venues', { venue: 'No term' })
      for (const value of [999_999, [other], `${other}`, [venue.id + 900_000], 0, '0', [0]]) {
        const { status, body } = await service.post('/events', anEvent({ [field]: value }))
        assert.equal(status, 400, JSON.stringify(value))
        assert.match(body.data.params[field], new RegExp(String([value].flat()[0])))
      }
    })

    test(`${field}: an empty string or list removes all, null and a mistaken 0 none`, async () => {
      const event = await create({ [field]: ['Stays'] })
      assert.equal((await service.patch(`/events/${event.id}`, { [field]: [0] })).status, 400)
      assert.deepEqual(namesOf((await service.patch(`/events/${event.id}`, { [field]: null })).body), [
        'Stays',
      ])
      for (const nothing of ['', []]) {
        await service.patch(`/events/${event.id}`, { [field]: ['Stays'] })
        assert.deepEqual((await service.patch(`/events/${event.id}`, { [field]: nothing })).body[field], [])
      }
    })
  }

  test('names of terms match in any language', async () => {
    const id = await make('/categories', { name: 'Cooking' })
    await service.patch(`/categories/${id}?ml_language=fr`, { name: 'Cuisine' })
    assert.deepEqual(idsOf((await create({ categories: ['CUISINE'] })).categories), [id])
  })

  test('who may not make terms may not make them inside an event', async () => {
    const as = credentialsOf('contributor')
    const before = await counts()
    const { status, body } = await service.post(
      '/events',
      anEvent({ categories: ['Forbidden'], tags: ['Too'] }),
      { as },
    )
    assert.equal(status, 403)
    assert.deepEqual(Object.keys(body.data.params), ['categories', 'tags'])
    assert.deepEqual(await counts(), before)
    const id = await make('/categories', { name: 'There already' })
    const allowed = await service.post('/events', anEvent({ categories: ['there already', id] }), { as })
    assert.equal(allowed.status, 201)
  })

  test('permissions for images and authors also apply inside an event', async () => {
    const as = credentialsOf('contributor')
    const fields = anEvent({
      venue: { venue: 'Pictured', image: 'https://example.org/x.png' },
      organizer: { organizer: 'Signed', author: 1 },
    })
    const { status, body } = await service.post('/events', fields, { as })
    assert.equal(status, 403)
    assert.deepEqual(Object.keys(body.data.params), ['venue.image', 'organizer.author'])
  })

  test('resources created with an event belong to the caller, in a permitted status', async () => {
    const { body } = await service.post(
      '/events',
      anEvent({ venue: { venue: 'Drafted hall' }, organizer: { organizer: 'Asking', status: 'publish' } }),
      { as: credentialsOf('contributor') },
    )
    assert.equal(body.status, 'draft')
    assert.deepEqual([body.venue.status, body.venue.author], ['draft', body.author])
    assert.equal(body.organizer[0].status, 'pending')
  })

  test('an event is created completely or not at all', async () => {
    const { db } = service.database
    await refuseDoom[service.engine].set.execute(db)
    const parts = {
      title: 'Half made',
      image: 'https://example.org/half.png',
      categories: ['Half category'],
      tags: ['Half tag'],
      venue: [{ venue: 'Half hall', image: 'https://example.org/hall.png' }],
      organizer: [{ organizer: 'Half first' }, { organizer: 'Doom' }],
    }
    const before = await counts()
    const made = await service.post('/events', anEvent(parts))
    assert.equal(made.status, 500)
    assert.equal(made.body.code, 'internal_error')
    assert.deepEqual(await counts(), before)

    const event = await create({ title: 'Whole', venue: { venue: 'Whole hall' } })
    const whole = await counts()
    const { status } = await service.patch(`/events/${event.id}`, parts)
    assert.equal(status, 500)
    assert.deepEqual(await counts(), whole)
    const { body } = await service.get(`/events/${event.id}`, { as: 'admin:secret' })
    const { json_ld, ...after } = body
    assert.ok(json_ld)
    assert.deepEqual(after, event)
    await refuseDoom[service.engine].lift.execute(db)
  })

  test('an error in one part rejects the whole request, and all errors are reported', async () => {
    const before = await counts()
    const { body } = await service.post(
      '/events',
      anEvent({
        tags: ['Not made'],
        venue: { venue: 'Not made', website: 'x' },
        organizer: [{ organizer: 'Fine' }, { organizer: 'x', email: 'x' }],
      }),
    )
    assert.deepEqual(Object.keys(body.data.params), ['venue.website', 'organizer.1.email'])
    assert.deepEqual(await counts(), before)
  })

  test('all faults of all venues or organizers of a list are reported', async () => {
    const told = async (organizer: object[]) =>
      (await service.post('/events', anEvent({ organizer }))).body.data.params
    const faulty = await told([
      { organizer: 'A', email: 'x' },
      { organizer: 'B', website: 'x', date: 'x' },
    ])
    assert.deepEqual(Object.keys(faulty).toSorted(), [
      'organizer.0.email',
      'organizer.1.date',
      'organizer.1.website',
    ])
    const nameless = await told([{ phone: '1' }, { organizer: 'C' }, { phone: '3' }])
    assert.deepEqual(nameless, ['organizer.0.organizer', 'organizer.2.organizer'])
  })

  test('a fault of the text of a venue hides none that the database finds', async () => {
    const told = async (links: Json) =>
      Object.keys((await service.post('/events', anEvent(links))).body.data.params).toSorted()
    const unknown = { image: 999999, author: 999999 }
    assert.deepEqual(await told({ venue: { venue: 'A', website: 'x', geo_lat: 5, ...unknown } }), [
      'venue.author',
      'venue.geo_lat',
      'venue.image',
      'venue.website',
    ])
    assert.deepEqual(await told({ venue: { venue: 'A', geo_lat: 5, geo_lng: 'x' } }), ['venue.geo_lng'])
    assert.deepEqual(
      await told({
        organizer: [
          { organizer: 'A', email: 'x' },
          { organizer: 'B', ...unknown },
        ],
      }),
      ['organizer.0.email', 'organizer.1.author', 'organizer.1.image'],
    )
    assert.deepEqual(await told({ organizer: [999999, { organizer: 'A', email: 'x' }] }), [
      'organizer',
      'organizer.1.email',
    ])
  })

  test('an event whose parent is deleted permanently is part of none, and can be sent back', async () => {
    const parent = await create({ title: 'Parent' })
    const child = await create({ title: 'Child', post_parent: parent.id })
    await service.delete(`/events/${parent.id}?force=true`)
    const { body } = await service.get(`/events/${child.id}`)
    assert.equal(body.post_parent, 0)
    assert.equal((await service.request('PUT', `/events/${child.id}`, body)).status, 200)
    const { events } = (await service.get('/events?post_parent=0&search=child')).body
    assert.deepEqual(idsOf(events), [child.id])
  })

  test('an event can be sent back with a parent that its author may not read', async () => {
    const as = credentialsOf('author')
    const parent = await create({ title: 'Festival' })
    const { body: child } = await service.post('/events', anEvent({ post_parent: parent.id }), { as })
    const { id: draft } = await create({ title: 'Another', status: 'draft' })
    for (const change of [{ status: 'draft' }, { status: 'trash' }]) {
      await service.patch(`/events/${parent.id}`, change)
      const { body: sent } = await service.get(`/events/${child.id}`, { as })
      const reply = await service.patch(`/events/${child.id}`, sent, { as })
      assert.deepEqual([reply.status, reply.body.post_parent], [200, parent.id])
    }
    for (const other of [
      await service.patch(`/events/${child.id}`, { post_parent: draft }, { as }),
      await service.post('/events', anEvent({ post_parent: parent.id }), { as }),
    ])
      assert.deepEqual(Object.keys(other.body.data.params), ['post_parent'])
  })

  test('an author who is nobody can be sent back, and set by nobody', async () => {
    const { id } = await create({})
    const other = await create({})
    await service.database.db.updateTable('events').set({ author: 0 }).where('id', '=', id).execute()
    assert.equal((await service.patch(`/events/${id}`, { author: 0, title: 'Sent back' })).status, 200)
    assert.equal((await service.patch(`/events/${other.id}`, { author: 0 })).status, 400)
  })

  for (const [kind, { path, name }] of Object.entries(kinds))
    test(`a ${kind} that is not published finds no event for visitors`, async () => {
      const id = await make(path, { [name]: `Hidden ${kind}`, status: 'draft' })
      const event = await create({ title: `At hidden ${kind}`, [kind]: id })
      const found = async (as: string | null) =>
        idsOf((await service.get(`/events?${kind}=${id}`, { as })).body.events)
      assert.deepEqual(await found(null), [])
      assert.deepEqual(await found(credentialsOf('author')), [])
      assert.deepEqual(await found('admin:secret'), [event.id])
      await service.patch(`${path}/${id}`, { status: 'publish' })
      assert.deepEqual(await found(null), [event.id])
      await service.delete(`${path}/${id}`)
      assert.deepEqual(await found(null), [])
    })
})
