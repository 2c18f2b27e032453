import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { raw } from './raw.ts'
import { anEvent, onEachDatabase, Service, type Json } from './service.ts'
import { assertValid } from './valid-html.ts'

/** What visitors see, as it is sent; how it looks and behaves is tried in a browser (pages-browser.test.ts). */

const titleOf = (text: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, '')

const entries = (text: string) =>
  [...text.matchAll(/class="entry-title">.*?<bdi>(.*?)<\/bdi>/gs)].map(([, title]) =>
    title!.replace(/<\/?mark>/g, ''),
  )

/** 2026-11-21 is a Saturday. */
async function fill(service: Service) {
  const category = async (fields: Json) => (await service.post('/categories', fields)).body.id as number
  const culture = await category({ name: 'Culture', hue: 9 })
  const music = await category({ name: 'Music', parent: culture })
  const markets = await category({ name: 'Markets', hue: 5 })
  const hall = (
    await service.post('/venues', {
      venue: 'Congress House',
      address: 'Zentralstrasse 60',
      zip: '2502',
      city: 'Biel',
      country: 'Switzerland',
      geo_lat: 47.1325,
      geo_lng: 7.2441,
    })
  ).body.id as number
  const organizer = (
    await service.post('/organizers', {
      organizer: 'Symphony Orchestra',
      website: 'https://orchestra.example',
    })
  ).body.id
  const event = async (fields: Json, query = '') =>
    (await service.post(`/events${query}`, fields)).body as Json
  const concert = await event({
    title: 'Symphony: “Beethoven” & 1 < 2',
    description: '<h2>Programme</h2><p>Three <b>works</b>.</p>',
    excerpt: 'An evening of strings.',
    start_date: '2026-12-09 19:30',
    end_date: '2026-12-09 21:45',
    cost: '30-75',
    categories: [music],
    tags: ['evening'],
    venue: hall,
    organizer,
    featured: true,
  })
  await service.patch(`/events/${concert.id}?ml_language=fr`, {
    title: 'Symphonie : les cordes',
    excerpt: 'Une soirée.',
  })
  await event({
    title: 'Market today',
    start_date: '2026-11-21 14:00',
    end_date: '2026-11-21 18:00',
    categories: [markets],
    cost: 'Free',
    venue: hall,
  })
  await event({ title: 'Morning is over', start_date: '2026-11-21 08:00', end_date: '2026-11-21 09:00' })
  await event({
    title: 'Exhibition of fog',
    start_date: '2026-10-20',
    end_date: '2027-02-16',
    all_day: true,
    categories: [culture],
  })
  await event({
    title: 'Cancelled walk',
    start_date: '2026-11-22 10:00',
    end_date: '2026-11-22 12:00',
    event_status: 'cancelled',
  })
  await event({ title: 'Long ago', start_date: '2020-05-05 10:00', end_date: '2020-05-05 12:00' })
  return { concert, culture, music, markets, hall, organizer }
}

type Filled = Awaited<ReturnType<typeof fill>>

