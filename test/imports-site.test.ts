import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  brokenOff,
  busy,
  ForeignCalendar,
  foreignEvent,
  foreignOrganizer,
  foreignTerm,
  foreignVenue,
} from './foreign-calendar.ts'
import { until } from './images.ts'
import { importsEnd, importsPath, run } from './importing.ts'
import { createDatabase } from './postgres.ts'
import { Program } from './program.ts'
import { basic } from './raw.ts'
import { administrator, Service, type Json } from './service.ts'

/** Cloning a site through its own interface (interface: Imports). */

const outgoing = { CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' }

const engines = [
  'sqlite',
  ...(process.env.TEST_POSTGRES_URL === undefined ? [] : ['postgres' as const]),
] as const

const fill = (site: ForeignCalendar) => {
  const content = site.content['']!
  content.categories.push(
    foreignTerm(3, 'Jazz &amp; Blues', 'jazz-blues', { parent: 2, description: 'All <b>jazz</b>' }),
    foreignTerm(2, 'Music', 'music-of-ours'),
  )
  content.tags.push(foreignTerm(21, 'Open air', 'open-air', { taxonomy: 'post_tag' }))
  content.venues.push(foreignVenue(42, 'Grand Th&eacute;&acirc;tre', 'grand'))
  content.organizers.push(
    foreignOrganizer(45, 'Acme', 'acme'),
    foreignOrganizer(46, 'No mail', 'no-mail', { email: 'info@acme.example;', website: 'acme.example' }),
  )
  content.events.push(
    foreignEvent(47, {
      title: 'Night &#8211; full',
      slug: 'my-full-event',
      cost: '$10 &ndash; $25.50',
      cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['10', '25.50'] },
      website: 'https://example.org/event?a=1&amp;b=2',
      image: { url: 'https://example.org/uploads/pic.png', id: 40, width: 320, height: 200 },
      featured: true,
      sticky: true,
      categories: [{ id: 3, name: 'Jazz &amp; Blues', slug: 'jazz-blues' }],
      tags: [{ id: 21, name: 'Open air', slug: 'open-air' }],
      venue: { id: 42, venue: 'Grand Th&eacute;&acirc;tre' },
      organizer: [
        { id: 46, organizer: 'No mail' },
        { id: 45, organizer: 'Acme' },
      ],
    }),
    foreignEvent(48, {
      all_day: true,
      start_date: '2027-02-01 00:00:00',
      end_date: '2027-02-02 23:59:59',
      cost: 'Free',
      cost_details: { currency_symbol: '', currency_position: '', values: ['0'] },
      json_ld: { eventStatus: 'https://schema.org/EventCancelled' },
    }),
    foreignEvent(49, {
      hide_from_listings: true,
      timezone: 'UTC-3.5',
      start_date: '2019-01-01 09:00:00',
      end_date: '2019-01-01 10:00:00',
    }),
  )
}

