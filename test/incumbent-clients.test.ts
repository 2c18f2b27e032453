import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { plain } from './images.ts'
import { basic, raw } from './raw.ts'
import { administrator, anEvent, onEachDatabase, type Json, type Reply, type Service } from './service.ts'

/**
 * Requests of existing clients, unmodified except for the base URL; and where the service improves on the original.
 */

const alias = '/wp-json/tribe/events/v1'

const keysInOrder = (object: Json, keys: readonly string[]) =>
  Object.keys(object as object).filter((key) => keys.includes(key))

const documented = [
  ...[
    'id',
    'global_id',
    'global_id_lineage',
    'author',
    'status',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
    'url',
    'rest_url',
    'title',
    'description',
    'excerpt',
    'slug',
    'image',
  ],
  ...[
    'all_day',
    'start_date',
    'start_date_details',
    'end_date',
    'end_date_details',
    'utc_start_date',
    'utc_start_date_details',
    'utc_end_date',
    'utc_end_date_details',
    'timezone',
    'timezone_abbr',
  ],
  ...[
    'cost',
    'cost_details',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'categories',
    'tags',
    'venue',
    'organizer',
    'custom_fields',
  ],
]

onEachDatabase(
  (service: Service) => {
    const at = (path: string) => `/${alias}${path}`
    const ids: Record<string, number> = {}

    before(async () => {
      await makePeople(service)
      for (let n = 1; n <= 123; n++) {
        const day = String((n % 28) + 1).padStart(2, '0')
        await service.post(
          '/events',
          anEvent({
            title: `Event ${n}`,
            start_date: `2026-12-${day} 18:00:00`,
            end_date: `2026-12-${day} 20:00:00`,
            status: n > 120 ? 'draft' : 'publish',
          }),
        )
      }
      ids.venue = (await service.post('/venues', { venue: 'Town hall', city: 'Bern' })).body.id
      ids.organizer = (await service.post('/organizers', { organizer: 'The town' })).body.id
      ids.one = (await service.post('/categories', { name: 'One' })).body.id
      ids.two = (await service.post('/categories', { name: 'Two' })).body.id
    })

    describe('a client that', () => {
      test('walks from next_rest_url to next_rest_url sees every event once', async () => {
        let address: string | undefined = `${service.origin}${alias}/events?per_page=50&`
        const seen: number[] = []
        for (let pages = 0; address !== undefined; pages++) {
          assert.ok(pages < 3)
          assert.ok(address.startsWith(`${service.origin}${alias}/events`), address)
          const reply: Reply = await service.get(address)
          assert.equal(reply.status, 200)
          assert.deepEqual([reply.body.total, reply.body.total_pages], [120, 3])
          assert.deepEqual(
            [reply.headers.get('x-tec-total'), reply.headers.get('x-tec-totalpages')],
            ['120', '3'],
          )
          assert.equal('previous_rest_url' in reply.body, pages > 0)
          seen.push(...reply.body.events.map(({ id }: Json) => id as number))
          address = reply.body.next_rest_url as string | undefined
        }
        assert.deepEqual([seen.length, new Set(seen).size], [120, 120])
      })

      test('a slash before the query string is accepted without a redirect', async () => {
        const reply = await raw(service, { path: `${alias}/events/?per_page=5` })
        assert.equal(reply.status, 200)
        assert.equal(reply.body.events.length, 5)
        assert.deepEqual(keysInOrder(reply.body.events[0], documented), documented)
      })

      test('repeats keys gets all of them', async () => {
        const made = await service.post(at('/events'), anEvent({ title: 'In one', categories: [ids.one] }))
        const other = await service.post(
          at('/events'),
          anEvent({ title: 'In the other', categories: [ids.two] }),
        )
        for (const query of [
          `categories=${ids.one}&categories=${ids.two}`,
          `categories[]=${ids.one}&categories[]=${ids.two}`,
          `categories=one&categories=two`,
          `categories=${ids.one},two`,
        ]) {
          const { body } = await service.get(at(`/events?${query}`))
          assert.deepEqual(
            body.events.map(({ id }: Json) => id as number).sort(),
            [made.body.id, other.body.id].sort(),
            query,
          )
        }
        for (const { body } of [made, other]) await service.delete(`/events/${body.id}?force=1`)
      })

      test('posts by Basic auth, with the name of a category and ids of venue and organizer', async () => {
        const fields = {
          title: 'Posted',
          start_date: '2027-01-10 09:00:00',
          end_date: '2027-01-10 10:00:00',
          categories: ['A name'],
          venue: [ids.venue],
          organizer: [ids.organizer],
        }
        const { status, body, headers } = await service.post(at('/events'), fields)
        assert.equal(status, 201)
        assert.equal(headers.get('location'), `${service.origin}${alias}/events/${body.id}`)
        assert.deepEqual(keysInOrder(body, documented), documented)
        assert.deepEqual(
          [body.categories[0].name, body.categories[0].slug, body.venue.id, body.organizer[0].id],
          ['A name', 'a-name', ids.venue, ids.organizer],
        )
        const again = await service.post(at('/events'), {
          ...fields,
          title: 'Posted again',
          categories: ['a NAME'],
        })
        assert.equal(again.body.categories[0].id, body.categories[0].id)
        for (const { id } of [body, again.body]) await service.delete(`/events/${id}?force=1`)
      })

      test('posts a form with brackets', async () => {
        const form = `title=Formed&start_date=2027-01-10+09:00:00&end_date=2027-01-10+10:00:00&categories[]=Formed&venue[venue]=Formed+hall&venue[city]=Thun&organizer[0]=${ids.organizer}`
        const { status, body } = await service.post(at('/events'), form, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        assert.deepEqual(
          [status, body.categories[0].name, body.venue.city, body.organizer[0].id],
          [201, 'Formed', 'Thun', ids.organizer],
        )
        await service.delete(`/events/${body.id}?force=1`)
      })

      test('lists status=publish,draft with credentials', async () => {
        const { status, body } = await service.get(at('/events?status=publish,draft&per_page=100'), {
          as: administrator,
        })
        assert.deepEqual([status, body.total], [200, 123])
        assert.ok(body.next_rest_url.includes('status=publish%2Cdraft'))
        assert.equal((await service.get(body.next_rest_url, { as: administrator })).body.events.length, 23)
      })

      test('reads, updates and deletes what it created', async () => {
        const { body } = await service.post(at('/events'), anEvent({ title: 'Lived', venue: ids.venue }))
        const path = at(`/events/${body.id}`)
        const read = await service.get(path)
        assert.deepEqual([read.status, read.body.title, read.body.json_ld['@type']], [200, 'Lived', 'Event'])
        assert.equal((await service.get(body.rest_url)).body.id, body.id)
        const changed = await service.post(path, { title: 'Changed' })
        assert.deepEqual(
          [changed.status, changed.body.title, changed.body.venue.id],
          [200, 'Changed', ids.venue],
        )
        const deleted = await service.delete(path)
        assert.deepEqual([deleted.status, deleted.body.status], [200, 'trash'])
        assert.equal((await service.get(path)).status, 410)
      })

      test('counts days from today, without encoding the plus sign', async () => {
        const { status, body } = await service.get(at('/events?start_date=today&end_date=+2%20days'))
        assert.equal(status, 200)
        const { searchParams } = new URL(body.rest_url)
        assert.deepEqual(
          [searchParams.get('start_date'), searchParams.get('end_date')],
          ['2026-11-21 00:00:00', '2026-11-23 23:59:59'],
        )
      })

      test('calls every method by POST and an override', async () => {
        const { body } = await service.post(at('/tags'), { name: 'overridden' })
        const { status } = await service.post(
          at(`/tags/${body.id}`),
          {},
          { headers: { 'X-HTTP-Method-Override': 'DELETE' } },
        )
        assert.equal(status, 200)
      })

      test('calls every method by POST and _method in the query', async () => {
        const { id } = (await service.post('/tags', { name: 'By query' })).body
        const path = `/tags/${id}?_method=`
        const read = await service.post(at(`${path}get`), { name: 'Not written' })
        const changed = await service.post(`//?rest_route=/tribe/events/v1${path.replace('?', '&')}PUT`, {
          name: 'Changed',
        })
        assert.deepEqual([read.body.name, changed.body.name], ['By query', 'Changed'])
        assert.equal(changed.headers.get('x-ignored'), null)
        for (const method of ['GET', 'PATCH'])
          assert.equal((await service.request(method, at(`${path}DELETE`))).status, 200)
        assert.equal((await service.post(at(`${path}HEAD`))).status, 405)
        const ours = await service.post(`${path}DELETE`, {})
        assert.deepEqual([ours.status, ours.headers.get('x-ignored')], [200, '_method'])
        assert.equal((await service.get(`/tags/${id}`)).status, 200)
        assert.equal((await service.post(at(`${path}DELETE`), {})).status, 200)
        assert.equal((await service.get(`/tags/${id}`)).status, 404)
      })

      describe('uploads an image', () => {
        const library = '/wp-json/wp/v2/media'
        const picture = () => plain(400, 300).jpeg().toBuffer()
        const send = async (
          content: Buffer | string,
          headers: Record<string, string>,
          { path = library, as = administrator }: { path?: string; as?: string | null } = {},
        ) => raw(service, { method: 'POST', path, headers, body: content, as })
        const named = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="x.jpg"' }

        test('as the body, and shows it', async () => {
          const { status, body, headers } = await send(await picture(), named, {
            path: `${library}?alt_text=A%20hall&title=Hall`,
          })
          assert.equal(status, 201)
          assert.equal(headers.location, `${service.origin}${library}/${body.id}`)
          assert.equal(headers['x-ignored'], 'title')
          const file = body.source_url.slice(body.source_url.lastIndexOf('/') + 1)
          assert.equal(body.source_url, `${service.origin}/media/${file}`)
          assert.deepEqual(
            { ...body, media_details: undefined },
            {
              id: body.id,
              date: '2026-11-21T12:00:00',
              date_gmt: '2026-11-21T12:00:00',
              guid: { rendered: body.source_url },
              slug: body.slug,
              status: 'inherit',
              type: 'attachment',
              link: body.source_url,
              title: { rendered: 'A hall' },
              author: 1,
              caption: { rendered: '' },
              description: { rendered: '' },
              alt_text: 'A hall',
              media_type: 'image',
              mime_type: 'image/jpeg',
              media_details: undefined,
              source_url: body.source_url,
              _links: { self: [{ href: `${service.origin}${library}/${body.id}` }] },
            },
          )
          const { sizes, ...details } = body.media_details
          const { source_url, mime_type, ...full } = sizes.full
          assert.deepEqual([details.width, details.height, details.file], [400, 300, file])
          assert.deepEqual([source_url, mime_type, full], [body.source_url, 'image/jpeg', details])
          assert.deepEqual(Object.keys(sizes), ['thumbnail', 'medium', 'full'])
          assert.deepEqual([sizes.medium.width, sizes.medium.mime_type], [300, 'image/jpeg'])
          assert.equal((await fetch(sizes.medium.source_url)).status, 200)
          assert.ok(sizes.medium.source_url.endsWith(`/${sizes.medium.file}`))
          for (const image of [body.id, body.source_url]) {
            const { body: event } = await service.post(at('/events'), anEvent({ image }))
            assert.deepEqual([event.image.id, event.image.url], [body.id, body.source_url])
            await service.delete(`/events/${event.id}?force=1`)
          }
        })

        test('in a form, changes its alternative text, and deletes it', async () => {
          const form = new FormData()
          form.append('file', new Blob([(await picture()) as Uint8Array<ArrayBuffer>]), 'x.jpg')
          form.append('alt_text', 'A door')
          const response = await fetch(`${service.origin}${library}`, {
            method: 'POST',
            body: form,
            headers: { authorization: basic(administrator!) },
          })
          const made = (await response.json()) as Json
          assert.deepEqual([response.status, made.alt_text], [201, 'A door'])
          const path = `/${library}/${made.id}`
          const changed = await service.post(path, { alt_text: 'A gate', caption: 'x' })
          assert.deepEqual([changed.status, changed.body.alt_text], [200, 'A gate'])
          const read = await service.get(path, { as: administrator })
          assert.deepEqual(read.body, changed.body)
          const stored = await service.get(`//cal/admin/v1/media/${made.id}`, { as: administrator })
          assert.deepEqual(
            [stored.body.url, stored.body.alt, stored.body.width],
            [made.source_url, 'A gate', 400],
          )
          const ifMatch = (etag: string) => ({ headers: { 'if-match': etag } })
          const stale = await service.post(path, { alt_text: 'x' }, ifMatch('"old"'))
          const current = await service.post(path, { alt_text: '' }, ifMatch(read.headers.get('etag')!))
          assert.deepEqual([stale.status, current.status, current.body.alt_text], [412, 200, ''])
          assert.equal(current.body.title.rendered, made.slug)
          const { body: event } = await service.post(at('/events'), anEvent({ image: made.id }))
          assert.equal((await service.delete(path)).body.code, 'image-in-use')
          const deleted = await service.delete(`${path}?force=true`)
          assert.deepEqual(deleted.body, { deleted: true, previous: current.body })
          assert.equal((await service.get(path, { as: administrator })).status, 404)
          assert.equal((await service.get(`/events/${event.id}`)).body.image, false)
          await service.delete(`/events/${event.id}?force=1`)
        })

        test('only if it finds none with the slug of the file', async () => {
          const sought = async (slug: string) =>
            service.get(`/${library}?slug=${encodeURIComponent(slug)}&media_type=image`, {
              as: administrator,
            })
          const none = await sought('9f2c-hall_2027')
          assert.deepEqual([none.status, none.body], [200, []])
          assert.deepEqual([none.headers.get('x-wp-total'), none.headers.get('x-wp-totalpages')], ['0', '0'])
          const disposition = 'attachment; filename="9f2c-Hall_2027.JPG"'
          const made = await send(await picture(), { ...named, 'content-disposition': disposition })
          assert.deepEqual([made.body.slug, made.body.title.rendered], ['9f2c-hall_2027', '9f2c-hall_2027'])
          for (const slug of ['9f2c-hall_2027', '9f2c-Hall_2027']) {
            const found = await sought(slug)
            assert.deepEqual(found.body, [made.body])
            assert.equal(found.headers.get('x-wp-total'), '1')
          }
          assert.deepEqual((await sought('9f2c-hall')).body, [])
          const some = await service.get(`/${library}?slug=x,9f2c-hall_2027&_fields=id,source_url`, {
            as: credentialsOf('author'),
          })
          const { id, source_url } = made.body
          assert.deepEqual(
            (some.body as Json[]).find((one) => one.id === id),
            { id, source_url },
          )
        })

        test('whose slug is the name of the file, however it is sent', async () => {
          const content = await picture()
          const slugOf = async (disposition: string) =>
            (await send(content, { ...named, 'content-disposition': disposition })).body.slug as string
          assert.equal(await slugOf('attachment; filename=bare.name.png'), 'bare-name')
          assert.equal(await slugOf('filename="a \\"b\\"; c.png"'), 'a-b-c')
          assert.equal(
            await slugOf(`attachment; filename="x.jpg"; filename*=UTF-8''%C3%A9t%C3%A9.jpg`),
            'ete',
          )
          assert.match(await slugOf('attachment; filename="???.png"'), /^[a-z0-9]{16}$/)
          assert.match(await slugOf('attachment'), /^[a-z0-9]{16}$/)
          const form = new FormData()
          form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'Summer Party.webp')
          form.append('alt_text', 'Dancers')
          const headers = { authorization: basic(administrator!) }
          const response = await fetch(`${service.origin}${library}`, { method: 'POST', body: form, headers })
          const { slug, title } = (await response.json()) as Json
          assert.deepEqual([slug, title.rendered], ['summer-party', 'Dancers'])
          const image = 'https://example.org/wp-content/uploads/2026/11/Poster_1.png?x=1'
          const { body: event } = await service.post(at('/events'), anEvent({ image }))
          const linked = await service.get(`/${library}?slug=poster_1`, { as: administrator })
          assert.deepEqual(
            (linked.body as Json[]).map(({ id }) => id as number),
            [event.image.id],
          )
          await service.delete(`/events/${event.id}?force=1`)
        })

        test('and lists all in pages', async () => {
          for (const name of ['one', 'two', 'three'])
            await send(await picture(), {
              ...named,
              'content-disposition': `attachment; filename="paged-${name}.jpg"`,
            })
          const page = (number: number) =>
            service.get(`/${library}?search=PAGED&per_page=2&page=${number}&_fields=slug`, {
              as: administrator,
            })
          const [first, second, third] = [await page(1), await page(2), await page(3)]
          assert.deepEqual(
            [first, second].map(({ body }) => (body as Json[]).map(({ slug }) => slug as string)),
            [['paged-three', 'paged-two'], ['paged-one']],
          )
          assert.deepEqual(
            ['x-wp-total', 'x-wp-totalpages'].map((name) => second.headers.get(name)),
            ['3', '2'],
          )
          assert.match(
            first.headers.get('link')!,
            /<[^>]*\/wp-json\/wp\/v2\/media\?page=2&per_page=2&search=PAGED>; rel="next"/,
          )
          assert.deepEqual(
            [third.status, third.body.code, Object.keys(third.body.data.params)],
            [400, 'rest_invalid_param', ['page']],
          )
          const ours = await service.get('//cal/admin/v1/media?search=paged-two', { as: administrator })
          assert.equal(ours.body.total, 1)
        })

        test('under any media type, if the header names a file', async () => {
          const content = await picture()
          for (const type of [
            'application/json',
            'application/x-www-form-urlencoded',
            'text/plain',
            'image/png',
          ])
            assert.equal((await send(content, { ...named, 'content-type': type })).status, 201, type)
          for (const type of ['image/jpeg', 'application/octet-stream'])
            assert.equal((await send(content, { 'content-type': type })).status, 201, type)
          assert.equal(
            (await send(content, { 'content-type': 'application/json' })).body.code,
            'rest_invalid_json',
          )
        })

        test('by the rules of the administration', async () => {
          const content = await picture()
          const code = async (...sent: Parameters<typeof send>) => {
            const { status, body } = await send(...sent)
            return [status, body.code]
          }
          assert.deepEqual(await code('', named), [400, 'rest_missing_callback_param'])
          assert.deepEqual(await code('{}', { 'content-type': 'application/json' }), [
            400,
            'rest_missing_callback_param',
          ])
          assert.deepEqual(await code('<svg/>', named), [400, 'rest_invalid_param'])
          assert.deepEqual(await code(content, { ...named, 'content-encoding': 'gzip' }), [
            415,
            'rest_unsupported_media_type',
          ])
          assert.deepEqual(await code(content, named, { as: credentialsOf('contributor') }), [
            403,
            'rest_forbidden',
          ])
          assert.equal((await code(content, named, { as: credentialsOf('author') }))[0], 201)
          const tooLarge = await send(Buffer.alloc(20 * 2 ** 20 + 1), named)
          assert.equal(tooLarge.body.message, 'The file is too large; it may have at most 20 MiB.')
          const text = { alt_text: { no: 'text' } }
          const wrong = await service.post(`/${library}/1`, text)
          assert.deepEqual(Object.keys(wrong.body.data.params), ['alt_text'])
          const { id } = (await send(content, named)).body
          assert.equal((await service.get(`/${library}/${id}`, { as: null })).status, 401)
          assert.equal((await service.get(`/${library}`, { as: null })).status, 401)
          const contributor = { as: credentialsOf('contributor') }
          assert.equal((await service.get(`/${library}`, contributor)).status, 403)
          assert.equal((await service.patch(`/${library}`)).status, 405)
          const elsewhere = await send(content, named, { path: '/cal/admin/v1/media' })
          assert.equal(elsewhere.status, 415)
        })

        test('in the document of the alias alone', async () => {
          const { paths } = (await service.get(at('/doc'))).body
          assert.ok(paths[library].post)
          assert.ok(paths[`${library}/{id}`].delete)
          assert.equal((await service.get('/doc')).body.paths[library], undefined)
        })
      })

      describe('looks up and creates the terms of an event in WordPress itself', () => {
        const tags = '/wp-json/wp/v2/tags'
        const named = (terms: Json) => (terms as Json[]).map(({ name }) => name as string)

        test('page by page until one is empty', async () => {
          for (const name of ['Paged one', 'Paged two', 'Paged three'])
            assert.equal((await service.post(at('/tags'), { name })).status, 201)
          const page = (number: number) =>
            service.get(`/${tags}?search=paged&hide_empty=0&per_page=2&page=${number}`)
          const [first, second, third] = [await page(1), await page(2), await page(3)]
          assert.deepEqual(
            [first, second, third].map(({ status, body }) => [status, ...named(body)]),
            [[200, 'Paged one', 'Paged three'], [200, 'Paged two'], [200]],
          )
          assert.deepEqual(
            ['x-wp-total', 'x-wp-totalpages'].map((name) => first.headers.get(name)),
            ['3', '2'],
          )
          assert.match(
            first.headers.get('link')!,
            /<[^>]*\/wp\/v2\/tags\?page=2&per_page=2&[^>]*>; rel="next"/,
          )
          assert.deepEqual(named((await service.get(`/${tags}?search=paged`)).body).length, 3)
          assert.deepEqual((await service.get(`/${tags}?search=paged&hide_empty=1`)).body, [])
        })

        test('by name or slug, and creates one that is missing', async () => {
          assert.deepEqual((await service.get(`/${tags}?slug=open-air`)).body, [])
          const made = await service.post(`/${tags}`, { name: 'Open air', slug: 'open-air' })
          const { id } = made.body
          assert.equal(made.status, 201)
          assert.equal(made.headers.get('location'), `${service.origin}${tags}/${id}`)
          assert.deepEqual(made.body, {
            id,
            count: 0,
            description: '',
            link: `${service.origin}/events/tag/open-air/`,
            name: 'Open air',
            slug: 'open-air',
            taxonomy: 'post_tag',
            meta: [],
            _links: {
              self: [{ href: `${service.origin}${tags}/${id}` }],
              collection: [{ href: `${service.origin}${tags}` }],
            },
          })
          for (const path of [`/${tags}?slug=open-air`, `/${tags}?search=open%20AIR`])
            assert.deepEqual((await service.get(path)).body, [made.body], path)
          assert.deepEqual((await service.get(`/${tags}/${id}`)).body, made.body)
          const event = await service.post(at('/events'), anEvent({ tags: [id] }))
          assert.deepEqual(named(event.body.tags), ['Open air'])
          assert.equal((await service.get(`/${tags}/${id}`)).body.count, 1)
          await service.delete(`/events/${event.body.id}?force=1`)
          const again = await service.post(`/${tags}`, { name: 'open AIR' })
          assert.deepEqual([again.status, again.body.code, again.body.data.term_id], [400, 'term_exists', id])
        })

        test('categories too', async () => {
          const path = '/wp-json/wp/v2/tribe_events_cat'
          const parent = (await service.post(`/${path}`, { name: 'Sports' })).body
          const made = await service.post(`/${path}`, { name: 'Chess', parent: parent.id })
          assert.deepEqual(
            [made.status, made.body.taxonomy, made.body.parent, made.headers.get('location')],
            [201, 'tribe_events_cat', parent.id, `${service.origin}${path}/${made.body.id}`],
          )
          assert.equal(made.body.link, `${service.origin}/events/category/sports/chess/`)
          const below = await service.get(`/${path}?parent=${parent.id}&per_page=100`)
          assert.deepEqual(below.body, [made.body])
          const read = await service.get(made.headers.get('location')!)
          assert.deepEqual(read.body, made.body)
          assert.equal((await service.get(at(`/categories/${made.body.id}`))).body.name, 'Chess')
        })

        test('by the rules of the calendar', async () => {
          assert.equal((await service.post(`/${tags}`, { name: 'x' }, { as: null })).status, 401)
          const author = { as: credentialsOf('author') }
          assert.equal((await service.post(`/${tags}`, { name: 'x' }, author)).status, 403)
          assert.equal((await service.post(`/${tags}`, {})).body.code, 'rest_missing_callback_param')
          assert.equal((await service.get(`/${tags}?order=up`)).body.code, 'rest_invalid_param')
          assert.equal((await service.get(`/${tags}/${ids.one}`)).body.code, 'rest-invalid-tag-id')
          assert.equal((await service.get(`/${tags}/99999`)).body.code, 'rest-tag-not-found')
          assert.equal((await service.delete(`/${tags}/1`)).status, 405)
          assert.equal((await service.get('/cal/events/v1/wp/v2/tags')).status, 404)
        })
      })

      test('discovers its namespace, with its route patterns', async () => {
        const { body } = await service.get(at('/'))
        assert.equal(body.namespace, 'tribe/events/v1')
        const patterns = Object.keys(body.routes)
        for (const pattern of [
          '/tribe/events/v1',
          '/tribe/events/v1/doc',
          '/tribe/events/v1/events',
          '/tribe/events/v1/events/(?P<id>\\d+)',
          '/tribe/events/v1/events/by-slug/(?P<slug>[^/]+)',
          '/tribe/events/v1/venues',
          '/tribe/events/v1/organizers/by-slug/(?P<slug>[^/]+)',
          '/tribe/events/v1/categories/(?P<id>\\d+)',
          '/tribe/events/v1/tags',
        ])
          assert.ok(patterns.includes(pattern), `${pattern} of ${patterns.join(' ')}`)
      })

      test('reads problems as it always did', async () => {
        const missing = await service.post(at('/venues'), {})
        assert.deepEqual(missing.body, {
          code: 'rest_missing_callback_param',
          message: 'Missing parameter(s): venue',
          data: { status: 400, params: ['venue'] },
        })
        const invalid = await service.post(at('/venues'), { venue: 'x', city: ['y'] })
        assert.equal(invalid.body.message, 'Invalid parameter(s): city')
        assert.deepEqual(Object.keys(invalid.body.data.details.city).slice(0, 2), ['code', 'message'])
        assert.equal(invalid.body.data.details.city.code, 'rest_invalid_type')
      })
    })

    describe('where the incumbent surprised:', () => {
      test('an update keeps fields that are not sent', async () => {
        const { body } = await service.post(
          at('/events'),
          anEvent({
            title: 'Kept',
            description: 'Long',
            cost: '$5',
            featured: true,
            categories: [ids.one],
            venue: ids.venue,
            website: 'https://example.org/',
          }),
        )
        const { body: changed } = await service.post(at(`/events/${body.id}`), { title: 'Kept anew' })
        for (const name of [
          'description',
          'cost',
          'featured',
          'website',
          'start_date',
          'end_date',
          'slug',
          'status',
        ])
          assert.deepEqual(changed[name], body[name], name)
        assert.deepEqual([changed.categories.length, changed.venue.id], [1, ids.venue])
        await service.delete(`/events/${body.id}?force=1`)
      })

      test('what does not exist is 404', async () => {
        for (const path of [
          '/events/999999',
          '/venues/999999',
          '/organizers/999999',
          '/categories/999999',
          '/tags/999999',
          '/events/by-slug/nowhere',
          '/venues/by-slug/nowhere',
          '/organizers/by-slug/nowhere',
        ])
          assert.equal((await service.get(at(path))).status, 404, path)
      })

      test('an unsupported method is 405, and a trashed entry 410', async () => {
        assert.equal((await service.request('PUT', at('/events'))).status, 405)
        const { id } = (await service.post('/venues', { venue: 'Gone' })).body
        await service.delete(`/venues/${id}`)
        assert.equal((await service.get(at(`/venues/${id}`))).status, 410)
        assert.equal((await service.delete(at(`/venues/${id}`))).status, 410)
      })

      test('the path wins over an id in the body', async () => {
        const [one, other] = [
          (await service.post('/venues', { venue: 'Path' })).body.id,
          (await service.post('/venues', { venue: 'Body' })).body.id,
        ]
        const { body } = await service.post(at(`/venues/${one}`), { id: other, city: 'Thun' })
        assert.deepEqual([body.id, (await service.get(`/venues/${other}`)).body.city], [one, undefined])
      })

      test('an offset is converted, and a date that is none is refused', async () => {
        const { body } = await service.post(
          at('/events'),
          anEvent({
            title: 'Offset',
            timezone: 'Europe/Zurich',
            start_date: '2027-01-10T09:00:00Z',
            end_date: '2027-01-10T12:00:00+00:00',
          }),
        )
        assert.deepEqual(
          [body.start_date, body.end_date, body.utc_start_date],
          ['2027-01-10 10:00:00', '2027-01-10 13:00:00', '2027-01-10 09:00:00'],
        )
        await service.delete(`/events/${body.id}?force=1`)
        for (const start_date of ['2027-02-30', '2027', '2027-13-45']) {
          const { status, body: refused } = await service.post(
            at('/events'),
            anEvent({ start_date, end_date: '2028-01-01' }),
          )
          assert.deepEqual([status, Object.keys(refused.data.params)], [400, ['start_date']], start_date)
        }
        const early = await service.post(at('/events'), anEvent({ end_date: '2020-01-01' }))
        assert.deepEqual([early.status, Object.keys(early.body.data.params)], [400, ['end_date']])
      })

      test('an hour that comes twice is the first', async () => {
        const { body } = await service.post(
          at('/events'),
          anEvent({
            title: 'Twice',
            timezone: 'Europe/Zurich',
            start_date: '2027-10-31 02:30:00',
            end_date: '2027-10-31 05:00:00',
          }),
        )
        assert.equal(body.utc_start_date, '2027-10-31 00:30:00')
        await service.delete(`/events/${body.id}?force=1`)
      })

      test('include disables the date window, and links keep every parameter', async () => {
        const { id } = (
          await service.post(
            '/events',
            anEvent({
              title: 'Long ago',
              start_date: '2020-01-01',
              end_date: '2020-01-02',
              categories: [ids.one],
              tags: ['kept'],
            }),
          )
        ).body
        const included = await service.get(at(`/events?include=${id}`))
        assert.equal(included.body.total, 1)
        const second = await service.post(
          '/events',
          anEvent({
            title: 'Also long ago',
            start_date: '2020-02-01',
            end_date: '2020-02-02',
            categories: [ids.one],
            tags: ['kept'],
          }),
        )
        const { body } = await service.get(
          at(
            '/events?categories=one&tags=kept&strict_dates=1&start_date=2020-01-01&end_date=2020-12-31&per_page=1',
          ),
        )
        const next = new URL(body.next_rest_url)
        assert.deepEqual(
          [...next.searchParams.keys()].sort(),
          ['categories', 'end_date', 'page', 'per_page', 'start_date', 'strict_dates', 'tags']
            .concat(next.searchParams.has('status') ? ['status'] : [])
            .sort(),
        )
        const { body: page } = await service.get(body.next_rest_url)
        assert.deepEqual([page.total, page.events[0].id, page.next_rest_url], [2, second.body.id, undefined])
        const any = await service.get(at('/events?status=any&per_page=1'), { as: administrator })
        assert.equal((await service.get(any.body.next_rest_url, { as: administrator })).status, 200)
        for (const one of [id, second.body.id]) await service.delete(`/events/${one}?force=1`)
      })

      test('venues, organizers, categories and tags are accepted in every form, and can be unlinked', async () => {
        const forms: [Json, Json][] = [
          [ids.venue, ids.organizer],
          [String(ids.venue), String(ids.organizer)],
          [[ids.venue], [ids.organizer]],
          [{ id: ids.venue }, { id: ids.organizer }],
          [{ venue: 'Town hall' }, { organizer: 'The town' }],
          [[{ venue: 'town HALL' }], [{ organizer: 'the TOWN' }]],
        ]
        const { id } = (await service.post('/events', anEvent({ title: 'Formed' }))).body
        for (const [venue, organizer] of forms) {
          const { status, body } = await service.patch(at(`/events/${id}`), { venue, organizer })
          assert.deepEqual(
            [status, body.venue.id, body.organizer[0].id],
            [200, ids.venue, ids.organizer],
            JSON.stringify([venue, organizer]),
          )
          for (const nothing of ['', 0, [], {}]) {
            const { body: bare } = await service.patch(at(`/events/${id}`), {
              venue: nothing,
              organizer: nothing,
            })
            assert.deepEqual([bare.venue, bare.organizer], [[], []], JSON.stringify(nothing))
          }
        }
        const tag = (await service.post('/tags', { name: '2027' })).body.id
        const { body } = await service.patch(at(`/events/${id}`), {
          tags: [tag, 'By name'],
          categories: 'two, By name',
        })
        assert.deepEqual(
          [body.tags.map(({ name }: Json) => name), body.categories.map(({ name }: Json) => name)].map(
            (names) => names.sort(),
          ),
          [
            ['2027', 'By name'],
            ['By name', 'Two'],
          ],
        )
        await service.delete(`/events/${id}?force=1`)
      })

      test('totals match the lists', async () => {
        const search = await service.get(at('/events?search=Event+12'))
        assert.deepEqual([search.body.total, search.body.events.length, search.body.total_pages], [3, 3, 1])
        const terms = await service.get(at('/categories?per_page=100'))
        assert.equal(terms.body.total, terms.body.categories.length)
        const upcoming = await service.get(at('/venues?only_with_upcoming=true'))
        assert.equal(upcoming.body.total, upcoming.body.venues.length)
      })

      test('a second venue of the same name is a new one, except on aliases and where reuse is requested', async () => {
        const first = await service.post('/venues', { venue: 'Same', city: 'Bern' })
        const second = await service.post('/venues', { venue: 'Same', city: 'Thun' })
        assert.notEqual(first.body.id, second.body.id)
        assert.equal((await service.get(`/venues/${first.body.id}`)).body.city, 'Bern')
        const reused = await service.post('/venues', { venue: 'same', reuse: true })
        assert.deepEqual([reused.status, reused.body.id, reused.body.city], [200, first.body.id, 'Bern'])
      })

      test('the default window begins today, and one bound moves the other along', async () => {
        const window = async (query: string) => {
          const { searchParams } = new URL((await service.get(at(`/events?${query}`))).body.rest_url)
          return [searchParams.get('start_date'), searchParams.get('end_date')]
        }
        assert.deepEqual(await window(''), ['2026-11-21 00:00:00', '2028-11-21 23:59:59'])
        assert.deepEqual(await window('start_date=2000-01-01'), [
          '2000-01-01 00:00:00',
          '2028-11-21 23:59:59',
        ])
        const [start, end] = await window('start_date=2031-01-10')
        assert.match(start!, /^2031-01-10/)
        assert.match(end!, /^2033-01-10/)
        assert.equal((await window('end_date=2020-01-01'))[0], null)
      })

      test('per_page is limited to 100, visibly', async () => {
        const { body } = await service.get(at('/events?per_page=1000'))
        assert.equal(body.events.length, 100)
        assert.equal(new URL(body.rest_url).searchParams.get('per_page'), '100')
      })

      test('types are honest', async () => {
        const { body } = await service.post(
          '/events',
          anEvent({ title: 'Rock & <b>Roll</b> “live” &amp; more' }),
        )
        assert.equal(body.title, 'Rock & Roll “live” & more')
        assert.equal(typeof body.author, 'number')
        assert.deepEqual(body.custom_fields, {})
        assert.deepEqual((await service.get(at(`/categories/${ids.one}`))).body.meta, {})
        assert.equal((await service.post(at('/organizers'), { organizer: 'x', email: 'nobody' })).status, 400)
        await service.delete(`/events/${body.id}?force=1`)
      })

      test('rights are those on that resource, by slug as by id', async () => {
        await service.post('/events', anEvent({ title: 'Not theirs', hide_from_listings: true }))
        const as = credentialsOf('author')
        assert.equal(
          (await service.patch(at('/events/by-slug/not-theirs'), { title: 'Theirs' }, { as })).status,
          403,
        )
        assert.equal((await service.delete(at('/events/by-slug/not-theirs'), undefined, { as })).status, 403)
        assert.equal(
          (
            await service.post(at('/events'), anEvent({ tags: ['made by anyone'] }), {
              as: credentialsOf('contributor'),
            })
          ).status,
          403,
        )
      })

      test('drafts require permission, and so does deleting unknown IDs', async () => {
        assert.equal((await service.get(at('/events?status=draft'))).status, 403)
        assert.equal((await service.delete(at('/events/999999'), undefined, { as: null })).status, 401)
      })

      test('an unreachable image is stored as a link, and an empty website stays empty', async () => {
        const { status, body } = await service.post(
          at('/events'),
          anEvent({ title: 'Linked', image: 'http://127.0.0.1:9/none.png' }),
        )
        assert.deepEqual([status, body.image.url, body.website], [201, 'http://127.0.0.1:9/none.png', ''])
        const cleared = await service.patch(at(`/events/${body.id}`), {
          image: '',
          website: '',
          description: '',
          cost: '',
          categories: '',
          venue: '',
        })
        assert.deepEqual([cleared.status, cleared.body.image, cleared.body.cost], [200, false, ''])
        await service.delete(`/events/${body.id}?force=1`)
      })

      test('unknown ids in include and exclude of terms are absent, and date wins over date_utc', async () => {
        for (const name of ['include', 'exclude'])
          assert.equal((await service.get(at(`/categories?hide_empty=0&${name}=999999`))).status, 200)
        assert.deepEqual(
          (await service.get(at('/categories?hide_empty=0&include=999999'))).body.categories,
          [],
        )
        const { body } = await service.post(at('/venues'), {
          venue: 'Dated',
          date: '2020-01-01 10:00:00',
          date_utc: '2021-01-01 10:00:00',
        })
        assert.equal(body.date, '2020-01-01 10:00:00')
      })

      test('one code for whatever is wrong with credentials', async () => {
        const replies = await Promise.all(
          ['admin:wrong', 'nobody:wrong'].map((as) => service.get(at('/events'), { as })),
        )
        assert.deepEqual(
          replies.map(({ status, body }) => [status, body.code]),
          [
            [401, 'incorrect_credentials'],
            [401, 'incorrect_credentials'],
          ],
        )
        assert.equal(replies[0]!.text, replies[1]!.text)
      })

      test('maps are shown by default', async () => {
        const { body } = await service.post(at('/events'), anEvent({ title: 'Mapped' }))
        assert.deepEqual([body.show_map, body.show_map_link], [true, true])
        await service.delete(`/events/${body.id}?force=1`)
      })
    })
  },
  { CALENDS_ALIASES: alias },
)
