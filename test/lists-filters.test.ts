import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listed, made, makeEvent, refused } from './listed.ts'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { onEachDatabase, testTime, type Json } from './service.ts'

/** Filters of the list of events, other than dates, words and places (interface: Event filters). */

onEachDatabase((service) => {
  describe('terms, venues and organizers', () => {
    const ids: Record<string, number> = {}

    before(async () => {
      ids.music = await made(service, '/categories', { name: 'Music' })
      ids.jazz = await made(service, '/categories', { name: 'Jazz', parent: ids.music })
      ids.swing = await made(service, '/categories', { name: 'Swing', parent: ids.jazz })
      ids.sport = await made(service, '/categories', { name: 'Sport' })
      ids.year = await made(service, '/categories', { name: '2027' })
      ids.rock = await made(service, '/categories', { name: 'Rock & Pop' })
      ids.family = await made(service, '/tags', { name: 'Family' })
      ids.free = await made(service, '/tags', { name: 'Free' })
      ids.hall = await made(service, '/venues', { venue: 'Hall' })
      ids.park = await made(service, '/venues', { venue: 'Park' })
      ids.club = await made(service, '/organizers', { organizer: 'Club' })
      ids.city = await made(service, '/organizers', { organizer: 'City' })
      await service.patch(`/categories/${ids.sport}?ml_language=de`, { name: 'Leibesübungen' })
      const event = (title: string, day: number, fields: Json) =>
        makeEvent(service, title, {
          start_date: `2026-12-0${day} 10:00`,
          end_date: `2026-12-0${day} 11:00`,
          ...fields,
        })
      await event('concert', 1, { categories: [ids.music], tags: [ids.family], venue: ids.hall })
      await event('quartet', 2, { categories: [ids.jazz], venue: ids.hall, organizer: ids.club })
      await event('dance', 3, {
        categories: [ids.swing, ids.sport],
        tags: [ids.family, ids.free],
        venue: [ids.hall, ids.park],
        organizer: [ids.club, ids.city],
      })
      await event('match', 4, { categories: [ids.sport, ids.year], tags: [ids.free], venue: ids.park })
      await event('alone', 5, { categories: [ids.rock] })
    })

    const cases: readonly (readonly [query: string, titles: string])[] = [
      ['categories={music}', 'concert quartet dance'],
      ['categories={jazz}', 'quartet dance'],
      ['categories={swing}', 'dance'],
      ['categories=music', 'concert quartet dance'],
      ['categories=MUSIC', 'concert quartet dance'],
      ['categories=leibesubungen', 'dance match'],
      ['categories=Leibesübungen', 'dance match'],
      ['categories=Rock %26 Pop', 'alone'],
      ['categories=[rock pop', 'alone'],
      ['categories=2027', 'match'],
      ['categories={swing},{sport}', 'dance match'],
      ['categories[]={jazz}&categories[]=sport', 'quartet dance match'],
      ['categories[0]={jazz}&categories[1]={sport}', 'quartet dance match'],
      ['categories={jazz}&categories=sport', 'quartet dance match'],
      ['tags={family}', 'concert dance'],
      ['tags=free,family', 'concert dance match'],
      ['categories=jazz&tags=free', 'dance'],
      ['categories=music&tags=free,family', 'concert dance'],
      ['venue={hall}', 'concert quartet dance'],
      ['venue={hall},{park}', 'concert quartet dance match'],
      ['venue[]={park}&organizer={club}', 'dance'],
      ['organizer={club}', 'quartet dance'],
      ['organizer={city},{club}&categories=jazz', 'quartet dance'],
      ['venue={park}&tags=family', 'dance'],
      ['categories={sport}&categories={sport}', 'dance match'],
    ]
    const filledIn = (query: string) => query.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
    for (const [query, titles] of cases)
      test(`${query} → ${titles}`, async () =>
        assert.equal((await listed(service, `/events?${filledIn(query)}`)).join(' '), titles))

    test('unknown values are rejected by name', async () => {
      for (const [query, name] of [
        ['categories=999999', 'categories'],
        ['categories={music},999999', 'categories'],
        ['categories=nowhere', 'categories'],
        ['categories={free}', 'categories'],
        ['tags={music}', 'tags'],
        ['tags=music', 'tags'],
        ['venue=999999', 'venue'],
        ['venue={club}', 'venue'],
        ['venue=hall', 'venue'],
        ['organizer={hall}', 'organizer'],
        ['organizer=-1', 'organizer'],
        ['categories=', 'categories'],
        ['tags=', 'tags'],
        ['venue=', 'venue'],
        ['organizer=', 'organizer'],
      ] as const)
        await refused(service, `/events?${filledIn(query)}`, name)
    })

    test('all invalid parameters are reported at once', async () => {
      const { status, body } = await service.get(
        '/events?categories=nope&tags=nope&venue=0&start_date=x&featured=2&order=up&status=gone&post_parent=99999',
      )
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.data.params).toSorted(), [
        'categories',
        'featured',
        'order',
        'post_parent',
        'start_date',
        'status',
        'tags',
        'venue',
      ])
    })

    test('rest_url names terms by what they were resolved to, and finds the same', async () => {
      const { body } = await service.get('/events?categories=music&tags=free,family')
      const again = await service.get(body.rest_url)
      assert.deepEqual(again.body, body)
      const twice = await service.get('/events?categories=music,Music,[MUSIC&tags=free,free,family')
      assert.deepEqual(twice.body, body)
    })
  })
})

