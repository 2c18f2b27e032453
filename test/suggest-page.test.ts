import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plain } from './images.ts'
import { onEachDatabase, type Json, type Service } from './service.ts'
import { assertValid } from './valid-html.ts'

/** Anybody suggests an event with a form, without account and script (interface: Suggestions). */

const editor = { as: 'admin:secret' }

const entries = {
  title: 'Street party',
  description: 'Music & <cakes>\n\nBring a chair.',
  start_day: '2026-12-05',
  start_time: '18:30',
  end_day: '',
  end_time: '23:00',
  place: 'Old Town',
  street: 'Ring 1',
  town: 'Biel',
  host: 'The neighbours',
  category: '',
  price: '5',
  link: 'https://example.org/party',
  picture_alt: '',
  contact_name: 'Vera',
  contact_email: 'vera@example.org',
  subject: '',
}

type Entries = Readonly<Record<string, string>>

/** What a form has in its fields. */
const valueOf = (text: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*? value="([^"]*)"`).exec(text)?.[1]

/** The sentences of the summary, each with the field that it leads to. */
const summaryOf = (text: string) =>
  [
    ...(/<div class="faults.*?<\/div>/s.exec(text)?.[0] ?? '').matchAll(
      /<li>(?:<a href="#(\w+)">)?(.*?)(?:<\/a>)?<\/li>/gs,
    ),
  ].map(([, field, sentence]) => [field, sentence!.trim()])