for (const engine of engines)
  describe(`a site is cloned on ${engine}`, () => {
    let site: ForeignCalendar
    let service: Service
    beforeEach(async () => {
      site = new ForeignCalendar()
      service = new Service(outgoing, engine)
      await Promise.all([site.start(), service.start()])
    })
    afterEach(() => Promise.all([site.stop(), service.stop()]))

    const ask = (fields: Json = {}) =>
      service.post(importsPath, { url: site.origin, format: 'tec', ...fields })
    const clone = async (fields: Json = {}): Promise<Json> => {
      const { body, status } = await ask(fields)
      assert.equal(status, 201, JSON.stringify(body))
      return run(service, body.id)
    }
    const read = async (path: string) => (await service.get(path, { as: 'admin:secret' })).body

    test('with all five kinds, ids and slugs', async () => {
      fill(site)
      const { body } = await ask()
      const done = await run(service, body.id)

      assert.deepEqual(body.would, { create: 9, change: 0, skip: 0, fail: 0 })
      const created = Object.entries<Json>(body.counts).map(([kind, { create }]) => [kind, create])
      assert.deepEqual(Object.fromEntries(created), {
        categories: 2,
        events: 3,
        organizers: 2,
        tags: 1,
        venues: 1,
      })
      assert.deepEqual(body.rows.map(({ kind, title }: Json) => [kind, title]).slice(0, 2), [
        ['categories', 'Music'],
        ['categories', 'Jazz & Blues'],
      ])
      assert.deepEqual([done.state, done.would.fail], ['done', 0], JSON.stringify(done.rows))
      const event = await read('/events/47')
      assert.deepEqual(
        [event.title, event.slug, event.start_date, event.utc_start_date, event.timezone],
        ['Night – full', 'my-full-event', '2027-01-10 09:00:00', '2027-01-10 08:00:00', 'Europe/Paris'],
      )
      assert.deepEqual([event.cost, event.website], ['$10 – $25.50', 'https://example.org/event?a=1&b=2'])
      assert.deepEqual(
        [event.featured, event.sticky, event.image.url],
        [true, true, 'https://example.org/uploads/pic.png'],
      )
      assert.equal(event.date_utc, '2026-05-06 07:08:09')
      assert.deepEqual([event.venue.id, event.venue.venue, event.venue.slug], [42, 'Grand Théâtre', 'grand'])
      assert.deepEqual(
        event.organizer.map(({ id }: Json) => id),
        [46, 45],
      )
      assert.deepEqual(
        event.categories.map(({ id, slug, parent }: Json) => [id, slug, parent]),
        [[3, 'jazz-blues', 2]],
      )
      assert.deepEqual(
        event.tags.map(({ id }: Json) => id),
        [21],
      )
      assert.ok(event.image.id > 49)
      const allDay = await read('/events/48')
      assert.deepEqual(
        [allDay.all_day, allDay.end_date, allDay.event_status],
        [true, '2027-02-02 23:59:59', 'cancelled'],
      )
      assert.deepEqual([allDay.cost, allDay.cost_details.values], ['Free', ['0']])
      const past = await read('/events/49')
      assert.deepEqual([past.hide_from_listings, past.timezone], [true, 'UTC-3:30'])
      const { organizers } = await read('/organizers')
      assert.deepEqual(
        organizers.map(({ email, website }: Json) => [email, website]),
        [
          ['info@acme.example.org', 'https://acme.example.org'],
          [undefined, 'http://acme.example'],
        ],
      )
      assert.ok((await service.post('/venues', { venue: 'New' })).body.id > 49)
      assert.ok((await service.post('/tags', { name: 'New' })).body.id > 21)
    })

    test('with slugs of letters of any script, which it returns percent-encoded', async () => {
      const encoded = (letters: string) => encodeURIComponent(letters).toLowerCase()
      const content = site.content['']!
      content.categories.push(foreignTerm(5, 'Music', encoded('音楽')))
      content.venues.push(foreignVenue(42, 'Hall', encoded('音楽堂')))
      const slug = `${encoded('音楽の夜')}-2027`
      content.events.push(foreignEvent(47, { slug, categories: [{ id: 5, name: 'Music' }] }))
      await clone()

      const [event, venue, category] = await Promise.all(
        ['/events/47', '/venues/42', '/categories/5'].map(read),
      )
      assert.deepEqual([event.slug, venue.slug, category.slug], ['音楽の夜-2027', '音楽堂', '音楽'])
      assert.equal((await read(`/events/by-slug/${slug}`)).id, 47)
      assert.equal((await read(`/events/by-slug/${encodeURIComponent(slug)}`)).id, 47)
      assert.equal((await read(`/events?start_date=2027-01-01&categories=${encoded('音楽')}`)).total, 1)
      assert.equal((await service.get(event.url)).status, 200)
      assert.equal((await service.get(`//event/${slug}/`)).status, 200)
    })

    test('page by page, one at a time, with the patience that it asks for', async () => {
      site.content['']!.events.push(...Array.from({ length: 120 }, (_, index) => foreignEvent(index + 1)))
      site.accidents.push(
        { at: 'events?', happens: busy(429, '1') },
        { at: 'page=2', happens: busy(503) },
        { at: 'page=3', happens: brokenOff },
      )
      const done = await clone()

      assert.equal(done.would.create, 120)
      assert.equal((await service.get('/events?start_date=2027-01-01')).body.total, 120)
      const [refused, again] = site.asked.filter(
        ({ url }) => url.href.includes('/events?') && url.href.includes('page=1'),
      )
      assert.ok(again!.at - refused!.at >= 1_000, 'it waits as long as it was asked to')
      assert.equal(site.most, 1)
    })

    test('by one import at a time', async () => {
      fill(site)
      site.pauseMs = 50
      const answers = await Promise.all([ask(), ask({ url: `${site.origin}/`, source: 'other' })])
      const refused = answers.find(({ status }) => status === 409)
      const { status } = await ask()

      assert.deepEqual(answers.map((one) => one.status).toSorted(), [201, 409])
      assert.equal(refused!.body.code, 'import-source-busy')
      assert.equal(status, 201)
      assert.equal(site.most, 1)
    })

    test('four at a time for one user, and to the end if the client leaves', async () => {
      fill(site)
      site.pauseMs = 100
      const client = new AbortController()
      const left = fetch(`${service.origin}${importsPath.slice(1)}`, {
        method: 'POST',
        headers: { authorization: basic(administrator), 'content-type': 'application/json' },
        body: JSON.stringify({ url: site.origin, format: 'tec' }),
        signal: client.signal,
      })
      const isBegun = (address: string) =>
        until(
          () =>
            service.database.db
              .selectFrom('import_pages')
              .select('source')
              .where('address', '=', '')
              .execute(),
          (all) => all.some(({ source }) => source === address),
        )
      await isBegun(site.origin)
      const others = ['', '?page=2', '?page=3'].map(
        (query) => `${site.origin}/wp-json/tribe/events/v1${query}`,
      )
      const asking = Promise.all(others.map((url) => ask({ url })))
      for (const other of others) await isBegun(other)
      client.abort()
      await assert.rejects(left)
      const fifth = await ask({ url: `${site.origin}/fifth` })

      assert.deepEqual(
        [fifth.status, fifth.body.code, fifth.headers.get('retry-after')],
        [503, 'rest_unavailable', '30'],
      )
      assert.deepEqual(
        (await asking).map(({ status }) => status),
        [201, 201, 201],
      )
      const listed = await until(
        () => service.get(importsPath, { as: administrator }),
        ({ body }) => body.total === 4,
      )
      assert.ok(listed.body.imports.every(({ state }: Json) => state === 'preview'))
      assert.equal((await ask({ url: `${site.origin}/fifth` })).status, 201)
    })

    test('and lists the import once it has been read', async () => {
      fill(site)
      const listed = async () => (await service.get(importsPath, { as: administrator })).body.total as number
      const before = await listed()
      const arrived = site.asked.length
      site.pauseMs = 200
      const asking = ask()
      await until(
        () => Promise.resolve(site.asked.length),
        (asked) => asked > arrived + 2,
      )
      const meanwhile = await listed()
      await asking

      assert.deepEqual([meanwhile, await listed()], [before, before + 1])
    })

    test('again changes only what has changed there', async () => {
      fill(site)
      await clone()
      await service.patch('/venues/42', { city: 'Lyon' })
      const content = site.content['']!
      content.venues[0] = foreignVenue(42, 'Grand Théâtre', 'grand', { phone: '1', city: 'Nice' })
      content.categories[1] = foreignTerm(2, 'Sound', 'music-of-ours')
      const { body } = await ask()
      await run(service, body.id)

      assert.deepEqual(body.would, { create: 0, change: 2, skip: 7, fail: 0 })
      const venue = await read('/venues/42')
      assert.deepEqual([venue.city, venue.phone], ['Lyon', '1'])
      assert.equal((await read('/categories/2')).name, 'Sound')
    })

    test('next to what is here, with ids of its own, and without a second of the same name', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Grand Théâtre', address: '1 rue A' })
      const { body: music } = await service.post('/categories', { name: 'Music' })
      fill(site)
      const done = await clone()

      assert.deepEqual(done.would, { create: 7, change: 0, skip: 2, fail: 0 })
      const { events } = await read('/events?search=full')
      assert.equal(events[0].venue.id, venue.id)
      assert.equal(events[0].categories[0].parent, music.id)
      assert.notEqual(events[0].id, 47)
    })

    test('next to what is here, whose address is written as in the language of its name', async () => {
      const { body: hall } = await service.post('/venues', {
        venue: 'Town hall',
        address: 'Aarberg street 112',
      })
      await service.patch(`/venues/${hall.id}?ml_language=fr`, {
        venue: 'Maison du Peuple',
        address: 'Rue d’Aarberg 112',
      })
      const french = { venue: 'Maison du Peuple', address: 'Rue d’Aarberg 112', city: '' }
      const [plain] = [site.content['']!]
      plain.venues.push(foreignVenue(42, french.venue, 'maison-du-peuple', french))
      plain.events.push(foreignEvent(47, { venue: { id: 42, ...french } }))
      const done = await clone()

      assert.deepEqual(done.would, { create: 1, change: 0, skip: 1, fail: 0 })
      const { events } = await read('/events?start_date=2000-01-01')
      assert.equal(events[0].venue.id, hall.id)
    })

    test('next to events here that use the slugs of its translations, which get a number', async () => {
      const here = { start_date: '2027-01-01', end_date: '2027-01-01' }
      await service.post('/events', { title: 'Soirée', ...here })
      site.head = ['en', 'fr'].map((tag) => `<link rel="alternate" hreflang="${tag}" href="/">`).join('')
      const [plain] = [site.content['']!]
      plain.events = [foreignEvent(47, { translations: { fr: 57 } })]
      const french = { title: 'Soirée', slug: 'soiree', translations: { en: 47 } }
      site.content.fr = { ...plain, events: [foreignEvent(57, french)] }
      const done = await clone()

      assert.deepEqual(done.would, { create: 1, change: 0, skip: 0, fail: 0 })
      const { events } = await read('/events?search=Soirée&ml_language=fr&start_date=2000-01-01')
      assert.deepEqual(
        events.map(({ slug }: Json) => slug),
        ['soiree-2'],
      )
    })

    test('and taken back, but for what others use', async () => {
      fill(site)
      const done = await clone()
      await service.post('/events', {
        title: 'Own',
        start_date: '2027-01-01',
        end_date: '2027-01-01',
        venue: 42,
      })
      const { body } = await service.delete(`${importsPath}/${done.id}`)

      assert.deepEqual(body.left, [{ kind: 'venues', id: 42, title: 'Grand Théâtre' }])
      assert.equal((await service.get('/events/47')).status, 410)
      assert.equal((await service.get('/organizers/45')).status, 410)
      assert.equal((await service.get('/categories/2')).status, 404)
      assert.equal((await service.get('/venues/42')).status, 200)
    })

    test('and taken back one after the other, also where it has changed in two languages', async () => {
      site.head = ['en', 'fr'].map((tag) => `<link rel="alternate" hreflang="${tag}" href="/">`).join('')
      const [plain] = [site.content['']!]
      const say = (english: string, french: string) => {
        plain.events = [foreignEvent(47, { title: english, translations: { fr: 57 } })]
        const other = foreignEvent(57, { title: french, slug: 'soiree', translations: { en: 47 } })
        site.content.fr = { ...plain, events: [other] }
      }
      const titles = async () =>
        Promise.all(['en', 'fr'].map(async (tag) => (await read(`/events/47?ml_language=${tag}`)).title))
      say('Evening', 'Soirée')
      const first = await clone()
      say('Night', 'Nuit')
      const second = await clone()
      assert.deepEqual(await titles(), ['Night', 'Nuit'])

      assert.equal((await service.delete(`${importsPath}/${second.id}`)).body.left, undefined)
      assert.deepEqual(await titles(), ['Evening', 'Soirée'])
      assert.equal((await service.delete(`${importsPath}/${first.id}`)).body.left, undefined)
      assert.equal((await service.get('/events/47')).status, 410)
    })

    test('with drafts for those who may see them', async () => {
      fill(site)
      site.drafts.push(foreignEvent(60, { status: 'draft', date_utc: '0000-00-00 00:00:00' }))
      const done = await clone({ user: 'editor:abcd efgh' })

      assert.equal(done.would.create, 10)
      assert.equal((await read('/events/60')).status, 'draft')
      assert.equal(
        site.asked.at(-1)!.authorization,
        `Basic ${Buffer.from('editor:abcd efgh').toString('base64')}`,
      )
      assert.equal(JSON.stringify(await read(`${importsPath}/${done.id}`)).includes('abcd'), false)
    })

    test('without drafts where the site refuses to list them, which is noted', async () => {
      fill(site)
      site.refusesDrafts = true
      site.drafts.push(foreignEvent(60, { status: 'draft' }))
      const refused = await clone({ user: 'editor:abcd efgh' })

      assert.equal(refused.would.create, 9)
      assert.deepEqual(refused.notes, [
        'The site does not list unpublished entries to this user, so only published ones are imported.',
      ])
      assert.equal(
        (await clone()).notes,
        undefined,
        'nothing is missing for those who ask for published ones',
      )
    })

    describe('with the password for nobody else', () => {
      let other: ForeignCalendar
      beforeEach(async () => {
        other = new ForeignCalendar()
        await other.start()
        other.drafts.push(foreignEvent(70, { status: 'draft', title: 'Brouillon' }))
      })
      afterEach(() => other.stop())

      const user = 'editor:abcd efgh'
      const sentTo = ({ asked }: ForeignCalendar) =>
        asked.filter(({ authorization }) => authorization !== undefined).length
      const host = () => new URL(other.origin).host

      test('such as hosts of its languages, which is noted', async () => {
        const link = (code: string, origin: string) =>
          `<link rel="alternate" hreflang="${code}" href="${origin}/">`
        site.head = link('en', site.origin) + link('fr', other.origin)
        site.content['']!.events.push(foreignEvent(47, { translations: { fr: 57 } }))
        site.drafts.push(foreignEvent(60, { status: 'draft' }))
        other.content['']!.events.push(
          foreignEvent(57, { title: 'Soirée', slug: 'soiree', translations: { en: 47 } }),
        )
        const done = await clone({ user })

        assert.ok(sentTo(site) > 0)
        assert.ok(other.lists.length > 0)
        assert.equal(sentTo(other), 0)
        assert.deepEqual(done.notes, [
          `The password is sent only to the site itself, so of ${host()} only published entries are imported.`,
        ])
        assert.equal((await read('/events/47?ml_language=fr')).title, 'Soirée')
        assert.equal((await read('/events/60')).status, 'draft')
        assert.equal((await read('/events/70')).status, undefined)
        assert.equal((await clone()).notes, undefined, 'nothing is missing for those who send no password')
      })

      test('such as the host of an interface that its page names', async () => {
        site.accidents.push({
          at: '/',
          happens: (response) =>
            response
              .writeHead(200, {
                'content-type': 'text/html',
                'x-tec-api-root': `${other.origin}/wp-json/tribe/events/v1/`,
              })
              .end(),
        })
        other.content['']!.events.push(foreignEvent(57))
        const done = await clone({ user })

        assert.equal(done.would.create, 1)
        assert.equal(sentTo(other), 0)
        assert.match(done.notes[0], new RegExp(host()))
      })

      test('but for the host to which its address redirects', async () => {
        site.accidents.push({
          at: '/',
          happens: (response) => response.writeHead(301, { location: `${other.origin}/` }).end(),
        })
        const done = await clone({ user })

        assert.deepEqual([done.would.create, done.notes], [1, undefined])
        assert.equal((await read('/events/70')).status, 'draft')
      })
    })

    test('without the events of which it hides the text, which are named', async () => {
      fill(site)
      const bare = { description: '', excerpt: '', title: 'Rehearsal &amp; more' }
      site.content['']!.events.push(foreignEvent(50, bare), foreignEvent(51, bare))
      site.closed.push(50)
      const done = await clone()

      assert.deepEqual([done.would.create, done.would.fail], [10, 1])
      const failed = done.rows.filter(({ action }: Json) => action === 'fail')
      assert.deepEqual(
        failed.map(({ reason }: Json) => reason),
        ['The site shows “Rehearsal & more” only to those who have its password, so it is not imported.'],
      )
      assert.deepEqual([(await read('/events/50')).id, (await read('/events/51')).id], [undefined, 51])
      assert.equal(
        site.lists.filter((url) => /events\/\d/.test(url)).length,
        2,
        'only those without any text are read on their own',
      )
    })

    test('in its languages, which belong together where it says so', async () => {
      site.head =
        '<link rel="alternate" hreflang="en" href="/"><link rel="alternate" hreflang="fr-FR" href="/fr/"><link rel="alternate" hreflang="it" href="/it/">'
      const [plain] = [site.content['']!]
      plain.venues.push(foreignVenue(42, 'Hall', 'hall'))
      plain.events.push(
        foreignEvent(47, { translations: { fr: 57 }, venue: { id: 42, venue: 'Hall' } }),
        foreignEvent(48),
      )
      site.content.fr = {
        ...plain,
        venues: [foreignVenue(52, 'Salle', 'salle', { wpml_translations: [{ locale: 'en_US', id: 42 }] })],
        events: [
          foreignEvent(57, {
            title: 'Soirée',
            slug: 'soiree',
            translations: { en: 47 },
            venue: { id: 52, venue: 'Salle' },
          }),
          foreignEvent(58, { title: 'Seule', slug: 'seule', venue: { id: 52, venue: 'Salle' } }),
        ],
      }
      const { body } = await ask()
      await run(service, body.id)

      assert.equal(body.would.create, 4)
      assert.match(body.rows.at(-1).reason, /does not say what this is a translation of/)
      const event = await read('/events/47?ml_language=fr')
      assert.deepEqual(
        [event.title, event.slug, event.original_language, event.venue.venue],
        ['Soirée', 'soiree', 'en', 'Salle'],
      )
      const alone = await read('/events/58')
      assert.deepEqual([alone.original_language, alone.venue.id], ['fr', 42])
      assert.ok(
        !site.lists.some((url) => url.includes('lang=it')),
        'languages that are not ours are not asked for',
      )
    })

    test('in the languages that Polylang names, and joined as it says', async () => {
      const home = (slug: string) => `${site.origin}/${slug}/`
      site.polylang = [
        { slug: 'de', locale: 'de_CH', is_default: true, home_url: site.origin },
        { slug: 'fr', locale: 'fr_FR', is_default: false, home_url: home('fr') },
      ]
      const translations = { de: 47, fr: 57 }
      const german = foreignEvent(47, { title: 'Abend', slug: 'abend', lang: 'de', translations })
      const french = foreignEvent(57, { title: 'Soirée', slug: 'soiree', lang: 'fr', translations })
      const alone = foreignEvent(58, { title: 'Seule', lang: 'fr', translations: { fr: 58 } })
      const none = { venues: [], organizers: [], categories: [], tags: [] }
      // Without a language all of them are listed.
      site.content[''] = { ...none, events: [german, french, alone] }
      site.content.de = { ...none, events: [german] }
      site.content.fr = { ...none, events: [french, alone] }
      const { body } = await ask()
      await run(service, body.id)

      assert.deepEqual(
        body.rows.map(({ title, reason }: Json) => [title, reason]),
        [
          ['Abend', 'This event is new.'],
          ['Seule', 'This event is new.'],
        ],
      )
      const event = await read('/events/47?ml_language=fr')
      assert.deepEqual([event.title, event.slug, event.original_language], ['Soirée', 'soiree', 'de'])
      assert.equal((await read('/events/58')).original_language, 'fr')
    })

    test('in languages with folders of their own, as WPML has them', async () => {
      site.hasFolders = true
      site.head = `<link rel="alternate" href="${site.origin}/" hreflang="en"><link rel='alternate' hreflang='fr' href='/fr/'>`
      const none = { venues: [], organizers: [], categories: [], tags: [] }
      const inFrench = (id: number, title: string, more: Json) =>
        foreignEvent(id, { title, slug: `seance-${id}`, wpml_current_locale: 'fr_FR', ...more })
      site.content[''] = { ...none, events: [foreignEvent(47, { wpml_current_locale: 'en_US' })] }
      site.content.fr = {
        ...none,
        events: [
          inFrench(57, 'Soirée', { wpml_translations: [{ locale: 'en_US', id: 47 }] }),
          inFrench(58, 'Seule', { wpml_translations: [] }),
        ],
      }
      const { body } = await ask()
      await run(service, body.id)

      assert.equal(body.would.create, 2)
      const event = await read('/events/47?ml_language=fr')
      assert.deepEqual([event.title, event.original_language], ['Soirée', 'en'])
      assert.equal((await read('/events/58')).original_language, 'fr')
    })

    test('on a schedule, in the languages chosen for it', async () => {
      site.head =
        '<link rel="alternate" hreflang="en" href="/"><link rel="alternate" hreflang="fr" href="/fr/">'
      fill(site)
      const schedule = '0 4 * * *'
      const { status, body } = await ask({ schedule, user: 'editor:abcd' })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['user']])
      const { body: planned } = await ask({ schedule, languages: ['en'] })
      const askedBefore = site.lists.length
      const next = async (state: string) => {
        service.now += 86_400
        const shown = await until(
          () => service.get(`${importsPath}/${planned.id}`, { as: administrator }),
          ({ body: { runs } }) => runs[0]?.state === state,
        )
        await importsEnd(service)
        return shown.body.runs as Json[]
      }
      await next('done')

      assert.ok(site.lists.length > askedBefore)
      assert.ok(!site.lists.some((url) => url.includes('lang=fr')))
      assert.equal((await read('/events/47')).original_language, 'en')

      site.accidents.push({ at: 'events?', happens: busy(503, '3600') })
      const runs = await next('failed')
      assert.deepEqual(
        runs.map(({ state }) => state),
        ['failed', 'done'],
      )
      assert.match(runs[0].fault, /503/)
    })

    test('from where it stopped, if it could not be read to its end', async () => {
      site.content['']!.events.push(...Array.from({ length: 120 }, (_, index) => foreignEvent(index + 1)))
      site.accidents.push({ at: 'page=2', happens: busy(503, '3600') })
      const { status, body } = await ask()
      const before = site.lists.length
      const done = await clone()

      assert.deepEqual([status, body.code], [400, 'import-source-unreachable'])
      const failed = (await service.get(importsPath, { as: 'admin:secret' })).body.imports[1]
      assert.deepEqual([failed.state, /503/.test(failed.fault)], ['failed', true])
      assert.equal(done.would.create, 120)
      const again = site.lists.slice(before)
      assert.ok(
        again.every((url) => !/(?:venues|organizers|tags|categories)|page=1$/.test(url)),
        again.join('\n'),
      )
    })

    test('with IDs that are text if they are numbers, and naming what has others', async () => {
      const { events, venues } = site.content['']!
      const hall = { ...foreignVenue(42, 'Hall', 'hall'), id: '42' }
      venues.push(hall, { ...foreignVenue(43, 'R&amp;B', 'r-b'), id: 'hall-43' })
      events.push(foreignEvent(47, { venue: [hall] }), { ...foreignEvent(48), id: null })
      const { body } = await ask()
      await run(service, body.id)

      assert.deepEqual(body.would, { create: 2, change: 0, skip: 0, fail: 2 })
      assert.deepEqual(
        body.rows.filter(({ action }: Json) => action === 'fail').map(({ reason }: Json) => reason),
        [
          'The ID of “R&B” at the site is not a number, so it is not imported.',
          'The ID of “Event 48” at the site is not a number, so it is not imported.',
        ],
      )
      assert.equal((await read('/events/47')).venue.id, 42)
    })

    test('with one of two entries of the same ID, naming the other unless it is a repetition', async () => {
      const { events, venues } = site.content['']!
      venues.push(foreignVenue(42, 'Hall', 'hall'), foreignVenue(42, 'Hall', 'hall'))
      events.push(foreignEvent(47, { title: 'Former' }), foreignEvent(47, { title: 'Latter' }))
      const { body } = await ask()

      assert.deepEqual(body.would, { create: 2, change: 0, skip: 0, fail: 1 })
      assert.deepEqual(
        body.rows.map(({ action, title, reason }: Json) => (action === 'fail' ? reason : title)),
        [
          'Hall',
          'Latter',
          'The site lists another entry with the ID of “Former”, which is imported instead.',
        ],
      )
    })

    test('with links in objects, and without those that have no name', async () => {
      const content = site.content['']!
      content.categories.push(foreignTerm(3, 'Music', 'music'), foreignTerm(4, 'Fair', 'fair'))
      content.organizers.push(foreignOrganizer(45, 'Acme', 'acme'))
      content.events.push(
        foreignEvent(47, {
          categories: { 0: { id: 3, name: 'Music' }, 2: { id: 4, name: 'Fair' } },
          organizer: { 1: { id: 45, organizer: 'Acme' } },
          venue: { id: 42, venue: '' },
        }),
        foreignEvent(48, { venue: {}, organizer: [{ id: 46 }], tags: [{ id: 21, name: null }] }),
      )
      const { would } = await clone()

      assert.deepEqual(would, { create: 5, change: 0, skip: 0, fail: 0 })
      const [linked, alone] = await Promise.all([read('/events/47'), read('/events/48')])
      assert.deepEqual(
        linked.categories.map(({ name }: Json) => name),
        ['Music', 'Fair'],
      )
      assert.equal(linked.organizer[0].organizer, 'Acme')
      assert.deepEqual([linked.venue, alone.venue, alone.organizer, alone.tags], [[], [], [], []])
    })

    test('with images whose URLs lack their host or protocol, and without those that lead nowhere', async () => {
      const url = 'https://town.example/event/concert/'
      const urls = [
        '//cdn.town.example/a.png',
        '/uploads/b.png',
        'https://town.example/ü.png',
        'data:,x',
        'http://[',
      ]
      site.content['']!.events.push(
        ...urls.map((image, index) => foreignEvent(index + 1, { url, image: { url: image } })),
        foreignEvent(9, { image: { url: '/uploads/c.png' } }),
      )
      const done = await clone()
      const events: Json[] = await Promise.all([1, 2, 3, 4, 5, 9].map((id) => read(`/events/${id}`)))

      assert.equal(done.would.fail, 0, JSON.stringify(done.rows))
      assert.deepEqual(
        events.map(({ image }) => image && image.url),
        [
          'https://cdn.town.example/a.png',
          'https://town.example/uploads/b.png',
          'https://town.example/ü.png',
          false,
          false,
          false,
        ],
      )
    })

    test('whatever else its page names', async () => {
      fill(site)
      site.head =
        '<link rel="alternate" hreflang="fr" href="mailto:fr@town.example"><link rel="alternate" hreflang="de" href="http://[">'
      const naming: readonly Readonly<Record<string, string>>[] = [
        { link: '</wp-json/>; rel="https://api.w.org/"' },
        { link: '<http://[bad>; rel="https://api.w.org/"', 'x-tec-api-root': '' },
        { 'x-tec-api-root': '/wp-json/tribe/events/v1/' },
        { 'x-cal-api-root': 'data:application/json,{}' },
      ]
      for (const headers of naming) {
        site.headers = headers
        const { status, body } = await ask()
        assert.deepEqual([status, body.would?.create], [201, 9], JSON.stringify([headers, body]))
      }
    })

    test('with a byte order mark before its responses', async () => {
      fill(site)
      site.before = '\uFEFF'
      assert.equal((await ask()).body.would?.create, 9)
    })

    test('with lists that PHP writes as objects, but not with what is no list', async () => {
      fill(site)
      const respond = (body: Json) => (response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const venues = { 0: foreignVenue(42, 'Grand', 'grand'), 2: foreignVenue(43, 'Petit', 'petit') }
      site.accidents.push({ at: '/venues', happens: respond({ code: 'sorry' }) })
      const { body: refused } = await ask()
      site.accidents.push({ at: '/venues', happens: respond({ venues, total_pages: 1 }) })
      const { body } = await ask()

      assert.equal(refused.code, 'import-source-unreachable')
      assert.match(refused.message, /something else than a list of venues/)
      assert.equal(body.counts.venues.create, 2, 'and what was no list was not kept')
    })

    test('up to where a list ends, which is noted', async () => {
      site.content['']!.events.push(...Array.from({ length: 120 }, (_, index) => foreignEvent(index + 1)))
      site.accidents.push({ at: 'page=2', happens: busy(404) })
      const { body } = await ask()
      assert.equal(body.would.create, 50)
      assert.deepEqual(body.notes, [
        'A list of the site ended before its last page, so some entries may be missing; import it again.',
      ])
      const { body: whole } = await ask()
      assert.deepEqual([whole.would.create, whole.notes], [120, undefined])
    })

    test('by its API where its page cannot be read', async () => {
      fill(site)
      for (const happens of [
        busy(404),
        (response: ServerResponse) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      ]) {
        site.accidents.push({ at: `${site.origin}/`, happens })
        const { status, body } = await ask({ url: `${site.origin}/wp-json/tribe/events/v1` })
        assert.deepEqual([status, body.would?.create], [201, 9], JSON.stringify(body))
      }
      const { body } = await ask({ url: 'http://10.0.0.1/' })
      assert.match(body.message, /10\.0\.0\.1 is not on the public internet/)
    })

    test('not with a wrong password, which is what the error says', async () => {
      site.accidents.push({ at: '/wp-json/', happens: busy(401) })
      const { status, body } = await ask({ user: 'editor:wrong' })

      assert.deepEqual([status, body.code], [400, 'import-source-unreachable'])
      assert.match(body.message, /answered 401: it needs a valid username and password/)
      assert.equal(site.lists.length, 1, 'a password is not tried again, because that may lock the user out')
    })

    test('not where there is none', async () => {
      const { body } = await service.post(importsPath, {
        url: `${service.origin}/health/live`,
        format: 'tec',
      })
      assert.equal(body.code, 'import-source-unreachable')
      const { body: file } = await service.post(importsPath, { format: 'tec' })
      assert.equal(file.code, 'rest_missing_callback_param')
    })
  })