onEachDatabase((service) => {
  describe('flags, parents and other words', () => {
    let parent = 0

    before(async () => {
      const event = (title: string, day: number, fields: Json) =>
        makeEvent(service, title, {
          start_date: `2026-12-0${day} 10:00`,
          end_date: `2026-12-0${day} 11:00`,
          ...fields,
        })
      parent = await event('festival', 1, { featured: true, cost: '0 - 20', end_date: '2026-12-02 10:00' })
      await event('opening', 2, {
        cost: 'Donation',
        post_parent: parent,
        tickets: [{ name: 'Door', price: 5, currency: 'EUR' }],
      })
      await event('closing', 3, {
        post_parent: parent,
        event_status: 'cancelled',
        sticky: true,
        cost: 'Gratis',
      })
      await event('brunch', 4, {
        featured: true,
        cost: 0,
        end_date: '2026-12-05 09:59:59',
        tickets: [{ name: 'Table' }],
        event_status: 'postponed',
      })
    })

    const cases: readonly (readonly [query: string, titles: string])[] = [
      ['featured=true', 'festival brunch'],
      ['featured=1', 'festival brunch'],
      ['featured=no', 'opening closing'],
      ['featured=FALSE', 'opening closing'],
      ['ticketed=on', 'opening brunch'],
      ['ticketed=off', 'festival closing'],
      ['ticketed=1&featured=1', 'brunch'],
      ['cost=free', 'closing brunch'],
      ['cost=paid', 'festival opening'],
      ['multi_day=true', 'festival'],
      ['multi_day=false', 'opening closing brunch'],
      ['event_status=cancelled', 'closing'],
      ['event_status=scheduled', 'festival opening'],
      ['author=1', 'festival opening closing brunch'],
      ['author=77', ''],
      ['orderby=title', 'brunch closing festival opening'],
      ['orderby=title&order=desc', 'opening festival closing brunch'],
      ['orderby=start_date&order=desc', 'brunch closing opening festival'],
      ['orderby=end_date', 'festival opening closing brunch'],
      ['orderby=relevance&search=o', 'opening closing'],
      ['order=asc', 'festival opening closing brunch'],
      ['status=publish', 'festival opening closing brunch'],
    ]
    for (const [query, titles] of cases)
      test(`${query} → ${titles || 'nothing'}`, async () =>
        assert.equal((await listed(service, `/events?${query}`)).join(' '), titles))

    test('whether an event is free follows the cost of the original', async () => {
      const id = await makeEvent(service, 'reading', {
        cost: '5',
        start_date: '2027-02-01',
        end_date: '2027-02-01',
      })
      const found = async () =>
        Promise.all(
          ['free', 'paid'].map(
            async (cost) => (await listed(service, `/events?cost=${cost}&start_date=2027-01-01`)).length,
          ),
        )
      assert.deepEqual(await found(), [0, 1])
      await service.patch(`/events/${id}?ml_language=fr`, { title: 'lecture', cost: 'Gratuit' })
      await service.patch(`/events/${id}`, { title: 'a reading' })
      assert.deepEqual(await found(), [0, 1])
      await service.patch(`/events/${id}`, { cost: 'Free' })
      assert.deepEqual(await found(), [1, 0])
      await service.patch(`/events/${id}`, { cost: '' })
      assert.deepEqual(await found(), [0, 0])
      await service.delete(`/events/${id}`)
    })

    test('where the cost has no amounts, the tickets that are left decide whether an event is free', async () => {
      const id = await makeEvent(service, 'reading', { start_date: '2027-02-01', end_date: '2027-02-01' })
      const found = () =>
        Promise.all(
          ['free', 'paid'].map(
            async (cost) => (await listed(service, `/events?cost=${cost}&start_date=2027-01-01`)).length,
          ),
        )
      const gone = { name: 'Early', price: 0, availability: 'sold_out' }
      for (const [fields, counts] of [
        [{ tickets: [{ name: 'Door' }] }, [0, 0]],
        [{ tickets: [{ name: 'Seat', price: '0.00' }, { name: 'Programme' }] }, [1, 0]],
        [
          {
            tickets: [
              { name: 'Seat', price: 0 },
              { name: 'Dinner', price: 30 },
            ],
          },
          [0, 1],
        ],
        [{ tickets: [gone] }, [1, 0]],
        [{ tickets: [gone, { name: 'Door', price: 12 }] }, [0, 1]],
        [{ cost: 'Pay what you want' }, [0, 1]],
        [{ cost: 'Free' }, [1, 0]],
        [{ cost: '', tickets: [] }, [0, 0]],
      ] as const) {
        await service.patch(`/events/${id}`, fields)
        assert.deepEqual(await found(), counts, JSON.stringify(fields))
      }
      await service.delete(`/events/${id}`)
    })

    test('an occurrence with tickets of its own is free if these are', async () => {
      const series = await makeEvent(service, 'class', {
        start_date: '2027-03-01 10:00',
        end_date: '2027-03-01 11:00',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
        tickets: [{ name: 'Seat', price: 5 }],
      })
      const days = async (cost: string) => {
        const { body } = await service.get(`/events?cost=${cost}&start_date=2027-03-01`)
        return body.events.map(({ start_date }: { start_date: string }) => start_date.slice(8, 10))
      }
      const [first] = (await service.get('/events?start_date=2027-03-01')).body.events
      await service.patch(`/events/${first.id}`, { tickets: [{ name: 'Taster', price: 0 }] })
      assert.deepEqual([await days('free'), await days('paid')], [['01'], ['02']])
      await service.patch(`/events/${series}`, { cost: 'Donation' })
      assert.deepEqual([await days('free'), await days('paid')], [['01'], ['02']])
      await service.patch(`/events/${series}`, { cost: '7' })
      assert.deepEqual([await days('free'), await days('paid')], [[], ['01', '02']])
      await service.delete(`/events/${series}`)
    })

    test('post_parent is an existing event', async () => {
      assert.deepEqual(await listed(service, `/events?post_parent=${parent}`), ['opening', 'closing'])
      await refused(service, '/events?post_parent=999999', 'post_parent')
      await refused(service, '/events?post_parent=x', 'post_parent')
      await refused(service, '/events?post_parent=', 'post_parent')
    })

    test('what cannot be read is refused', async () => {
      for (const [name, value] of [
        ['featured', 'perhaps'],
        ['featured', ''],
        ['ticketed', '2'],
        ['cost', '0'],
        ['multi_day', 'long'],
        ['event_status', 'moved'],
        ['status', 'gone'],
        ['status', ''],
        ['orderby', 'colour'],
        ['author', 'me'],
        ['context', 'all'],
        ['ml_language', 'es'],
        ['ml_language', ''],
      ] as const)
        await refused(service, `/events?${name}=${value}`, name)
    })

    test('events with the same start are ordered by ID, whatever their time zones', async () => {
      const tokyo = { start_date: '2027-08-01 19:00', end_date: '2027-08-01 20:00', timezone: 'Asia/Tokyo' }
      const london = {
        start_date: '2027-08-01 11:00',
        end_date: '2027-08-01 12:00',
        timezone: 'Europe/London',
      }
      await makeEvent(service, 'tie one', tokyo)
      await makeEvent(service, 'tie two', london)
      await makeEvent(service, 'tie three', tokyo)
      await makeEvent(service, 'tie before', { ...london, start_date: '2027-08-01 10:59' })
      const found = await listed(service, '/events?search=tie')
      assert.deepEqual(found, ['tie before', 'tie one', 'tie two', 'tie three'])
    })
  })

  describe('include', () => {
    test('ignores dates, has no order of its own, and ignores unknown IDs', async () => {
      const old = await makeEvent(service, 'included old', {
        start_date: '2001-01-01',
        end_date: '2001-01-02',
      })
      const far = await makeEvent(service, 'included far', {
        start_date: '2090-01-01',
        end_date: '2090-01-02',
      })
      const path = `/events?include=${far},${old},999999`
      assert.deepEqual(await listed(service, path), ['included old', 'included far'])
      const dated = `${path}&start_date=2026-01-01&ends_before=2027-01-01&strict_dates=1`
      assert.deepEqual(await listed(service, dated), ['included old', 'included far'])
      const { body } = await service.get(dated)
      for (const name of ['start_date', 'end_date', 'ends_before'])
        assert.equal(new URL(body.rest_url).searchParams.get(name), null)
      assert.deepEqual(await listed(service, `${path}&search=far`), ['included far'])
      assert.deepEqual(await listed(service, `${path}&exclude=${far}`), ['included old'])
      await refused(service, `/events?include=${far}&start_date=garbage`, 'start_date')
    })
  })
})

