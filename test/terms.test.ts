import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Categories and tags (interface: Categories, Tags). */

const kinds = [
  ['category', '/categories', 'categories', 'event_category'],
  ['tag', '/tags', 'tags', 'event_tag'],
] as const

const languages = ['language', 'original_language', 'is_fallback', 'translations']

onEachDatabase((service) => {
  before(() => makePeople(service))

  for (const [kind, path, collection, taxonomy] of kinds) {
    const create = async (fields: Json) => {
      const reply = await service.post(path, fields)
      assert.equal(reply.status, 201, reply.text)
      return reply
    }
    const named = (name: string) => `${name} ${kind}`

    test(`a ${kind} has this field order`, async () => {
      const { body, headers } = await create({
        name: named('Told'),
        description: '<p>All <b>of it</b></p>',
        slug: 'Told Slug',
      })
      const parent = kind === 'category' ? ['parent', 'hue'] : []
      assert.deepEqual(Object.keys(body), [
        ...['id', 'count', 'description', 'name', 'slug', 'taxonomy', ...parent, 'meta', 'url', 'urls'],
        ...languages,
      ])
      assert.deepEqual(
        [body.count, body.description, body.name, body.slug, body.taxonomy, body.meta],
        [0, '<p>All <b>of it</b></p>', named('Told'), 'told-slug', taxonomy, {}],
      )
      const collectionUrl = `${service.base}${path}`
      assert.deepEqual(body.urls, { self: `${collectionUrl}/${body.id}`, collection: collectionUrl })
      assert.equal(headers.get('location'), body.urls.self)
      assert.deepEqual((await service.get(`${path}/${body.id}`)).body, body)
    })

    test(`${kind}: a name is plain text, and needed`, async () => {
      const { body } = await create({ name: ` <i>Jazz ${kind}</i> &amp; Blues ` })
      assert.deepEqual(
        [body.name, body.slug, body.description],
        [`Jazz ${kind} & Blues`, `jazz-${kind}-blues`, ''],
      )
      for (const name of [undefined, '', null, '  ', '<br>']) {
        const { status, body: refused } = await service.post(path, { name })
        assert.deepEqual(
          [status, refused.code, refused.data.params],
          [400, 'rest_missing_callback_param', ['name']],
        )
      }
      for (const name of [true, {}, ['x'], 'x'.repeat(501)]) {
        const { status, body: refused } = await service.post(path, { name })
        assert.deepEqual(
          [status, refused.code, Object.keys(refused.data.params)],
          [400, 'rest_invalid_param', ['name']],
        )
      }
      assert.equal((await service.patch(`${path}/${body.id}`, { name: '' })).status, 400)
    })

    test(`${kind}: POST, PUT and PATCH merge alike`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { body: made } = await create({ name: named(`Merge ${method}`), description: '<p>Kept</p>' })
        const { status, body } = await service.request(method, `${path}/${made.id}`, {
          name: named(`Renamed ${method}`),
        })
        assert.deepEqual(
          [status, body.name, body.description, body.slug],
          [200, named(`Renamed ${method}`), '<p>Kept</p>', made.slug],
        )
        const cleared = await service.request(method, `${path}/${made.id}`, { description: '', slug: '' })
        assert.deepEqual([cleared.body.description, cleared.body.name], ['', named(`Renamed ${method}`)])
        assert.equal(cleared.body.slug, `renamed-${method.toLowerCase()}-${kind}`)
        const left = await service.request(method, `${path}/${made.id}`, { description: null, name: null })
        assert.deepEqual(left.body, cleared.body)
      }
    })

    test(`${kind}: the same name, ignoring case, exists already`, async () => {
      const { body: old } = await create({ name: named('Twice') })
      for (const name of [named('Twice'), named('TWICE').toUpperCase(), ` ${named('twice')} `]) {
        const { status, body } = await service.post(path, { name })
        assert.deepEqual([status, body.code, body.data.term_id], [400, 'term_exists', old.id], name)
      }
      const { body: other } = await create({ name: named('Other') })
      const renamed = await service.patch(`${path}/${other.id}`, { name: named('tWice') })
      assert.deepEqual(
        [renamed.status, renamed.body.code, renamed.body.data.term_id],
        [400, 'term_exists', old.id],
      )
      assert.equal((await service.patch(`${path}/${old.id}`, { name: named('TWICE') })).status, 200)
    })

    test(`${kind}: a slug in use is numbered on create, and rejected on update`, async () => {
      await create({ name: named('Slug one'), slug: `taken-${kind}` })
      const { body } = await create({ name: named('Slug two'), slug: `taken-${kind}` })
      assert.equal(body.slug, `taken-${kind}-2`)
      const { status, body: refused } = await service.patch(`${path}/${body.id}`, { slug: `taken-${kind}` })
      assert.deepEqual([status, refused.code], [409, 'slug-taken'])
      const { body: nameless } = await create({ name: kind === 'tag' ? '!!!' : '???' })
      assert.equal(nameless.slug, `${kind}-${nameless.id}`)
    })

    test(`${kind}: deleting is permanent and returns the term; events lose it`, async () => {
      const { body: term } = await create({ name: named('Deleted') })
      const { body: event } = await service.post('/events', anEvent({ [collection]: [term.id] }))
      const before = (await service.get(`${path}/${term.id}`)).body
      const { status, body } = await service.delete(`${path}/${term.id}`)
      assert.deepEqual([status, body], [200, before])
      for (const method of ['GET', 'DELETE', 'PATCH']) {
        const gone = await service.request(method, `${path}/${term.id}`, method === 'GET' ? undefined : {})
        assert.deepEqual([gone.status, gone.body.code], [404, `rest-${kind}-not-found`])
      }
      assert.deepEqual((await service.get(`/events/${event.id}`)).body[collection], [])
      const again = await create({ name: named('Deleted') })
      assert.notEqual(again.body.id, term.id)
    })

    test(`${kind}: it counts events that are published and listed`, async () => {
      const { body: term } = await create({ name: named('Counted') })
      const count = async () => (await service.get(`${path}/${term.id}`)).body.count
      const add = (fields: Json = {}) =>
        service.post('/events', anEvent({ [collection]: [term.id], ...fields }))
      await add()
      await add({ start_date: '2001-01-01', end_date: '2001-01-02' })
      await add({ password: 'secret' })
      assert.equal(await count(), 3)
      await add({ hide_from_listings: true })
      await add({ status: 'draft' })
      await add({ date: '2027-01-01' })
      const { body: gone } = await add()
      assert.equal(await count(), 4)
      await service.delete(`/events/${gone.id}`)
      assert.equal(await count(), 3)
      const { body: event } = await add()
      assert.equal(event[collection][0].count, 4)
      await service.patch(`/events/${event.id}`, { [collection]: '' })
      assert.equal(await count(), 3)
    })

    test(`${kind}: an ID of the other resource is reported as such`, async () => {
      const [, otherPath] = kinds.find(([other]) => other !== kind)!
      const { body: other } = await service.post(otherPath, { name: named('Not this') })
      const { status, body } = await service.get(`${path}/${other.id}`)
      assert.deepEqual([status, body.code], [404, `rest-invalid-${kind}-id`])
      assert.equal((await service.get(`${path}/999999`)).body.code, `rest-${kind}-not-found`)
      assert.equal((await service.get(`${path}/by-slug/x`)).body.code, 'rest_no_route')
    })

    test(`${kind}: visitors and contributors only read`, async () => {
      const { body: term } = await create({ name: named('Read only') })
      for (const [person, status] of [
        ['anonymous', 401],
        ['subscriber', 403],
        ['contributor', 403],
      ] as const) {
        const as = credentialsOf(person)
        assert.equal((await service.post(path, { name: named(`By ${person}`) }, { as })).status, status)
        assert.equal((await service.patch(`${path}/${term.id}`, { name: 'x' }, { as })).status, status)
        assert.equal((await service.delete(`${path}/${term.id}`, undefined, { as })).status, status)
      }
    })
  }

  test('categories lie below each other', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body
    const music = await make({ name: 'Tree music' })
    const jazz = await make({ name: 'Tree jazz', parent: music.id })
    assert.equal(music.parent, 0)
    assert.equal(music.urls.up, undefined)
    assert.equal(jazz.parent, music.id)
    assert.equal(jazz.urls.up, `${service.base}/categories/${music.id}`)
    const inEvent = (await service.post('/events', anEvent({ categories: [jazz.id] }))).body.categories[0]
    assert.deepEqual([inEvent.parent, inEvent.urls.up], [music.id, jazz.urls.up])
    const raised = await service.patch(`/categories/${jazz.id}`, { description: 'Parent stays' })
    assert.equal(raised.body.parent, music.id)
    for (const none of [0, '0', '']) {
      assert.equal((await service.patch(`/categories/${jazz.id}`, { parent: none })).body.parent, 0)
      assert.equal(
        (await service.patch(`/categories/${jazz.id}`, { parent: String(music.id) })).body.parent,
        music.id,
      )
    }
  })

  test('a category has a hue of its own, or that of its nearest ancestor, or that of the ID of its root', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body
    const hueOf = async ({ id }: Json) => (await service.get(`/categories/${id}`, { as: null })).body.hue
    const root = await make({ name: 'Hue root' })
    const middle = await make({ name: 'Hue middle', parent: root.id, hue: '4' })
    const low = await make({ name: 'Hue low', parent: middle.id })
    const byId = ((root.id - 1) % 10) + 1

    assert.deepEqual([root.hue, middle.hue, low.hue], [byId, 4, 4])

    const cleared = await service.patch(`/categories/${middle.id}`, { hue: '' })
    assert.deepEqual([cleared.body.hue, await hueOf(low)], [byId, byId])

    await service.patch(`/categories/${root.id}`, { hue: 10 })
    const unsent = await service.patch(`/categories/${root.id}`, { hue: null, name: 'Hue top' })
    assert.deepEqual([unsent.body.hue, await hueOf(middle), await hueOf(low)], [10, 10, 10])

    await service.patch(`/categories/${low.id}`, { parent: 0 })
    assert.equal(await hueOf(low), ((low.id - 1) % 10) + 1)
    for (const hue of [0, 11, 1.5, 'red']) {
      const { status, body } = await service.post('/categories', { name: 'Hueless', hue })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['hue']], String(hue))
    }
  })

  test('an event shows the hue that its category inherits, as it is now', async () => {
    const { body: root } = await service.post('/categories', { name: 'Shown hue root', hue: 2 })
    const { body: child } = await service.post('/categories', { name: 'Shown hue child', parent: root.id })
    const { body: event } = await service.post('/events', anEvent({ categories: [child.id] }))
    const shownHues = () =>
      Promise.all(
        [null, undefined].flatMap((as) =>
          [`/events/${event.id}`, `/events?categories=${child.id}`].map(async (path) => {
            const { body } = await service.get(path, as === null ? { as } : {})
            return (body.events?.[0] ?? body).categories[0].hue
          }),
        ),
      )

    assert.deepEqual([event.categories[0].hue, ...(await shownHues())], [2, 2, 2, 2, 2])
    await service.patch(`/categories/${root.id}`, { hue: 7 })
    assert.deepEqual(await shownHues(), [7, 7, 7, 7])
  })

  test('categories have at most 50 levels, also when some are moved', async () => {
    const line = [0]
    const add = (name: string, parent: number | undefined) => service.post('/categories', { name, parent })
    for (let level = 1; level <= 50; level += 1) line.push((await add(`Level ${level}`, line.at(-1))).body.id)
    const { status, body } = await add('Level 51', line[50])
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['parent']])

    const { body: moved } = await add('Moved', 0)
    assert.equal((await add('Below it', moved.id)).status, 201)
    const move = async (parent: number | undefined) =>
      (await service.patch(`/categories/${moved.id}`, { parent })).status
    assert.deepEqual([await move(line[49]), await move(line[48])], [400, 200])
    assert.equal((await service.patch(`/categories/${line[50]}`, { parent: line[49] })).status, 200)
  })

  test('a parent is a category, and neither the category itself nor below it', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body.id
    const top = await make({ name: 'Loop top' })
    const middle = await make({ name: 'Loop middle', parent: top })
    const low = await make({ name: 'Loop low', parent: middle })
    const tag = (await service.post('/tags', { name: 'No parent' })).body.id
    for (const parent of [top, middle, low, tag, 999_999, -1, 'x', 1.5]) {
      const { status, body } = await service.patch(`/categories/${top}`, { parent })
      assert.deepEqual([status, Object.keys(body.data.params ?? {})], [400, ['parent']], String(parent))
    }
    for (const parent of [tag, 999_999, 'x'])
      assert.equal((await service.post('/categories', { name: 'Orphan', parent })).status, 400)
    assert.equal((await service.patch(`/categories/${low}`, { parent: top })).status, 200)
    assert.equal((await service.patch(`/categories/${middle}`, { parent: low })).status, 200)
    assert.equal((await service.patch(`/categories/${low}`, { parent: middle })).status, 400)
  })

  test('the same name may exist under different parents', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body
    const [a, b] = [await make({ name: 'Parent a' }), await make({ name: 'Parent b' })]
    const first = await make({ name: 'Shared', parent: a.id })
    const second = await make({ name: 'shared', parent: b.id })
    assert.deepEqual([first.slug, second.slug], ['shared', 'shared-2'])
    const moved = await service.patch(`/categories/${second.id}`, { parent: a.id })
    assert.deepEqual([moved.status, moved.body.code, moved.body.data.term_id], [400, 'term_exists', first.id])
  })

  test('children of a deleted category move to the grandparent', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body.id
    const top = await make({ name: 'Lift top' })
    const middle = await make({ name: 'Lift middle', parent: top })
    const low = await make({ name: 'Lift low', parent: middle })
    const lowest = await make({ name: 'Lift lowest', parent: low })
    await service.post('/events', anEvent({ title: 'At the lowest', categories: [lowest] }))
    await service.delete(`/categories/${middle}`)
    assert.equal((await service.get(`/categories/${low}`)).body.parent, top)
    assert.equal((await service.get(`/categories/${lowest}`)).body.parent, low)
    assert.equal((await service.get(`/events?categories=${top}`)).body.total, 1)
    await service.delete(`/categories/${top}`)
    const { body } = await service.get(`/categories/${low}`)
    assert.deepEqual([body.parent, body.urls.up], [0, undefined])
  })

  test('categories of one name that come together keep it', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body
    const above = await make({ name: 'Together' })
    const between = await make({ name: 'Between', parent: above.id })
    await make({ name: 'Same', parent: above.id })
    const same = await make({ name: 'same', parent: between.id })
    await service.delete(`/categories/${between.id}`)
    const { body } = await service.get(`/categories/${same.id}`)
    assert.equal(body.parent, above.id)
    assert.equal((await service.patch(`/categories/${same.id}`, body)).status, 200)
    assert.equal((await service.patch(`/categories/${same.id}`, { name: 'same', hue: 3 })).status, 200)
    const third = await make({ name: 'Third', parent: above.id })
    assert.equal((await service.patch(`/categories/${third.id}`, { name: 'SAME' })).status, 400)
  })

  test('the page URL of a category contains those of its ancestors', async () => {
    const make = async (fields: Json) => (await service.post('/categories', fields)).body
    const page = `${service.origin}/events/category`
    const top = await make({ name: 'Path top' })
    const middle = await make({ name: 'Path middle', parent: top.id })
    const low = await make({ name: 'Path low', parent: middle.id })
    assert.equal(top.url, `${page}/path-top/`)
    assert.equal(low.url, `${page}/path-top/path-middle/path-low/`)
    await service.patch(`/categories/${top.id}?ml_language=fr`, { name: 'Haut' })
    const { body: french } = await service.patch(`/categories/${low.id}?ml_language=fr`, { name: 'Bas' })
    assert.equal(french.url, `${service.origin}/fr/events/category/haut/path-middle/bas/`)
    assert.equal(french.translations.en.url, low.url)
    await service.patch(`/categories/${middle.id}`, { parent: 0 })
    const { body: listed } = await service.get(`/categories?include=${low.id}&hide_empty=false`)
    assert.equal(listed.categories[0].url, `${page}/path-middle/path-low/`)
  })

  test('authors manage categories, editors tags as well', async () => {
    const author = { as: credentialsOf('author') }
    const made = await service.post('/categories', { name: 'By an author' }, author)
    assert.equal(made.status, 201)
    assert.equal(
      (await service.patch(`/categories/${made.body.id}`, { name: 'Still by an author' }, author)).status,
      200,
    )
    assert.equal((await service.delete(`/categories/${made.body.id}`, undefined, author)).status, 200)
    assert.equal((await service.post('/tags', { name: 'By an author' }, author)).status, 403)
    assert.equal(
      (await service.post('/tags', { name: 'By an editor' }, { as: credentialsOf('editor') })).status,
      201,
    )
  })
})