/** What differs although it says the same: times of writing, ids of pictures, and where links lead. */
const own = [
  'modified',
  'modified_utc',
  'url',
  'rest_url',
  'urls',
  'global_id',
  'global_id_lineage',
  'image',
  'next_rest_url',
]

const comparable = (value: Json): Json =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (own.includes(key) ? undefined : one)))

for (const engine of engines)
  test(`a service like this one is cloned, and answers the same on ${engine}`, async () => {
    const source = new Service({ CALENDS_ALIASES: '/wp-json/tribe/events/v1' }, engine)
    const target = new Service(outgoing, engine)
    await Promise.all([source.start(), target.start()])
    try {
      await fillOurs(source)
      const { body } = await target.post(importsPath, {
        url: `${source.origin}/wp-json/tribe/events/v1/`,
        format: 'tec',
        user: administrator,
      })
      const done = await run(target, body.id)
      assert.deepEqual([done.state, done.would.fail], ['done', 0], JSON.stringify(done))
      for (const list of ['events', 'venues', 'organizers', 'categories', 'tags'])
        for (const language of ['', 'en', 'fr', 'de']) {
          const query = `?per_page=100&hide_empty=0${list === 'events' ? '&start_date=2020-01-01&end_date=2040-01-01' : ''}`
          const path = `/${list}${query}${language === '' ? '' : `&ml_language=${language}`}`
          const [there, here] = await Promise.all(
            [source, target].map((one) => one.get(path, { as: administrator })),
          )
          assert.ok(language !== '' || there!.body.total > 1, list)
          assert.deepEqual(comparable(here!.body), comparable(there!.body), path)
        }
    } finally {
      await Promise.all([source.stop(), target.stop()])
    }
  })