onEachDatabase(
  (service) => {
    let filled: Filled
    const page = async (path: string, status = 200, headers: Record<string, string> = {}) => {
      const reply = await service.get(`/${path}`, { headers })
      assert.equal(reply.status, status, `${path}: ${reply.text.slice(0, 300)}`)
      // Line breaks between elements are of no matter to what a page says.
      return { ...reply, text: reply.text.replace(/\s*\n\s*/g, '') }
    }
    /** Where a path leads, without following it. */
    const leadsTo = async (path: string, status = 301) => {
      const reply = await fetch(`${service.origin}${path}`, { redirect: 'manual' })
      assert.equal(reply.status, status, path)
      return reply.headers.get('location')?.replace(service.origin, '')
    }

    before(async () => {
      filled = await fill(service)
    })

    test('the list shows what runs now first, then the days to come, without what is over', async () => {
      const { text } = await page('/')

      assert.deepEqual(entries(text), [
        'Exhibition of fog',
        'Market today',
        'Cancelled walk',
        'Symphony: “Beethoven” &amp; 1 &lt; 2',
      ])
      assert.ok(text.indexOf('Running now') < text.indexOf('Exhibition of fog'))
      assert.match(text, /<span class="status">Cancelled<\/span> <a/)
    })

    test('every page is valid HTML, in each language', async () => {
      const { concert } = filled
      const paths = [
        '',
        'month/2026-12/',
        'month/2026-11/',
        'week/2026-W50/',
        'day/2026-12-09/',
        'day/2030-01-01/',
        'map/',
        'search/',
        'search/?search=symphony',
        'search/?search=nothing+of+the+kind',
        'accessibility/',
        'events/category/',
        'events/category/culture/',
        'events/category/culture/music/',
        'events/tag/evening/',
        'venue/congress-house/',
        'organizer/symphony-orchestra/',
        '?categories=music,markets&cost=free&near=Biel&during=2026-11-21/2026-11-22',
      ]
      for (const path of paths)
        for (const language of ['', 'fr/', 'de/']) {
          const { text, headers } = await service.get(`//${language}${path}`)
          await assertValid(text, `/${language}${path}`)
          assert.match(headers.get('content-type')!, /^text\/html/)
        }
      await assertValid((await page(`/event/${concert.slug}/`)).text, 'event')
      await assertValid((await page(`/fr/event/symphonie-les-cordes/`)).text, 'événement')
      await assertValid((await page(`/event/nowhere/`, 404)).text, 'missing')
    })

    test('a page says what it is, to browsers, search engines and clients', async () => {
      const { headers, text } = await page(`/event/${filled.concert.slug}/`)

      const policy = headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(headers.get('x-cal-api-version'), 'v1')
      assert.equal(headers.get('x-cal-api-root'), service.base)
      assert.equal(headers.get('x-cal-api-origin'), service.origin)
      assert.equal(headers.get('set-cookie'), null)
      assert.equal(headers.get('x-robots-tag'), null)
      const data = `${service.base}/events/${filled.concert.id}`
      assert.ok(text.includes(`<link rel="alternate" type="application/json" href="${data}">`))
      assert.equal(headers.get('link'), `<${data}>; rel="alternate"; type="application/json"`)
      assert.doesNotMatch(
        text,
        / style="| on\w+="|<style|<script(?! type="(?:module|application\/ld\+json)"| src="\/assets\/)/,
      )
      const own = `${service.origin}/event/${filled.concert.slug}/`
      assert.ok(text.includes(`<link rel="canonical" href="${own}">`))
      assert.ok(text.includes(`<link rel="alternate" hreflang="en" href="${own}">`))
      assert.ok(
        text.includes(
          `<link rel="alternate" hreflang="fr" href="${service.origin}/fr/event/symphonie-les-cordes/">`,
        ),
      )
      assert.ok(text.includes(`<link rel="alternate" hreflang="x-default" href="${own}">`))
      assert.ok(!text.includes('hreflang="de" href="http'))
      assert.ok(text.includes('<meta property="og:title" content="Symphony: “Beethoven” &amp; 1 &lt; 2">'))
      assert.ok(text.includes('<meta property="og:locale" content="en_US">'))
    })

    test('the methods of a page are told, whatever fields are asked for', async () => {
      const { status, headers, text } = await service.request('OPTIONS', '//?_fields=id')
      assert.deepEqual([status, headers.get('allow'), text], [204, 'GET, HEAD, OPTIONS', ''])
    })

    test('redirects keep the brackets of an IPv6 address', async () => {
      const { status, headers } = await raw(service, {
        path: '/Event/%C3%84/',
        headers: { host: '[::1]:8080' },
      })
      assert.equal(status, 301)
      assert.equal(headers.location, 'http://[::1]:8080/event/%C3%84/')
    })

    test('a page in one language names that one, and is for everybody else', async () => {
      const { text } = await page('/venue/congress-house/')
      for (const language of ['en', 'x-default'])
        assert.ok(
          text.includes(
            `<link rel="alternate" hreflang="${language}" href="${service.origin}/venue/congress-house/">`,
          ),
        )
    })

    test('the data of an event for search engines cannot leave its element', async () => {
      const { text } = await page(`/event/${filled.concert.slug}/`)

      const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!
      const data = JSON.parse(json!) as Json
      assert.equal(data.name, 'Symphony: “Beethoven” & 1 < 2')
      assert.equal(data['@type'], 'Event')
      assert.equal(data.startDate, '2026-12-09T19:30:00+01:00')
      assert.equal(data.location.address.addressLocality, 'Biel')
      assert.ok(!json!.includes('<'))
    })

    test('an event page tells when, where, for how much, and how to get there', async () => {
      const { text } = await page(`/event/${filled.concert.slug}/`)

      assert.match(text, /Wednesday 9\u00A0December 2026/)
      assert.match(
        text,
        /19:30<\/time>&#8211;<time datetime="2026-12-09T21:45\+01:00">21:45<\/time><\/b> Zurich time/,
      )
      assert.match(text, /\$30 – \$75/)
      assert.match(text, /Zentralstrasse 60/)
      assert.match(text, /openstreetmap\.org\/directions\?to=47\.1325%2C7\.2441/)
      assert.match(text, /calendar\.google\.com\/calendar\/render\?action=TEMPLATE/)
      assert.match(text, /dates=20261209T183000Z%2F20261209T204500Z/)
      assert.match(
        text,
        /<a href="\/fr\/event\/symphonie-les-cordes\/" lang="fr" hreflang="fr">Français<\/a>/,
      )
      // Headings of the description begin below those of the page.
      assert.match(text, /<h2>Programme<\/h2><p>Three <b>works<\/b>\.<\/p>/)
    })

    test('an event page has the categories in the order of the event, as lists have them', async () => {
      const names = ['Zither', 'Accordion', 'Mandolin']
      const made = []
      for (const name of names) made.push((await service.post('/categories', { name })).body.id)
      const { body } = await service.post('/events', {
        title: 'Strings and reeds',
        start_date: '2030-03-01 19:00',
        end_date: '2030-03-01 21:00',
        categories: made,
      })
      const namesIn = (text: string) =>
        [...text.matchAll(/ class="cat" data-cat="\d+"[^>]*>([^<]+)</g)].map(([, name]) => name)
      assert.deepEqual(namesIn((await page('/event/strings-and-reeds/')).text), names)
      await service.delete(`/events/${body.id}?force=true`)
      for (const id of made) await service.delete(`/categories/${id}?force=true`)
    })

    test('Google Calendar is told the zone of an event if it is a place', async () => {
      for (const [timezone, expected] of [
        ['Europe/Zurich', 'dates=20270503T160000Z%2F20270503T180000Z&amp;ctz=Europe%2FZurich&amp;'],
        ['UTC+2', 'dates=20270503T160000Z%2F20270503T180000Z&amp;details='],
      ] as const) {
        const { body } = await service.post('/events', {
          ...{ title: 'Walk', start_date: '2027-05-03 18:00', end_date: '2027-05-03 20:00' },
          timezone,
        })
        const { text } = await page(`/event/${body.slug}/`)
        await service.delete(`/events/${body.id}?force=true`)
        assert.ok(text.includes(expected), timezone)
      }
    })

    /** To Google and Outlook with one event, not with the calendar of the footer. */
    const linksOfOne = (text: string) => [
      ...text.split('<footer')[0]!.matchAll(/href="(https:\/\/(?:calendar|outlook)[^"]*)"/g),
    ]

    test('what other calendars are told of a long event ends between words', async () => {
      const { body } = await service.post('/events', {
        ...{ title: 'Walk', start_date: '2027-05-03 18:00', end_date: '2027-05-03 20:00' },
        description: `${'Along the river to the mill. '.repeat(17)}Bring 🎆 and a lamp.`,
      })
      const { text } = await page(`/event/${body.slug}/`)
      await service.delete(`/events/${body.id}?force=true`)
      const links = linksOfOne(text)
      // Outlook shows a plus sign as it is.
      assert.deepEqual(
        links.filter(([, link]) => link!.includes('+')),
        [],
      )
      const told = links.map(([, link]) => new URL(link!.replaceAll('&amp;', '&')).searchParams)
      assert.deepEqual(
        told.map((one) => (one.get('details') ?? one.get('body'))!.split('mill. ').at(-1)),
        Array.from({ length: 2 }, () => `Bring…\n${body.url}`),
      )
    })

    test('other calendars are told of all venues', async () => {
      const { body } = await service.post('/events', {
        ...{ title: 'Walk', start_date: '2027-05-03 18:00', end_date: '2027-05-03 20:00' },
        venue: [{ venue: 'Pier', address: 'Quay 1', city: 'Biel' }, { venue: 'Mill' }],
      })
      const { text } = await page(`/event/${body.slug}/`)
      await service.delete(`/events/${body.id}?force=true`)
      const links = linksOfOne(text)
      assert.deepEqual(
        links.map(([, link]) => new URL(link!.replaceAll('&amp;', '&')).searchParams.get('location')),
        Array.from({ length: 2 }, () => 'Pier, Quay 1, Biel; Mill'),
      )
    })

    test('each page of events says what it is about, for search engines and previews of links', async () => {
      const said = async (path: string) => {
        const { text } = await page(path)
        const [, content] = /<meta name="description" content="([^"]*)"/.exec(text) ?? []
        assert.ok(text.includes(`<meta property="og:description" content="${content}">`), path)
        return content
      }
      const { body: venue } = await service.post('/venues', { venue: 'Old Mill' })
      const { body } = await service.post('/events', {
        ...{ title: 'Walk', start_date: '2027-05-03 18:00', end_date: '2027-05-03 20:00' },
        venue: venue.id,
      })
      const without = await service.post('/events', { ...body, venue: [], slug: 'walk-without-place' })
      const fair = await service.post('/events', {
        ...{ title: 'Fair', start_date: '2026-10-20', end_date: '2027-02-16', all_day: true },
        venue: venue.id,
      })
      const all = [
        await said('/month/2027-05/'),
        await said('/fr/day/2027-05-03/'),
        await said('/de/map/'),
        await said(new URL(venue.url).pathname),
        await said(new URL(body.url).pathname),
        await said(new URL(without.body.url).pathname),
        await said(new URL(fair.body.url).pathname),
      ]
      for (const { id } of [body, without.body, fair.body]) await service.delete(`/events/${id}?force=true`)
      await service.delete(`/venues/${venue.id}?force=true`)
      assert.deepEqual(all, [
        'May 2027 · What is on: Calends',
        'Lundi 3\u00A0mai 2027 · Au programme\u00A0: Calends',
        'Auf der Karte · Was läuft: Calends',
        'Old Mill · What is on: Calends',
        '3\u00A0May 2027: Old Mill',
        '3\u00A0May 2027',
        '20\u00A0October\u00A0– 16\u00A0February 2027: Old Mill',
      ])
    })

    test('events that do not take place are not offered as similar ones', async () => {
      const { body: category } = await service.post('/categories', { name: 'Rowing' })
      const race = async (number: number, event_status: string) => {
        const times = { start_date: `2027-06-0${number} 10:00`, end_date: `2027-06-0${number} 12:00` }
        const fields = { title: `Race ${number}`, ...times, event_status, categories: [category.id] }
        return (await service.post('/events', fields)).body
      }
      const made = [
        await race(1, 'scheduled'),
        await race(2, 'cancelled'),
        await race(3, 'postponed'),
        await race(4, 'rescheduled'),
      ]
      const { text } = await page('/event/race-1/')
      for (const { id } of made) await service.delete(`/events/${id}?force=true`)
      await service.delete(`/categories/${category.id}?force=true`)
      assert.match(text, /Similar events/)
      assert.deepEqual(entries(text), ['Race 4'])
    })

    test('telephone numbers are links that reach them, and other texts are none', async () => {
      for (const [phone, link] of [
        ['+41 (0)32 000 00 00', 'tel:+41320000000'],
        ['0041 (0) 32 000 00 00', 'tel:0041320000000'],
        ['(0)32 000 00 00', 'tel:0320000000'],
        ['032/000 00 00', 'tel:0320000000'],
        ['032 000 00 00 or 079 000 00 00', undefined],
        ['on request', undefined],
      ] as const) {
        const { body } = await service.post('/organizers', { organizer: 'Ferry', phone })
        const { text } = await page(`/organizer/${body.slug}/`)
        await service.delete(`/organizers/${body.id}?force=true`)
        assert.ok(text.includes(phone), phone)
        assert.equal(/href="(tel:[^"]*)"/.exec(text)?.[1], link, phone)
      }
    })

    test('a rescheduled event says for when it was announced first', async () => {
      const { body } = await service.post('/events', {
        ...{ title: 'Walk', start_date: '2027-05-03 18:00', end_date: '2027-05-03 20:00' },
        timezone: 'Europe/Zurich',
      })
      const moved = {
        start_date: '2027-05-10 18:00',
        end_date: '2027-05-10 20:00',
        event_status: 'rescheduled',
      }
      await service.patch(`/events/${body.id}`, moved)
      const { text } = await page(`/event/${body.slug}/`)
      await service.delete(`/events/${body.id}?force=true`)
      const [said] = /First announced for.*?<\/dd>/.exec(text) ?? []
      assert.match(
        String(said),
        /^First announced for <s><time datetime="2027-05-03T18:00:00\+02:00">Monday 3\sMay 2027, 18:00<\/time><\/s>/,
      )
    })

    test('each page is in the language of its address, with the marks of that language', async () => {
      const french = (await page('/fr/event/symphonie-les-cordes/')).text
      assert.match(french, /<html lang="fr">/)
      assert.match(french, /Symphonie\u00A0: les cordes/)
      assert.match(french, /Mercredi 9\u00A0décembre 2026/)
      assert.match((await page('/de/month/2026-12/')).text, /<h1>Dezember 2026<\/h1>/)
      const german = (await page('/de/day/2026-12-09/')).text
      assert.match(german, /<h1><time datetime="2026-12-09">Mittwoch, 9\.\u00A0Dezember<\/time><\/h1>/)
      assert.match((await page('/de/')).text, /<span class="day-num">9\.<\/span>/)
      assert.match((await page('/de/?search=symphony')).text, />„symphony“ <span aria-hidden/)
      assert.match((await page('/fr/month/2031-02/')).text, /Rien en février 2031\./)
      assert.match((await page('/fr/')).text, /Prochains événements/)
      assert.match((await page('/fr/')).text, /<a href="\/event\/market-today\/" lang="en"><bdi>Market today/)
    })

    test('French texts of people keep their marks together: in the lede, the description, and for search engines', async () => {
      const { body } = await service.post('/events?ml_language=fr', {
        title: 'Concert : les vents',
        excerpt: 'Deux parties ; entrée libre !',
        description: '<p title="a : b">Au programme : <b>« Ronde »</b> ?</p>',
        start_date: '2019-03-03 10:00',
        end_date: '2019-03-03 11:00',
        event_status: 'cancelled',
      })
      const { text } = await page(`/fr/event/${body.slug}/`)
      await service.delete(`/events/${body.id}?force=true`)
      assert.match(text, /<title>Annulé\u00A0: Concert\u00A0: les vents · /)
      assert.match(text, /content="3\u00A0mars 2019\u00A0: Deux parties\u00A0; entrée libre\u00A0!"/)
      assert.match(text, /<p class="event-lede">Deux parties\u00A0; entrée libre\u00A0!</)
      assert.match(text, /Au programme\u00A0: <b>«\u00A0Ronde\u00A0»<\/b>\u00A0\?<\/p>/)
    })

    test('tables of a description scroll in a frame of their own', async () => {
      const { body } = await service.post('/events', {
        title: 'With a table',
        description: '<table><tr><th>Part</th><td>1</td></tr></table>',
        start_date: '2019-02-03 10:00',
        end_date: '2019-02-03 11:00',
      })
      const { text } = await page(`/event/${body.slug}/`)
      assert.match(text, /<div class="wide" tabindex="0"><table>.*<\/table><\/div>/)
    })

    test('tickets stand in a list with their prices', async () => {
      const { body } = await service.post('/events', {
        title: 'With tickets',
        start_date: '2019-02-03 10:00',
        end_date: '2019-02-03 11:00',
        tickets: [
          { name: 'Front', price: 75, currency: 'CHF', availability: 'sold_out' },
          { name: 'Back', price: 30, currency: 'CHF' },
        ],
      })
      const { text } = await page(`/event/${body.slug}/`)
      assert.match(text, /<li><s>Front<\/s> <span class="quiet">Sold out<\/span><\/li>/)
      assert.match(text, /<li>Back <span class="num">CHF\u00A030\.00<\/span><\/li>/)
    })

    test('the website of an event stands under its price only if it has one', async () => {
      const headingOf = async (fields: Json) => {
        const { body } = await service.post('/events', {
          title: 'Online seminar',
          start_date: '2019-02-03 10:00',
          end_date: '2019-02-03 11:00',
          website: 'https://seminar.example/',
          ...fields,
        })
        const { text } = await page(`/event/${body.slug}/`)
        await service.delete(`/events/${body.id}?force=true`)
        return text.match(/<dt>[^<]*(?=<\/dt>(?:<dd>(?:(?!<dt>).)*)?Website of the event)/)![0].slice(4)
      }
      assert.equal(await headingOf({}), 'More about it')
      assert.equal(await headingOf({ cost: '12' }), 'Price')
      assert.equal(await headingOf({ tickets: [{ name: 'Adults' }] }), 'Price')
    })

    test('an event that is over says so, and sells and offers nothing more', async () => {
      const dates = { start_date: '2026-10-01 19:00', end_date: '2026-10-01 21:00' }
      const tickets = [{ name: 'Adults', price: 12, url: 'https://shop.example.org/' }]
      const website = 'https://stream.example.org/'
      for (const fields of [{}, { event_status: 'moved-online' }]) {
        const { body } = await service.post('/events', {
          title: 'Past',
          ...dates,
          tickets,
          website,
          ...fields,
        })
        const { text } = await page(`/event/${body.slug}/`)
        assert.match(text, /<p>This event is over\.<\/p>/)
        assert.doesNotMatch(text, /Buy tickets|Add to calendar|Take part online/)
        assert.match(text, /Website of the event/)
        await assertValid(text, 'over')
        await service.delete(`/events/${body.id}`, { force: true })
      }
      const cancelled = { title: 'Off', ...dates, event_status: 'cancelled' }
      const { body: off } = await service.post('/events', cancelled)
      const { text } = await page(`/event/${off.slug}/`)
      assert.match(text, /This event does not take place/)
      assert.doesNotMatch(text, /This event is over/)
      await service.delete(`/events/${off.id}`, { force: true })
      assert.doesNotMatch((await page(`/event/${filled.concert.slug}/`)).text, /This event is over/)
    })

    test('the title names the date of a series, and the page of a list', async () => {
      const weekly = {
        title: 'Gym',
        start_date: '2027-03-02 19:00',
        end_date: '2027-03-02 21:00',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=40',
      }
      const { body } = await service.post('/events', weekly)
      const title = async (path: string) => /<title>(.*?)<\/title>/.exec((await page(path)).text)?.[1]
      assert.equal(await title('/event/gym-2027-03-09/'), 'Gym, Tue 9\u00A0Mar 2027 · Calends')
      assert.equal(await title('/event/gym/'), 'Gym · Calends')
      assert.equal(await title('/event/gym/?page=2'), 'Gym · Page 2 · Calends')
      assert.equal(await title('/?page=2'), 'Upcoming events · Page 2 · Calends')
      assert.equal(await title('/de/?page=2'), 'Kommende Veranstaltungen · Seite 2 · Calends')
      await service.delete(`/events/${body.id}`, { force: true })
    })

    test('a zone has the name that its place has in each language, or the offset as people write it', async () => {
      const dates = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 21:00' }
      const zones = {
        'Etc/GMT-3': ['UTC+3 time', 'heure locale (UTC+3)', 'Ortszeit UTC+3'],
        'Europe/Athens': ['Athens time', 'heure locale (Athènes)', 'Ortszeit Athen'],
        'Europe/London': ['London time', 'heure locale (Londres)', 'Ortszeit London'],
        'Europe/Vienna': ['Vienna time', 'heure locale (Vienne)', 'Ortszeit Wien'],
      }
      for (const [timezone, words] of Object.entries(zones))
        for (const [index, language] of ['en', 'fr', 'de'].entries()) {
          const fields = { title: 'Elsewhere', ...dates, timezone, ml_language: language }
          const { body } = await service.post('/events', fields)
          const { text } = await page(new URL(body.url as string).pathname)
          await service.delete(`/events/${body.id}`, { force: true })
          assert.ok(text.includes(words[index]!), words[index])
        }
    })

    const prices: readonly (readonly [ticket: object, shown: string, german: string, offered: string])[] = [
      [{ price: 0 }, 'Free', 'Kostenlos', '0 USD'],
      [{ price: '0' }, 'Free', 'Kostenlos', '0 USD'],
      [{ price: '0.00', currency: 'CHF' }, 'Free', 'Kostenlos', '0.00 CHF'],
      [{ price: '12.5' }, '$12.50', '$12,50', '12.5 USD'],
      [{ price: 1250 }, '$1,250', '$1.250', '1250 USD'],
      [{ price: '30', currency: 'CHF' }, 'CHF\u00A030.00', '30,00\u00A0CHF', '30 CHF'],
    ]
    const shownPrices = (text: string) =>
      [...text.matchAll(/<li>[^<]* <span class="num">(.*?)<\/span><\/li>/g)].map(([, price]) => price)
    const withPrices = (tickets: readonly object[], fields: Json = {}) =>
      service.post('/events', {
        title: `Priced ${tickets.length}`,
        start_date: '2019-02-03 10:00',
        end_date: '2019-02-03 11:00',
        tickets: tickets.map((ticket, place) => ({ name: `Row ${place}`, ...ticket })),
        ...fields,
      })
    const offered = ({ json_ld }: Json) =>
      [json_ld.offers].flat().map(({ price, priceCurrency }: Json) => `${price} ${priceCurrency}`)

    test('prices of tickets are the same on the page as in structured data', async () => {
      const { body } = await withPrices(prices.map(([ticket]) => ticket))
      await service.patch(`/events/${body.id}?ml_language=de`, { title: 'Plätze', slug: 'plaetze' })
      const { text } = await page(`/event/${body.slug}/`)
      assert.deepEqual(
        shownPrices(text),
        prices.map(([, shown]) => shown),
      )
      assert.deepEqual(
        shownPrices((await page('/de/event/plaetze/')).text),
        prices.map(([, , shown]) => shown),
      )
      assert.deepEqual(
        offered((await service.get(`/events/${body.id}`)).body),
        prices.map(([, , , offer]) => offer),
      )
    })

    test('a ticket without a currency costs in that of the event', async () => {
      for (const [cost, shown, offer] of [
        ['20-30 €', '8.50€', '8.50 EUR'],
        ['CHF 20', 'CHF\u00A08.50', '8.50 CHF'],
        ['20 kr', '8.50 kr', '8.50 undefined'],
        ['$20', '$8.50', '8.50 USD'],
        ['Donation', '$8.50', '8.50 USD'],
      ] as const) {
        const { body } = await withPrices([{ price: '8.50' }], { cost })
        assert.deepEqual(shownPrices((await page(`/event/${body.slug}/`)).text), [shown], cost)
        assert.deepEqual(offered((await service.get(`/events/${body.id}`)).body), [offer], cost)
      }
    })

    test('a list names what tickets cost if the event has no cost of its own', async () => {
      const sold = { price: 75, availability: 'sold_out' }
      const cases: readonly (readonly [tickets: readonly object[], shown: string, german: string])[] = [
        [[{ price: '20', currency: 'CHF' }], 'CHF\u00A020', '20\u00A0CHF'],
        [
          [
            { price: '20', currency: 'CHF' },
            { price: 45, currency: 'CHF' },
            { ...sold, currency: 'CHF' },
          ],
          'CHF\u00A020–45',
          '20–45\u00A0CHF',
        ],
        [[{ price: 12.5 }, { price: 9 }], '$9.00 – $12.50', '$9,00 – $12,50'],
        [[{ price: 0 }, { price: 12.5 }, { price: 30 }, {}], 'Free – $30', 'Kostenlos – $30'],
        [[{ price: 0 }], 'Free', 'Kostenlos'],
        [
          [
            { price: 30, currency: 'CHF' },
            { price: 28, currency: 'EUR' },
          ],
          'CHF\u00A030 / €28',
          '30\u00A0CHF / 28\u00A0€',
        ],
        [[{}, sold], '', ''],
      ]
      const day = '2019-03-04'
      const dates = { start_date: `${day} 10:00`, end_date: `${day} 11:00` }
      const listed = async (path: string) =>
        /<p class="entry-facts"><span class="num">(.*?)<\/span><\/p>/.exec((await page(path)).text)?.[1] ?? ''
      for (const [tickets, shown, german] of cases) {
        const { body } = await withPrices(tickets, dates)
        assert.deepEqual([await listed(`/day/${day}/`), await listed(`/de/day/${day}/`)], [shown, german])
        assert.deepEqual([body.cost, body.cost_details.values], ['', []])
        await service.delete(`/events/${body.id}`, { force: true })
      }
      const { body } = await withPrices([{ price: 8 }], { ...dates, cost: 'Collection' })
      assert.equal(await listed(`/day/${day}/`), 'Collection')
      await service.delete(`/events/${body.id}`, { force: true })
    })

    test('an event shows all of its categories and tags', async () => {
      const names = Array.from({ length: 25 }, (_, index) => `Kind ${index + 1}`)
      const { body } = await withPrices([], { title: 'Of many kinds', categories: names, tags: names })
      const { text } = await page(`/event/${body.slug}/`)
      const [kinds, tags] = ['event-kind', 'event-tags'].map((name) =>
        [...new RegExp(`<p class="${name}.*?</p>`, 's').exec(text)![0].matchAll(/>(Kind \d+)<\/a>/g)].map(
          ([, one]) => one,
        ),
      )
      assert.deepEqual([kinds, tags], [names, names])
      await service.delete(`/events/${body.id}`, { force: true })
      for (const kind of ['categories', 'tags'] as const)
        for (const { id } of body[kind]) await service.delete(`/${kind}/${id}`)
    })

    test('a month names the place of an event whose clock is another one', async () => {
      await service.post('/events', {
        title: 'Live from Tokyo',
        start_date: '2019-02-03 17:00',
        end_date: '2019-02-03 18:00',
        timezone: 'Asia/Tokyo',
      })
      assert.match((await page('/month/2019-02/')).text, /17:00<\/time> Tokyo<\/span>/)
      assert.match((await page('/de/month/2019-02/')).text, /17:00<\/time> Tokio<\/span>/)
    })

    test('an event in another time zone has its own date beside its own time', async () => {
      const { body } = await service.post('/events', {
        title: 'New York evening',
        start_date: '2026-12-10 20:00',
        end_date: '2026-12-10 22:00',
        timezone: 'America/New_York',
      })
      const times = /<time datetime="2026-12-10T20:00-05:00">20:00<\/time>&#8211;<time [^>]*>22:00<\/time>/
        .source
      const date =
        '<span aria-hidden="true">Thu 10\u00A0Dec</span><span class="visually-hidden">Thursday 10\u00A0December</span>'
      const dated = `<span>${date}</span> ${times} <span>New York time</span>`

      const event = (await page(`/event/${body.slug}/`)).text
      assert.match(event, /<span class="day-name">Thursday<\/span><span class="day-num">10<\/span>/)
      assert.match(
        event,
        new RegExp(`Thursday 10\u00A0December 2026</time><br><b>${times}</b> New York time`),
      )
      assert.match((await page('/day/2026-12-11/')).text, new RegExp(`Morning</span>.*${dated}`))
      assert.match(
        (await page('/?start_date=2026-12-11')).text,
        new RegExp(`datetime="2026-12-11">.*${dated}`),
      )
      assert.match((await page('/search/?search=York')).text, new RegExp(dated))
      assert.match(
        (await page('/month/2026-12/')).text,
        new RegExp(
          `<span class="month-time">${date} <time datetime="2026-12-10T20:00-05:00">20:00</time> New York</span>`,
        ),
      )
      assert.match(
        (await page('/day/2026-12-02/?search=York')).text,
        /<time datetime="2026-12-10 20:00">Thursday 10\u00A0December at 20:00 New York time<\/time>/,
      )
      await service.patch(`/events/${body.id}`, { start_date: '2026-12-10 14:00', event_status: 'cancelled' })
      assert.match(
        (await page('/day/2026-12-11/')).text,
        /Running that day.*<span aria-hidden="true">Thu 10\u00A0Dec<\/span>.*14:00/,
      )
      await service.patch(`/events/${body.id}`, { start_date: '2026-12-10 20:00' })
      assert.match((await page(`/event/${body.slug}/`)).text, /href="\/day\/2026-12-11\/">See what else/)
      await service.delete(`/events/${body.id}?force=true`)
    })

    test('of what runs, what ends soonest stands first', async () => {
      const event = await service.post('/events', {
        title: 'Fair of lanterns',
        start_date: '2026-11-01',
        end_date: '2026-12-01',
        all_day: true,
      })
      const { text } = await page('/')
      assert.match(text, /Running now.*Fair of lanterns.*Exhibition of fog.*class="day-num"/s)
      await service.delete(`/events/${event.body.id}?force=true`)
    })

    test('the map shows what runs as well as what is to come', async () => {
      const { body } = await service.post('/venues', { venue: 'Museum', geo_lat: 47.13, geo_lng: 7.24 })
      const event = await service.post('/events', {
        title: 'Exhibition of clocks',
        start_date: '2026-10-20',
        end_date: '2027-02-16',
        all_day: true,
        venue: body.id,
      })
      assert.match((await page('/map/')).text, /Museum.*Exhibition of clocks/s)
      await service.delete(`/events/${event.body.id}?force=true`)
    })

    test('programs and services subscribe to a calendar, each at an address that it follows', async () => {
      const linksIn = (menu: string) =>
        [...menu.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, address, name]) => [
          name,
          address!.replaceAll('&amp;', '&'),
        ])
      const menusOf = async (path: string) =>
        (await page(path)).text.match(/<details class="menu">.*?<\/details>/gs)!.map(linksIn)
      const expected = (query: string) => {
        const address = `${service.base}/events.ics${query}`
        const webcal = address.replace('http:', 'webcal:')
        return [
          ['Calendar app', webcal],
          ['Google Calendar', `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`],
          [
            'Outlook',
            `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=Calends`,
          ],
          ['Calendar file (.ics)', address],
        ]
      }
      assert.deepEqual(await menusOf('/?cost=free'), [expected('?cost=free')])
      assert.deepEqual(await menusOf('/venue/congress-house/'), [
        expected(`?venue=${filled.hall}`),
        expected(`?venue=${filled.hall}`),
      ])
    })

    test('the data and the calendar of a page have the filters of the page, also those that say when', async () => {
      const named = (text: string, type: string) =>
        new RegExp(`<link rel="alternate" type="${type}"[^>]* href="([^"]*)">`)
          .exec(text)![1]!
          .replace(service.base, '')
          .replaceAll('&amp;', '&')
      const shown = {
        'map/?cost=free': '?cost=free&geoloc=true',
        'map/?featured=false&during=2026-12-09': '?featured=false&geoloc=true&during=2026-12-09',
        'search/?search=fog&cost=free': '?search=fog&cost=free',
        'search/?featured=false': '?featured=false',
        '?during=2026-12-09': '?during=2026-12-09',
        '?start_date=2026-12-01&cost=paid': '?cost=paid&during=2026-12-01/9998-12-31',
        '?start_date=2026-12-01&starts_before=2026-12-10': '?during=2026-12-01/2026-12-10',
        'month/2025-03/?featured=false': '?featured=false&during=2025-03-01/2025-03-31',
        'day/2026-12-09/': '?during=2026-12-09',
        '?featured=false': '?featured=false',
      }
      for (const [path, query] of Object.entries(shown)) {
        const { text } = await page(`/${path}`)
        assert.equal(named(text, 'application/json'), `/events${query}`, path)
        assert.equal(named(text, 'text/calendar'), `/events.ics${query}`, path)
        const calendar = await leadsTo(`/${path}${path.includes('?') ? '&' : '?'}ical=1`)
        assert.equal(calendar, `/cal/events/v1/events.ics${query}`)
      }
      const { text } = await page(`/event/${filled.concert.slug}/`)
      assert.equal(named(text, 'text/calendar'), `/events/${filled.concert.id}.ics`)
    })

    test('what runs at the beginning of a filter says so in the words of a day or of a period', async () => {
      const names = async (path: string) =>
        /<section class="day" data-running>\s*<h2 class="day-date"><span class="day-name">([^<]*)</.exec(
          (await page(path)).text,
        )?.[1]
      assert.equal(await names('/?during=2026-11-21/2026-11-22'), 'Running now')
      assert.equal(await names('/?during=2026-12-05'), 'Running that day')
      assert.equal(await names('/?start_date=2026-12-05&starts_before=2026-12-05'), 'Running that day')
      assert.equal(await names('/?during=2026-12-05/2026-12-06'), 'Running in that period')
      assert.equal(await names('/fr/?start_date=2026-12-05'), 'En cours durant cette période')
    })

    test('nothing is on between two days in the wrong order', async () => {
      const { text } = await page('/?start_date=2026-12-10&starts_before=2026-12-01')

      assert.deepEqual(entries(text), [])
    })

    test('a frame has as many events as it is asked for, a third of them running', async () => {
      for (const limit of [1, 2, 3, 4]) {
        const { text, headers } = await page(`/embed/list/?limit=${limit}`)
        assert.equal(entries(text).length, limit)
        assert.equal(entries(text).includes('Exhibition of fog'), limit >= 3)
        assert.doesNotMatch(headers.get('link')!, /categories/)
      }
      const { headers } = await page('/embed/month/2026-12/?categories=culture')
      assert.match(headers.get('link')!, /events\?categories=culture&during=2026-12-01\/2026-12-31>/)
    })

    test('redirects and errors are answered in full, whatever the client has', async () => {
      for (const [path, status] of [
        ['/today/', 301],
        ['/event/nope/', 404],
      ] as const) {
        const { headers } = await fetch(`${service.origin}${path}`, { redirect: 'manual' })
        const again = await fetch(`${service.origin}${path}`, {
          redirect: 'manual',
          headers: { 'if-none-match': headers.get('etag') ?? '*' },
        })
        assert.equal(again.status, status, path)
      }
    })

    test('search finds what filters say, also without words', async () => {
      const { text } = await page('/search/?categories=markets')

      assert.deepEqual(entries(text), ['Market today'])
    })

    test('pages of terms, venues and organizers filter what comes up', async () => {
      const culture = ['Exhibition of fog', 'Symphony: “Beethoven” &amp; 1 &lt; 2']
      const pages = {
        'events/category/culture/': culture,
        'events/category/culture/?cost=paid': culture.slice(1),
        'events/category/culture/?during=2026-12-01': culture.slice(0, 1),
        'events/category/culture/?cost=free': [],
        'events/tag/evening/?featured=false': [],
        'venue/congress-house/?cost=free': ['Market today'],
        'venue/congress-house/?venue=999999&during=2026-12-09': culture.slice(1),
        'organizer/symphony-orchestra/?cost=free': [],
      }
      for (const [path, titles] of Object.entries(pages)) {
        const { text } = await page(`/${path}`)
        assert.deepEqual(entries(text), titles, path)
        await assertValid(text, path)
      }
      const { text } = await page('/events/category/culture/?cost=free')
      assert.match(text, /Nothing matches these filters.*Without the filters there are 2 events/s)
      assert.match(text, /<meta name="robots" content="noindex, follow">/)
      assert.equal(
        await leadsTo('/events/category/culture/?cost=free&ical=1'),
        `/cal/events/v1/events.ics?cost=free&categories=${filled.culture}`,
      )
      assert.equal(
        await leadsTo('/events/category/music/?cost=free&page=2'),
        '/events/category/culture/music/?cost=free&page=2',
      )
      assert.equal(
        await leadsTo('/events/category/culture/music/?eventDisplay=month&eventDate=2027-03'),
        '/month/2027-03/?categories=music',
      )
    })

    test('an address with characters that no slug has leads nowhere', async () => {
      const paths = [
        '/event/%00/',
        '/venue/a%00b/',
        '/organizer/%00/',
        '/events/category/%00/',
        '/event/%00/2027-03-02/',
      ]
      for (const path of paths) {
        const { headers } = await page(path, 404, { accept: 'text/html' })
        assert.match(headers.get('content-type')!, /^text\/html/, path)
      }
    })

    test('every page has one address', async () => {
      assert.equal(await leadsTo('/en/month/2026-12/'), '/month/2026-12/')
      assert.equal(await leadsTo('/en/'), '/')
      assert.equal(await leadsTo('/month/2026-12'), '/month/2026-12/')
      assert.equal(await leadsTo('/MAP/'), '/map/')
      assert.equal(await leadsTo('/Fr/Map?cost=free'), '/fr/map/?cost=free')
      assert.equal(await leadsTo('/week/2026-w50/'), '/week/2026-W50/')
      assert.equal(await leadsTo('/event/symphonie-les-cordes/'), `/event/${filled.concert.slug}/`)
      assert.equal(await leadsTo(`/fr/event/${filled.concert.slug}/`), '/fr/event/symphonie-les-cordes/')
      assert.equal(await leadsTo(`/de/event/${filled.concert.slug}/`), `/event/${filled.concert.slug}/`)
      assert.equal(await leadsTo('/events/category/music/'), '/events/category/culture/music/')
    })

    test('the addresses of the incumbent lead to ours', async () => {
      const addresses = {
        '/events/': '/',
        '/events/list/': '/',
        '/events/month/': '/month/2026-11/',
        '/events/month/2027-03/': '/month/2027-03/',
        '/events/month/2027-03': '/month/2027-03/',
        '/events': '/',
        '/EVENTS/2027-03': '/events/2027-03/',
        '/events/2027-03/': '/month/2027-03/',
        '/events/2027-03-02/': '/day/2027-03-02/',
        '/events/today/': '/day/2026-11-21/',
        '/events/week/2027-03-02/': '/week/2027-W09/',
        '/events/map/': '/map/',
        '/events/?eventDisplay=month&eventDate=2027-03-01': '/month/2027-03/',
        '/?eventDisplay=day&eventDate=2027-03-02': '/day/2027-03-02/',
        '/?ical=1': '/cal/events/v1/events.ics',
        '/events/?ical=1': '/?ical=1',
        '/?eventDisplay=month&eventDate=2027-03&ical=1': '/month/2027-03/?ical=1',
        [`/event/${filled.concert.slug}/?ical=1`]: `/cal/events/v1/events/${filled.concert.id}.ics`,
        '/events/category/culture/?ical=1': `/cal/events/v1/events.ics?categories=${filled.culture}`,
        '/events/list/?outlook-ical=1': '/?ical=1',
        [`/event/${filled.concert.slug}/?outlook-ical=1`]: `/cal/events/v1/events/${filled.concert.id}.ics`,
        '/fr/events/2027-03/': '/fr/month/2027-03/',
      }
      for (const [from, to] of Object.entries(addresses)) assert.equal(await leadsTo(from), to, from)
    })

    test('a subscription to a category or a tag of The Events Calendar keeps it', async () => {
      const feed = '?post_type=tribe_events&ical=1&eventDisplay=list'
      const addresses = {
        [`/${feed}`]: '/?ical=1',
        [`/${feed}&tribe_events_cat=music`]: '/?categories=music&ical=1',
        [`/${feed}&tribe_events_cat=culture/music/`]: '/?categories=music&ical=1',
        [`/${feed}&post_tag=evening`]: '/?tags=evening&ical=1',
        [`/${feed}&tag=evening`]: '/?tags=evening&ical=1',
        '/events/month/2027-03/?tribe_events_cat=music': '/month/2027-03/?categories=music',
        '/events/feed/?tribe_events_cat=music': '/cal/events/v1/events.rss?categories=music',
        '/events/feed/?venue=12': '/cal/events/v1/events.rss?venue=12',
        '/feed/?post_type=tribe_events': '/cal/events/v1/events.rss',
        '/feed/?post_type=tribe_events&tribe_events_cat=music': '/cal/events/v1/events.rss?categories=music',
        '/?feed=rss2&post_type=tribe_events': '/cal/events/v1/events.rss',
        '/fr/?post_type=tribe_events&feed=atom': '/fr/cal/events/v1/events.rss',
        '/?tribe_events_cat=music': '/?categories=music',
        '/events/category/culture/list/?tribe_events_cat=music': '/?categories=culture',
      }
      for (const [from, to] of Object.entries(addresses)) assert.equal(await leadsTo(from), to, from)
      for (const unknown of [`/${feed}&tribe_events_cat=nope`, `/${feed}&post_tag=nope`, '/feed/'])
        await page(unknown, 404)
      assert.ok((await page('/?tag=evening&tribe_events_cat=')).text.includes('Exhibition of fog'))
    })

    test('short links of WordPress lead to the page of what lists contain', async () => {
      const { concert, hall, organizer } = filled
      const { body: draft } = await service.post('/events', { ...anEvent(), status: 'draft' })
      const slugOf = async (kind: string, id: number) => (await service.get(`/${kind}/${id}`)).body.slug
      const addresses = {
        [`/?p=${concert.id}`]: `/event/${concert.slug}/`,
        [`/?post_type=tribe_events&p=${concert.id}`]: `/event/${concert.slug}/`,
        [`/?p=${hall}`]: `/venue/${await slugOf('venues', hall)}/`,
        [`/?p=${organizer}`]: `/organizer/${await slugOf('organizers', organizer)}/`,
        '/?tribe_events=jazz-night': '/event/jazz-night/',
        '/fr/?tribe_venue=hall': '/fr/venue/hall/',
        '/?tribe_organizer=choir&ical=1': '/organizer/choir/?ical=1',
      }
      for (const [from, to] of Object.entries(addresses)) assert.equal(await leadsTo(from), to, from)
      for (const nothing of [
        `/?p=${draft.id}`,
        '/?p=999999',
        '/?p=1e3',
        '/?tribe_events=..%2Fadmin',
        '/?p[]=1',
      ])
        assert.ok((await page(nothing)).text.includes('Exhibition of fog'), nothing)
      await service.delete(`/events/${draft.id}?force=true`)
    })

    test('without a date, the address of a view leads to the present one', async () => {
      const addresses = {
        '/month/': '/month/2026-11/',
        '/month': '/month/2026-11/',
        '/week/': '/week/2026-W47/',
        '/day/': '/day/2026-11-21/',
        '/today/': '/day/2026-11-21/',
        '/list/': '/',
        '/fr/month/?categories=music': '/fr/month/2026-11/?categories=music',
      }
      for (const [from, to] of Object.entries(addresses)) assert.equal(await leadsTo(from), to, from)
    })

    test('so do its pages, its bars, its past, its feeds, and the views of a category', async () => {
      const idOf = async (kind: string, slug: string) => {
        const { body } = await service.get(`/${kind}?slug=${slug}&hide_empty=false`)
        return body[kind][0].id as number
      }
      const music = '/events/category/culture/music'
      const addresses = {
        '/events/list/page/2/': '/?page=2',
        '/events/page/2/': '/?page=2',
        '/events/list/?tribe_paged=3': '/?page=3',
        '/events/photo/': '/',
        '/events/featured/': '/?featured=true',
        '/events/day/today/': undefined,
        '/events/list/?tribe-bar-date=2027-03-02': '/?start_date=2027-03-02',
        '/events/month/?tribe-bar-date=2027-03-02': '/month/2027-03/',
        '/?tribe-bar-date=2027-03-02': '/day/2027-03-02/',
        '/events/?tribe-bar-search=choir+night': '/?search=choir+night',
        '/events/month/?categories=music': '/month/2026-11/?categories=music',
        '/events/?eventDisplay=past': '/?start_date=2026-08-23&end_date=2026-11-20',
        '/events/past/': '/?start_date=2026-08-23&end_date=2026-11-20',
        '/events/list/?eventDisplay=past': '/?start_date=2026-08-23&end_date=2026-11-20',
        '/events/list/page/2/?eventDisplay=past': '/?start_date=2026-08-23&end_date=2026-11-20',
        [`${music}/list/?eventDisplay=past`]: '/?categories=music&start_date=2026-08-23&end_date=2026-11-20',
        '/events/feed/': '/cal/events/v1/events.rss',
        [`${music}/month/2027-03/`]: '/month/2027-03/?categories=music',
        [`${music}/2027-03-02/`]: '/day/2027-03-02/?categories=music',
        [`${music}/list/page/2/`]: '/?categories=music&page=2',
        [`${music}/feed/`]: '/cal/events/v1/events.rss?categories=music',
        '/events/category/nope/month/2027-05/': undefined,
        '/events/category/nope/?post_type=tribe_events&ical=1&eventDisplay=list': undefined,
        [`/events/list/?tribe_eventcategory%5B0%5D=${await idOf('categories', 'music')}`]:
          '/?categories=music',
        [`/?tribe_eventcategory[]=999999&tribe_eventcategory[]=${await idOf('categories', 'music')}&ical=1`]:
          '/?categories=music&ical=1',
        [`/events/month/2027-03/?tribe_tags=${await idOf('tags', 'evening')}`]:
          '/month/2027-03/?tags=evening',
        '/events/list/?tribe_eventcategory[0]=999999': undefined,
        '/events/list/?tribe_eventcategory[0]=music': '/',
        '/events/tag/nope/page/2/': undefined,
        '/events/tag/evening/week/2027-03-02/': '/week/2027-W09/?tags=evening',
        '/event/choir/2027-03-09/': '/event/choir-2027-03-09/',
        '/event/choir/2027-03-10/': '/event/choir/',
        '/event/choir/all/': '/event/choir/',
        '/event/choir/ical/': '/event/choir/?ical=1',
        '/events/?ical=1&tribe_display=list': '/?ical=1',
        '/events/?ical=1&tribe_display=month': '/month/2026-11/?ical=1',
        '/events/?ical=1&tribe_display=week&tribe-bar-date=2027-03-02': '/week/2027-W09/?ical=1',
        '/events/2027-03/?ical=1&tribe_display=month': '/month/2027-03/?ical=1',
        '/events/ical/': '/?ical=1',
        '/events/ical/?ical=1': '/?ical=1',
        '/events/2027-03-02/ical/': '/day/2027-03-02/?ical=1',
        [`${music}/ical/`]: '/?categories=music&ical=1',
        '/events/tag/evening/ical/': '/?tags=evening&ical=1',
      }
      const dates = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 21:00' }
      const weekly = { title: 'Choir', ...dates, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }
      const { body: choir } = await service.post('/events', weekly)
      for (const [from, to] of Object.entries(addresses))
        if (to === undefined) await page(from, 404)
        else assert.equal(await leadsTo(from), to, from)
      await service.delete(`/events/${choir.id}`, { force: true })
    })

    test('a page behind the last one leads to the last one', async () => {
      assert.equal(await leadsTo('/?page=9'), '/')
      assert.equal(await leadsTo('/?categories=music&page=9'), '/?categories=music')
      for (const path of [
        '/events/category/culture/',
        '/events/tag/evening/',
        '/venue/congress-house/',
        '/organizer/symphony-orchestra/',
        '/day/2026-12-09/',
        '/week/2026-W50/',
        '/embed/list/',
      ])
        assert.equal(await leadsTo(`${path}?page=9`), path)
      assert.equal(await leadsTo('/search/?search=fog&page=9'), '/search/?search=fog')
    })

    test('a list that ends before today has what is past', async () => {
      for (const path of ['/?end_date=2026-11-20', '/?starts_before=2026-11-01']) {
        const { text } = await page(path)
        assert.equal(titleOf(text), 'Past events')
        const titles = entries(text)
        assert.ok(titles.includes('Long ago') && !titles.includes('Market today'), path)
      }
    })

    test('so has one during days that are over', async () => {
      for (const during of ['2020-05-01/2020-05-10', '2020-05-05']) {
        const { text } = await page(`/?during=${during}`)
        assert.equal(titleOf(text), 'Past events')
        assert.ok(entries(text).includes('Long ago'), during)
        assert.equal(titleOf((await page(`/embed/list/?during=${during}`)).text), 'Past events')
      }
      for (const during of ['2020-05-01/2026-11-21', '2026-11-21', '2026-12-09'])
        assert.equal(titleOf((await page(`/?during=${during}`)).text), 'Upcoming events', during)
    })

    test('dates are those of the API, however they are written', async () => {
      for (const [written, meant] of [
        ['during=tomorrow', 'during=2026-11-22'],
        ['during=20261209', 'during=2026-12-09'],
        ['during=9.12.2026', 'during=2026-12-09'],
        ['start_date=20261209&starts_before=20261209', 'start_date=2026-12-09&starts_before=2026-12-09'],
        ['end_date=yesterday', 'end_date=2026-11-20'],
        ['starts_before=20261101', 'starts_before=2026-11-01'],
      ]) {
        const [one, other] = [(await page(`/?${written}`)).text, (await page(`/?${meant}`)).text]
        assert.deepEqual([titleOf(one), ...entries(one)], [titleOf(other), ...entries(other)], written)
      }
      assert.equal(titleOf((await page('/?end_date=yesterday')).text), 'Past events')
      for (const hours of ['17:00/2026-12-09 18:00', '20:00/2026-12-09 23:00']) {
        const during = `2026-12-09 ${hours}`
        const { body } = await service.get(`/events?during=${during}`)
        const { text } = await page(`/?during=${during}`)
        assert.equal(entries(text).length, body.total, hours)
      }
      const { headers } = await page('/?during=tomorrow')
      assert.match(headers.get('link')!, /events\?during=tomorrow>/)
      assert.equal((await service.get('//?during=someday', { headers: { accept: 'text/html' } })).status, 400)
    })

    test('the form keeps a chosen category that it has no room for, and one without events', async () => {
      const names = Array.from({ length: 61 }, (_, index) => `Hobby ${index}`)
      const { body } = await service.post('/events', {
        title: 'Fair of the clubs',
        start_date: '2026-12-02 18:00',
        end_date: '2026-12-02 19:00',
        categories: names,
      })
      await service.post('/categories', { name: 'Nothing yet' })
      const boxesOf = (text: string) =>
        [...text.matchAll(/<input type="checkbox" name="categories" value="([^"]*)"( checked)?/g)].map(
          ([, value, checked]) => ({ value, isChecked: checked !== undefined }),
        )
      const { text } = await page('/?categories=music,nothing-yet')
      assert.deepEqual(
        boxesOf(text)
          .filter(({ isChecked }) => isChecked)
          .map(({ value }) => value)
          .toSorted(),
        ['music', 'nothing-yet'],
      )
      assert.ok(boxesOf((await page('/')).text).every(({ value }) => value !== 'music'))
      await service.delete(`/events/${body.id}?force=true`)
      for (const { id } of body.categories) await service.delete(`/categories/${id}?force=true`)
    })

    test('the page of a tag leads to all that runs now, of that tag alone', async () => {
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          service.post('/events', {
            title: `Exhibition ${index}`,
            start_date: '2026-11-01 10:00',
            end_date: '2026-12-31 17:00',
            tags: ['on show'],
          }),
        ),
      )
      const { text } = await page('/events/tag/on-show/')
      assert.equal(entries(text).length, 10)
      const [, address] = /<p class="more-running">\s*<a href="([^"]+)">/.exec(text)!
      assert.equal(address, '/day/2026-11-21/?tags=on-show')
      const all = entries((await page(address!)).text)
      assert.equal(all.length, 12)
      assert.ok(all.every((title) => title.startsWith('Exhibition')))
      const coming = await Promise.all(
        Array.from({ length: 21 }, (_, index) =>
          service.post('/events', {
            title: `Opening ${index}`,
            ...{ start_date: '2026-12-05 18:00', end_date: '2026-12-05 19:00', tags: ['on show'] },
          }),
        ),
      )
      for (const address of ['/events/tag/on-show/', '/events/tag/on-show/?page=2'])
        assert.match((await page(address)).text, /<p class="num">33 events<\/p>/, address)
      for (const { body } of [...made, ...coming]) await service.delete(`/events/${body.id}?force=true`)
    })

    test('those that are no highlights are called so', async () => {
      for (const [featured, name] of [
        ['true', 'Highlights'],
        ['no', 'Without highlights'],
      ] as const)
        assert.ok((await page(`/?featured=${featured}`)).text.includes(`${name} <span aria-hidden`), featured)
    })

    test('a category may be called as a view of the incumbent is', async () => {
      await service.post('/categories', { name: 'Map', parent: filled.culture })
      await page('/events/category/culture/map/')
    })

    test('the second page of a term, a venue or an organizer is the second one in other languages', async () => {
      const { culture, hall, organizer } = filled
      await service.patch(`/categories/${culture}?ml_language=fr`, { name: 'Culture' })
      await service.patch(`/venues/${hall}?ml_language=fr`, { venue: 'Palais des Congrès' })
      await service.patch(`/organizers/${organizer}?ml_language=fr`, { organizer: 'Orchestre' })
      const made = await Promise.all(
        Array.from({ length: 21 }, (_, index) =>
          service.post('/events', {
            title: `Rehearsal ${index}`,
            start_date: '2026-12-01 18:00',
            end_date: '2026-12-01 19:00',
            categories: [culture],
            venue: hall,
            organizer,
          }),
        ),
      )
      for (const [path, there] of [
        ['/events/category/culture/', '/fr/events/category/culture/'],
        ['/venue/congress-house/', '/fr/venue/palais-des-congres/'],
        ['/organizer/symphony-orchestra/', '/fr/organizer/orchestre/'],
      ] as const) {
        const { text } = await page(`${path}?page=2`)
        assert.ok(text.includes(`<a href="${there}?page=2" lang="fr"`), path)
        assert.ok(text.includes(`hreflang="fr" href="${service.origin}${there}?page=2">`), path)
      }
      for (const { body } of made) await service.delete(`/events/${body.id}?force=true`)
    })

    test('where the incumbent leads today is asked anew tomorrow', async () => {
      assert.equal(await leadsTo('/events/today/'), '/day/2026-11-21/')
      service.now += 86_400
      try {
        assert.equal(await leadsTo('/events/today/'), '/day/2026-11-22/')
      } finally {
        service.now -= 86_400
      }
    })

    test('what is not there is a page that helps on, in the language of its address', async () => {
      for (const path of [
        '/month/2027-13/',
        '/day/2027-02-30/',
        '/week/2027-W54/',
        '/month/9999-12/',
        '/week/9999-W52/',
        '/day/9999-12-31/',
        '/event/unknown/',
        '/venue/x/',
        '/events/tag/x/',
        '/events/2027-02-30/',
      ])
        assert.match((await page(path, 404)).text, /This page does not exist/, path)
      const { text, headers } = await page('/fr/event/inconnu/', 404)
      assert.match(text, /<html lang="fr">/)
      assert.match(text, /Cette page n’existe pas/)
      assert.match(text, /<form class="search-form"/)
      assert.equal(headers.get('content-language'), 'fr')
    })

    test('filters are those of the API, and each can be taken away', async () => {
      assert.deepEqual(entries((await page('/?categories=markets')).text), ['Market today'])
      assert.deepEqual(entries((await page(`/?categories=culture`)).text), [
        'Exhibition of fog',
        'Symphony: “Beethoven” &amp; 1 &lt; 2',
      ])
      assert.deepEqual(entries((await page('/?cost=free')).text), ['Market today'])
      assert.deepEqual(entries((await page('/?near=2502&geoloc_radius=5')).text), [
        'Market today',
        'Symphony: “Beethoven” &amp; 1 &lt; 2',
      ])
      assert.deepEqual(entries((await page('/?near=Atlantis')).text), [])
      assert.deepEqual(entries((await page('/?start_date=2026-11-22&starts_before=2026-11-30')).text), [
        'Exhibition of fog',
        'Cancelled walk',
      ])
      const { text } = await page('/?categories=markets,music&cost=&near=&page=1')
      assert.match(text, /href="\/\?categories=music">Markets <span aria-hidden="true">×/)
      assert.match(text, /name="categories" value="music" checked/)
    })

    test('hours of a day are said as such, and the form keeps them unless days are filled in', async () => {
      const during = '2026-12-09 18:00/2026-12-09 20:00'
      const { text } = await page(`/?during=${during}`)
      assert.match(text, /<a data-edge href="\/">9\u00A0December, 18:00–20:00 <span/)
      assert.ok(text.includes(`<input type="hidden" name="during" value="${during}">`))
      const sent = await page(`/?during=${during}&cost=paid&start_date=&starts_before=`)
      assert.deepEqual(entries(sent.text), ['Symphony: “Beethoven” &amp; 1 &lt; 2'])
      for (const [hours, label] of [
        ['2026-12-09 18:00', '9\u00A0December, 18:00'],
        ['now', String.raw`21\u00A0November, \d\d:\d\d`],
        ['2026-12-09 18:00/2026-12-10 00:00', '9\u00A0December, 18:00–00:00'],
        ['2026-12-09/2026-12-10 02:00', '9\u00A0December, 00:00\u00A0– 10\u00A0December, 02:00'],
      ] as const)
        assert.match((await page(`/?during=${hours}`)).text, new RegExp(`href="/">${label} <span`), hours)
      assert.doesNotMatch((await page('/?during=2026-12-09')).text, /type="hidden" name="during"/)
      const replaced = (await page(`/?during=${during}&start_date=2026-11-22&starts_before=2026-11-22`)).text
      assert.doesNotMatch(replaced, /name="during"|18:00–20:00/)
      assert.deepEqual(entries(replaced), ['Exhibition of fog', 'Cancelled walk'])
    })

    test('a period is one filter and its choice is chosen, however the address names it', async () => {
      const chosen = (text: string) =>
        [...text.matchAll(/<a href="[^"]*" aria-current="true">(.*?) <span/g)].map(([, name]) => name)
      for (const [written, choice, label] of [
        ['during=2026-11-21', 'Today', '21\u00A0November'],
        ['during=today', 'Today', '21\u00A0November'],
        ['start_date=2026-11-21&starts_before=2026-11-21', 'Today', '21\u00A0November'],
        ['during=tomorrow', 'Tomorrow', '22\u00A0November'],
        ['during=2026-11-21/2026-11-22', 'This weekend', '21–22\u00A0November'],
        ['start_date=today&starts_before=20261122', 'This weekend', '21–22\u00A0November'],
      ] as const) {
        const { text } = await page(`/?${written}&categories=markets`)
        assert.deepEqual(chosen(text), [choice], written)
        const chips = [...text.matchAll(/<a data-edge href="([^"]*)">(.*?) <span/g)].map(
          ([, ...chip]) => chip,
        )
        assert.deepEqual(chips[1], ['/?categories=markets', label], written)
        assert.equal(chips.length, 2, written)
      }
      for (const [path, label] of [
        ['/de/?during=2026-11-21/2026-11-22', '21.–22.\u00A0November'],
        ['/fr/?during=2027-05-01/2027-05-02', '1er–2\u00A0mai 2027'],
        ['/?during=2026-12-31/2027-01-02', '31\u00A0December\u00A0– 2\u00A0January 2027'],
        ['/?during=2027-05-01/2028-05-02', '1\u00A0May 2027\u00A0– 2\u00A0May 2028'],
      ] as const)
        assert.match((await page(path)).text, new RegExp(`<a data-edge href="[^"]*">${label} <span`), path)
      const half = (await page('/?start_date=2026-11-21')).text
      assert.match(half, /<a data-edge href="\/">From 21\u00A0November <span/)
      assert.deepEqual(chosen(half), [])
    })

    test('a town takes the place of coordinates', async () => {
      const { text } = await page('/?near=2502&geoloc_lat=10&geoloc_lng=10&geoloc_radius=10')

      assert.match(text, /href="\/">Within 10 km of 2502 <span aria-hidden="true">×/)
      assert.doesNotMatch(text, /Near me <span/)
      assert.doesNotMatch(text, /geoloc_l(?:at|ng)=10|name="geoloc_l/)
    })

    test('coordinates have the radius of the API, in the list and in the form', async () => {
      const venue = { venue: 'Far barn', geo_lat: 10, geo_lng: 10 }
      const start = { start_date: '2026-11-24 20:00', end_date: '2026-11-24 22:00' }
      const dance = (await service.post('/events', { title: 'Barn dance', ...start, venue })).body
      // 33 km away.
      const query = '?geoloc_lat=10.3&geoloc_lng=10'
      const { text } = await page(`/${query}`)
      assert.equal((await service.get(`/events${query}`)).body.total, 1)
      assert.deepEqual(entries(text), ['Barn dance'])
      assert.match(text, /<option value="40" selected>40 km/)
      assert.deepEqual(entries((await page(`/${query}&geoloc_radius=20`)).text), [])
      await service.delete(`/events/${dance.id}?force=true`)
      await service.delete(`/venues/${dance.venue.id}?force=true`)
    })

    test('a category is chosen by its slug in any language', async () => {
      const cinema = (await service.post('/categories', { name: 'Cinema' })).body.id as number
      await service.patch(`/categories/${cinema}?ml_language=de`, { name: 'Kino' })
      const start = { start_date: '2026-11-24 20:00', end_date: '2026-11-24 22:00' }
      const film = (await service.post('/events', { title: 'Film', ...start, categories: [cinema] })).body
      for (const path of ['/de/', '/de/month/2026-11/'])
        for (const named of ['cinema', 'Cinema', 'kino', 'cinema,kino', String(cinema)]) {
          const { text } = await page(`${path}?categories=${named},markets`)
          assert.match(text, /name="categories" value="kino" checked/, named)
          const chips = text.match(/<a data-edge href="[^"]*">Kino <span/g)
          assert.deepEqual(chips, [`<a data-edge href="${path}?categories=markets">Kino <span`], named)
        }
      const { text } = await page('/de/embed/?categories=cinema')
      assert.match(text, /<option value="kino" selected>Kino/)
      await service.delete(`/events/${film.id}?force=true`)
      await service.delete(`/categories/${cinema}?force=true`)
    })

    test('a filter by what became of events is shown, and can be taken away', async () => {
      for (const [path, name] of [
        ['/?cost=free&event_status=scheduled', 'As planned'],
        ['/?cost=free&event_status=cancelled', 'Cancelled'],
        ['/?cost=free&event_status=moved-online', 'Moved online'],
      ] as const)
        assert.ok((await page(path)).text.includes(`<a data-edge href="/?cost=free">${name} <span`), name)
    })

    test('counts beside the filters say what they would show', async () => {
      const { text } = await page('/')
      const count = (name: string) =>
        new RegExp(`<span class="cat" data-cat="\\d+">${name}</span><span class="count">(\\d+)<`).exec(
          text,
        )?.[1]
      assert.deepEqual([count('Culture'), count('Music'), count('Markets')], ['2', '1', '1'])
      assert.match(text, /All <span class="count">4<\/span>/)
      assert.match(text, /Free <span class="count">1<\/span>/)
    })

    test('a day, a week and a month have the form of the list, but for dates', async () => {
      for (const [path, count] of [
        ['/day/2026-11-21/', 3],
        ['/week/2026-W47/', 4],
        ['/month/2026-11/', 4],
      ] as const) {
        const { text } = await page(`${path}?categories=culture,markets&start_date=2026-01-01`)
        const form = new RegExp(`<form action="${path}"[^>]*>.*?</form>`, 's').exec(text)![0]
        assert.match(form, /name="categories" value="markets" checked/, path)
        assert.match(form, /type="radio" name="cost" value="free"/)
        assert.doesNotMatch(form, /start_date|starts_before/)
        assert.match(form, /Show 2 events/)
        assert.match(
          text,
          new RegExp(`href="${path}\\?categories=culture">Markets <span aria-hidden="true">×`),
        )
        assert.match(text, /href="#filters">Filters</)
        assert.match((await page(path)).text, new RegExp(`All<span class="count">${count}<`))
      }
    })

    test('a day, a week and a month name the same events as data', async () => {
      const { text } = await page('/week/2026-W47/?categories=markets')
      const [, address] = /<link rel="alternate" type="application\/json" href="([^"]+)"/.exec(text)!
      const { events } = (await (await fetch(address!.replaceAll('&amp;', '&'))).json()) as Json
      assert.deepEqual(
        events.map(({ title }: Json) => title),
        ['Market today'],
      )
    })

    test('before the first period of the calendar there is none, and none after the last', async () => {
      for (const path of ['/day/1000-01-01/', '/month/1000-01/'])
        assert.ok(!(await page(path)).text.includes('rel="prev"'), path)
      for (const path of ['/day/9998-12-31/', '/month/9998-12/', '/week/9998-W53/'])
        assert.ok(!(await page(path)).text.includes('rel="next"'), path)
    })

    test('no other page is loaded in advance, which Firefox does and the content security policy forbids', async () => {
      const { text } = await page('/month/2026-12/')
      assert.match(text, /<a [^>]*rel="next"/)
      assert.doesNotMatch(text, /<link [^>]*rel="(?:next|prefetch)"/)
    })

    test('the results of a search can be filtered on a phone as well', async () => {
      assert.match((await page('/search/?search=market')).text, /href="#filters">Filters</)
    })

    test('a filter that cannot be read is said so', async () => {
      const { text } = await page('/?categories=nothing-such', 400)
      assert.match(text, /This filter cannot be understood/)
      assert.match(text, /Invalid parameter\(s\): categories\. There is no category/)
      const german = await page('/de/?categories=nothing-such', 400)
      assert.match(german.text, /Ungültige Parameter: categories\. Es gibt/)
    })

    test('an empty day tells what comes next, and what there is without the filters', async () => {
      const { text } = await page('/day/2026-11-22/?categories=markets')
      assert.match(text, /Nothing on 22\u00A0November\./)
      assert.match(text, /<a href="\/day\/2026-11-22\/">Without the filters there are 2 events\.<\/a>/)
      const next = (await page('/day/2026-12-01/?search=symphony')).text
      assert.match(
        next,
        /The next event is <a href="[^"]*"><bdi>Symphony[^<]*<\/bdi><\/a> on <time datetime="2026-12-09 19:30">Wednesday 9\u00A0December at 19:30<\/time>\./,
      )
      assert.match((await page('/day/2026-12-01/')).text, /Exhibition of fog/)
      assert.match((await page('/day/2027-03-01/?cost=free')).text, /Nothing on 1\u00A0March\./)
    })

    test('a map without events says whether the filters are the reason', async () => {
      const { text } = await page('/map/?search=nothing-such')
      assert.match(text, /<p>No event on the map matches these filters\.<\/p>/)
      assert.match(text, /<a href="\/map\/">Without the filters there are \d+ events\.</)
      assert.match(
        (await page('/fr/map/?search=nothing-such')).text,
        /Aucun événement de la carte ne correspond/,
      )
    })

    test('what comes next has its year if that is another one', async () => {
      const { body } = await service.post('/events', {
        title: 'Jubilee',
        start_date: '2031-02-08 20:00',
        end_date: '2031-02-08 21:00',
      })
      const next = /on <time datetime="2031-02-08 20:00">Saturday 8\u00A0February 2031 at 20:00</
      assert.match((await page('/day/2030-12-31/')).text, next)
      const current = /on <time datetime="2026-12-09 19:30">Wednesday 9\u00A0December 2026 at 19:30</
      assert.match((await page('/day/1999-01-01/?search=symphony')).text, current)
      await service.delete(`/events/${body.id}?force=true`)
    })

    test('the month tells today and the day shown also to those who do not see the colours', async () => {
      const marked = async (path: string) =>
        [...(await page(path)).text.matchAll(/aria-current="(date|true)"><time datetime="(20[\d-]+)">/g)].map(
          ([, kind, day]) => `${kind} ${day}`,
        )
      const twice = (one: string) => [one, one]
      assert.deepEqual(await marked('/month/2026-11/'), twice('date 2026-11-21'))
      assert.deepEqual(await marked('/month/2026-12/'), [])
      assert.deepEqual(await marked('/day/2026-12-09/'), twice('true 2026-12-09'))
      assert.deepEqual(await marked('/day/2026-11-09/'), [
        ...twice('true 2026-11-09'),
        ...twice('date 2026-11-21'),
      ])
      assert.deepEqual(await marked('/today/'), twice('date 2026-11-21'))
    })

    test('the month beside a day counts what runs all month, and leads to days with nothing else', async () => {
      const day = (await page('/day/2026-12-26/')).text
      assert.deepEqual(entries(day), ['Exhibition of fog'])
      assert.match(
        day,
        /<a href="\/day\/2026-12-26\/" class="month-pick"[^>]*><time [^>]*><span [^>]*>26<\/span><span [^>]*>26\u00A0December<\/span><\/time><span class="visually-hidden">, 1 event</,
      )
      assert.match(
        (await page('/month/2026-12/')).text,
        /<span class="month-pick"><time [^>]*><span [^>]*>26<\/span><span [^>]*>26\u00A0December<\/span><\/time><\/span>/,
      )
    })

    test('a month names its days in full for screen readers, and tells its own from those of its neighbours', async () => {
      const namesIn = async (path: string) => {
        const { text } = await service.get(`/${path}`)
        const read = (one: string) =>
          one.replace(/<span aria-hidden="true">.*?<\/span>|<[^>]+>/g, '').replaceAll('\u00A0', ' ')
        const [, days] = /(<thead>.*?<\/thead>)/s.exec(text)!
        return {
          weekdays: [...days!.matchAll(/<span class="visually-hidden">(.*?)<\/span/g)].map(([, one]) => one),
          numbers: [...text.matchAll(/class="month-day"[^>]*>(.*?)<\/a>/gs)].map(([, one]) => read(one!)),
          counts: [...text.matchAll(/class="month-pick"[^>]*>((?:(?!<\/td>).)*?)<span class="dots">/gs)].map(
            ([, one]) => read(one!),
          ),
        }
      }
      const english = await namesIn('/month/2026-12/')
      assert.equal(english.weekdays.join(), 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday')
      assert.deepEqual([english.numbers[0], english.numbers[30]], ['30 November', '30 December'])
      assert.ok(english.counts.some((one) => /^9 December, \d+ events?$/.test(one)))
      const german = await namesIn('/de/week/2026-W50/')
      assert.equal(german.weekdays[0], 'Montag')
      assert.ok(german.counts.some((one) => /^9\. Dezember, \d+ Veranstaltung(?:en)?$/.test(one)))
      const french = await namesIn('/fr/month/2026-12/')
      assert.equal(french.weekdays[2], 'Mercredi')
      assert.deepEqual(french.numbers.slice(0, 2), ['30 novembre', '1er décembre'])
    })

    test('a week without events says which one it is', async () => {
      for (const [path, sentence] of [
        ['week/2030-W10', 'Nothing in week 10 (4–10\u00A0March 2030).'],
        ['fr/week/2030-W10', 'Rien durant la semaine 10 (4–10\u00A0mars 2030).'],
        ['fr/week/2029-W01', 'Rien durant la semaine 1 (1er–7\u00A0janvier 2029).'],
        ['de/week/2030-W10', 'In Woche 10 (4.–10.\u00A0März 2030) findet nichts statt.'],
      ] as const)
        assert.ok((await page(`/${path}/`)).text.replace(/<[^>]+>/g, '').includes(sentence), sentence)
    })

    test('an empty month has no agenda to come back from', async () => {
      assert.match((await page('/month/2026-11/')).text, /Back to the month/)
      assert.doesNotMatch((await page('/month/2031-02/')).text, /Back to the month/)
    })

    test('without the filters there are as many events as the list says', async () => {
      const [, all] = /<a href="\/" aria-current="true">All <span class="count">(\d+)</.exec(
        (await page('/')).text,
      )!
      const { text } = await page('/?search=nothing-such')
      assert.match(text, new RegExp(`href="/">Without the filters there are ${all} events\\.`))
    })

    test('the page of an event of several days has each time beside its day', async () => {
      const when = async (start_date: string, end_date: string, all_day = false) => {
        const times = { start_date, end_date, all_day, timezone: 'Europe/Zurich' }
        const { body } = await service.post('/events', { title: 'Hackathon', ...times })
        const { text } = await page(`/event/${body.slug}/`)
        await service.delete(`/events/${body.id}?force=true`)
        const [, shown] = /<dt>When<\/dt>\s*<dd>(.*?)(?:<span [^>]*data-visitor-time|<\/dd>)/s.exec(text)!
        return shown!
          .replaceAll('<br>', '\n')
          .replace(/<[^>]*>|\u00A0/g, (found) => (found === '\u00A0' ? ' ' : ''))
      }
      assert.equal(
        await when('2019-04-05 20:00', '2019-04-07 14:00'),
        'Friday 5 April 2019, 20:00 –\nSunday 7 April 2019, 14:00\nZurich time',
      )
      assert.equal(
        await when('2019-04-05 20:00', '2019-04-08 00:00'),
        'Friday 5 April 2019, 20:00 –\nMonday 8 April 2019, 00:00\nZurich time',
      )
      assert.equal(
        await when('2019-04-05', '2019-04-07', true),
        'Friday 5 April 2019 –\nSunday 7 April 2019\nAll day',
      )
    })

    test('a night that ends in the morning has the date of its evening', async () => {
      const night = { title: 'Long night', start_date: '2019-04-06 20:30', timezone: 'Europe/Zurich' }
      const { body } = await service.post('/events', { ...night, end_date: '2019-04-07 00:30' })
      const days = async () =>
        /<dt>When<\/dt>\s*<dd>(.*?)<\/dd>/s
          .exec((await page(`/event/${body.slug}/`)).text)![1]!
          .match(/\w+day/g)
      assert.deepEqual(await days(), ['Saturday'])
      await service.patch(`/events/${body.id}`, { end_date: '2019-04-07 11:00' })
      const until = await days()
      await service.delete(`/events/${body.id}?force=true`)
      assert.deepEqual(until, ['Saturday', 'Sunday'])
    })

    test('a day is read with its weekday first, although its number is shown before it', async () => {
      const days = async (path: string) =>
        [...(await service.get(`/${path}`)).text.matchAll(/class="day-date">(.*?)<\/(?:h2|p)>/gs)].map(
          ([, day]) =>
            day!
              .replace(/<[^>]+>/g, '')
              .replace(/\s+/g, ' ')
              .trim(),
        )
      for (const path of ['', 'month/2026-12/', 'week/2026-W50/', `event/${filled.concert.slug}/`])
        assert.ok((await days(`/${path}`)).includes('Wednesday 9 December'), path)
      assert.ok((await days('/')).includes('Today, Saturday 21 November'))
      assert.ok((await days('/de/')).includes('Mittwoch 9. Dezember'))
      assert.ok((await days('/fr/')).includes('Mercredi 9 décembre'))
    })

    test('what stands alone begins with a capital, also in French', async () => {
      const french = async (path: string) => (await page(path)).text.replaceAll('\u00A0', ' ')
      assert.match(await french('/fr/?start_date=2026-12-05'), />Dès le 5 décembre </)
      assert.match(await french('/de/?end_date=2026-12-05'), />Bis 5. Dezember </)
      assert.match(await french('/fr/venue/palais-des-congres/'), />Mer. 9 déc.</)
    })

    test('the first of a month is an ordinal in French, wherever it stands', async () => {
      const dates = { start_date: '2030-03-01 10:00', end_date: '2030-03-03 11:00' }
      const { body } = await service.post('/events', { title: 'Ordinal', ml_language: 'fr', ...dates })
      const french = async (path: string) => (await page(path)).text.replaceAll('\u00A0', ' ')
      assert.match(await french('/fr/day/2029-03-01/'), /Rien le 1er mars\./)
      assert.match(await french('/fr/event/ordinal/'), /<time datetime="2030-03-01">Vendredi 1er mars 2030</)
      assert.match(await french('/fr/event/ordinal/'), /<span class="day-num">1er<\/span>/)
      assert.match(await french('/fr/?start_date=2030-03-01'), /1er mars 2030/)
      assert.match(await french('/fr/week/2030-W14/'), /1er–7 avril 2030/)
      assert.match(await french('/fr/week/2030-W09/'), /25 février – 3 mars 2030/)
      assert.match(
        (await service.get(`/events/${body.id}.rss?ml_language=fr`)).text,
        /vendredi 1er mars 2030/,
      )
      await service.delete(`/events/${body.id}?force=true`)
    })

    test('what ends on the next day says so where it begins, and until when where it runs', async () => {
      const times = async (path: string, title: string) =>
        new RegExp(`<p class="entry-time">((?:(?!</p>).)*)</p><h3 class="entry-title"><a[^>]*><bdi>${title}`)
          .exec((await page(path)).text)![1]!
          .replace(/<span class="visually-hidden">.*?<\/span>|<[^>]+>/g, '')
      const made = []
      for (const [title, start_date, end_date] of [
        ['Hackathon', '2028-06-03 10:00', '2028-06-04 08:00'],
        ['Short day', '2028-03-25 12:00', '2028-03-26 12:00'],
        ['Late night', '2028-06-03 22:00', '2028-06-04 03:00'],
        ['Monday morning', '2028-06-04 22:00', '2028-06-05 02:00'],
      ] as const)
        made.push((await service.post('/events', { title, start_date, end_date })).body.id)
      assert.equal(await times('/day/2028-06-03/', 'Hackathon'), '10:00 until 4\u00A0June 2028')
      assert.equal(await times('/day/2028-06-04/', 'Hackathon'), 'until 08:00')
      assert.equal(await times('/fr/day/2028-06-04/', 'Hackathon'), 'jusqu’à 08:00')
      assert.equal(await times('/de/day/2028-06-04/', 'Hackathon'), 'bis 08:00')
      assert.equal(await times('/day/2028-03-25/', 'Short day'), '12:00 until 26\u00A0March 2028')
      assert.equal(await times('/day/2028-03-26/', 'Short day'), 'until 12:00')
      assert.equal(await times('/day/2028-06-03/', 'Late night'), '22:00&#8211;03:00')
      assert.equal(await times('/day/2028-06-04/', 'Late night'), 'until 03:00')
      assert.equal(await times('/week/2028-W23/', 'Monday morning'), 'Mon 5\u00A0Jun 2028 until 02:00')
      for (const id of made) await service.delete(`/events/${id}?force=true`)
    })

    test('the month is a table with bars for what lasts', async () => {
      const { text } = await page('/month/2026-11/')
      assert.equal(titleOf(text), 'November 2026')
      assert.match(text, /<div class="all-month"><h2>All month:<\/h2>.*Exhibition of fog/s)
      assert.match(text, /<caption class="visually-hidden">Events in November 2026<\/caption>/)
      assert.equal(text.match(/<th scope="col">/g)!.length, 7)
      const october = (await page('/month/2026-10/')).text
      assert.match(
        october,
        /<a class="bar" data-cat="9"\s+data-span="6" data-lane="1" data-from\s+href="\/event\/exhibition-of-fog\/"/,
      )
    })

    test('a venue, an organizer, a category and a tag show what comes up', async () => {
      assert.match((await page('/venue/congress-house/')).text, /Coming up here.*Market today/s)
      assert.match((await page('/organizer/symphony-orchestra/')).text, /orchestra\.example.*Symphony/s)
      assert.match((await page('/events/category/culture/')).text, /Exhibition of fog/)
      assert.match((await page('/events/tag/evening/')).text, /Symphony/)
      assert.match(
        (await page('/events/category/')).text,
        /<a class="cat" data-cat="9" href="\/events\/category\/culture\/">Culture<\/a><span class="count">2<\/span>/,
      )
    })

    test('search finds what is to come, and says what is over', async () => {
      const { text } = await page('/search/?search=symphony')
      assert.match(text, /<mark>Symphony<\/mark>: “Beethoven”/)
      assert.match((await page('/search/?search=ago')).text, /Past events.*Long <mark>ago<\/mark>/s)
      assert.match((await page('/search/?search=zzz')).text, /Nothing found for “zzz”\./)
    })

    test('a search that finds nothing is counted without its filters, but with its words', async () => {
      assert.doesNotMatch((await page('/search/?search=zzz')).text, /Without the filters/)
      const { text } = await page('/search/?search=symphony&event_status=postponed')
      assert.match(
        text,
        /Nothing found for “symphony”.*<a href="\/search\/\?search=symphony">Without the filters there is 1 event\.</s,
      )
      assert.match(
        (await page('/search/?event_status=postponed&cost=free')).text,
        /<a href="\/">Without the filters there are \d+ events\./,
      )
    })

    test('a tag without a text in the language of the page is linked in its own', async () => {
      const tag = (await service.post('/tags', { name: 'Only English' })).body
      const event = { title: 'Tagged', start_date: '2019-02-01', end_date: '2019-02-01', all_day: true }
      const { id } = (await service.post('/events', { ...event, tags: [tag.id] })).body
      await service.patch(`/events/${id}`, { title: 'Étiqueté', ml_language: 'fr' })
      const { text } = await page('/fr/event/etiquete/')
      assert.match(text, /<a href="\/events\/tag\/only-english\/" lang="en">Only English<\/a>/)
    })

    test('a page is validated like data, and made anew when the data change', async () => {
      const { headers, text } = await page('/month/2027-01/')
      const tag = headers.get('etag')!
      assert.match(headers.get('cache-control')!, /^public, max-age=0/)
      await page('/month/2027-01/', 304, { 'if-none-match': tag })
      await service.post('/events', {
        title: 'New in January',
        start_date: '2027-01-05 10:00',
        end_date: '2027-01-05 11:00',
      })
      const anew = await page('/month/2027-01/', 200, { 'if-none-match': tag })
      assert.notEqual(anew.text, text)
      assert.match(anew.text, /New in January/)
    })

    test('an event with a password opens by a form, and what it opens is for the one who knew it', async () => {
      const { body } = await service.post('/events', {
        title: 'Members only',
        description: 'The secret place.',
        password: 'sesame',
        start_date: '2026-12-24 10:00',
        end_date: '2026-12-24 11:00',
      })
      const closed = await page(`/event/${body.slug}/`, 403)
      assert.match(closed.text, /<form method="post"/)
      assert.ok(!closed.text.includes('secret place'))
      await assertValid(closed.text, 'protected')
      const open = await fetch(`${service.origin}/event/${body.slug}/`, {
        method: 'POST',
        body: new URLSearchParams({ password: 'sesame' }),
      })
      assert.equal(open.status, 200)
      assert.equal(open.headers.get('cache-control'), 'no-store')
      const opened = await open.text()
      assert.match(opened, /The secret place\./)
      const [, file] = /<a href="([^"]*\.ics[^"]*)">Calendar file/.exec(opened)!
      assert.match(await (await fetch(file!)).text(), /SUMMARY[^:]*:Members only\r\n/)
      const wrong = await fetch(`${service.origin}/event/${body.slug}/`, {
        method: 'POST',
        body: new URLSearchParams({ password: 'wrong' }),
      })
      assert.equal(wrong.status, 403)
    })

    test('what is in the trash is gone', async () => {
      const { body } = await service.post('/events', {
        title: 'Trashed',
        start_date: '2026-12-24 10:00',
        end_date: '2026-12-24 11:00',
      })
      await service.delete(`/events/${body.id}`)
      assert.match((await page(`/event/${body.slug}/`, 410)).text, /no longer here/)
    })

    test('a page that is gone is not called an event, because it may be that of a venue', async () => {
      const { body } = await service.post('/venues', { venue: 'Old cinema', ml_language: 'de' })
      await service.delete(`/venues/${body.id}`)
      for (const [prefix, title] of [
        ['', 'This page is no longer here'],
        ['/fr', 'Cette page n’existe plus'],
        ['/de', 'Diese Seite gibt es nicht mehr'],
      ] as const)
        assert.equal(titleOf((await page(`${prefix}/venue/old-cinema/`, 410)).text), title)
    })

    test('drafts are not there for visitors', async () => {
      const { body } = await service.post('/events', {
        title: 'Draft',
        status: 'draft',
        start_date: '2026-12-24 10:00',
        end_date: '2026-12-24 11:00',
      })
      await page(`/event/${body.slug}/`, 404)
    })

    test('the accessibility statement is linked from every page, in its language', async () => {
      for (const [path, title] of [
        ['/', 'Accessibility statement'],
        ['/fr/', 'Déclaration d’accessibilité'],
        ['/de/', 'Erklärung zur Barrierefreiheit'],
      ] as const) {
        assert.match((await page(path)).text, new RegExp(`<li><a href="${path}accessibility/">`))
        const { text } = await page(`${path}accessibility/`)
        assert.equal(titleOf(text), title)
        assert.match(text, /WCAG\) 2\.2/)
      }
      assert.match((await page('/accessibility/')).text, /tell the operator of this website/)
    })

    test('search engines find every page by the sitemap, with its languages', async () => {
      const series = async (fields: Json) =>
        (
          await service.post('/events', {
            start_date: '2026-11-25 19:00',
            end_date: '2026-11-25 20:00',
            recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
            ...fields,
          })
        ).body.id as number
      const made = [
        await series({ title: 'Rehearsals' }),
        await series({ title: 'Unlisted series', hide_from_listings: true }),
        await series({ title: 'Closed series', password: 'sesame' }),
        await series({ title: 'Drafted series', status: 'draft' }),
      ]
      await service.patch(`/events/${made[0]}?ml_language=de`, { title: 'Proben' })
      const robots = (await service.get('//robots.txt')).text
      assert.match(robots, new RegExp(`Sitemap: ${service.origin}/sitemap\\.xml`))
      assert.deepEqual(robots.match(/^Disallow: .*$/gm), ['Disallow: /*?'], 'nothing that the sitemap lists')
      const index = await service.get('//sitemap.xml')
      assert.match(index.headers.get('content-type')!, /^application\/xml/)
      const files = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location!)
      assert.ok(files.includes(`${service.origin}/sitemap/events-1.xml`))
      const texts = await Promise.all(files.map(async (file) => (await fetch(file)).text()))
      const locations = texts.flatMap((text) =>
        [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, one]) => one!),
      )
      assert.ok(locations.includes(`${service.origin}/fr/event/symphonie-les-cordes/`))
      assert.ok(locations.includes(`${service.origin}/venue/congress-house/`))
      for (const location of locations) {
        const reply = await fetch(location)
        assert.equal(reply.status, 200, location)
        assert.doesNotMatch(await reply.text(), /name="robots" content="noindex/, location)
      }
      assert.ok(locations.includes(`${service.origin}/month/2027-01/`))
      assert.ok(!locations.includes(`${service.origin}/month/2027-09/`))
      for (const path of ['event/rehearsals/', 'de/event/proben/', 'event/rehearsals-2026-11-25/'])
        assert.ok(locations.includes(`${service.origin}/${path}`), path)
      assert.doesNotMatch(locations.join('\n'), /members-only|unlisted-series\/|closed-series|drafted-series/)
      assert.match(texts.join(''), /hreflang="fr" href="[^"]*\/fr\/event\/symphonie-les-cordes\/"/)
      assert.match(texts.join(''), /\/event\/[^<]*<\/loc><lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</)
      assert.match(index.text, /events-1\.xml<\/loc><lastmod>2026-11-21T12:00:00Z<\/lastmod>/)
      assert.match(index.text, /series-1\.xml<\/loc><lastmod>2026-11-21T12:00:00Z<\/lastmod>/)
      assert.equal((await service.get('//sitemap/events-9.xml')).status, 404)
      for (const id of made) await service.delete(`/events/${id}?force=true`)
    })

    test('a phone may keep the calendar on its screen', async () => {
      const { text, headers } = await service.get('//fr/site.webmanifest')
      assert.match(headers.get('content-type')!, /^application\/manifest\+json/)
      assert.equal((JSON.parse(text) as Json).start_url, '/fr/')
    })

    test('what is no page is told apart from pages', async () => {
      assert.equal((await service.get('//nowhere/at/all')).body.code, 'rest_no_route')
      const people = await service.get('//nowhere/at/all', { headers: { accept: 'text/html' } })
      assert.equal(people.status, 404)
      assert.match(people.text, /This page does not exist/)
      assert.equal(
        (await service.get('//cal/events/v1/nowhere', { headers: { accept: 'text/html' } })).body.code,
        'rest_no_route',
      )
      assert.equal((await service.post('//month/2026-12/', {})).status, 405)
    })
  },
  { CALENDS_TIMEZONE: 'Europe/Zurich' },
)

