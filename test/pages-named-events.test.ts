import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { plain, upload } from './images.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'
import { assertValid } from './valid-html.ts'

/** Wherever pages name an event, they say that it is cancelled or postponed, and in which language its title is. */

onEachDatabase((service) => {
  const make = async (fields: Json) => (await service.post('/events', anEvent(fields))).body as Json

  before(async () => {
    const { body: image } = await upload(service, await plain(400, 300).png().toBuffer())
    for (const [title, event_status, start_date] of [
      ['Ball', 'cancelled', '2026-12-05 20:00:00'],
      ['Parade', 'postponed', '2026-12-06 20:00:00'],
      ['Choir', 'scheduled', '2026-12-07 20:00:00'],
    ] as const) {
      const end_date = start_date.replace('20:00', '22:00')
      await make({ title, event_status, start_date, end_date, image: image.id, featured: true })
    }
    for (const [title, start_date, end_date] of [
      ['Festival', '2026-12-14', '2026-12-18'],
      ['Winter', '2026-11-25', '2027-01-20'],
    ] as const)
      await make({ title, start_date, end_date, all_day: true, event_status: 'cancelled' })
  })

  const page = async (path: string) => {
    const { status, text } = await service.get(`/${path}`)
    assert.equal(status, 200, path)
    await assertValid(text, path)
    return text.replace(/\s*\n\s*/g, '')
  }

  test('among the highlights', async () => {
    const [, cover] = /<div class="cover">(.*?)<\/section>/.exec(await page('/'))!
    const named = [
      ...cover!.matchAll(/data-status="(\w+)".*?<span class="status">(\w+)<\/span> <a[^>]*><bdi>(\w+)</g),
    ].map(([, ...rest]) => rest)
    assert.deepEqual(named, [
      ['cancelled', 'Cancelled', 'Ball'],
      ['postponed', 'Postponed', 'Parade'],
    ])
    assert.match(cover!, /<h3 class="entry-title"><a href="\/event\/choir\/">/)
  })

  test('in a bar of the month, and above it', async () => {
    const mark = '<b class="status" data-status="cancelled">Cancelled</b> '
    const text = await page('/month/2026-12/')
    assert.match(text, new RegExp(`<a class="bar"[^>]*><span class="bar-title">${mark}<bdi>Festival<`))
    assert.match(text, new RegExp(`All month:</h2><p class="cat">${mark}<a [^>]*><bdi>Winter<`))
  })

  test('the next event is one that takes place, unless the others are asked for', async () => {
    assert.match(await page('/day/2026-11-22/'), /The next event is <a [^>]*><bdi>Choir<\/bdi><\/a> on/)
    assert.match(
      await page('/day/2026-11-22/?event_status=postponed'),
      /The next event is <b class="status" data-status="postponed">Postponed<\/b> <a [^>]*><bdi>Parade</,
    )
  })

  test('so is the next date of a series', async () => {
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=4'
    const { id } = await make({
      title: 'Course',
      start_date: '2026-12-01 18:00',
      end_date: '2026-12-01 19:00',
      recurrence,
    })
    const { body } = await service.get(`/events?post_parent=${id}`)
    const [first, second, third] = body.events as [Json, Json, Json]
    const next = async () => /Next date: <a href="([^"]*)"/.exec(await page('/event/course/'))?.[1]
    assert.equal(await next(), '/event/course-2026-12-01/')

    await service.patch(`/events/${first.id}`, { event_status: 'cancelled' })
    await service.patch(`/events/${second.id}`, { event_status: 'postponed' })
    await service.patch(`/events/${third.id}`, {
      event_status: 'rescheduled',
      start_date: '2026-12-16 18:00',
      end_date: '2026-12-16 19:00',
    })
    assert.equal(await next(), new URL(third.url as string).pathname)
  })

  test('titles alone have the language of the event', async () => {
    const title = (name: string) => `<bdi lang="en">${name}</bdi>`
    const month = await page('/fr/month/2026-12/')
    const mark = '<b class="status" data-status="cancelled">Annulé</b> '
    assert.match(month, new RegExp(`<a class="bar"[^>]*><span class="bar-title">${mark}${title('Festival')}`))
    assert.match(month, new RegExp(`<a href="/event/ball/">.*?${mark}<span>${title('Ball')}`))
    assert.match(month, new RegExp(`${mark}<a href="/event/winter/">${title('Winter')}`))
    const [, cover] = /<div class="cover">(.*?)<\/section>/.exec(await page('/fr/'))!
    assert.match(cover!, /<a href="\/event\/choir\/" lang="en">/)
    assert.match(await page('/fr/day/2026-11-22/'), /<a href="\/event\/choir\/" lang="en"><bdi>Choir/)
  })

  test('what an event costs has its language, unless it is said in that of the page', async () => {
    const day = { start_date: '2026-12-21 10:00', end_date: '2026-12-21 11:00' }
    await service.post('/events', { ...day, title: 'Hat', cost: 'Pay what you want' })
    await service.post('/events', { ...day, title: 'Park', cost: '0' })
    const french = await page('/fr/day/2026-12-21/')
    assert.match(french, /<span class="num" lang="en">Pay what you want</)
    assert.match(french, /<span class="num">Gratuit</)
    assert.match(await page('/day/2026-12-21/'), /<span class="num">Pay what you want</)
  })

  test('names of categories have their language, where there is none in that of the page', async () => {
    const { body: parent } = await service.post('/categories', { name: 'Circus' })
    await service.post('/categories', { name: 'Juggling', parent: parent.id })
    await service.patch(`/categories/${parent.id}?ml_language=fr`, { name: 'Cirque' })
    const day = { start_date: '2026-12-20 10:00', end_date: '2026-12-20 11:00' }
    const { body } = await service.post('/events', {
      ...{ title: 'Balls', ...day, categories: ['circus', 'juggling'] },
    })
    await service.patch(`/events/${body.id}?ml_language=fr`, { title: 'Balles' })
    for (const path of ['/event/balles/', '/', '/events/category/', '/events/category/circus/'])
      assert.match(await page(`/fr${path}`), /lang="en"[^>]*>Juggling</, path)
    assert.match(await page('/fr/events/category/'), /<a class="cat"[^>]*cirque\/">Cirque</)
    assert.doesNotMatch(await page('/events/category/'), /lang="en"[^>]*>(?:Circus|Juggling)</)
  })
})
