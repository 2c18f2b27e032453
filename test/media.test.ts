import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { blue, photograph, plain, red, twoColoured, until, upload } from './images.ts'
import { exchange } from './raw.ts'
import { anEvent, onEachDatabase, type Json, type Options, type Reply } from './service.ts'
import { credentialsOf, makePeople, type Person } from './people.ts'

const mebibyte = 2 ** 20

const read = async (url: string) => {
  const response = await fetch(url)
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}

/** The colour of the middle of a picture, each part at one of eight levels. */
async function colourOf(content: Buffer) {
  const { data } = await sharp(content)
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)].map((part) => Math.round(part / 32))
}

let camera: Promise<Buffer> | undefined

/** Made once for both databases. */
const ofCamera = () => (camera ??= photograph(4_000, 3_000))

const levels = ({ r, g, b }: typeof red) => [r, g, b].map((part) => Math.round(part / 32))

onEachDatabase((service) => {
  const media = (id: number | string = '', options: Options = { as: 'admin:secret' }) =>
    service.get(`//cal/admin/v1/media${id === '' ? '' : `/${id}`}`, options)
  const isComplete = ({ body }: Reply) => body.sizes?.large !== undefined
  const withAllSizes = async (id: number): Promise<Json> => (await until(() => media(id), isComplete)).body

  before(() => makePeople(service))

  describe('the library', () => {
    const found = async (query: string): Promise<number[]> =>
      (await service.get(`//cal/admin/v1/media?per_page=50&${query}`, { as: 'admin:secret' })).body.media.map(
        ({ id }: Json) => id,
      )

    test('finds images by words, by missing texts, and by use', async () => {
      const { body: tower } = await upload(service, await plain(40, 30, red).png().toBuffer(), {
        fields: { alt: 'Tower 100%' },
      })
      const { body: bare } = await upload(service, await plain(40, 30, blue).png().toBuffer())
      await service.post('/events', anEvent({ image: tower.id }))

      assert.deepEqual(await found('search=tOWer'), [tower.id])
      assert.deepEqual(await found('search=0%25'), [tower.id])
      assert.deepEqual(await found('search=_____'), [])
      const without = await found('missing_alt=en')
      assert.ok(without.includes(bare.id) && !without.includes(tower.id))
      assert.ok((await found('missing_alt=fr')).includes(tower.id))
      assert.deepEqual(
        (await found('used=true')).filter((id) => [tower.id, bare.id].includes(id)),
        [tower.id],
      )
      assert.ok((await found('used=false')).includes(bare.id))
    })

    test('finds words in any order, with or without accents, and only in the texts', async () => {
      const fields = { alt: 'Über "den" Wolken' }
      const { body: clouds } = await upload(service, await plain(40, 30, red).png().toBuffer(), { fields })
      for (const words of ['Über', 'ÜBER', 'uber', 'ueber', '"den"', 'wolken über'])
        assert.deepEqual(await found(`search=${encodeURIComponent(words)}`), [clouds.id], words)
      for (const words of ['"en"', '{', 'Wolken%20Tower'])
        assert.deepEqual(await found(`search=${words}`), [])
    })

    test('says where each image is used, however often another one is', async () => {
      const images = [red, blue].map(async (colour) => {
        const { body } = await upload(service, await plain(40, 30, colour).png().toBuffer())
        return body.id as number
      })
      const [often, once] = await Promise.all(images)
      await service.post('/events', anEvent({ image: often, recurrence: 'RRULE:FREQ=DAILY;COUNT=505' }))
      const { body: event } = await service.post('/events', anEvent({ image: once }))
      const { media: listed } = (await media('?per_page=50')).body
      const usesOf = (id: number | undefined) => listed.find((one: Json) => one.id === id).used_by
      assert.deepEqual(
        usesOf(once).map(({ id }: Json) => id),
        [event.id],
      )
      assert.equal(usesOf(often).length, 500)
    })

    test('replaces a picture everywhere', async () => {
      const { body: image } = await upload(service, await plain(40, 30, red).png().toBuffer(), {
        fields: { alt: 'A door' },
      })
      const { body: event } = await service.post('/events', anEvent({ image: image.id }))
      const path = `/media/${image.id}/file`
      const { status, body } = await upload(service, await plain(40, 30, blue).png().toBuffer(), { path })

      assert.deepEqual(
        [status, body.id, body.alt, body.alt_texts],
        [200, image.id, 'A door', { en: 'A door' }],
      )
      assert.notEqual(body.url, image.url)
      assert.deepEqual(await colourOf((await read(body.url)).content), levels(blue))
      assert.equal((await read(image.url)).response.status, 404)
      assert.equal((await service.get(`/events/${event.id}`, { as: null })).body.image.url, body.url)

      const refused = await upload(service, Buffer.from('no picture'), { path })
      assert.equal(refused.status, 400)
      assert.equal((await media(image.id)).body.url, body.url)
      const stranger = await upload(service, await plain(40, 30, red).png().toBuffer(), {
        path,
        as: credentialsOf('author'),
      })
      assert.equal(stranger.status, 403)
    })
  })

  describe('an uploaded image', () => {
    test('is turned upright, reduced and freed of metadata, and gets its sizes', async () => {
      const harbour = await ofCamera()
      const before = process.cpuUsage()
      const { status, body, headers } = await upload(service, harbour, {
        fields: { alt: 'The harbour' },
      })
      const { user, system } = process.cpuUsage(before)
      const { response, content } = await read(body.url)
      const metadata = await sharp(content).metadata()

      assert.equal(status, 201)
      assert.equal(headers.get('location'), `${service.origin}/cal/admin/v1/media/${body.id}`)
      assert.ok(user + system < 6_000_000, `${user + system} µs`)
      assert.equal(response.status, 200)
      assert.deepEqual([metadata.width, metadata.height, metadata.format], [1_920, 2_560, 'jpeg'])
      assert.deepEqual([metadata.exif, metadata.orientation], [undefined, undefined])
      assert.deepEqual([body.width, body.height, body.filesize], [1_920, 2_560, content.length])
      assert.deepEqual([body.extension, body.alt, body.author], ['jpg', 'The harbour', 1])
      assert.deepEqual([body.focus, body.used_by], [{ x: 0.5, y: 0.5 }, []])
      assert.ok(Buffer.from(body.placeholder, 'base64').length < 30)

      const { sizes } = await withAllSizes(body.id)
      const shapes = Object.entries<Json>(sizes).map(([name, { width, height }]) => [name, width, height])
      assert.deepEqual(shapes, [
        ['thumbnail', 150, 150],
        ['medium', 225, 300],
        ['large', 768, 1_024],
      ])
      for (const size of Object.values<Json>(sizes)) {
        const file = await read(size.url)
        const found = await sharp(file.content).metadata()
        assert.deepEqual(
          [found.width, found.height, file.content.length],
          [size.width, size.height, size.filesize],
        )
        assert.deepEqual(
          [size['mime-type'], file.response.headers.get('content-type')],
          ['image/jpeg', 'image/jpeg'],
        )
      }
    })

    test('has no sizes that are not smaller', async () => {
      const { body } = await upload(service, await plain(120, 90).png().toBuffer())
      assert.equal(body.sizes, undefined)
      const { body: wide } = await upload(service, await plain(400, 100).png().toBuffer())
      assert.deepEqual(Object.keys(wide.sizes), ['medium'])
    })

    test('keeps its transparency', async () => {
      const clear = sharp({
        create: { width: 400, height: 400, channels: 4, background: { ...red, alpha: 0.4 } },
      })
      const { body } = await upload(service, await clear.png().toBuffer())
      assert.deepEqual([body.extension, body.sizes.medium['mime-type']], ['png', 'image/png'])
      assert.equal((await sharp((await read(body.sizes.medium.url)).content).metadata()).hasAlpha, true)
      const { body: opaque } = await upload(service, await plain(400, 400).ensureAlpha().png().toBuffer())
      assert.equal(opaque.extension, 'jpg')
    })

    test('is the first frame of an animation', async () => {
      const frames = await plain(160, 100)
        .composite([{ input: await plain(160, 50, blue).png().toBuffer(), top: 50, left: 0 }])
        .removeAlpha()
        .raw()
        .toBuffer()
      for (const format of ['gif', 'webp'] as const) {
        const animation = await sharp(frames, {
          raw: { width: 160, height: 100, channels: 3, pageHeight: 50 },
        })
          .toFormat(format, { delay: [100, 100], loop: 0 })
          .toBuffer()
        assert.equal((await sharp(animation, { pages: -1 }).metadata()).pages, 2)
        const { body } = await upload(service, animation)
        assert.deepEqual([body.width, body.height, body.extension], [160, 50, 'jpg'])
        assert.deepEqual(await colourOf((await read(body.url)).content), levels(red))
      }
    })

    test('is in sRGB, also from CMYK and 16 bits', async () => {
      const cmyk = await plain(300, 200).toColourspace('cmyk').jpeg().toBuffer()
      const deep = await plain(300, 200).toColourspace('rgb16').png().toBuffer()
      const [from, deepest] = [await sharp(cmyk).metadata(), await sharp(deep).metadata()]
      assert.deepEqual([from.space, deepest.depth], ['cmyk', 'ushort'])
      for (const content of [cmyk, deep]) {
        const { body } = await upload(service, content)
        const stored = (await read(body.url)).content
        const { space, depth } = await sharp(stored).metadata()
        assert.deepEqual([space, depth], ['srgb', 'uchar'])
        const [r = 0, g = 0, b = 0] = await colourOf(stored)
        assert.ok(r > g + 2 && r > b + 2)
      }
    })

    test('is known by its content, whatever it is called', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
        const content = await plain(64, 64).toFormat(format).toBuffer()
        const { status } = await upload(service, content, { name: 'notes.html', type: 'text/html' })
        assert.equal(status, 201, format)
      }
    })

    test('may be an AVIF image that is an HEIF image first', async () => {
      const content = await plain(64, 64).toFormat('avif').toBuffer()
      assert.equal(content.toString('latin1', 4, 12), 'ftypavif')
      content.write('mif1', 8)
      assert.equal((await upload(service, content)).status, 201)
    })

    test('may be as large as the limit and no larger', async () => {
      const body = await upload(service, Buffer.alloc(21 * mebibyte))
      const file = await upload(service, Buffer.alloc(20 * mebibyte + 1))
      const other = await service.post('/tags', { name: 'x'.repeat(3 * mebibyte) })
      assert.deepEqual([body.status, file.status, other.status], [413, 413, 413])
      for (const { body: problem } of [body, file])
        assert.equal(problem.message, 'The file is too large; it may have at most 20 MiB.')
    })
  })

  describe('what is no image', () => {
    const html = '<!doctype html><html><script>alert(1)</script></html>'
    const png = () => plain(64, 64).png().toBuffer()
    const noise = () => photograph(400, 300)
    const refused: readonly (readonly [string, RegExp, () => Promise<Buffer | string> | string])[] = [
      ['nothing', /is empty/, () => ''],
      [
        'an SVG',
        /SVG images are not accepted/,
        () => '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      ],
      ['a page', /is not a PNG/, () => html],
      ['a page that begins as a GIF', /contains a web page/, () => `GIF89a/*${html}*/`],
      [
        'an image with a page behind it',
        /contains a web page/,
        async () => Buffer.concat([await png(), Buffer.from(html)]),
      ],
      ['rubbish that begins as a GIF', /is damaged/, () => `GIF89a${'rubbish'.repeat(99)}`],
      [
        'one type that begins as another',
        /is damaged/,
        async () => Buffer.concat([Buffer.from('GIF89a'), await png()]),
      ],
      [
        'a truncated PNG',
        /is damaged/,
        async () => (await noise().then((jpg) => sharp(jpg).png().toBuffer())).subarray(0, 9_000),
      ],
      ['a truncated JPEG', /is damaged/, async () => (await noise()).subarray(0, 9_000)],
      [
        'a truncated WebP',
        /is damaged/,
        async () =>
          (
            await sharp(await noise())
              .webp()
              .toBuffer()
          ).subarray(0, 5_000),
      ],
      ['a TIFF', /is not a PNG/, () => plain(64, 64).tiff().toBuffer()],
      [
        'too many pixels',
        /too many pixels; at most 50000000/,
        () => plain(7_100, 7_100).png({ compressionLevel: 9 }).toBuffer(),
      ],
      [
        'a JPEG whose scans would take minutes',
        /too many scans; at most 500/,
        async () => {
          const whole = await sharp(await noise())
            .jpeg({ progressive: true })
            .toBuffer()
          const lastScan = whole.subarray(whole.lastIndexOf('\xff\xda', undefined, 'latin1'), -2)
          return Buffer.concat([
            whole.subarray(0, -2),
            ...Array<Buffer>(500).fill(lastScan),
            whole.subarray(-2),
          ])
        },
      ],
    ]

    for (const [what, reason, make] of refused)
      test(`${what} is refused with a reason`, async () => {
        const { status, body } = await upload(service, await make())
        assert.deepEqual(
          [status, body.code, Object.keys(body.data.params)],
          [400, 'rest_invalid_param', ['file']],
        )
        assert.match(body.data.params.file, reason)
        assert.match(body.data.params.file, /PNG, JPEG, WebP, AVIF|at most/)
      })

    test('what its first bytes tell is told before a missing permission', async () => {
      assert.equal((await upload(service, html, { as: null })).status, 400)
      assert.equal((await upload(service, `GIF89a${html}`, { as: null })).status, 401)
    })

    test('text in place of a file is refused, and a missing file is missing', async () => {
      const text = await service.post('//cal/admin/v1/media', { file: 'picture.png' })
      const missing = await service.post('//cal/admin/v1/media', {})
      assert.equal(text.body.data.params.file, 'Must be a file, sent as multipart/form-data.')
      assert.equal(missing.body.code, 'rest_missing_callback_param')
    })
  })

  describe('the representation', () => {
    test('has its alternative text in the language of the request, or as it was first written', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer(), {
        fields: { alt: 'Hafen', ml_language: 'de' },
      })
      const alt = async (language: string) => (await media(`${body.id}?ml_language=${language}`)).body.alt
      assert.deepEqual([await alt('de'), await alt('fr'), await alt('en')], ['Hafen', 'Hafen', 'Hafen'])

      await service.patch(`//fr/cal/admin/v1/media/${body.id}`, { alt: 'Le <b>port</b>' })
      const { body: event } = await service.post('/events', anEvent({ image: body.id }))
      await service.patch(`/events/${event.id}`, { title: 'Concert fr', ml_language: 'fr' })
      const shown = (await service.get(`/events?ml_language=fr&include=${event.id}`)).body.events[0].image
      assert.deepEqual([await alt('de'), await alt('fr'), await alt('en')], ['Hafen', 'Le port', 'Hafen'])
      assert.equal(shown.alt, 'Le port')

      const { body: cleared } = await service.post(`//cal/admin/v1/media/${body.id}`, {
        alt: '',
        ml_language: 'fr',
      })
      assert.equal(cleared.alt, 'Hafen')
      assert.equal((await service.get(`/events/${event.id}?ml_language=fr`)).body.image.alt, 'Hafen')
    })

    test('has a thumbnail around the focus, whose URL changes with it', async () => {
      const { body } = await upload(service, await (await twoColoured(1_200, 400)).png().toBuffer())
      const thumbnail = async ({ sizes }: Json) => colourOf((await read(sizes.thumbnail.url)).content)
      const { body: event } = await service.post('/events', anEvent({ image: body.id }))
      const { body: moved } = await service.request('PUT', `//cal/admin/v1/media/${body.id}`, {
        focus: { x: 0.9, y: 0.2 },
      })
      const { body: later } = await media(body.id)
      assert.notEqual(moved.sizes.thumbnail.url, body.sizes.thumbnail.url)
      assert.equal(later.sizes.thumbnail.url, moved.sizes.thumbnail.url)
      const shown = (await service.get(`/events/${event.id}`)).body.image
      assert.deepEqual(moved.focus, { x: 0.9, y: 0.2 })
      assert.deepEqual(await thumbnail(later), levels(blue))
      assert.deepEqual(shown.sizes.thumbnail, later.sizes.thumbnail)
      const gone = await until(
        () => read(body.sizes.thumbnail.url),
        ({ response }) => response.status === 404,
      )
      assert.equal(gone.response.status, 404)

      for (const focus of [{ x: 1.1, y: 0 }, { x: 0.5 }, 'left', { x: 'a', y: 1 }]) {
        const { status, body: problem } = await service.patch(`//cal/admin/v1/media/${body.id}`, { focus })
        assert.deepEqual([status, Object.keys(problem.data.params)], [400, ['focus']])
      }
    })

    test('names what the caller may read of its uses', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      const { body: event } = await service.post('/events', anEvent({ title: 'Public', image: body.id }))
      const { body: draft } = await service.post(
        '/events',
        anEvent({ title: 'Draft', image: body.id, status: 'draft' }),
      )
      const { body: venue } = await service.post('/venues', { venue: 'Hall', image: body.url })
      const { body: organizer } = await service.post('/organizers', { organizer: 'Club', image: body })
      const used = async (as: string | null) => (await media(body.id, { as })).body.used_by
      const open = [
        { kind: 'event', id: event.id, title: 'Public' },
        { kind: 'venue', id: venue.id, title: 'Hall' },
        { kind: 'organizer', id: organizer.id, title: 'Club' },
      ]
      assert.deepEqual(await used(credentialsOf('author')), open)
      assert.deepEqual(await used(credentialsOf('editor')), [
        open[0],
        { kind: 'event', id: draft.id, title: 'Draft' },
        ...open.slice(1),
      ])
    })

    test('does not name a protected event to those who may not edit it', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      const as = credentialsOf('author')
      const locked = anEvent({ title: 'Secret', image: body.id, password: 'sesame' })
      const { body: event } = await service.post('/events', locked, { as })
      const used = async (person: Person) =>
        (await media(body.id, { as: credentialsOf(person) })).body.used_by.map(({ id }: Json) => id)
      assert.deepEqual(await used('colleague'), [])
      for (const person of ['author', 'editor'] as const) assert.deepEqual(await used(person), [event.id])
    })
  })

  describe('an image of an event', () => {
    test('is found by the URLs of its former pictures, and by the same picture sent again', async () => {
      const picture = await plain(400, 300, red).png().toBuffer()
      const { body: image } = await upload(service, picture)
      const path = `/media/${image.id}/file`
      const replacements = [await plain(400, 300, blue).png().toBuffer(), picture, picture]
      const urls = [image.url, image.sizes.medium.url]
      for (const replacement of replacements) {
        const { body } = await upload(service, replacement, { path })
        for (const url of [body.url, body.sizes.medium.url]) assert.equal((await fetch(url)).status, 200)
        urls.push(body.url, body.sizes.medium.url)
      }
      assert.equal(new Set(urls).size, urls.length)
      const { body: event } = await service.post('/events', anEvent({ image: image.id }))
      for (const url of urls) {
        const { body } = await service.patch(`/events/${event.id}`, { image: url })
        assert.deepEqual(body.image, event.image)
      }
    })

    test('is found by its ID, its URL and those of its sizes, on every mount', async () => {
      const { body: image } = await upload(service, await plain(400, 300).png().toBuffer())
      const elsewhere = image.sizes.medium.url.replace(service.origin, 'https://calendar.example.org/api')
      for (const sent of [
        image.id,
        String(image.id),
        image.url,
        image.sizes.thumbnail.url,
        elsewhere,
        { id: image.id },
      ]) {
        const { body } = await service.post('/events', anEvent({ image: sent }))
        assert.equal(body.image.id, image.id, JSON.stringify(sent))
        assert.deepEqual(body.image.sizes, image.sizes)
        const single = (await service.get(`/events/${body.id}`)).body
        assert.deepEqual([single.json_ld.image, single.image.url], [image.url, image.url])
      }
      const { body: event } = await service.post('/events', anEvent())
      for (const wrong of [0, '0', event.id, 999_999]) {
        const { status, body } = await service.post('/events', anEvent({ image: wrong }))
        assert.deepEqual([status, Object.keys(body.data.params)], [400, ['image']])
      }
    })

    test('follows when a size is made', async () => {
      const { body: image } = await upload(service, await photograph(1_500, 1_200))
      const { body: event } = await service.post('/events', anEvent({ image: image.id }))
      const { sizes } = await withAllSizes(image.id)
      const [listed] = (await service.get(`/events?include=${event.id}`)).body.events
      assert.deepEqual(listed.image.sizes, sizes)
    })

    test('is offered by pages in WebP, and in the format of the picture for the others', async () => {
      const { body: image } = await upload(service, await photograph(1_600, 1_200))
      const fields = { image: image.id, start_date: '2031-05-03 10:00', end_date: '2031-05-03 11:00' }
      const { body: event } = await service.post('/events', anEvent(fields))
      const { sizes } = await withAllSizes(image.id)
      for (const [path, { url }] of [
        [`//event/${event.slug}/`, sizes.large],
        ['//day/2031-05-03/', sizes.medium],
      ] as const) {
        const { text } = await service.get(path)
        const [, source, shown] = /<picture><source type="image\/webp" srcset="([^"]+)"><img ([^>]+)>/.exec(
          text,
        )!
        assert.match(shown!, new RegExp(`src="${url}" alt="" width="\\d+" height="\\d+"`))
        const { response, content } = await read(source!)
        assert.equal(response.headers.get('content-type'), 'image/webp')
        assert.equal((await sharp(content).metadata()).format, 'webp')
      }
    })

    test('is taken off by force alone', async () => {
      const { body: image } = await upload(service, await plain(200, 200).png().toBuffer())
      const { body: event } = await service.post('/events', anEvent({ image: image.id }))
      await service.delete(`/events/${event.id}`)
      const inUse = await service.delete(`//cal/admin/v1/media/${image.id}`)
      await service.patch(`/events/${event.id}`, { status: 'publish' })
      const forced = await service.delete(`//cal/admin/v1/media/${image.id}?force=true`)
      const gone = await read(image.url)
      assert.deepEqual([inUse.status, inUse.body.code], [409, 'image-in-use'])
      assert.deepEqual([forced.status, forced.body.used_by.length], [200, 1])
      assert.equal((await service.get(`/events/${event.id}`)).body.image, false)
      assert.deepEqual(
        [gone.response.status, (await media(image.id)).body.code],
        [404, 'rest-image-not-found'],
      )
      assert.equal((await service.delete(`//cal/admin/v1/media/${image.id}`)).status, 404)
    })
  })

  describe('rights', () => {
    test('authors upload and change their own, editors everybody’s', async () => {
      const picture = await plain(64, 64).png().toBuffer()
      const statuses: number[] = []
      for (const as of [
        null,
        credentialsOf('subscriber'),
        credentialsOf('contributor'),
        credentialsOf('author'),
        credentialsOf('editor'),
      ])
        statuses.push((await upload(service, picture, { as })).status)
      assert.deepEqual(statuses, [401, 403, 403, 201, 201])

      const { body: own } = await upload(service, picture, { as: credentialsOf('author') })
      const { body: others } = await upload(service, picture, { as: credentialsOf('editor') })
      const change = async (id: number, as: string | null) =>
        (await service.patch(`//cal/admin/v1/media/${id}`, { alt: 'x' }, { as })).status
      assert.deepEqual(
        [
          await change(own.id, credentialsOf('author')),
          await change(others.id, credentialsOf('author')),
          await change(own.id, credentialsOf('editor')),
        ],
        [200, 403, 200],
      )
      assert.deepEqual([await change(own.id, null), await change(9_999, null)], [401, 401])
      assert.deepEqual(
        [
          await change(own.id, credentialsOf('contributor')),
          await change(9_999, credentialsOf('contributor')),
        ],
        [403, 404],
      )
      assert.equal(
        (
          await service.delete(`//cal/admin/v1/media/${others.id}`, undefined, {
            as: credentialsOf('author'),
          })
        ).status,
        403,
      )
      assert.equal((await media('', { as: null })).status, 401)
      assert.equal((await media('', { as: credentialsOf('contributor') })).status, 403)
      assert.equal((await media(own.id, { as: credentialsOf('author') })).status, 200)
      const { body: event } = await service.post('/events', anEvent())
      assert.equal((await media(event.id)).body.code, 'rest-invalid-image-id')
    })

    test('the list is a page, newest first, and narrows to an author', async () => {
      const picture = await plain(64, 64).png().toBuffer()
      const { body: last } = await upload(service, picture, { as: credentialsOf('author') })
      const { body, headers } = await media('?per_page=1')
      assert.deepEqual([body.media.length, body.media[0].id], [1, last.id])
      assert.equal(headers.get('x-total'), String(body.total))
      assert.match(body.next_rest_url, /\/cal\/admin\/v1\/media\/\?page=2&per_page=1$/)
      const { body: own } = await media(`?author=${last.author}&per_page=100`)
      assert.ok(own.total > 0 && own.total < body.total)
      assert.ok(own.media.every(({ author }: Json) => author === last.author))
    })

    test('a write with a stale tag changes nothing', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      const etag = (await media(body.id)).headers.get('etag')!
      const change = (alt: string) =>
        service.patch(`//cal/admin/v1/media/${body.id}`, { alt }, { headers: { 'if-match': etag } })
      assert.deepEqual([(await change('one')).status, (await change('two')).status], [200, 412])
    })

    test('a write may name what was read in another language', async () => {
      const { body: image } = await upload(service, await plain(60, 60).png().toBuffer(), {
        fields: { alt: 'Lake' },
      })
      const path = `//cal/admin/v1/media/${image.id}`
      const tag = (await media(image.id)).headers.get('etag')!
      const french = { alt: 'Lac', ml_language: 'fr' }
      assert.equal((await service.patch(path, french, { headers: { 'if-match': tag } })).status, 200)
      assert.equal((await service.patch(path, french, { headers: { 'if-match': tag } })).status, 412)
    })

    test('a user who owns images hands them over', async () => {
      const person = { username: 'leaving', role: 'author', password: 'secret' }
      await service.post('//cal/admin/v1/users', person)
      const { body } = await upload(service, await plain(64, 64).png().toBuffer(), { as: 'leaving:secret' })
      assert.equal((await service.delete(`//cal/admin/v1/users/${body.author}`)).status, 409)
      assert.equal((await service.delete(`//cal/admin/v1/users/${body.author}?reassign=1`)).status, 200)
      assert.equal((await media(body.id)).body.author, 1)
    })
  })

  describe('a file', () => {
    test('may be cached for ever, is never sniffed and runs nothing', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      const { response } = await read(body.url)
      const { headers } = response
      const known = await fetch(body.url, { headers: { 'if-none-match': headers.get('etag')! } })
      const head = await fetch(body.url, { method: 'HEAD' })
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy')!, /^default-src 'none'; sandbox/)
      assert.equal(known.status, 304)
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(body.filesize)])
      assert.deepEqual([head.headers.get('content-type'), (await head.text()).length], ['image/jpeg', 0])
    })

    test('may be read in parts', async () => {
      const { body } = await upload(service, await photograph(400, 300))
      const { content, response } = await read(body.url)
      const size = content.length
      const part = async (headers: Record<string, string>, method = 'GET') => {
        const reply = await fetch(body.url, { method, headers })
        const { status } = reply
        return [status, reply.headers.get('content-range'), Buffer.from(await reply.arrayBuffer())]
      }
      assert.equal(response.headers.get('accept-ranges'), 'bytes')
      const etag = response.headers.get('etag')!
      const range = 'bytes=10-19'
      const isTenBytes = [206, `bytes 10-19/${size}`, content.subarray(10, 20)]
      assert.deepEqual(await part({ range }), isTenBytes)
      assert.deepEqual(await part({ range, 'if-range': etag }), isTenBytes)
      assert.deepEqual(await part({ range: 'bytes=-10' }), [
        206,
        `bytes ${size - 10}-${size - 1}/${size}`,
        content.subarray(-10),
      ])
      for (const headers of [
        { range, 'if-range': '"another"' },
        { range, 'if-range': `W/${etag}` },
        { range, 'if-range': new Date().toUTCString() },
        { range: 'bytes=0-1,5-6' },
      ] as Record<string, string>[])
        assert.deepEqual(await part(headers), [200, null, content])
      assert.deepEqual(await part({ range: `bytes=${size}-` }), [416, `bytes */${size}`, Buffer.alloc(0)])
      assert.deepEqual(await part({ range, 'if-none-match': etag }), [304, null, Buffer.alloc(0)])
      assert.deepEqual(await part({ range }, 'HEAD'), [200, null, Buffer.alloc(0)])
    })

    test('is not kept open for a client that does not read, nor is another response', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      const sockets: Socket[] = []
      const onRequest = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
      subscribe('http.server.request.start', onRequest)
      const paths = [
        new URL(body.url).pathname,
        '/media/x.png',
        '/docs',
        '/embed/calends-calendar.js',
        '/%ff',
      ]
      for (const path of paths)
        await exchange(service, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      unsubscribe('http.server.request.start', onRequest)

      assert.deepEqual(
        sockets.map(({ timeout }) => timeout),
        paths.map(() => 60_000),
      )
    })

    test('that is unknown is not found', async () => {
      const { body } = await upload(service, await plain(64, 64).png().toBuffer())
      for (const name of [
        'x.png',
        '..%2fcalends.db',
        '.unfinished-1',
        body.url.split('/').at(-1).replace('full', 'large'),
      ]) {
        for (const headers of [{}, { range: 'bytes=0-1' }] as Record<string, string>[])
          assert.equal((await fetch(`${service.origin}/media/${name}`, { headers })).status, 404, name)
      }
      const written = await fetch(body.url, { method: 'DELETE' })
      assert.equal(written.status, 405)
    })
  })
})