onEachDatabase((service) => {
  describe('who sees what', () => {
    let people: Record<Person, number>
    const as = (person: Person | 'administrator' | 'anonymous') => ({ as: credentialsOf(person) })

    before(async () => {
      people = await makePeople(service)
      const own = (person: Person | 'administrator', title: string, fields: Json) =>
        service
          .post('/events', { title, start_date: '2026-12-01', end_date: '2026-12-02', ...fields }, as(person))
          .then(({ status, text }) => assert.equal(status, 201, text))
      await own('administrator', 'public', {})
      await own('administrator', 'draft', { status: 'draft' })
      await own('administrator', 'pending', { status: 'pending' })
      await own('administrator', 'private', { status: 'private' })
      await own('administrator', 'future', { date: '2026-11-25 10:00' })
      await own('administrator', 'hidden', { hide_from_listings: true })
      await own('author', 'my draft', { status: 'draft' })
      await own('author', 'my hidden', { hide_from_listings: true })
      await own('contributor', 'my pending', { status: 'publish' })
      await own('contributor', 'published hidden', { hide_from_listings: true })
      const { body: sent } = await service.get('/events?context=edit&search=published', as('administrator'))
      await service.patch(`/events/${sent.events[0].id}`, { status: 'publish' }, as('administrator'))
      await own('administrator', 'gone', {})
      const { body } = await service.get('/events?search=gone')
      await service.delete(`/events/${body.events[0].id}`)
    })

    const everybodys = ['public']
    const unpublished = ['draft', 'pending', 'private', 'future', 'my draft', 'my pending']

    const cases: readonly (readonly [Person | 'administrator' | 'anonymous', string, string[] | number])[] = [
      ['anonymous', '', everybodys],
      ['subscriber', '', everybodys],
      ['contributor', '', ['public', 'my pending']],
      ['author', '', ['public', 'my draft']],
      ['colleague', '', everybodys],
      ['editor', '', ['public', ...unpublished]],
      ['administrator', '', ['public', ...unpublished]],
      ['anonymous', 'status=publish', everybodys],
      ['anonymous', 'status=draft', 403],
      ['anonymous', 'status=publish,draft', 403],
      ['anonymous', 'status=any', 403],
      ['anonymous', 'status=trash', 403],
      ['subscriber', 'status=draft', 403],
      ['author', 'status=draft', ['my draft']],
      ['author', 'status=pending', []],
      ['author', 'status=any', ['public', 'my draft']],
      ['author', 'status=publish', everybodys],
      ['contributor', 'status=pending,draft', ['my pending']],
      ['contributor', 'status[]=pending&status[]=publish', ['public', 'my pending']],
      ['editor', 'status=draft', ['draft', 'my draft']],
      ['editor', 'status=pending', ['pending', 'my pending']],
      ['editor', 'status=private', ['private']],
      ['editor', 'status=future', ['future']],
      ['editor', 'status=any', ['public', ...unpublished]],
      ['editor', 'status=trash', ['gone']],
      ['editor', 'status=any,trash', ['public', 'gone', ...unpublished]],
      ['editor', 'status=draft,any', ['public', ...unpublished]],
      ['author', 'status[]=trash&status[]=any', ['public', 'my draft']],
      ['editor', 'status=publish', everybodys],
      ['author', 'status=trash', []],
      ['anonymous', 'context=edit', 401],
      ['subscriber', 'context=edit', 403],
      ['anonymous', 'context=embed', everybodys],
      ['author', 'context=edit', ['public', 'my draft', 'my hidden']],
      ['editor', 'context=edit', ['public', ...unpublished, 'hidden', 'my hidden', 'published hidden']],
      ['contributor', 'context=edit', ['public', 'my pending']],
      ['anonymous', 'missing_translation=fr', 401],
      ['subscriber', 'missing_translation=fr', 403],
      ['author', 'missing_translation=fr', ['public', 'my draft']],
      ['anonymous', 'status=draft&start_date=garbage', 400],
    ]
    for (const [person, query, expected] of cases)
      test(`${person} requests ${query || 'the list'}`, async () => {
        if (typeof expected === 'number') {
          const { status, body } = await service.get(`/events?${query}`, as(person))
          assert.equal(status, expected)
          if (expected !== 400) assert.equal(body.code, 'rest_forbidden')
        } else {
          const found = await listed(service, `/events?${query}`, as(person))
          assert.deepEqual(found.toSorted(), expected.toSorted())
        }
      })

    test('a refusal names each parameter that needs the right', async () => {
      const editing = ['context=edit', 'series=only', 'missing_translation=fr', 'outdated_translation=fr']
      const names = editing.map((pair) => pair.split('=')[0]!)
      const refused: readonly (readonly [Person | 'anonymous', string, readonly string[]])[] = [
        ['anonymous', 'status=draft&search=x', ['status']],
        ['subscriber', 'status=any&search=x', ['status']],
        ...editing.map((pair, place) => ['subscriber', `${pair}&search=x`, [names[place]!]] as const),
        ['subscriber', `${editing.join('&')}&status=trash`, [...names, 'status']],
      ]
      for (const [person, query, expected] of refused) {
        const { status, body } = await service.get(`/events?${query}`, as(person))
        assert.deepEqual([status, Object.keys(body.data.params ?? {})], [403, expected], query)
      }
      const { body } = await service.get('/events?context=edit&status=draft', as('anonymous'))
      assert.deepEqual(body.data, { status: 401 })
      const french = await service.get('/venues?status=draft&ml_language=fr', as('subscriber'))
      assert.deepEqual(french.body.data.params, {
        status:
          'Seuls les contributeurs, les auteurs et les rédacteurs peuvent lister les ressources non publiées.',
      })
    })

    test('hidden events are included for those who may edit them', async () => {
      const { body } = await service.get('/events?context=edit&search=hidden', as('administrator'))
      const ids = body.events.map(({ id }: Json) => id).join(',')
      const path = `/events?include=${ids}`
      assert.deepEqual(await listed(service, path), [])
      assert.deepEqual(await listed(service, path, as('colleague')), [])
      assert.deepEqual(await listed(service, path, as('author')), ['my hidden'])
      assert.deepEqual(await listed(service, path, as('contributor')), [])
      assert.deepEqual(await listed(service, path, as('editor')), ['hidden', 'my hidden', 'published hidden'])
    })

    test('author limits to the entries of a user', async () => {
      const found = await listed(service, `/events?author=${people.author}`, as('editor'))
      assert.deepEqual(found, ['my draft'])
      assert.deepEqual(await listed(service, `/events?author=${people.author}`), [])
    })

    test('a scheduled event is listed from its publication date on', async () => {
      assert.deepEqual(await listed(service, '/events?search=future'), [])
      service.now = Date.parse('2026-11-25T10:00:00Z') / 1000
      assert.deepEqual(await listed(service, '/events?search=future'), ['future'])
      service.now = testTime
    })
  })
})
