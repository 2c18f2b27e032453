import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Every write leaves a version, and a version can be brought back (interface: History, Reviews, Audit log). */

const admin = '//cal/admin/v1'
const as = (person: Person) => ({ as: credentialsOf(person) })

onEachDatabase((service) => {
  let people: Record<Person, number>
  before(async () => {
    people = await makePeople(service)
  })

  const history = async (kind: string, id: number): Promise<Json[]> =>
    (await service.get(`${admin}/${kind}/${id}/history`, as('editor'))).body.versions
  const restore = (kind: string, id: number, version: number, options: Json = as('editor')) =>
    service.post(`${admin}/${kind}/${id}/history/${version}/restore`, {}, options)

  describe('versions', () => {
    for (const [kind, first, second] of [
      ['events', anEvent(), { title: 'Recital' }],
      ['venues', { venue: 'Hall' }, { venue: 'Great Hall' }],
      ['organizers', { organizer: 'Club' }, { organizer: 'The Club' }],
      ['categories', { name: 'Jazz' }, { name: 'Modern Jazz' }],
      ['tags', { name: 'open air' }, { name: 'outdoors' }],
    ] as const)
      test(`of ${kind}: who, when, in which language, and what changed`, async () => {
        const { body: made } = await service.post(`/${kind}`, first, as('editor'))
        service.now += 60
        await service.patch(`/${kind}/${made.id}`, second)
        await service.patch(`/${kind}/${made.id}`, second)
        const [field, value] = Object.entries(second)[0]!

        const [changed, created, ...others] = await history(kind, made.id)

        assert.deepEqual(others, [])
        assert.deepEqual(
          [created.version, created.action, created.author, created.author_name, created.changes],
          [1, 'created', people.editor, 'editor', {}],
        )
        assert.deepEqual(
          [changed.version, changed.action, changed.author, changed.language],
          [2, 'updated', 1, 'en'],
        )
        assert.deepEqual(changed.changes[field], { before: made[field], after: value })
        assert.notEqual(changed.date_utc, created.date_utc)
      })

    test('what a deletion took away is listed by language', async () => {
      const { body: tag } = await service.post('/tags', { name: 'lake' })
      for (const [ml_language, name] of [
        ['fr', 'lac'],
        ['de', 'See'],
      ])
        await service.patch(`/tags/${tag.id}`, { ml_language, name })
      await service.delete(`/tags/${tag.id}`)

      const [deleted] = await history('tags', tag.id)

      const names = Object.keys(deleted!.changes).filter((field) => field.startsWith('name'))
      assert.deepEqual(names, ['name@de', 'name', 'name@fr'])
    })

    test('values have the form in which they are sent', async () => {
      const { body: hall } = await service.post('/venues', { venue: 'Form Hall' })
      const { body: event } = await service.post('/events', anEvent())
      await service.patch(`/events/${event.id}`, {
        featured: true,
        hide_from_listings: true,
        start_date: '2026-12-01 19:00:00',
        venue: hall.id,
        password: 'secret',
        tickets: [{ name: 'Seat', price: '5' }],
        date: '2026-11-01 10:00:00',
      })

      const [{ changes }] = await history('events', event.id)

      assert.deepEqual(changes.featured, { before: false, after: true })
      assert.deepEqual(changes.hide_from_listings, { before: false, after: true })
      assert.deepEqual(changes.start_date, { before: '2026-12-01 20:00:00', after: '2026-12-01 19:00:00' })
      assert.deepEqual(changes.venue, { before: [], after: [hall.id] })
      assert.deepEqual(changes.password, { before: false, after: true })
      assert.equal(changes.tickets.after[0].name, 'Seat')
      assert.equal(changes.date.after, '2026-11-01 10:00:00')
    })

    test('what is on or off is so for venues too, and comes back', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Barn' })
      await service.patch(`/venues/${venue.id}`, { show_map: false, show_map_link: 'no' })
      const [{ changes }] = await history('venues', venue.id)
      const turnedOff = { before: true, after: false }
      assert.deepEqual(changes, { show_map: turnedOff, show_map_link: turnedOff })
      const { body } = await restore('venues', venue.id, 1)
      assert.deepEqual([body.left_out, body.resource.show_map, body.resource.show_map_link], [[], true, true])
    })

    test('texts of translations bear their language', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Feast' }))
      await service.patch(`/events/${body.id}`, { title: 'Fête', ml_language: 'fr' })
      await service.delete(`/events/${body.id}/translations/fr`)

      const [removed, added] = await history('events', body.id)

      assert.deepEqual([added.language, added.changes['title@fr']], ['fr', { before: null, after: 'Fête' }])
      assert.deepEqual(
        [removed.language, removed.changes['title@fr']],
        ['fr', { before: 'Fête', after: null }],
      )
    })

    test('the trash and deleting permanently are versions too, and editors read them afterwards', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Gone' }))
      await service.delete(`/events/${body.id}`)
      await service.patch(`/events/${body.id}`, { status: 'publish' })
      await service.delete(`/events/${body.id}?force=true`)

      const versions = await history('events', body.id)

      assert.deepEqual(
        versions.map(({ action }) => action),
        ['deleted', 'restored', 'trashed', 'created'],
      )
      assert.deepEqual(versions[0].changes.title, { before: 'Gone', after: null })
      assert.equal((await restore('events', body.id, 1)).status, 404)
      const { status } = await service.get(`${admin}/events/${body.id}/history`, as('author'))
      assert.equal(status, 404)
    })

    test('what was deleted permanently is forgotten after 90 days, and its occurrences at once', async () => {
      const { body: tag } = await service.post('/tags', { name: 'Forgotten' })
      await service.delete(`/tags/${tag.id}`)
      const { body: series } = await service.post(
        '/events',
        anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }),
      )
      const { body: list } = await service.get(`/events?post_parent=${series.id}`)
      await service.delete(`/events/${series.id}?force=true`)
      const status = async (kind: string, id: number) =>
        (await service.get(`${admin}/${kind}/${id}/history`, as('editor'))).status
      assert.deepEqual([await status('tags', tag.id), await status('events', list.events[0].id)], [200, 404])

      service.now += 91 * 86_400
      const { body: another } = await service.post('/tags', { name: 'Another' })
      await service.delete(`/tags/${another.id}`)
      service.now -= 91 * 86_400

      assert.deepEqual([await status('tags', tag.id), await status('events', series.id)], [404, 404])
    })

    test('what is made inside an event has a version as well, and so have occurrences', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({ venue: { venue: 'Inside' }, tags: ['inside'] }),
      )
      const { body: series } = await service.post(
        '/events',
        anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }),
      )
      const { body: list } = await service.get(`/events?post_parent=${series.id}`)

      assert.equal((await history('venues', body.venue.id))[0].action, 'created')
      assert.equal((await history('tags', body.tags[0].id))[0].action, 'created')
      assert.equal((await history('events', list.events[1].id))[0].action, 'created')
    })

    test('are pages, the newest first, at most a hundred', async () => {
      const { body } = await service.post('/tags', { name: 'Count 0' })
      for (let count = 1; count <= 101; count += 1)
        await service.patch(`/tags/${body.id}`, { name: `Count ${count}` })

      const page = await service.get(`${admin}/tags/${body.id}/history?per_page=3&page=2`, as('editor'))

      assert.deepEqual(
        page.body.versions.map(({ version }: Json) => version),
        [99, 98, 97],
      )
      assert.deepEqual(page.body.versions[0].changes.name, { before: 'Count 97', after: 'Count 98' })
      assert.equal(page.body.total, 100)
      assert.match(page.body.next_rest_url, /page=3&per_page=3/)
    })

    test('are for those who may edit', async () => {
      const { body } = await service.post('/events', anEvent(), as('author'))
      const read = async (options: Json) =>
        (await service.get(`${admin}/events/${body.id}/history`, options)).status

      assert.deepEqual(
        [await read(as('author')), await read(as('colleague')), await read(as('subscriber')), await read({})],
        [200, 403, 403, 401],
      )
      assert.equal((await service.get(`${admin}/events/99999999/history`, as('editor'))).status, 404)
      assert.equal((await restore('events', body.id, 1, as('colleague'))).status, 403)
      assert.equal((await restore('events', body.id, 7)).status, 404)
    })
  })

  describe('bringing back a version', () => {
    test('brings back all fields and texts as an ordinary write', async () => {
      const { body: hall } = await service.post('/venues', { venue: 'Kept Hall' })
      const fields = {
        title: 'First',
        description: '<p>One</p>',
        venue: [hall.id],
        cost: '10',
        featured: true,
        timezone: 'Europe/Zurich',
      }
      const { body: made } = await service.post('/events', anEvent(fields))
      const french = { title: 'Premier', ml_language: 'fr' }
      const { body: whole } = await service.patch(`/events/${made.id}`, french)
      await service.patch(`/events/${made.id}`, {
        title: 'Second',
        description: '',
        venue: '',
        cost: '',
        featured: false,
        timezone: 'Europe/London',
        start_date: '2027-01-01 10:00:00',
        end_date: '2027-01-01 11:00:00',
        tags: ['later'],
      })
      await service.patch(`/events/${made.id}`, { title: 'Deuxième', ml_language: 'fr' })
      await service.patch(`/events/${made.id}`, { title: 'Zweitens', ml_language: 'de' })

      const { status, body } = await restore('events', made.id, 2)

      assert.deepEqual([status, body.left_out], [200, []], JSON.stringify(body))
      const after = (await service.get(`/events/${made.id}?ml_language=fr`)).body
      const changing = [
        'modified',
        'modified_utc',
        'modified_utc_details',
        'translations',
        'json_ld',
        'venue',
      ]
      for (const name of Object.keys(whole).filter((one) => !changing.includes(one)))
        assert.deepEqual(after[name], whole[name], name)
      assert.deepEqual(Object.keys(after.translations), ['en', 'fr'])
      assert.equal(after.venue.id, hall.id)
      assert.equal(body.resource.title, 'First')
      assert.match(body.resource.rest_url, /\/cal\/events\/v1\/events\/\d+$/)
      const [latest] = await history('events', made.id)
      assert.deepEqual([latest.author, latest.restored_version], [people.editor, 2])
    })

    test('of a title that shows markup, it is the title as it was', async () => {
      const { body: event } = await service.post(
        '/events',
        anEvent({ title: '&lt;canvas&gt; &amp;amp; more' }),
      )
      await service.patch(`/events/${event.id}`, { title: 'Drawing' })
      assert.equal((await restore('events', event.id, 1)).body.resource.title, '<canvas> &amp; more')
    })

    test('takes the name and the slug away that a translation did not have', async () => {
      const { body: event } = await service.post('/events', anEvent({ title: 'Named once' }))
      const path = `/events/${event.id}?ml_language=fr`
      await service.patch(path, { description: 'Une fois' })
      await service.patch(path, { title: 'Nommé deux fois' })
      await service.patch(path, { slug: 'nomme-trois-fois' })

      for (const version of [3, 2]) {
        assert.deepEqual((await restore('events', event.id, version)).body.left_out, [])
        const { title, slug } = (await service.get(path)).body
        assert.deepEqual(
          [title, slug],
          version === 3 ? ['Nommé deux fois', 'nomme-deux-fois'] : ['Named once', event.slug],
        )
      }
    })

    test('takes something out of the trash', async () => {
      const { body } = await service.post('/organizers', { organizer: 'Back again' })
      await service.delete(`/organizers/${body.id}`)

      assert.equal((await restore('organizers', body.id, 1)).status, 200)
      assert.equal((await service.get(`/organizers/${body.id}`)).body.organizer, 'Back again')
    })

    test('leaves out what is gone, and says so', async () => {
      const { body: hall } = await service.post('/venues', { venue: 'Lost Hall' })
      const { body: event } = await service.post('/events', anEvent({ venue: hall.id, slug: 'taken-soon' }))
      await service.patch(`/events/${event.id}`, { venue: '', title: 'Without', slug: 'another-one' })
      await service.post('/events', anEvent({ slug: 'taken-soon' }))
      await service.delete(`/venues/${hall.id}?force=true`)

      const { body } = await restore('events', event.id, 1)

      assert.deepEqual(
        body.left_out.toSorted((one: Json, other: Json) => one.field.localeCompare(other.field)),
        [
          { field: 'slug', value: 'taken-soon' },
          { field: 'venue', value: hall.id },
        ],
      )
      assert.deepEqual([body.resource.title, body.resource.slug], ['Concert', 'another-one'])
    })

    test('needs the permissions of that write, and what If-Match names', async () => {
      const { body } = await service.post('/events', anEvent({ status: 'publish', title: 'Public' }))
      await service.patch(`/events/${body.id}`, { status: 'draft', author: people.contributor })
      const stale = (await service.get(`/events/${body.id}`, as('editor'))).headers.get('etag')!
      const path = `${admin}/events/${body.id}/history/1/restore`

      assert.equal((await service.post(path, {}, as('contributor'))).status, 403)
      await service.patch(`/events/${body.id}`, { title: 'Otherwise' })
      const refused = await service.post(path, {}, { ...as('editor'), headers: { 'if-match': stale } })
      assert.equal(refused.status, 412)
      const current = (await service.get(`/events/${body.id}`, as('editor'))).headers.get('etag')!
      const done = await service.post(path, {}, { ...as('editor'), headers: { 'if-match': current } })
      assert.deepEqual([done.status, done.body.resource.status], [200, 'publish'])
    })

    test('moves a series back, with its occurrences', async () => {
      const { body } = await service.post('/events', anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }))
      await service.patch(`/events/${body.id}`, { recurrence: 'RRULE:FREQ=DAILY;COUNT=5', title: 'More' })
      const [changed] = await history('events', body.id)
      assert.deepEqual(changed.changes.recurrence.before, 'RRULE:FREQ=DAILY;COUNT=3')

      const { body: restored } = await restore('events', body.id, 1)

      assert.deepEqual([restored.resource.title, restored.resource.series.total], ['Concert', 3])
    })
  })

  describe('reviews', () => {
    const submit = async () =>
      (await service.post('/events', anEvent({ status: 'publish' }), as('contributor'))).body.id as number
    const review = (id: number, body: Json, options: Json = as('editor')) =>
      service.post(`${admin}/events/${id}/review`, body, options)

    test('publish, give back with a note, or reject', async () => {
      const [accepted, returned, rejected] = [await submit(), await submit(), await submit()]

      assert.equal((await review(accepted, { decision: 'accept' })).body.status, 'publish')
      assert.equal((await review(returned, { decision: 'return', note: 'Which door?' })).body.status, 'draft')
      assert.equal((await review(rejected, { decision: 'reject', note: 'Twice' })).body.status, 'trash')
      const { body } = await service.get(`${admin}/events/${returned}/history`, as('contributor'))
      assert.deepEqual([body.versions[0].note, body.versions[0].author], ['Which door?', people.editor])
      assert.equal((await history('events', rejected))[0].note, 'Twice')
    })

    test('are for editors, and for events that are pending', async () => {
      const id = await submit()

      assert.equal((await review(id, { decision: 'accept' }, as('author'))).status, 403)
      assert.equal((await review(id, { decision: 'accept' }, { as: null })).status, 401)
      assert.equal((await review(id, { decision: 'perhaps' })).status, 400)
      assert.equal((await review(id, {})).status, 400)
      assert.equal((await review(99_999_999, { decision: 'accept' })).status, 404)
      await review(id, { decision: 'return' })
      const again = await review(id, { decision: 'accept' })
      assert.deepEqual([again.status, again.body.code], [409, 'event-not-pending'])
    })
  })

  test('accepting publishes new places as well, if the event is as it was read', async () => {
    const places = { venue: { venue: 'New cellar' }, organizer: { organizer: 'New choir' } }
    const { body: sent } = await service.post('/events', anEvent({ ...places }), as('contributor'))
    await service.patch(`/events/${sent.id}`, { status: 'pending' }, as('contributor'))
    const read = async () =>
      (await service.get(`/events/${sent.id}?context=edit`, as('editor'))).headers.get('etag')!
    const accept = (etag: string) => {
      const options = { ...as('editor'), headers: { 'if-match': etag } }
      return service.post(`${admin}/events/${sent.id}/review`, { decision: 'accept' }, options)
    }
    const stale = await read()
    await service.patch(`/events/${sent.id}`, { title: 'Otherwise' })

    assert.equal((await accept(stale)).status, 412)
    assert.equal((await service.get(`/venues/${sent.venue.id}`, as('editor'))).body.status, 'draft')
    const { status, body } = await accept(await read())
    assert.deepEqual([status, body.status, body.venue.status], [200, 'publish', 'publish'])
    assert.equal(body.organizer[0].status, 'publish')
  })

  for (const status of ['pending', 'draft'])
    test(`an editor who publishes a ${status} event of a contributor publishes its new places`, async () => {
      const places = { venue: { venue: `Cellar ${status}` }, organizer: { organizer: `Choir ${status}` } }
      const { body: sent } = await service.post('/events', anEvent({ ...places, status }), as('contributor'))
      const readVenue = () => service.get(`/venues/${sent.venue.id}`, as('editor'))
      await service.patch(`/events/${sent.id}`, { title: 'Corrected' }, as('editor'))
      assert.equal((await readVenue()).body.status, 'draft')

      const { body } = await service.patch(`/events/${sent.id}`, { status: 'publish' }, as('editor'))

      assert.deepEqual(
        [body.status, body.venue.status, body.organizer[0].status],
        ['publish', 'publish', 'publish'],
      )
      assert.equal((await readVenue()).body.status, 'publish')
    })

  test('places that an editor takes out, or keeps as drafts of their own, are not published', async () => {
    const { body: sent } = await service.post(
      '/events',
      anEvent({ venue: { venue: 'Spam palace' }, status: 'pending' }),
      as('contributor'),
    )
    await service.patch(`/events/${sent.id}`, { status: 'publish', venue: '' }, as('editor'))
    const { body: own } = await service.post(
      '/events',
      anEvent({ venue: { venue: 'Own plan', status: 'draft' }, status: 'draft' }),
      as('editor'),
    )
    await service.patch(`/events/${own.id}`, { status: 'publish' }, as('editor'))

    for (const { venue } of [sent, own])
      assert.equal((await service.get(`/venues/${venue.id}`, as('editor'))).body.status, 'draft')
  })

  describe('the audit log', () => {
    const entries = async (query = ''): Promise<Json[]> =>
      (await service.get(`${admin}/audit${query}`, { as: 'admin:secret' })).body.entries
    const signIn = (password: string) =>
      service.post(`${admin}/session`, { username: 'admin', password }, { as: null })

    test('tells who signed in, and who tried', async () => {
      await signIn('secret')
      await signIn('wrong')

      const [failed, done] = await entries()

      assert.deepEqual([failed.action, failed.user, failed.username], ['sign-in-failed', 0, 'admin'])
      assert.deepEqual([done.action, done.user, done.username], ['sign-in', 1, 'admin'])
      assert.equal(done.address, '127.0.0.1')
    })

    test('tells what happened to accounts and passwords, and what was deleted permanently', async () => {
      const { body: user } = await service.post(`${admin}/users`, { username: 'audited', role: 'author' })
      await service.patch(`${admin}/users/${user.id}`, { role: 'editor', name: 'A. Udited' })
      const passwords = `${admin}/users/${user.id}/application-passwords`
      const { body: password } = await service.post(passwords, { name: 'Phone' })
      await service.delete(`${passwords}/${password.uuid}`)
      await service.post(`${admin}/users/${user.id}/password-link`)
      await service.delete(`${admin}/users/${user.id}`)
      const { body: tag } = await service.post('/tags', { name: 'audited tag' })
      await service.delete(`/tags/${tag.id}`)

      const found = (await entries('?per_page=8')).toReversed()

      assert.deepEqual(
        found.map(({ action }) => action),
        [
          'user-created',
          'user-updated',
          'role-changed',
          'application-password-created',
          'application-password-deleted',
          'password-link-created',
          'user-deleted',
          'resource-deleted',
        ],
      )
      assert.deepEqual(found[0].target, { kind: 'user', id: user.id, name: 'audited' })
      assert.deepEqual(found[7].target, { kind: 'tag', id: tag.id, name: 'audited tag' })
    })

    test('tells decisions, which editors list', async () => {
      const pending = async (title: string) =>
        (await service.post('/events', anEvent({ title, status: 'pending' }), as('contributor'))).body.id
      const decide = (id: number, decision: string) =>
        service.post(`${admin}/events/${id}/review`, { decision, note: 'Why' }, as('editor'))
      const returned = await pending('To return')
      const accepted = await pending('To accept')
      const rejected = await pending('To reject')
      const [language, author] = ['en', people.contributor]
      await decide(returned, 'return')
      await decide(accepted, 'accept')
      await decide(rejected, 'reject')

      const { body } = await service.get(`${admin}/reviews?per_page=3`, as('editor'))
      const back = await service.get(`${admin}/reviews?decision=return&per_page=1`, as('editor'))

      assert.deepEqual(
        body.reviews.map(({ decision, user, username, event }: Json) => [decision, user, username, event]),
        [
          ['reject', people.editor, 'editor', { id: rejected, title: 'To reject', language, author }],
          ['accept', people.editor, 'editor', { id: accepted, title: 'To accept', language, author }],
          ['return', people.editor, 'editor', { id: returned, title: 'To return', language, author }],
        ],
      )
      assert.deepEqual(back.body.reviews[0].event, { id: returned, title: 'To return', language, author })
      await service.delete(`/events/${rejected}?force=true`)
      const [gone] = (await service.get(`${admin}/reviews?decision=reject`, as('editor'))).body.reviews
      assert.deepEqual(gone.event, { id: rejected, title: 'To reject', language })
      const own = await service.get(`${admin}/reviews?status=draft`, as('contributor'))
      assert.deepEqual(own.body.reviews.map(({ note, event }: Json) => [note, event.id]).slice(0, 1), [
        ['Why', returned],
      ])
      assert.ok(own.body.reviews.every(({ event }: Json) => event.id !== accepted && event.id !== rejected))
      assert.deepEqual((await service.get(`${admin}/reviews`, as('author'))).body.reviews, [])
      assert.equal((await service.get(`${admin}/reviews`, as('subscriber'))).status, 403)
      assert.equal((await service.get(`${admin}/reviews`)).status, 401)
    })

    test('a decision names who made it, now by name and even if the account is gone', async () => {
      const users = `${admin}/users`
      const person = { username: 'decides', role: 'editor', password: 'password of decides' }
      const { body: user } = await service.post(users, person)
      const event = anEvent({ title: 'Named', status: 'pending' })
      const { body } = await service.post('/events', event, as('contributor'))
      const decides = { as: 'decides:password of decides' }
      await service.post(`${admin}/events/${body.id}/review`, { decision: 'accept' }, decides)
      const newest = async () => {
        const { reviews } = (await service.get(`${admin}/reviews?per_page=1`, as('editor'))).body
        return [reviews[0].username, reviews[0].name]
      }

      assert.deepEqual(await newest(), ['decides', 'decides'])
      await service.patch(`${users}/${user.id}`, { name: 'Vera Muster', username: 'decided' })
      assert.deepEqual(await newest(), ['decides', 'Vera Muster'])
      await service.delete(`${users}/${user.id}`)
      assert.deepEqual(await newest(), ['decides', 'decides'])
    })

    test('records the language of the title of a decision, which may be that of the original', async () => {
      const pending = (title: string, language: string) =>
        service.post(`/events?ml_language=${language}`, anEvent({ title, status: 'pending' }))
      const { body: both } = await pending('Fondue pour tous', 'fr')
      await service.patch(`/events/${both.id}?ml_language=de`, { title: 'Fondue für alle' })
      const { body: half } = await pending('Raclette pour tous', 'fr')
      await service.patch(`/events/${half.id}?ml_language=de`, { description: 'Mit Kartoffeln' })
      for (const { id } of [both, half])
        await service.post(`//de/cal/admin/v1/events/${id}/review`, { decision: 'accept' })

      const { body } = await service.get(`${admin}/reviews?per_page=2`, as('editor'))
      assert.deepEqual(
        body.reviews.map(({ event: { title, language } }: Json) => [title, language]),
        [
          ['Raclette pour tous', 'fr'],
          ['Fondue für alle', 'de'],
        ],
      )
    })

    test('is for administrators, has pages and is kept for half a year', async () => {
      await signIn('secret')
      assert.equal((await service.get(`${admin}/audit`, as('editor'))).status, 403)
      assert.equal((await service.get(`${admin}/audit`)).status, 401)
      const page = await service.get(`${admin}/audit?action=sign-in&user=1&per_page=1`, {
        as: 'admin:secret',
      })
      assert.deepEqual([page.body.entries.length, page.body.entries[0].action], [1, 'sign-in'])
      const nobody = await entries('?user=0')
      assert.ok(nobody.length > 0 && nobody.every(({ user }) => user === 0))

      service.now += 181 * 86_400
      await signIn('secret')
      const left = await entries('?action=sign-in')
      service.now -= 181 * 86_400

      assert.equal(left.length, 1)
    })
  })
})

