import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { kinds } from './kinds.ts'
import { Program } from './program.ts'
import { anEvent, onEachDatabase, Service, type Json } from './service.ts'

/** Which languages a site has is its own choice (interface: Languages). */

describe('the languages of the site', () => {
  onEachDatabase((service) => {
    test('are listed under their own names and in the requested language', async () => {
      const { status, headers, body } = await service.get('/languages?ml_language=fr')
      assert.equal(status, 200)
      assert.equal(headers.get('content-language'), 'fr')
      assert.equal(body.default, 'en')
      assert.deepEqual(
        body.languages.map(({ code, name, native_name }: Json) => [code, name, native_name]),
        [
          ['en', 'anglais', 'English'],
          ['fr', 'français', 'français'],
          ['de', 'allemand', 'Deutsch'],
        ],
      )
    })
  })
})

describe('a site in Italian and English', () => {
  onEachDatabase(
    (service) => {
      test('offers these two everywhere', async () => {
        const { body } = await service.get('/')
        const languages = Object.values<Json>(body.routes).flatMap(({ endpoints }) =>
          endpoints.flatMap(({ args }: Json) =>
            ['ml_language', 'lang', 'missing_translation', 'outdated_translation'].flatMap(
              (name) => args[name]?.enum?.join() ?? [],
            ),
          ),
        )
        assert.ok(languages.length > 30)
        assert.deepEqual([...new Set(languages)], ['it,en'])
        const { body: list } = await service.get('/languages')
        assert.deepEqual(
          list.languages.map(({ code, native_name }: Json) => [code, native_name]),
          [
            ['it', 'italiano'],
            ['en', 'English'],
          ],
        )
        assert.equal((await service.get('/events?ml_language=fr')).status, 400)
        assert.equal((await service.get('//fr/cal/events/v1/events')).status, 404)
      })

      for (const { name, title, make } of kinds)
        test(`stores ${name} in both`, async () => {
          const { body } = await service.post(`/${name}`, make({ [title]: `Uno ${name}` }))
          assert.equal(body.original_language, 'it')
          await service.patch(`//en/cal/events/v1/${name}/${body.id}`, { [title]: `One ${name}` })
          const { body: english } = await service.get(`/${name}?ml_language=en&hide_empty=false`)
          assert.deepEqual(
            english[name].map((one: Json) => one[title]),
            [`One ${name}`],
          )
          const { body: italian } = await service.get(`//it/cal/events/v1/${name}/${body.id}`)
          assert.equal(italian[title], `Uno ${name}`)
        })

      test('returns errors in English if Italian messages are missing', async () => {
        const { body } = await service.get('/events?per_page=none')
        assert.equal(body.data.params.per_page, 'Must be an integer.')
      })

      test('displays a cost of zero', async () => {
        const { body } = await service.post('/events', anEvent({ title: 'Gratis', cost: 0 }))
        assert.equal(body.cost, 'Gratuito')
      })
    },
    { CALENDS_LANGUAGES: 'it,en' },
  )
})

describe('a site in languages that write dates in other ways', () => {
  onEachDatabase(
    (service) => {
      const page = async (path: string) => {
        const { status, text } = await service.get(`/${path}`)
        assert.equal(status, 200, path)
        return text.replaceAll('\u00A0', ' ')
      }

      for (const [language, number, month, week] of [
        ['zh', '25', '3月', /^2027\D0?3\D+22.*28/],
        ['ja', '25', '3月', /^2027\D0?3\D+22.*28/],
        ['ko', '25', '3월', /^2027\D+3\D+22.*28/],
        ['fa', '۲۵', 'مارس ۲۰۲۷', /^۲۲–۲۸ مارس ۲۰۲۷$/],
        ['th', '25', 'มีนาคม 2570', /^22–28 มีนาคม 2570$/],
        ['de', '25.', 'März 2027', /^22\.–28\. März 2027$/],
      ] as const)
        test(`numbers days and months by the Gregorian calendar in ${language}`, async () => {
          const { body } = await service.post(
            '/events',
            anEvent({
              title: `Nowruz ${language}`,
              start_date: '2027-03-25 10:00:00',
              end_date: '2027-03-25 12:00:00',
              ml_language: language,
            }),
          )
          const numeral = `<span class="day-num">${number}</span>`
          for (const path of [
            `/${language}/?search=Nowruz`,
            `/${language}/month/2027-03/`,
            `/${language}/week/2027-W12/`,
            new URL(body.url as string).pathname,
          ])
            assert.ok((await page(path)).includes(numeral), path)
          assert.match(await page(`/${language}/month/2027-03/`), new RegExp(`<h1[^>]*>[^<]*${month}`))
          const title = /<title>(.*?) · /.exec(await page(`/${language}/week/2027-W12/`))![1]!
          assert.match(title.replace(/\s/g, ' '), week)
        })
    },
    { CALENDS_LANGUAGES: 'en,de,zh,ja,ko,fa,th' },
  )
})

