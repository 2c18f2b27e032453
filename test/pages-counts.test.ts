import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** What pages count and keep besides their entries is as new as these, in each language. */

const languages = ['', 'fr/', 'de/']

/** The categories of the form, by name, with their counts. */
const facets = (text: string) =>
  new Map(
    [
      ...text.matchAll(
        /name="categories".*?<span class="cat"[^>]*>(.*?)<\/span><span class="count">(\d+)</gs,
      ),
    ].map(([, name, count]) => [name, Number(count)]),
  )

/** The quick choices: where each leads, and its count. */
const choices = (text: string) =>
  [...text.matchAll(/<a href="([^"]*)"[^>]*>[^<]* <span class="count">(\d+)<\/span><\/a>/g)].map(
    ([, path, count]) => ({ path: path!.replaceAll('&amp;', '&'), count: Number(count) }),
  )

const prices = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/name="cost" value="(\w*)"[^>]*>[^<]*<span class="count">(\d+)</g)].map(
      ([, cost, count]) => [cost, Number(count)],
    ),
  )

const shown = (text: string) => [...text.matchAll(/<article class="entry"/g)].length

onEachDatabase((service) => {
  const page = async (path: string) => {
    const { status, text } = await service.get(`//${path}`)
    assert.equal(status, 200, path)
    return text
  }
  const inEachLanguage = async (path = '') =>
    Promise.all(languages.map(async (language) => facets(await page(`${language}${path}`))))
  const category = async (fields: Json) => (await service.post('/categories', fields)).body.id as number

  test('categories and their counts follow every write, in each language', async () => {
    const music = await category({ name: 'Music' })
    const { id } = (await service.post('/events', anEvent({ categories: [music] }))).body
    assert.deepEqual(
      await inEachLanguage(),
      languages.map(() => new Map([['Music', 1]])),
    )

    await service.post('/events', anEvent({ categories: [music] }))
    assert.deepEqual(
      await inEachLanguage(),
      languages.map(() => new Map([['Music', 2]])),
    )

    await service.patch(`/categories/${music}?ml_language=fr`, { name: 'Musique' })
    await service.patch(`/categories/${music}`, { name: 'Concerts' })
    const renamed = ['Concerts', 'Musique', 'Concerts']
    assert.deepEqual(
      await inEachLanguage(),
      renamed.map((name) => new Map([[name, 2]])),
    )

    const jazz = await category({ name: 'Jazz', parent: music })
    assert.deepEqual((await inEachLanguage())[0], new Map([['Concerts', 2]]))
    await service.patch(`/events/${id}`, { categories: [jazz] })
    assert.deepEqual(
      await inEachLanguage(),
      renamed.map(
        (name) =>
          new Map([
            [name, 2],
            ['Jazz', 1],
          ]),
      ),
    )

    await service.patch(`/categories/${jazz}`, { parent: 0 })
    assert.deepEqual(
      await inEachLanguage(),
      renamed.map(
        (name) =>
          new Map([
            [name, 1],
            ['Jazz', 1],
          ]),
      ),
    )

    await service.delete(`/events/${id}`)
    assert.deepEqual(
      await inEachLanguage(),
      renamed.map((name) => new Map([[name, 1]])),
    )
    for (const language of languages) assert.doesNotMatch(await page(`${language}events/category/`), /Jazz/)
  })

  test('each choice shows as many events as it says', async () => {
    const event = (start_date: string, end_date: string, cost?: string) =>
      service.post('/events', anEvent({ start_date, end_date, cost }))
    await event('2026-11-20 10:00', '2026-11-22 12:00', 'Free')
    await event('2026-11-20 23:00', '2026-11-21 00:00')
    await event('2026-11-21 20:00', '2026-11-22 02:00', '12')
    await event('2026-11-22 00:00', '2026-11-22 00:00', 'Free')
    await event('2026-11-23 10:00', '2026-12-24 12:00', 'Free')
    await event('2029-01-01 10:00', '2029-01-01 12:00', '12')
    for (const query of [
      '',
      '?cost=free',
      '?during=2026-11-22',
      '?start_date=2026-11-22',
      '?cost=paid&start_date=2026-11-22',
    ]) {
      const text = await page(query)
      const offered = choices(text)
      assert.equal(offered.length, 5, query)
      for (const { path, count } of offered)
        assert.equal(shown(await page(path.slice(1))), count, `${query} ${path}`)
    }
  })

  test('each price counts the same events, whichever is chosen', async () => {
    const expected = { '': 6, free: 3, paid: 2 }
    for (const cost of ['', '&cost=free', '&cost=paid'])
      assert.deepEqual(prices(await page(`?start_date=2026-11-21&starts_before=2029-12-31${cost}`)), expected)
  })

  test('the form counts what runs already, and a list of that alone is not called empty', async () => {
    const shows = await category({ name: 'Shows' })
    await service.post(
      '/events',
      anEvent({
        title: 'Glass',
        start_date: '2026-11-01 10:00',
        end_date: '2027-01-31 18:00',
        cost: '12',
        categories: [shows],
      }),
    )
    for (const path of [
      '?categories=shows',
      '?categories=shows&start_date=2026-11-22',
      '?categories=shows&cost=paid',
    ]) {
      const text = await page(path)
      assert.equal(shown(text), 1, path)
      assert.equal(facets(text).get('Shows'), 1, path)
      assert.deepEqual(prices(text), { '': 1, free: 0, paid: 1 }, path)
      assert.doesNotMatch(text, /Nothing matches/, path)
    }
    assert.doesNotMatch(await page('embed/list/?categories=shows'), /Nothing matches/)
    assert.doesNotMatch(await page(''), /value="shows" disabled/)
  })

  test('from a day on, the list, the search, the map and the data have the same events', async () => {
    const tours = await category({ name: 'Tours' })
    const venue = (await service.post('/venues', { venue: 'Station', geo_lat: 47.1, geo_lng: 7.2 })).body.id
    const tour = (start_date: string, end_date: string, cost: string) =>
      service.post('/events', anEvent({ start_date, end_date, cost, categories: [tours], venue }))
    await tour('2026-11-20 10:00', '2027-03-01 12:00', 'Free')
    await tour('2026-11-30 20:00', '2026-12-01 00:00', 'Free')
    await tour('2026-12-01 00:00', '2026-12-01 00:00', 'Free')
    await tour('2030-01-01 10:00', '2030-01-01 12:00', '12')
    for (const day of ['2026-12-01', '2026-12-01+10:00', '20261201']) {
      const query = `?categories=tours&start_date=${day}`
      for (const path of ['', 'search/', 'map/', 'events/category/tours/', 'embed/list/']) {
        const text = await page(`${path}${query}`)
        assert.equal(shown(text), 3, path)
        const data = /type="application\/json" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
        if (data?.includes('/events?'))
          assert.equal(((await (await fetch(data)).json()) as Json).total, 3, data)
        for (const { path: free, count } of choices(text).filter((one) => one.path.includes('cost=free')))
          assert.deepEqual([shown(await page(free.slice(1))), count], [2, 2], free)
      }
    }
    for (const path of ['', 'search/', 'map/'])
      assert.equal((await service.get(`//${path}?start_date=someday`)).status, 400, path)
  })

  test('the map has every place, page by page, whatever repeats most often', async () => {
    const at = async (name: string, fields: Json) => {
      const { body } = await service.post('/venues', { venue: name, geo_lat: 47.1, geo_lng: 7.2 })
      const { start_date } = fields
      const event = { ...fields, end_date: `${start_date} 12:00`, start_date: `${start_date} 10:00` }
      assert.equal(
        (await service.post('/events', anEvent({ ...event, categories: ['Map'], venue: body.id }))).status,
        201,
      )
    }
    await at('Chapel', { start_date: '2026-12-01', recurrence: 'RRULE:FREQ=DAILY;COUNT=120' })
    for (let n = 1; n <= 24; n++)
      await at(`Room ${n}`, { start_date: `2027-06-${String(n).padStart(2, '0')}` })
    await service.post('/events', anEvent({ categories: ['Map'], venue: { venue: 'Nowhere' } }))
    const places = (text: string) =>
      [...text.matchAll(/class="place-num">(\d+)<\/span><a href="[^"]*">(.*?)<\/a>/g)].map(
        ([, , name]) => name,
      )

    const first = await page('map/?categories=map')
    assert.match(first, /144 events at 25 places/)
    assert.match(first, /\+117 more/)
    assert.match(first, /Page 1 of 2.*href="\/map\/\?categories=map&amp;page=2"/s)
    const second = await page('map/?categories=map&page=2')
    assert.match(second, /144 events at 25 places/)
    const rooms = Array.from({ length: 24 }, (_, index) => `Room ${index + 1}`)
    assert.deepEqual([places(first), places(second)], [['Chapel', ...rooms.slice(0, 19)], rooms.slice(19)])
    assert.match(second, /hreflang="fr" href="[^"]*\/fr\/map\/\?categories=map&amp;page=2"/)
    const beyond = await fetch(`${service.origin}/map/?categories=map&page=3`, { redirect: 'manual' })
    assert.equal(beyond.headers.get('location'), `${service.origin}/map/?categories=map&page=2`)
  })

  test('a subcategory counts what its page shows, not what is past', async () => {
    const sport = await category({ name: 'Sport' })
    const skating = await category({ name: 'Skating', parent: sport })
    const at = (day: string) => ({
      start_date: `${day} 10:00`,
      end_date: `${day} 12:00`,
      categories: [skating],
    })
    for (const day of ['2026-10-01', '2026-10-02', '2026-12-01'])
      await service.post('/events', anEvent(at(day)))
    const text = await page('events/category/sport/')
    assert.match(text, />Skating<\/span>\s*<span class="count">1<\/span>/)
    assert.equal(shown(await page('events/category/sport/skating/')), 1)
  })

  test('what the choices hold follows every write, whichever day the page is about', async () => {
    const all = async (path: string) => choices(await page(path))[0]!.count
    const before = await all('')
    assert.equal(await all('?start_date=2027-03-01'), before)

    await service.post('/events', anEvent())

    assert.deepEqual([await all('?start_date=2027-03-01'), await all('')], [before + 1, before + 1])
  })
})