test('a site is cloned in variants of languages, and those that are not here are named', async () => {
  const site = new ForeignCalendar()
  const service = new Service({ ...outgoing, CALENDS_LANGUAGES: 'en,pt-br,fr' })
  await Promise.all([site.start(), service.start()])
  try {
    const links = { en: '/', 'pt-BR': '/pt-br/', 'pt-PT': '/pt-pt/', 'fr-FR': '/fr/' }
    site.head = Object.entries(links)
      .map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`)
      .join('')
    const none = { venues: [], organizers: [], categories: [], tags: [] }
    const inLanguage = (id: number, title: string, locale: string) =>
      foreignEvent(id, {
        ...{ title, slug: `event-${id}`, wpml_current_locale: locale },
        wpml_translations: [{ locale: 'en_US', id: 47 }],
      })
    site.content[''] = { ...none, events: [foreignEvent(47, { wpml_current_locale: 'en_US' })] }
    site.content['pt-br'] = { ...none, events: [inLanguage(57, 'Noite', 'pt_BR')] }
    site.content['pt-pt'] = { ...none, events: [inLanguage(58, 'Serão', 'pt_PT')] }
    site.content.fr = { ...none, events: [inLanguage(59, 'Soirée', 'fr_FR')] }
    const { body } = await service.post(importsPath, { url: site.origin, format: 'tec' })
    const done = await run(service, body.id)
    const titleIn = async (language: string) =>
      (await service.get(`/events/47?ml_language=${language}`)).body.title

    assert.deepEqual([await titleIn('pt-br'), await titleIn('fr')], ['Noite', 'Soirée'])
    assert.match(done.notes[0], /does not have these languages of the site, .*: pt-pt\.$/)
    assert.equal(done.would.create, 1)
  } finally {
    await Promise.all([site.stop(), service.stop()])
  }
})

for (const engine of engines)
  test(`what has a password on a service like this one does not become public on ${engine}`, async () => {
    const source = new Service({}, engine)
    const targets = [new Service(outgoing, engine), new Service(outgoing, engine)] as const
    await Promise.all([source, ...targets].map((one) => one.start()))
    try {
      const day = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
      const secret = { description: '<p>Act two</p>', password: 'sesame' }
      for (const status of ['publish', 'draft'])
        await source.post('/events', { title: `Rehearsal ${status}`, ...day, ...secret, status })
      await source.post('/events', { title: 'Open', ...day, description: '<p>All</p>' })
      const cloned = async (target: Service, fields: Json) => {
        const { body } = await target.post(importsPath, { url: source.origin, format: 'tec', ...fields })
        const { rows } = await run(target, body.id)
        const { events } = (await target.get('/events?status=any&orderby=title', { as: administrator })).body
        return {
          rows,
          events: events.map(({ title, status, description }: Json) => [title, status, description]),
        }
      }

      const whole = await cloned(targets[0], { user: administrator })
      assert.deepEqual(whole.events, [
        ['Open', 'publish', '<p>All</p>'],
        ['Rehearsal draft', 'draft', '<p>Act two</p>'],
        ['Rehearsal publish', 'private', '<p>Act two</p>'],
      ])
      const noted = whole.rows.filter(({ reason }: Json) => /has a password at the source/.test(reason))
      assert.deepEqual(
        noted.map(({ title }: Json) => title),
        ['Rehearsal publish', 'Rehearsal draft'],
      )
      const published = await cloned(targets[1], {})
      assert.deepEqual(published.events, [['Open', 'publish', '<p>All</p>']])
      const reasons = published.rows.filter(({ action }: Json) => action === 'fail')
      assert.match(reasons[0].reason, /shows “Rehearsal publish” only to those who have its password/)
    } finally {
      await Promise.all([source, ...targets].map((one) => one.stop()))
    }
  })

async function fillOurs(service: Service) {
  const make = async (path: string, body: Json): Promise<number> => (await service.post(path, body)).body.id
  const music = await make('/categories', { name: 'Music', description: 'Loud & <b>long</b>' })
  const jazz = await make('/categories', { name: 'Jazz', parent: music })
  await service.patch(`/categories/${jazz}`, { name: 'Le jazz', ml_language: 'fr' })
  const [free, open] = [
    await make('/tags', { name: 'Free' }),
    await make('/tags', { name: 'Outside', ml_language: 'fr' }),
  ]
  const hall = await make('/venues', {
    venue: 'Hall',
    city: 'Bern',
    geo_lat: 46.9,
    geo_lng: 7.4,
    show_map: false,
  })
  await make('/venues', { venue: 'Nowhere' })
  await service.patch(`/venues/${hall}`, { venue: 'Halle', address: 'Gasse 1', ml_language: 'de' })
  const club = await make('/organizers', { organizer: 'Club', email: 'a@example.org' })
  await make('/organizers', { organizer: 'Other', status: 'draft' })
  const night = await make('/events', {
    ...{
      title: 'Night',
      description: '<p>Long</p>',
      excerpt: 'Short',
      cost: '$10 - $20',
      website: 'https://example.org',
    },
    ...{ start_date: '2027-03-10 20:00', end_date: '2027-03-11 02:00', timezone: 'Europe/Zurich' },
    ...{
      venue: hall,
      organizer: [club],
      categories: [jazz],
      tags: [free, open],
      featured: true,
      date: '2026-01-01',
    },
  })
  await service.patch(`/events/${night}`, { title: 'Nuit', description: '<p>Longue</p>', ml_language: 'fr' })
  await service.patch(`/events/${night}`, {
    ...{ title: 'Nacht', description: '<p>Lang</p>', excerpt: 'Short', ml_language: 'de' },
  })
  await make('/events', {
    title: 'Tag',
    start_date: '2027-05-01',
    end_date: '2027-05-02',
    all_day: true,
    cost: 0,
    ml_language: 'de',
    event_status: 'cancelled',
  })
  await make('/events', {
    title: 'Second of two equal hours',
    start_date: '2027-10-31T01:30:00Z',
    end_date: '2027-10-31T01:45:00Z',
    timezone: 'Europe/Zurich',
  })
  await make('/events', {
    title: 'Later',
    cost: 'Adults $10, children $0',
    start_date: '2028-05-01 10:00',
    end_date: '2028-05-01 11:00',
    date: '2027-12-01',
    tickets: [{ name: 'Seat', price: '12' }],
  })
  await make('/events', {
    title: 'Draft',
    start_date: '2027-05-03 10:00',
    end_date: '2027-05-03 11:00',
    status: 'draft',
    hide_from_listings: true,
  })
}

const killed = async (database: Readonly<Record<string, string>>) => {
  const site = new ForeignCalendar()
  await site.start()
  site.content['']!.events.push(...Array.from({ length: 400 }, (_, index) => foreignEvent(index + 1)))
  site.pauseMs = 30
  const program = new Program()
  const environment = { CALENDS_ADMIN: 'admin:secretsecret', ...outgoing, ...database }
  const command = ['import', site.origin, '--format', 'tec']
  try {
    const serving = program.start(['serve'], environment)
    await serving.says(/listening at/)
    serving.kill('SIGTERM')
    await serving.outcome()
    const first = program.start(command, environment)
    await until(
      () => Promise.resolve(site.lists.filter((url) => url.includes('/events?')).length),
      (pages) => pages >= 4,
    )
    first.kill('SIGKILL')
    await first.outcome()
    const before = site.lists.filter((url) => url.includes('/events?'))
    const { stdout } = await program.run(command, environment)
    const again = site.lists.filter((url) => url.includes('/events?')).slice(before.length)

    assert.match(stdout, /400 created, 0 changed, 0 as they are, 0 failed/)
    assert.ok(again.length <= 8 - (before.length - 2), `${before.length} pages before, ${again.length} again`)
  } finally {
    await site.stop()
    program.remove()
  }
}

describe('a clone by the command line goes on where it was killed', { concurrency: true }, () => {
  test('on SQLite', () => killed({}))

  const server = process.env.TEST_POSTGRES_URL
  test('on PostgreSQL', { skip: server === undefined }, async () => {
    const { url, drop } = await createDatabase(server!)
    await killed({ DATABASE_URL: url }).finally(drop)
  })
})