describe('a site in one language', () => {
  const service = new Service({ CALENDS_LANGUAGES: 'de' })
  before(() => service.start())
  after(() => service.stop())

  test('speaks that one', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Einzig' }))
    assert.equal(body.language, 'de')
    assert.equal(body.url, `${service.origin}/event/einzig/`)
    assert.equal((await service.get('/events?ml_language=de')).body.total, 1)
    assert.equal((await service.get('/events?ml_language=en')).status, 400)
  })
})

test('what was written in a language that the site no longer has is neither linked nor edited, and the start says how much it is', async (t) => {
  const program = new Program()
  const environment = { CALENDS_ADMIN: 'admin:secret', LOG_LEVEL: 'silent' }
  const serve = async (languages: string) => {
    const run = program.start(['serve'], { ...environment, CALENDS_LANGUAGES: languages })
    t.after(() => run.kill('SIGKILL'))
    const [, base = ''] = await run.says(/ listening at (\S+)\n/)
    return { run, base }
  }
  const headers = {
    authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}`,
    'content-type': 'application/json',
  }
  const before = await serve('en,fr,it')
  const sendTo = async (base: string, path: string, fields: object) =>
    (await (
      await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(fields) })
    ).json()) as Json
  const send = (path: string, fields: object) => sendTo(before.base, path, fields)
  const { id } = await send('/events', anEvent())
  await send(`/events/${id}`, { ml_language: 'it', title: 'Concerto' })
  const both = await send(`/events/${id}`, { ml_language: 'fr', title: 'Concert' })
  assert.deepEqual(Object.keys(both.translations).sort(), ['en', 'fr', 'it'])
  const { id: shared } = await send('/events', anEvent({ title: 'Festa', ml_language: 'it' }))
  await send(`/events/${shared}`, { title: 'Festa', ml_language: 'fr' })
  const { id: lonely } = await send('/events', anEvent({ title: 'Sola', ml_language: 'it' }))
  before.run.kill('SIGTERM')
  await before.run.outcome()

  const after = await serve('en,fr')
  await after.run.says(/ listening at [^]*not in CALENDS_LANGUAGES are shown only where [^]*: it \(3\)\.\n/)
  const response = await fetch(`${after.base}/events/${id}`)
  assert.deepEqual(Object.keys(((await response.json()) as { translations: object }).translations).sort(), [
    'en',
    'fr',
  ])
  assert.doesNotMatch(response.headers.get('link') ?? '', /"it"/)

  const languageAt = async (path: string) => (await fetch(after.base + path)).headers.get('content-language')
  assert.equal(await languageAt('/events/by-slug/concerto'), 'en')
  assert.equal(await languageAt('/events/by-slug/festa'), 'fr')
  assert.equal(await languageAt(`/events/${shared}`), 'it')
  const { url } = (await (await fetch(`${after.base}/events/${lonely}`)).json()) as { url: string }
  const page = await (await fetch(url)).text()
  assert.match(page, /<article class="event">/)
  assert.match(page, /<h1 class="event-title" lang="it"><bdi>Sola/)
  const { title, language } = await sendTo(after.base, '/events/by-slug/concerto', {
    title: 'Concerto grosso',
  })
  assert.deepEqual([title, language], ['Concerto grosso', 'en'])
  after.run.kill('SIGTERM')
  await after.run.outcome()
  program.remove()
})

test('a variant of a language has its words, its script its direction, and a summary is cut between words', async (t) => {
  const service = new Service({ CALENDS_LANGUAGES: 'de-ch,ckb,ja' })
  await service.start()
  t.after(() => service.stop())
  assert.match((await service.get('//')).text, /<html lang="de-ch">[^]*<h1>Kommende Veranstaltungen<\/h1>/)
  assert.match((await service.get('/events/999?ml_language=de-ch')).body.message, /^Diese Veranstaltung /)
  assert.match((await service.get('//ckb/')).text, /<html lang="ckb" dir="rtl">/)

  const description = `日時 ${'東京'.repeat(200)}🎆`
  const { body } = await service.post('/events', anEvent({ title: '祭り', ml_language: 'ja', description }))
  const [, summary] = /<meta name="description" content="([^"]*)"/.exec((await service.get(body.url)).text)!
  assert.ok(summary!.length > 150 && summary!.length <= 220, summary)
  assert.match(summary!, /東京…$/)
})
