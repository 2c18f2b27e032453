import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listed, made, makeEvent, refused } from './listed.ts'
import { credentialsOf, makePeople } from './people.ts'
import { createDatabase } from './postgres.ts'
import { onEachDatabase, Service, type Json } from './service.ts'

/** The lists of categories and tags (interface: Lists of categories and tags). */

for (const name of ['categories', 'tags'] as const)
  onEachDatabase((service) => {
    describe(`the list of ${name}`, () => {
      const ids: Record<string, number> = {}
      let events: Record<string, number> = {}

      before(async () => {
        const add = async (title: string, fields: Json = {}) => {
          ids[title] = await made(service, `/${name}`, { name: title, ...fields })
        }
        await add('zither', { description: 'plucked <em>strings</em>' })
        await add('Éclair', { slug: 'pastry' })
        await add('eagle')
        await add('Echo', { description: 'Comes back' })
        await add('empty')
        await add('drafted')
        await add('concealed')
        await add('locked')
        await add('past')
        const event = (title: string, of: readonly string[], fields: Json = {}) =>
          makeEvent(service, title, { [name]: of.map((one) => ids[one]), ...fields })
        events = {
          first: await event('first', ['zither', 'Éclair', 'eagle']),
          second: await event('second', ['zither', 'Éclair']),
          third: await event('third', ['zither', 'Echo']),
          draft: await event('draft', ['drafted', 'eagle'], { status: 'draft' }),
          hidden: await event('hidden', ['concealed', 'eagle'], { hide_from_listings: true }),
          gone: await event('gone', ['drafted']),
        }
        await event('past', ['past'], { start_date: '2001-01-01', end_date: '2001-01-02' })
        const locked = await event('locked', ['locked'])
        await service.patch(`/events/${locked}`, { password: 'key' })
        await service.delete(`/events/${events.gone}`)
      })

      const used = 'eagle, Echo, Éclair, locked, past, zither'
      const all = 'concealed, drafted, eagle, Echo, Éclair, empty, locked, past, zither'

      const cases: readonly (readonly [query: string, titles: string])[] = [
        ['', used],
        ['hide_empty=true', used],
        ['hide_empty=1', used],
        ['hide_empty=0', all],
        ['hide_empty=false', all],
        ['order=desc', 'zither, past, locked, Éclair, Echo, eagle'],
        ['order=ASC&orderby=name', used],
        ['orderby=id', 'zither, Éclair, eagle, Echo, locked, past'],
        ['orderby=id&order=desc', 'past, locked, Echo, eagle, Éclair, zither'],
        ['orderby=slug', 'eagle, Echo, locked, past, Éclair, zither'],
        ['orderby=count', 'eagle, Echo, locked, past, Éclair, zither'],
        ['orderby=count&order=desc', 'zither, Éclair, past, locked, Echo, eagle'],
        ['orderby=description', 'Éclair, eagle, locked, past, Echo, zither'],
        ['orderby=include&include=[past],[zither],[Echo]', 'past, zither, Echo'],
        ['orderby=parent', 'zither, Éclair, eagle, Echo, locked, past'],
        ['search=ECLAIR', 'Éclair'],
        ['search=pastry', 'Éclair'],
        ['search=strings', 'zither'],
        ['search=em', ''],
        ['search=em&hide_empty=no', 'empty'],
        ['search=back%20echo', 'Echo'],
        ['search=a%20-past', 'eagle, Echo'],
        ['include=[eagle],[Echo],424242', 'eagle, Echo'],
        ['include=[empty]', ''],
        ['include=[empty]&hide_empty=0', 'empty'],
        ['exclude=[eagle],[Echo],424242', 'Éclair, locked, past, zither'],
        ['include=424242', ''],
        ['slug=pastry', 'Éclair'],
        ['slug=pastry,EAGLE,nothing', 'eagle, Éclair'],
        ['slug[]=pastry&slug[]=echo', 'Echo, Éclair'],
        ['slug=nothing', ''],
        ['event={first}', 'eagle, Éclair, zither'],
        ['post={third}', 'Echo, zither'],
        ['post={first}&event={third}', 'Echo, zither'],
        ['event={first}&search=e&exclude=[zither]', 'eagle, Éclair'],
      ]
      const filledIn = (query: string) =>
        query
          .replace(/\{(\w+)\}/g, (_, title: string) => String(events[title]))
          .replace(/\[([^\]]+)\]/g, (whole, title: string) => String(ids[title] ?? whole))
      for (const [query, titles] of cases)
        test(`${query || 'no filter'} → ${titles || 'nothing'}`, async () =>
          assert.equal((await listed(service, `/${name}?${filledIn(query)}`)).join(', '), titles))

      test('unknown and invalid values are rejected', async () => {
        for (const [query, parameter] of [
          ['event=999999', 'event'],
          ['post=999999', 'post'],
          ['post=', 'post'],
          ['event={draft}', 'event'],
          ['event={gone}', 'event'],
          ['orderby=colour', 'orderby'],
          ['orderby=', 'orderby'],
          ['order=sideways', 'order'],
          ['hide_empty=perhaps', 'hide_empty'],
          ['hide_empty=', 'hide_empty'],
          ['slug=', 'slug'],
          ['search=', 'search'],
          ['include=x', 'include'],
          ['exclude=1,x', 'exclude'],
        ] as const)
          await refused(service, `/${name}?${filledIn(query)}`, parameter)
      })

      test('counts speak of published visible events, as the list does', async () => {
        const { body } = await service.get(`/${name}?hide_empty=0&per_page=50`)
        const counts = Object.fromEntries(body[name].map((term: Json) => [term.name, term.count]))
        assert.deepEqual(counts, {
          concealed: 0,
          drafted: 0,
          eagle: 1,
          Echo: 1,
          Éclair: 2,
          empty: 0,
          locked: 1,
          past: 1,
          zither: 3,
        })
      })

      test('rest_url shows that empty terms are hidden', async () => {
        const { body } = await service.get(`/${name}`)
        assert.equal(new URL(body.rest_url).searchParams.get('hide_empty'), 'true')
      })

      test('in a language, only those that have it and an event that has it', async () => {
        await service.patch(`/${name}/${ids.zither}?ml_language=fr`, { name: 'Cithare' })
        await service.patch(`/${name}/${ids.Echo}?ml_language=fr`, { name: 'Écho', slug: 'retour' })
        await service.patch(`/events/${events.second}?ml_language=fr`, { title: 'deuxième' })
        assert.deepEqual(await listed(service, `/${name}?ml_language=fr&hide_empty=0`), ['Cithare', 'Écho'])
        assert.deepEqual(await listed(service, `/${name}?ml_language=fr`), ['Cithare'])
        assert.deepEqual(await listed(service, `/${name}?slug=retour`), ['Echo'])
        assert.deepEqual(await listed(service, `/${name}?slug=cithare,echo`), ['Echo', 'zither'])
        const { body } = await service.get(`/${name}?ml_language=fr`)
        assert.equal(body[name][0].count, 1)
      })

      test('missing_translation is for those who may edit', async () => {
        await makePeople(service)
        const ask = (person: Parameters<typeof credentialsOf>[0]) =>
          service.get(`/${name}?missing_translation=de&hide_empty=0`, { as: credentialsOf(person) })
        assert.equal((await ask('anonymous')).status, 401)
        assert.equal((await ask('subscriber')).status, 403)
        assert.equal((await ask('editor')).body.total, 9)
      })
    })
  })