describe('suggestions', () => {
  const path = `${admin}/suggestions`
  const contact = { name: 'Vera', email: 'vera@example.org' }
  const anonymous = { as: null }

  onEachDatabase(
    (service) => {
      test('wait for a review, and nobody else sees them', async () => {
        const sent = anEvent({ title: 'Street party', status: 'publish', featured: true, contact })
        const { status, body, headers } = await service.post(path, sent, anonymous)

        assert.deepEqual([status, body], [202, { status: 'pending' }])
        assert.equal(headers.get('x-ignored'), 'status, featured')
        assert.equal((await service.get('/events')).body.total, 0)
        const { body: list } = await service.get('/events?status=pending', { as: 'admin:secret' })
        const [event] = list.events as Json[]
        assert.deepEqual([event.title, event.author, event.featured], ['Street party', 0, false])
        const versions = await service.get(`${admin}/events/${event.id}/history`, { as: 'admin:secret' })
        assert.equal(versions.body.versions[0].note, 'Vera <vera@example.org>')
        const { body: published } = await service.post(`${admin}/events/${event.id}/review`, {
          decision: 'accept',
        })
        assert.equal(published.status, 'publish')
      })

      test('have short lists, because each item may be something new', async () => {
        const venue = Array.from({ length: 21 }, (_, count) => ({ venue: `Hall ${count}` }))
        const { status, body } = await service.post(path, anEvent({ venue, contact }), anonymous)
        assert.deepEqual([status, body.data.params], [400, { venue: 'Must have at most 20 items.' }])
        const ids = venue.map((_, count) => count + 1).join()
        for (const csv of [[ids], [ids.slice(0, 20), ids.slice(20)], `${ids}`]) {
          const sent = await service.post(path, anEvent({ venue: csv, tags: csv, contact }), anonymous)
          assert.deepEqual(Object.keys(sent.body.data.params), ['tags', 'venue'])
          assert.equal(sent.body.data.params.tags, 'Must have at most 20 items.')
        }
      })

      test('have short texts, because anybody may send them', async () => {
        const send = (description: string, venue?: Json) =>
          service.post(path, anEvent({ description, venue, contact }), anonymous)
        const { status, body } = await send('long '.repeat(7_000))
        assert.deepEqual([status, body.data.params], [400, { description: 'Must have at most 32768 bytes.' }])
        service.now += 60
        assert.equal((await send('long '.repeat(6_500))).status, 202)
        const venue = Array.from({ length: 3 }, (_, at) => ({
          venue: `Hall ${at}`,
          description: 'long '.repeat(5_000),
        }))
        assert.equal((await send('Short', venue)).status, 413)
      })

      test('forget their contact once they are decided, in whichever way, and not before', async () => {
        const decided = async (decide: (id: number) => Promise<unknown>) => {
          service.now += 60
          await service.post(path, anEvent({ contact }), anonymous)
          const { body } = await service.get('/events?status=pending&orderby=id&order=desc', {
            as: 'admin:secret',
          })
          const { id } = body.events[0]
          await decide(id)
          const { body: found } = await service.get(`${admin}/events/${id}/history`, { as: 'admin:secret' })
          return found.versions.at(-1).note
        }
        const review = (decision: string) => (id: number) =>
          service.post(`${admin}/events/${id}/review`, { decision, note: 'So be it' })
        const kept = 'Vera <vera@example.org>'

        assert.equal(await decided((id) => service.patch(`/events/${id}`, { title: 'Longer' })), kept)
        assert.equal(await decided(review('return')), kept)
        assert.equal(await decided(review('accept')), undefined)
        assert.equal(await decided(review('reject')), undefined)
        assert.equal(await decided((id) => service.patch(`/events/${id}`, { status: 'publish' })), undefined)
        assert.equal(await decided((id) => service.delete(`/events/${id}`)), undefined)
        assert.equal(await decided((id) => service.delete(`/events/${id}?force=true`)), undefined)
      })

      test('show their contact to editors, not to a contributor who was made the author', async () => {
        const { contributor } = await makePeople(service)
        await service.post(path, anEvent({ contact }), anonymous)
        const { body } = await service.get('/events?status=pending&orderby=id&order=desc', as('editor'))
        const { id } = body.events[0]
        await service.patch(`/events/${id}`, { author: contributor })
        const review = { decision: 'return', note: 'When?' }
        await service.post(`${admin}/events/${id}/review`, review)
        const notes = async (person: Person) => {
          const { body: found } = await service.get(`${admin}/events/${id}/history`, as(person))
          return found.versions.map(({ note }: Json) => note)
        }

        assert.deepEqual(await notes('editor'), ['When?', undefined, 'Vera <vera@example.org>'])
        assert.deepEqual(await notes('contributor'), ['When?', undefined, undefined])
      })

      test('that were made a series forget their contact with the decision about that', async () => {
        const as = { as: 'admin:secret' }
        const noteOf = async (id: number) =>
          (await service.get(`${admin}/events/${id}/history`, as)).body.versions?.at(-1).note
        const decided = async (decide: (series: number, first: number) => Promise<unknown>) => {
          service.now += 60
          await service.post(path, anEvent({ contact }), anonymous)
          const { body } = await service.get('/events?status=pending&orderby=id&order=desc', as)
          const { id } = body.events[0]
          const made = await service.patch(`/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
          const series: number = made.body.post_parent
          await decide(series, id)
          return [await noteOf(id), await noteOf(series)]
        }
        const review = (decision: string) => (series: number) =>
          service.post(`${admin}/events/${series}/review`, { decision })
        const kept = 'Vera <vera@example.org>'

        const publish = { status: 'publish' }
        const series = [
          (id: number) => service.patch(`/events/${id}`, publish),
          (_: number, first: number) => service.patch(`/events/${first}?scope=all`, publish),
          (id: number) => service.delete(`/events/${id}`),
          (id: number) => service.delete(`/events/${id}?force=true`),
          review('accept'),
          review('reject'),
        ]
        for (const decide of series) assert.deepEqual(await decided(decide), [undefined, undefined])
        assert.deepEqual(await decided(review('return')), [undefined, kept])
        assert.deepEqual(
          await decided((_, first) => service.delete(`/events/${first}`)),
          [undefined, kept],
          'the others still wait',
        )
        assert.deepEqual(await decided((id) => service.patch(`/events/${id}`, { recurrence: '' })), [
          kept,
          undefined,
        ])
      })

      test('that repeat from the moment when they are published forget their contact too', async () => {
        const as = { as: 'admin:secret' }
        await service.post(path, anEvent({ contact }), anonymous)
        const { body } = await service.get('/events?status=pending&orderby=id&order=desc', as)
        const { id } = body.events[0]
        const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
        const made = await service.patch(`/events/${id}`, { recurrence, status: 'publish' })
        for (const one of [id, made.body.post_parent]) {
          const { body: found } = await service.get(`${admin}/events/${one}/history`, as)
          assert.equal(found.versions.at(-1).note, undefined)
        }
      })

      test('need a contact, and publish nothing besides the event', async () => {
        const refused = async (fields: Json) => (await service.post(path, anEvent(fields), anonymous)).status

        assert.equal(await refused({}), 400)
        assert.equal(await refused({ contact: { name: 'Vera' } }), 400)
        assert.equal(await refused({ contact: { name: 'Vera', email: 'nowhere' } }), 400)
        assert.equal(await refused({ contact, tags: ['new'] }), 403)
        const venue = { venue: 'New Hall', status: 'publish' }
        assert.equal(await refused({ contact, venue }), 202)
        assert.equal((await service.get('/venues')).body.total, 0)
      })

      test('are published with the venues and organizers that came with them', async () => {
        const came = { venue: { venue: 'Came Hall' }, organizer: { organizer: 'Came Club' } }
        const { status } = await service.post(
          path,
          anEvent({ contact, title: 'Came along', ...came }),
          anonymous,
        )
        assert.equal(status, 202)
        const found = '/events?status=pending&search=came%20along'
        const { id } = (await service.get(found, { as: 'admin:secret' })).body.events[0]
        await service.post(`${admin}/events/${id}/review`, { decision: 'accept' })
        const { body } = await service.get(`/events/${id}`)
        assert.deepEqual([body.venue.venue, body.organizer[0].organizer], ['Came Hall', 'Came Club'])
      })

      test('are few from one address', async () => {
        service.now += 3_600
        const statuses: number[] = []
        for (let count = 0; count < 6; count += 1)
          statuses.push((await service.post(path, anEvent({ contact }), anonymous)).status)

        assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
      })
    },
    { CALENDS_SUGGESTIONS: 'on', CALENDS_RATE_LIMIT: 'on' },
  )

  onEachDatabase((service) => {
    test('are not there unless they are switched on', async () => {
      assert.equal((await service.post(path, anEvent({ contact }), anonymous)).status, 404)
    })
  })
})
