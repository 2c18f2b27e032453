import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { begun, checkingSeries, seriesOn, weekly } from './series-of.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Who may do what with events that repeat, and what lists hold of them (interface: Series). */

onEachDatabase(
  (service) => {
    const { make, datesOf, statesOf, list, patch } = seriesOn(service)
    before(() => makePeople(service))
    checkingSeries(service)

    const as = (person: Person) => ({ as: credentialsOf(person) })
    const makeAs = async (person: Person, fields: Json = {}): Promise<Json> => {
      const { status, body, text } = await service.post('/events', weekly(fields), as(person))
      assert.equal(status, 201, text)
      return body
    }
    const everyScope = ['this', 'following', 'all'] as const

    test('authors edit their own series and dates, and those of nobody else', async () => {
      const series = await makeAs('author')
      const dates = await datesOf(series)
      for (const scope of everyScope) {
        const path = `/events/${dates[2].id}`
        const fields = { title: `By ${scope}`, scope }
        for (const person of ['colleague', 'contributor', 'subscriber'] as const) {
          assert.equal((await service.patch(path, fields, as(person))).status, 403)
          assert.equal((await service.patch(path, { ...fields, dry_run: true }, as(person))).status, 403)
          assert.equal((await service.delete(path, { scope }, as(person))).status, 403)
        }
        assert.equal((await service.patch(path, fields, { as: null })).status, 401)
        assert.equal((await service.patch(path, fields, as('author'))).status, 200)
      }
      assert.equal(
        (await service.patch(`/events/${series.id}`, { title: 'No' }, as('colleague'))).status,
        403,
      )
    })

    test('whoever owns one date may not edit the others through it', async () => {
      const series = await make({ title: 'Lent' })
      const { author } = await makeAs('author', { title: 'Whoever' })
      const dates = await datesOf(series)
      await patch(dates[1].id, { author })
      const path = `/events/${dates[1].id}`
      assert.equal((await service.patch(path, { title: 'Mine' }, as('author'))).status, 200)
      for (const scope of ['following', 'all']) {
        for (const { status, body } of [
          await service.patch(path, { title: 'Ours', scope }, as('author')),
          await service.delete(path, { scope }, as('author')),
        ])
          assert.deepEqual(
            [status, body.data.params],
            [403, { scope: 'This requires permission to edit the series.' }],
          )
      }
      assert.equal((await datesOf(series)).length, 5)
    })

    test('a series that was only to be counted is not made, and neither is its venue', async () => {
      const before = (await service.get('/events?status=any&series=only', { as: 'admin:secret' })).body.total
      const fields = { title: 'Only counted', venue: { venue: 'Only counted' }, dry_run: true }
      const none = { kept: 0, moved: 0, created: 0, trashed: 0, overridden: 0, past: 0 }
      const counted = await service.post('/events', weekly(fields), as('author'))
      assert.deepEqual(
        [counted.status, counted.body, counted.headers.get('location')],
        [200, { series: { changed: { ...none, created: 5 } } }, null],
      )
      const single = weekly({ ...fields, recurrence: undefined })
      assert.deepEqual((await service.post('/events', single, as('author'))).body, {
        series: { changed: none },
      })
      assert.equal((await service.post('/events', weekly(fields), { as: null })).status, 401)
      assert.equal((await service.post('/events', weekly(fields), as('subscriber'))).status, 403)
      assert.equal(
        (await service.post('/events', weekly({ ...fields, recurrence: 'RRULE:FREQ=HOURLY' }), as('author')))
          .status,
        400,
      )
      assert.equal(
        (await service.get('/events?search=only%20counted&status=any', { as: 'admin:secret' })).body.total,
        0,
      )
      assert.equal(
        (await service.get('/venues?search=only%20counted&status=any', { as: 'admin:secret' })).body.total,
        0,
      )
      assert.equal(
        (await service.get('/events?status=any&series=only', { as: 'admin:secret' })).body.total,
        before,
      )
    })

    test('contributors make series that are published by others', async () => {
      const series = await makeAs('contributor', { status: 'publish' })
      assert.equal(series.status, 'pending')
      const [first] = await statesOf(series, 'pending')
      assert.equal(
        (await service.patch(`/events/${first.id}`, { title: 'Own' }, as('contributor'))).status,
        200,
      )
      const all = await service.patch(
        `/events/${first.id}`,
        { status: 'publish', cost: '5', scope: 'all' },
        as('contributor'),
      )
      assert.deepEqual([all.status, all.body.status, all.body.cost], [200, 'pending', '$5'])
      assert.equal(
        (await service.patch(`/events/${first.id}`, { image: 1, scope: 'all' }, as('contributor'))).status,
        400,
      )
      await patch(series.id, { status: 'publish' })
      for (const scope of everyScope)
        assert.equal(
          (await service.patch(`/events/${first.id}`, { title: 'Late', scope }, as('contributor'))).status,
          403,
        )
    })

    const review = (id: number, decision: string) =>
      service.post(`//cal/admin/v1/events/${id}/review`, { decision })

    test('a decision about a series includes the dates that are over', async () => {
      const series = await makeAs('contributor', { ...begun({ title: 'Decided' }), status: 'pending' })
      assert.equal((await review(series.id, 'return')).body.status, 'draft')
      assert.equal((await statesOf(series, 'draft')).length, 5)
      await service.patch(`/events/${series.id}`, { status: 'pending', past: true }, as('contributor'))
      assert.equal((await review(series.id, 'accept')).body.status, 'publish')
      assert.equal((await datesOf(series)).length, 5)
      assert.deepEqual(await statesOf(series, 'pending'), [])
    })

    test('no write to a series reaches a date that its author may not edit', async () => {
      const series = await makeAs('contributor', { title: 'Reviewed date', status: 'pending' })
      const dates = await statesOf(series, 'pending')
      assert.equal((await review(dates[2].id, 'accept')).status, 200)
      const writes = [
        [`/events/${series.id}`, { title: 'Unreviewed' }],
        [`/events/${series.id}`, { start_date: '2026-12-01 20:00', end_date: '2026-12-01 22:00' }],
        [`/events/${series.id}`, { recurrence: null }],
        [`/events/${series.id}`, { status: 'trash' }],
        [`/events/${dates[1].id}`, { title: 'Unreviewed', scope: 'following' }],
        [`/events/${dates[1].id}`, { title: 'Unreviewed', scope: 'all' }],
      ] as const
      for (const [path, fields] of writes)
        assert.equal(
          (await service.patch(path, fields, as('contributor'))).status,
          403,
          JSON.stringify(fields),
        )
      const deletions = [
        [`/events/${series.id}`, {}],
        [`/events/${dates[0].id}`, { scope: 'all' }],
        [`/events/${dates[1].id}`, { scope: 'following' }],
      ] as const
      for (const [path, scope] of deletions)
        assert.equal((await service.delete(path, scope, as('contributor'))).status, 403, path)
      const shown = await service.get(`/events/${dates[2].id}`)
      assert.deepEqual([shown.status, shown.body.title], [200, 'Reviewed date'])
      const later = { title: 'Later', scope: 'following' }
      assert.equal((await service.patch(`/events/${dates[3].id}`, later, as('contributor'))).status, 200)
    })

    test('a date that was handed over is not written with the series', async () => {
      const series = await makeAs('author', { title: 'Handed over' })
      const { author: colleague } = await makeAs('colleague', { title: 'Another' })
      const dates = await datesOf(series)
      await patch(dates[4].id, { author: colleague })
      assert.equal((await service.patch(`/events/${series.id}`, { cost: '7' }, as('author'))).status, 403)
      assert.equal((await service.delete(`/events/${series.id}`, {}, as('author'))).status, 403)
      await patch(series.id, { cost: '7' })
      assert.equal((await service.patch(`/events/${dates[3].id}`, { cost: '8' }, as('author'))).status, 200)
    })

    test('contributors cannot publish by giving a date back to its series', async () => {
      const series = await makeAs('contributor', { ...begun({ title: 'Accepted' }), status: 'pending' })
      const [past, , , ahead] = await statesOf(series, 'pending')
      await patch(series.id, { status: 'publish' })
      await patch(past.id, { status: 'pending' })
      await patch(ahead.id, { status: 'draft' })
      const inherit = { title: 'Unreviewed', inherit: 'status' }
      for (const { id } of [past, ahead]) {
        const { status, body } = await service.patch(`/events/${id}`, inherit, as('contributor'))
        assert.deepEqual([status, Object.keys(body.data.params)], [403, ['inherit']])
      }
      const moved = { start_date: '2026-12-24 19:00', end_date: '2026-12-24 21:00' }
      const { status, body } = await service.patch(`/events/${past.id}`, moved, as('contributor'))
      assert.deepEqual([status, body.status], [200, 'pending'])
      assert.equal((await service.get(`/events/${past.id}`)).status, 403)
      assert.equal((await service.patch(`/events/${past.id}`, { inherit: 'status' })).body.status, 'publish')
    })

    test('the image of one date may be sent back with it, but not be that of the series', async () => {
      const series = await makeAs('contributor', { title: 'Pictured', status: 'draft' })
      const [first] = await statesOf(series, 'draft')
      const image = 'https://example.org/one-date.png'
      await patch(first.id, { image })
      const path = `/events/${first.id}`
      assert.equal((await service.patch(path, { image }, as('contributor'))).status, 200)
      const { status, body } = await service.patch(path, { image, scope: 'all' }, as('contributor'))
      assert.deepEqual([status, Object.keys(body.data.params)], [403, ['image']])
    })

    test('taking the author or the image of a series needs the right to set it', async () => {
      const series = await makeAs('contributor', { title: 'Given back', status: 'draft' })
      const { author: learner } = await makeAs('learner', { title: 'Of a learner' })
      const [first, second] = await statesOf(series, 'draft')
      await patch(series.id, { image: 'https://example.org/choir.png' })
      await patch(first.id, { author: learner })
      assert.equal(
        (await service.patch(`/events/${second.id}`, { image: '' }, as('contributor'))).status,
        200,
      )
      for (const [{ id }, field, person] of [
        [first, 'author', 'learner'],
        [second, 'image', 'contributor'],
      ] as const) {
        const inherit = { inherit: `title,${field}` }
        const { status, body } = await service.patch(`/events/${id}`, inherit, as(person))
        assert.deepEqual([status, Object.keys(body.data.params)], [403, ['inherit']])
        const { overrides } = (await service.get(`/events/${id}`, as(person))).body
        assert.deepEqual(overrides, [field])
        assert.equal((await service.patch(`/events/${id}`, { inherit: 'title' }, as(person))).status, 200)
        const { body: given } = await service.patch(`/events/${id}`, inherit, as('editor'))
        assert.deepEqual(
          [given.author, given.image.url, given.overrides],
          [series.author, 'https://example.org/choir.png', []],
        )
      }
      const same = { author: series.author }
      await patch(first.id, same)
      assert.equal(
        (await service.patch(`/events/${first.id}`, { inherit: 'author' }, as('contributor'))).status,
        200,
      )
    })

    test('visitors are told of published dates only', async () => {
      const series = await make({ title: 'Partly' })
      const dates = await datesOf(series)
      await patch(dates[0].id, { status: 'draft' })
      await patch(dates[4].id, { status: 'private' })
      const { series: shown, json_ld } = (await service.get(`/events/${series.id}`)).body
      assert.deepEqual(
        [shown.total, shown.first.id, shown.last.id, shown.next.id],
        [3, dates[1].id, dates[3].id, dates[1].id],
      )
      assert.equal(json_ld.subEvent.length, 3)
      const own = (await service.request('GET', `/events/${series.id}`)).body.series
      assert.deepEqual([own.total, own.first.id], [5, dates[0].id])
      const other = (await service.get(`/events/${series.id}`, as('colleague'))).body.series
      assert.deepEqual([other.total, other.first.id], [3, dates[1].id])
      assert.equal((await service.get(`/events/${dates[0].id}`)).status, 403)
      assert.deepEqual(
        (await list('search=partly&series=next')).map(({ id }) => id),
        [dates[1].id],
      )
    })

    test('a password of a series protects its dates', async () => {
      const series = await make({ title: 'Protected', description: 'Secret', password: 'sesame' })
      const [first] = await datesOf(series)
      assert.deepEqual([first.title, first.description], ['Protected', ''])
      for (const { id } of [series, first]) {
        assert.equal((await service.get(`/events/${id}`)).status, 403)
        assert.equal((await service.get(`/events/${id}?password=sesame`)).status, 200)
      }
      assert.deepEqual(await list('search=secret'), [])
      await patch(series.id, { password: '' })
      assert.equal((await service.get(`/events/${first.id}`)).status, 200)
      assert.equal((await list('search=secret')).length, 5)
    })

    test('only who may edit asks for the series themselves', async () => {
      await make({ title: 'Asked' })
      assert.equal((await service.get('/events?series=only')).status, 401)
      assert.equal((await service.get('/events?series=only', as('subscriber'))).status, 403)
      assert.equal((await service.get('/events?series=texts')).status, 401)
      for (const person of ['author', 'editor', 'contributor'] as const)
        assert.equal((await service.get('/events?series=only&search=asked', as(person))).body.total, 1)
      const draft = await makeAs('contributor', { title: 'Hidden draft' })
      const found = async (person: Person) =>
        (
          await service.get('/events?start_date=2000-01-01&series=only&search=hidden', as(person))
        ).body.events.map(({ id }: Json) => id)
      assert.deepEqual(await found('author'), [])
      assert.deepEqual(await found('contributor'), [draft.id])
      assert.deepEqual(await found('editor'), [draft.id])
    })

    test('hidden series are listed for those who may edit them, with `context=edit` or by ID', async () => {
      const hidden = { title: 'Unseen', hide_from_listings: true }
      const others = await make(hidden)
      const own = await makeAs('author', hidden)
      const found = async (person: Person, query: string) => {
        const { body } = await service.get(`/events?series=only&search=unseen&${query}`, as(person))
        assert.equal(body.total, body.events.length)
        return body.events.map(({ id }: Json) => id)
      }
      for (const query of ['context=edit', `include=${others.id},${own.id}`]) {
        assert.deepEqual(await found('contributor', query), [], query)
        assert.deepEqual(await found('author', query), [own.id], query)
        assert.deepEqual(await found('editor', query), [others.id, own.id], query)
      }
      for (const person of ['contributor', 'author', 'editor'] as const)
        assert.deepEqual(await found(person, ''), [], person)
      const csv = await service.get('/events.csv?series=only&search=unseen', as('contributor'))
      assert.doesNotMatch(csv.text, /Unseen/)
      await patch(others.id, { hide_from_listings: false })
      assert.deepEqual(await found('contributor', ''), [others.id])
    })

    test('each of the three agrees with other filters', async () => {
      const fields = {
        title: 'Filtered',
        categories: ['Music'],
        start_date: '2026-11-17 19:00',
        end_date: '2026-11-17 21:00',
      }
      const series = await make(fields)
      const single = await make({
        ...fields,
        title: 'Filtered alone',
        start_date: '2026-12-20',
        end_date: '2026-12-20',
        recurrence: undefined,
      })
      await patch(series.id, { title: 'Gefiltert' }, '?ml_language=de')
      const dates = await datesOf(series)
      const found = async (query: string) => (await list(`search=filtered&${query}`)).map(({ id }) => id)
      const [, next] = dates
      for (const filter of ['', 'categories=music', 'order=desc', 'ml_fallback=original&ml_language=en']) {
        assert.equal((await found(filter)).length, 6, filter)
        assert.deepEqual(
          (await found(`${filter}&series=next`)).toSorted(),
          [next.id, single.id].toSorted(),
          filter,
        )
      }
      assert.deepEqual(
        (await list('search=gefiltert&series=next&ml_language=de')).map(({ id }) => id),
        [next.id],
      )
      assert.deepEqual((await list('search=filtered&series=next&during=2026-12-01')).length, 0)
      assert.deepEqual(
        (await list('search=filtered&during=2026-12-01')).map(({ id }) => id),
        [dates[2].id],
      )
      const only = await service.request(
        'GET',
        '/events?start_date=2000-01-01&series=only&categories=music&search=filtered',
      )
      assert.deepEqual([only.body.total, only.body.events[0].id], [1, series.id])
      const page = (await service.get('/events?start_date=2000-01-01&series=next&search=filtered&per_page=1'))
        .body
      assert.deepEqual([page.total, page.total_pages], [2, 2])
      assert.match(page.next_rest_url, /series=next/)
    })

    test('editors are shown the next of a series that is not published', async () => {
      const series = await make({ title: 'Coming', status: 'draft' })
      const next = await list('search=coming&series=next&status=draft', 'admin:secret')
      assert.deepEqual(
        next.map(({ post_parent }) => post_parent),
        [series.id],
      )
      assert.deepEqual((await list('search=coming&series=next', 'admin:secret')).length, 1)
    })

    const refused = async (path: string, body: Json, name: string) => {
      const said = []
      for (const language of ['en', 'fr', 'de']) {
        const reply = await service.patch(`${path}?ml_language=${language}`, body)
        assert.equal(reply.status, 400, reply.text)
        assert.deepEqual(Object.keys(reply.body.data.params), [name])
        said.push(reply.body.data.params[name])
      }
      assert.equal(new Set(said).size, 3, said.join(' | '))
    }

    test('what cannot be is refused in three languages, naming the parameter', async () => {
      const series = await make()
      const [, second] = await datesOf(series)
      for (const recurrence of [
        'RRULE:FREQ=HOURLY',
        'RRULE:FREQ=WEEKLY;BYDAY=XX',
        'RRULE:FREQ=WEEKLY\nRRULE:FREQ=DAILY',
        'EXDATE:20261208T190000',
        'DTSTART:20261201T190000',
        'RDATE:20200101T000000',
        'SUMMARY:Choir',
        'RDATE:20261332',
        'RDATE;TZID=Nowhere/City:20261210T190000',
        'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
        'garbage',
      ])
        await refused(`/events/${series.id}`, { recurrence }, 'recurrence')
      await refused(`/events/${second.id}`, { recurrence: 'RRULE:FREQ=DAILY' }, 'recurrence')
      await refused(`/events/${second.id}`, { scope: 'some' }, 'scope')
      await refused(`/events/${second.id}`, { inherit: 'slug' }, 'inherit')
      await refused(`/events/${second.id}`, { inherit: 'title@xx' }, 'inherit')
      const { body } = await service.patch(`/events/${second.id}`, { inherit: [{}] })
      assert.equal(body.data.params.inherit, 'Must be a string.')
      assert.equal((await datesOf(series)).length, 5)
    })

    test('a series is edited by its slug and on an alias as well', async () => {
      const series = await make({ title: 'Addressed' })
      const [first, second] = await datesOf(series)
      const bySlug = await service.patch(`/events/by-slug/${series.slug}`, { cost: '3' })
      assert.deepEqual([bySlug.status, bySlug.body.series.changed.kept], [200, 5])
      const all = await service.patch(`/events/by-slug/${second.slug}`, { cost: '4', scope: 'all' })
      assert.deepEqual([all.body.id, all.body.cost], [second.id, '$4'])
      const alias = '//wp-json/tribe/events/v1/events'
      const onAlias = await service.request('POST', `${alias}/${first.id}`, { cost: '5', scope: 'all' })
      assert.deepEqual([onAlias.status, onAlias.body.author], [200, String(series.author)])
      assert.deepEqual(new Set((await datesOf(series)).map(({ cost }) => cost)), new Set(['$5']))
      const { body: shown } = await service.request('GET', `${alias}/${series.id}`)
      assert.match(shown.series.first.rest_url, /\/wp-json\/tribe\/events\/v1\/events\/\d+$/)
      const renamed = await service.patch(`/events/by-slug/${series.slug}`, { slug: 'elsewhere' })
      assert.equal(renamed.body.slug, 'elsewhere')
      assert.equal((await datesOf(series))[0].slug, first.slug)
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)