const formAt = (service: Service) => {
  const open = async (path = '/suggest/') => (await service.get(`/${path}`)).text
  /** Fills in the form of a page as a browser does, some seconds later. */
  const send = async (
    fields: Entries = {},
    {
      path = '/suggest/',
      after = 60,
      picture,
    }: { path?: string; after?: number; picture?: Buffer | string } = {},
  ) => {
    const form = valueOf(await open(path), 'form')!
    service.now += after
    const body = new FormData()
    for (const [name, value] of Object.entries({ form, ...entries, ...fields })) body.set(name, value)
    if (picture !== undefined) body.set('picture', new Blob([picture]), 'picture.png')
    const response = await fetch(`${service.origin}${path}`, { method: 'POST', body, redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const pending = async (): Promise<Json[]> =>
    (await service.get('/events?status=pending&orderby=id&order=desc&per_page=100', editor)).body.events
  return { open, send, pending }
}

onEachDatabase(
  (service) => {
    const { open, send, pending } = formAt(service)
    const images = async (): Promise<number> => (await service.get('//cal/admin/v1/media', editor)).body.total

    describe('the form', () => {
      test('is valid in each language, private, not listed, and linked from every page', async () => {
        await service.post('/venues', { venue: 'Congress House' })
        await service.post('/categories', { name: 'Empty so far' })
        for (const [path, title] of [
          ['/suggest/', 'Suggest an event'],
          ['/fr/suggest/', 'Proposer un événement'],
          ['/de/suggest/', 'Eine Veranstaltung vorschlagen'],
        ] as const) {
          const { text, headers, status } = await service.get(`/${path}`)
          assert.equal(status, 200)
          await assertValid(text, path)
          assert.ok(text.includes(`<h1>${title}</h1>`), path)
          assert.match(text, /<meta name="robots" content="noindex, follow">/)
          assert.match(text, /<option value="Congress House">/)
          assert.match(text, />Empty so far<\/option>/)
          assert.equal(headers.get('cache-control'), 'private, no-store')
          assert.match(headers.get('content-security-policy')!, /form-action 'self'/)
        }
        assert.match((await service.get('//fr/suggest/')).text, />Heure locale \(/)
        assert.match(await open('/fr/'), /<a href="\/fr\/suggest\/">Proposer un événement<\/a>/)
        assert.ok(!(await open('/sitemap/pages.xml')).includes('suggest'))
      })

      test('becomes an event that waits for a review, in the language of the page', async () => {
        const { body: hall } = await service.post('/venues', { venue: 'Old Town', address: 'Ring 1' })
        const { body: music } = await service.post('/categories', { name: 'Music' })
        for (const [language, prefix] of [
          ['en', ''],
          ['fr', '/fr'],
          ['de', '/de'],
        ] as const) {
          service.now += 3_600
          const { status, headers } = await send(
            { title: `Party ${language}`, category: String(music.id) },
            { path: `${prefix}/suggest/` },
          )

          assert.deepEqual([status, headers.get('location')], [303, `${prefix}/suggest/thanks/`])
          const [event] = await pending()
          assert.deepEqual(
            [event.title, event.language, event.author, event.cost_details.values, event.website],
            [`Party ${language}`, language, 0, ['5'], 'https://example.org/party'],
          )
          assert.deepEqual([event.start_date, event.end_date], ['2026-12-05 18:30:00', '2026-12-05 23:00:00'])
          assert.equal(event.description, '<p>Music &amp; &lt;cakes&gt;</p>\n<p>Bring a chair.</p>')
          assert.deepEqual([event.venue.id, event.categories[0].id], [hall.id, music.id])
          assert.equal(event.organizer[0].organizer, 'The neighbours')
          const thanks = await service.get(`/${prefix}/suggest/thanks/`)
          assert.equal(thanks.status, 200)
          await assertValid(thanks.text, language)
        }
      })

      test('takes whole days, and a new place', async () => {
        const when = { all_day: 'true', start_time: '', end_time: '', end_day: '2026-12-06' }
        assert.equal((await send({ ...when, place: 'Meadow', street: '', host: '' })).status, 303)

        const [event] = await pending()

        assert.deepEqual(
          [event.all_day, event.start_date, event.end_date],
          [true, '2026-12-05 00:00:00', '2026-12-06 23:59:59'],
        )
        assert.deepEqual([event.venue.venue, event.venue.city], ['Meadow', 'Biel'])
        assert.deepEqual(event.organizer, [])
      })

      test('takes a website as posters name it, without https', async () => {
        for (const [link, website] of [
          ['example.org', 'https://example.org'],
          ['www.école.example/fête?an=2026', 'https://www.école.example/fête?an=2026'],
          ['http://example.org', 'http://example.org'],
        ] as const) {
          assert.equal((await send({ title: website, link })).status, 303)
          assert.equal((await pending()).find(({ title }) => title === website)!.website, website)
        }
        for (const link of ['vera@example.org', 'javascript:alert(1)', 'nowhere', 'see example.org'])
          assert.equal((await send({ link })).status, 400, link)
      })

      test('takes a picture with its alternative text', async () => {
        const picture = await plain(40, 30).png().toBuffer()
        assert.equal((await send({ picture_alt: 'A square' }, { picture })).status, 303)

        const [event] = await pending()
        const image = await service.get(`//cal/admin/v1/media/${event.image.id}`, editor)

        assert.deepEqual([image.body.width, image.body.alt, image.body.author], [40, 'A square', 0])
      })
    })

    describe('what is wrong', () => {
      const refused = async (fields: Entries, options: Parameters<typeof send>[1] = {}) => {
        const before = [(await pending()).length, await images()]
        const reply = await send(fields, options)
        assert.equal(reply.status, 400)
        assert.deepEqual([(await pending()).length, await images()], before)
        await assertValid(reply.text, JSON.stringify(fields))
        return { ...reply, summary: summaryOf(reply.text) }
      }

      test('is told at each field and in a summary, in the order of the form; what was typed stays', async () => {
        const empty = Object.fromEntries(Object.keys(entries).map((name) => [name, '']))
        const { text, summary } = await refused({ ...empty, street: 'Ring "1"', link: 'nowhere' })

        assert.deepEqual(
          summary.map(([field]) => field),
          ['title', 'start_day', 'place', 'link', 'contact_name', 'contact_email'],
        )
        assert.equal(summary[0]![1], 'Title – Say what the event is called.')
        assert.match(text, /<title>Error: Suggest an event · /)
        assert.match(text, /<input[^>]* id="title"[^>]* aria-describedby="title-fault" aria-invalid="true"/)
        assert.match(text, /<p class="fault" id="title-fault">Say what the event is called\.<\/p>/)
        assert.deepEqual([valueOf(text, 'street'), valueOf(text, 'link')], ['Ring &quot;1&quot;', 'nowhere'])
      })

      for (const [name, fields, field] of [
        ['a day without a time', { start_time: '' }, 'start_time'],
        ['a day without an end', { end_time: '' }, 'end_time'],
        ['no date', { start_day: 'soonish' }, 'start_day'],
        ['an end before the start', { end_time: '17:00' }, 'end_day'],
        ['a title that is too long', { title: 'x'.repeat(1_000) }, 'title'],
        ['a category that is gone', { category: '99999999' }, 'category'],
        ['an address that is none', { contact_email: 'vera' }, 'contact_email'],
      ] as const)
        test(`names ${name}`, async () => {
          const { summary } = await refused(fields)

          assert.ok(
            summary.some(([one]) => one === field),
            JSON.stringify(summary),
          )
        })

      test('names a picture that is none, and asks for it again', async () => {
        const picture = await plain(40, 30).png().toBuffer()
        for (const file of ['no picture', picture.subarray(0, 60)]) {
          const { summary, text } = await refused({}, { picture: file })
          assert.equal(summary[0]![0], 'picture')
          assert.match(text, /Please choose the picture again/)
        }
        assert.match((await refused({ title: '' }, { picture })).text, /Please choose the picture again/)
      })

      test('names days and times in the words of the form', async () => {
        const wrong: readonly (readonly [Entries, readonly [string, RegExp]])[] = [
          [
            { start_time: '22:00', end_time: '02:00' },
            ['end_day', /If it ends after midnight, say on which day\.$/],
          ],
          [{ end_day: '2026-12-04' }, ['end_day', /It must not end before it begins\.$/]],
          [{ start_day: '2027-02-30' }, ['start_day', /There is no such day\.$/]],
        ]
        for (const [fields, [field, sentence]] of wrong) {
          const { summary } = await refused(fields)
          assert.equal(summary.length, 1)
          assert.equal(summary[0]![0], field)
          assert.match(summary[0]![1]!, sentence)
        }
        assert.equal(
          (await send({ start_time: '22:00', end_time: '02:00', end_day: '2026-12-06' })).status,
          303,
        )
      })

      test('is told in the language of the page', async () => {
        const { summary } = await refused({ title: '' }, { path: '/fr/suggest/' })
        assert.deepEqual(summary, [['title', 'Titre – Indiquez le titre de l’événement.']])
      })

      test('names a day that is over, but not one of an event that still runs', async () => {
        const [yesterday, today] = [-1, 0].map((days) =>
          new Date((service.now + days * 86_400) * 1_000).toISOString().slice(0, 10),
        ) as [string, string]
        const past: readonly (readonly [Entries, string, string, string])[] = [
          [
            { start_day: yesterday },
            '/suggest/',
            'start_day',
            'First day – That day is over. If the event is still running, say until which day.',
          ],
          [
            { start_day: '2026-01-05', end_day: '2026-02-05', all_day: 'true' },
            '/fr/suggest/',
            'end_day',
            'Dernier jour – Ce jour est passé. Vérifiez le jour et l’année.',
          ],
          [
            { start_day: today, start_time: '00:00', end_time: '00:01' },
            '/de/suggest/',
            'end_time',
            'Endet um – Um diese Zeit ist die Veranstaltung schon vorbei. Prüfen Sie Tag und Uhrzeit.',
          ],
          // A browser without a field for days sends what was typed.
          [
            { start_day: '5.1.2026' },
            '/suggest/',
            'start_day',
            'First day – That day is over. If the event is still running, say until which day.',
          ],
        ]
        for (const [fields, path, field, sentence] of past)
          assert.deepEqual((await refused(fields, { path })).summary, [[field, sentence]])
        const notOver: readonly Entries[] = [
          { start_day: '2026-01-05', end_day: '2027-01-05' },
          { start_day: yesterday, start_time: '22:00', end_day: today, end_time: '23:59' },
          { start_day: today, all_day: 'true' },
        ]
        for (const fields of notOver) assert.equal((await send(fields)).status, 303, JSON.stringify(fields))
      })
    })

    describe('programs', () => {
      const turnedAway = async (sentence: RegExp, fields: Entries, after = 60) => {
        const before = [(await pending()).length, await images()]
        const picture = await plain(40, 30).png().toBuffer()
        const reply = await send(fields, { after, picture })
        assert.equal(reply.status, 400)
        assert.match(reply.text, sentence)
        assert.equal(valueOf(reply.text, 'title'), 'Street party')
        assert.deepEqual([(await pending()).length, await images()], before)
        return valueOf(reply.text, 'form')!
      }

      test('are told by the field that nobody sees', async () => {
        await turnedAway(/A field that people do not see/, { subject: 'Cheap watches' })
      })

      test('are too quick', async () => {
        await turnedAway(/too quick/, {}, 2)
        assert.equal((await send({}, { after: 3 })).status, 303)
      })

      test('keep a form for too long; people get a new one', async () => {
        const form = await turnedAway(/open for too long/, {}, 7_201)
        service.now += 60
        assert.equal((await send({ form }, { after: 0 })).status, 303)
      })

      test('cannot make a form of their own', async () => {
        const form = valueOf(await open(), 'form')!
        for (const forged of ['', `${service.now - 10}`, form.replace(/^\d+/, String(service.now - 1))])
          await turnedAway(/open for too long/, { form: forged })
      })
    })

    test('a double click sends one suggestion', async () => {
      service.now += 3_600
      const form = valueOf(await open(), 'form')!
      const before = (await pending()).length
      const twice = await Promise.all([send({ form, title: 'Once' }), send({ form, title: 'Once' })])
      assert.deepEqual(
        twice.map(({ status }) => status),
        [303, 303],
      )
      assert.equal((await pending()).length, before + 1)
      await send({ form, title: 'Another' }, { after: 0 })
      assert.equal((await pending()).length, before + 2)
    })

    test('a form that is sent several times stores its picture once', async () => {
      service.now += 3_600
      const form = valueOf(await open(), 'form')!
      const picture = await plain(40, 30).png().toBuffer()
      const [events, before] = [(await pending()).length, await images()]
      const sendIt = () => send({ form, title: 'Once with a picture' }, { picture })
      const replies = [...(await Promise.all([sendIt(), sendIt()])), await sendIt()]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [303, 303, 303],
      )
      assert.deepEqual([(await pending()).length, await images()], [events + 1, before + 1])
      assert.equal((await pending())[0]!.image.width, 40)
    })

    test('the contact is deleted with the decision', async () => {
      service.now += 3_600
      await send()
      const [{ id }] = await pending()
      const note = async () =>
        (await service.get(`//cal/admin/v1/events/${id}/history`, editor)).body.versions.at(-1).note
      assert.equal(await note(), 'Vera <vera@example.org>')

      await service.post(`//cal/admin/v1/events/${id}/review`, { decision: 'reject' })

      assert.equal(await note(), undefined)
    })
  },
  { CALENDS_SUGGESTIONS: 'on' },
)

onEachDatabase(
  (service) => {
    const { send } = formAt(service)

    const path = '/agenda/suggest/'

    test('few suggestions from one address; what is wrong does not count', async () => {
      const statuses: number[] = []
      for (let count = 0; count < 6; count += 1) {
        statuses.push((await send({ end_time: '17:00' }, { path, after: 3 })).status)
        statuses.push((await send({}, { path, after: 3 })).status)
      }

      assert.deepEqual(statuses.slice(0, 10), Array.from({ length: 5 }, () => [400, 303]).flat())
      const { status, headers, text } = await send({}, { path, after: 3 })
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.equal(valueOf(text, 'title'), 'Street party')
    })
  },
  { CALENDS_SUGGESTIONS: 'on', CALENDS_RATE_LIMIT: 'on', CALENDS_PREFIX: '/agenda' },
)

onEachDatabase(
  (service) => {
    const { send, open } = formAt(service)

    test('what is over is so by the clock of the site, where the next day has begun', async () => {
      const [yesterday, today] = ['2026-11-21', '2026-11-22']
      assert.match(await open(), new RegExp(`<input[^>]* type="date" min="${today}" id="end_day"`))
      assert.equal((await send({ start_day: yesterday })).status, 400)
      assert.equal((await send({ start_day: today })).status, 303)
    })
  },
  { CALENDS_SUGGESTIONS: 'on', CALENDS_TIMEZONE: 'Pacific/Kiritimati' },
)

onEachDatabase((service) => {
  test('there is no such page unless it is switched on', async () => {
    for (const path of ['/suggest/', '/fr/suggest/', '/suggest/thanks/'])
      assert.equal((await service.get(`/${path}`)).status, 404)
    assert.equal((await fetch(`${service.origin}/suggest/`, { method: 'POST' })).status, 404)
    assert.ok(!(await service.get('//')).text.includes('/suggest/'))
  })
})