onEachDatabase((service) => {
  describe('a tree of categories', () => {
    const ids: Record<string, number> = {}

    before(async () => {
      const add = async (title: string, parent?: string) => {
        ids[title] = await made(service, '/categories', {
          name: title,
          ...(parent === undefined ? {} : { parent: ids[parent] }),
        })
      }
      await add('arts')
      await add('music', 'arts')
      await add('jazz', 'music')
      await add('theatre', 'arts')
      await add('sport')
      await makeEvent(service, 'gig', { categories: [ids.jazz] })
    })

    test('is not empty where something below is not', async () => {
      const { body } = await service.get('/categories')
      assert.deepEqual(
        body.categories.map(({ name, count, parent }: Json) => [name, count, parent]),
        [
          ['arts', 0, 0],
          ['jazz', 1, ids.music],
          ['music', 0, ids.arts],
        ],
      )
      assert.equal(body.total, 3)
    })

    test('can be filtered by parent', async () => {
      assert.deepEqual(await listed(service, '/categories?parent=0'), ['arts'])
      assert.deepEqual(await listed(service, '/categories?parent=0&hide_empty=0'), ['arts', 'sport'])
      assert.deepEqual(await listed(service, `/categories?parent=${ids.arts}`), ['music'])
      const children = await listed(service, `/categories?parent=${ids.arts}&hide_empty=0`)
      assert.deepEqual(children, ['music', 'theatre'])
      assert.deepEqual(await listed(service, `/categories?parent=${ids.jazz}`), [])
      await refused(service, '/categories?parent=999999', 'parent')
      await refused(service, '/categories?parent=', 'parent')
      await refused(service, '/categories?parent=arts', 'parent')
    })

    test('keeps the parent in its links', async () => {
      const { body } = await service.get(`/categories?parent=0&hide_empty=0&per_page=1`)
      const next = await service.get(body.next_rest_url)
      assert.deepEqual(
        next.body.categories.map(({ name }: Json) => name),
        ['sport'],
      )
    })

    test('is ordered by parent', async () => {
      const found = await listed(service, '/categories?orderby=parent&hide_empty=0')
      assert.deepEqual(found, ['arts', 'sport', 'music', 'theatre', 'jazz'])
    })

    test('events follow when a branch moves', async () => {
      assert.deepEqual(await listed(service, '/events?categories=sport'), [])
      await service.patch(`/categories/${ids.music}`, { parent: ids.sport })
      assert.deepEqual(await listed(service, '/events?categories=sport'), ['gig'])
      assert.deepEqual(await listed(service, '/events?categories=arts'), [])
      assert.deepEqual(await listed(service, '/categories?parent=0'), ['sport'])
      await service.delete(`/categories/${ids.music}`)
      assert.deepEqual(await listed(service, '/events?categories=sport'), ['gig'])
      assert.deepEqual(await listed(service, `/categories?parent=${ids.sport}`), ['jazz'])
    })

    test('tags have no parent parameter', async () => {
      assert.equal((await service.get('/tags?parent=999999')).status, 200)
    })
  })
})

const server = process.env.TEST_POSTGRES_URL

test(
  'descriptions have the same order whatever the database and its locale',
  { skip: server === undefined && 'TEST_POSTGRES_URL is not set' },
  async () => {
    const { url, drop } = await createDatabase(server!, { locale: 'en-US' })
    for (const DATABASE_URL of ['sqlite::memory:', url]) {
      const service = new Service({ DATABASE_URL })
      await service.start()
      try {
        const added = ['b', 'B', 'É', 'z', 'é', '-c', 'ab', 'a-c', 'Ac']
        for (const [index, description] of added.entries())
          await made(service, '/tags', { name: `tag ${index}`, description })
        const { body } = await service.get('/tags?orderby=description&hide_empty=0')
        const descriptions = body.tags.map(({ description }: Json) => description.slice(3, -4))
        assert.deepEqual(descriptions, ['-c', 'a-c', 'ab', 'Ac', 'b', 'B', 'z', 'É', 'é'])
      } finally {
        await service.stop()
      }
    }
    await drop()
  },
)