onEachDatabase(
  (service) => {
    const page = async (path: string) => (await service.get(`/${path}`)).text.replace(/\s*\n\s*/g, '')
    const cell = async (day: string) =>
      new RegExp(`<td[^>]*><a class="month-day" href="/day/${day}/">.*?</td>`).exec(
        await page(`/month/${day.slice(0, 7)}/`),
      )![0]
    const agenda = async (day: string) =>
      new RegExp(`<section class="day" id="d-${day}".*?</section>`).exec(
        await page(`/month/${day.slice(0, 7)}/`),
      )![0]
    /** What stands in a cell of the month, with its time. */
    const listed = (text: string) =>
      [...text.matchAll(/<li[^>]*><a href="\/event[^>]*>(.*?)<\/a>/g)].map(([, one]) =>
        one!.replace(/<[^>]+>/g, ''),
      )

    test('56 exhibitions are on, and a festival begins', async () => {
      for (let n = 1; n <= 56; n++)
        await service.post('/events', {
          title: `Exhibition ${n}`,
          start_date: '2028-01-01 10:00',
          end_date: '2028-05-12 18:00',
        })
      await service.post('/events', {
        title: 'Festival in May',
        start_date: '2028-05-10 10:00',
        end_date: '2028-05-16 18:00',
      })
    })

    test('a month has what begins late in it, whatever runs already, and counts all of it', async () => {
      assert.match(await agenda('2028-05-16'), /Festival in May/)
      assert.match(await page('/month/2028-05/'), /<a class="bar"[^>]*href="\/event\/festival-in-may\/"/)
      const first = await cell('2028-05-01')
      assert.equal(first.match(/class="bar"/g)!.length, 3)
      assert.equal(listed(first).length, 2)
      assert.match(first, /\+51 more/)
      assert.deepEqual(listed(await cell('2028-05-10'))[0], '10:00Festival in May')
    })

    test('what covers a month stands above it, and what is too much for that is counted', async () => {
      const text = await page('/month/2028-04/')
      assert.match(text, /All month:.*Exhibition 40<.*<a href="\/day\/2028-04-01\/">\+16 more<\/a>/)
    })

    test('a day and a week lead to all that runs, page by page', async () => {
      for (const path of ['/day/2028-03-01/', '/week/2028-W10/']) {
        const [first, second] = [await page(path), await page(`${path}?page=2`)]
        const all = [...entries(first), ...entries(second)].filter((title) => title.startsWith('Exhibition'))
        assert.equal(new Set(all).size, 56, path)
        assert.match(first, new RegExp(`Page 1 of 2.*href="${path}\\?page=2">Later events<`))
      }
    })

    test('what lasts and has no lane is in the cell of each of its days, with its time where it begins', async () => {
      for (let n = 0; n < 6; n++)
        await service.post('/events', {
          title: `Bar ${n}`,
          start_date: `2028-12-${15 + (n % 3)} 10:00`,
          end_date: `2028-12-${20 + n} 18:00`,
        })
      assert.deepEqual(listed(await cell('2028-12-17')), ['10:00Bar 2', '10:00Bar 5', 'Bar 4'])
      for (const day of [18, 19, 20, 21, 22])
        assert.deepEqual(listed(await cell(`2028-12-${day}`)), ['Bar 2', 'Bar 4', 'Bar 5'])
      for (const day of [23, 24]) assert.deepEqual(listed(await cell(`2028-12-${day}`)), ['Bar 4', 'Bar 5'])
      assert.match(await cell('2028-12-24'), /<a href="#d-2028-12-24" class="month-pick">/)
      assert.deepEqual(entries(await agenda('2028-12-24')), ['Bar 4', 'Bar 5'])
      assert.match(await agenda('2028-12-24'), /<span>until<\/span> <time datetime="2028-12-24">/)
    })
  },
  { CALENDS_TIMEZONE: 'Europe/Zurich' },
)

test('the map is there where nobody may filter by places, and links to data that are there', async (t) => {
  const service = new Service({ CALENDS_GEOLOCATION: 'off' })
  await service.start()
  t.after(() => service.stop())
  const venue = { venue: 'Old Hall', geo_lat: 47.1, geo_lng: 7.2 }
  const times = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' }
  await service.post('/events', { title: 'Empty', ...times })
  assert.match((await service.get('//map/')).text, /No coming event has a place on the map/)
  await service.post('/events', { title: 'Placed', ...times, venue })

  const { status, text } = await service.get('//map/')
  assert.equal(status, 200)
  assert.match(text, /1 event at 1 place/)
  const data = [...text.matchAll(/<link rel="alternate" type="(?:application|text)[^>]*href="([^"]+)"/g)]
  assert.equal(data.length, 3)
  for (const [, address] of data) assert.equal((await service.get(address!)).status, 200, address)
  assert.equal((await service.get('//map/?geoloc_lat=47&geoloc_lng=7')).status, 400)
  const [filtered] = (await service.get('//map/?search=placed')).text.match(/1 event at 1 place/) ?? []
  assert.ok(filtered)
})

test('with a prefix, pages and what they load live below it', async (t) => {
  const service = new Service({ CALENDS_PREFIX: '/Agenda', CALENDS_ALIASES: '/wp-json/tribe/events/v1' })
  await service.start()
  t.after(() => service.stop())
  const { body } = await service.post('//Agenda/cal/events/v1/events', {
    title: 'One',
    start_date: '2026-12-24 10:00',
    end_date: '2026-12-24 11:00',
  })

  assert.equal(body.url, `${service.origin}/Agenda/event/one/`)
  const { status, text, headers } = await service.get('//Agenda/event/one/')
  assert.equal(status, 200)
  assert.equal(headers.get('x-cal-api-root'), `${service.origin}/Agenda/cal/events/v1`)
  const alias = `${service.origin}/wp-json/tribe/events/v1`
  assert.equal(headers.get('x-tec-api-root'), `${alias}/`)
  await assertValid(text, 'with an alias')
  for (const tag of [
    '<meta name="tec-api-version" content="v1">',
    `<meta name="tec-api-origin" content="${service.origin}">`,
    `<link rel="https://api.w.org/" href="${service.origin}/wp-json/">`,
    `<link rel="alternate" type="application/json" href="${alias}/events/${body.id}">`,
  ])
    assert.ok(text.includes(tag), tag)
  const french = await service.get('//fr/Agenda/?search=one')
  assert.match(french.text, /json" href="[^"]+\/fr\/wp-json\/tribe\/events\/v1\/events\?search=one/)
  for (const [, address] of text.matchAll(/(?:href|src)="(\/[^"]*)"/g))
    assert.match(address!, /^\/(?:(?:fr|de)\/)?Agenda\/|^\/docs$/)
  const [, style] = /rel="stylesheet" href="([^"]+)"/.exec(text)!
  const asset = await service.get(`/${style}`)
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.match(asset.headers.get('content-type')!, /^text\/css/)
  assert.equal((await service.get('//fr/Agenda/')).status, 200)
  const robots = await service.get('//robots.txt')
  assert.match(robots.text, new RegExp(`^Sitemap: ${service.origin}/Agenda/sitemap\\.xml$`, 'm'))
  assert.equal((await service.get('//event/one/')).status, 404)
  for (const [sent, right] of [
    ['/AGENDA/event/one/', '/Agenda/event/one/'],
    ['/agenda', '/Agenda/'],
    ['/Agenda/EVENT/One', '/Agenda/event/one/'],
    ['/FR/agenda/MAP/', '/fr/Agenda/map/'],
    ['/%66r/%41genda/map/', '/fr/Agenda/map/'],
  ]) {
    const moved = await fetch(`${service.origin}${sent}`, { redirect: 'manual' })
    assert.equal(moved.status, 301, sent)
    assert.equal(moved.headers.get('location'), `${service.origin}${right}`)
  }
  assert.equal((await service.get('//agenda/cal/events/v1/events')).status, 404)
})

test('behind a public URL every link leads there', async (t) => {
  const service = new Service({ CALENDS_PUBLIC_URL: 'https://town.example/calendar' })
  await service.start()
  t.after(() => service.stop())
  const { text } = await service.get('//fr/')
  const created = await service.post('/events', {
    title: 'One',
    start_date: '2026-12-24 10:00',
    end_date: '2026-12-24 11:00',
  })
  assert.equal(created.body.url, 'https://town.example/calendar/event/one/')
  assert.equal((await service.get('//event/one/')).status, 200)

  for (const [, address] of text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g))
    assert.match(address!, /^\/calendar\//)
  assert.match(text, /<link rel="canonical" href="https:\/\/town\.example\/calendar\/fr\/">/)
})

test('the accessibility statement says how to reach the operator', async (t) => {
  for (const [contact, link] of [
    ['web@town.example', 'mailto:web@town.example'],
    ['https://town.example/contact?from=calendar', 'https://town.example/contact?from=calendar'],
  ] as const) {
    const service = new Service({ CALENDS_CONTACT: contact })
    await service.start()
    t.after(() => service.stop())
    const { text } = await service.get('//accessibility/')
    assert.ok(text.includes(`Contact: <a href="${link}">${contact}</a>`))
  }
})

test('a clock that was never set keeps no page from being shown', async (t) => {
  const service = new Service()
  await service.start()
  t.after(() => service.stop())
  await fill(service)
  service.now = 900
  const events = (await service.get('/events?start_date=2026-01-01')).body.events as Json[]
  const event = events.find(({ venue, categories }) => venue.slug !== undefined && categories.length > 0)!

  for (const path of [
    '/',
    '/map/',
    '/map/?search=none',
    '/search/?search=concert',
    '/?search=none',
    `/event/${event.slug}/`,
    `/venue/${event.venue.slug}/`,
    `/events/category/${event.categories[0].slug}/`,
    `/events/category/${event.categories[0].slug}/?search=none`,
    '/events/category/',
  ])
    assert.equal((await service.get(`/${path}`)).status, 200, path)
})

test('without pages the API stands alone', async (t) => {
  const service = new Service({ CALENDS_PAGES: 'off' })
  await service.start()
  t.after(() => service.stop())

  assert.equal((await service.get('//month/2026-12/')).status, 404)
  assert.equal((await service.get('//')).body.name, 'Calends')
})
