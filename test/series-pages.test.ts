import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'
import { assertValid } from './valid-html.ts'

/** What visitors see of events that repeat. */

onEachDatabase((service) => {
  let series: Json
  before(async () => {
    series = (
      await service.post(
        '/events',
        anEvent({
          title: 'Choir',
          start_date: '2026-11-03 19:30:00',
          end_date: '2026-11-03 21:30:00',
          categories: ['Music'],
          recurrence: ['RRULE:FREQ=WEEKLY;COUNT=40', 'EXDATE:20261229T193000'],
        }),
      )
    ).body
    await service.patch(`/events/${series.id}?ml_language=de`, { title: 'Chor' })
    await service.post('/events', anEvent({ title: 'Other', categories: ['Music'] }))
  })

  const page = async (path: string) => {
    const reply = await service.get(`/${path}`)
    assert.equal(reply.status, 200, path)
    await assertValid(reply.text, path)
    return reply.text
  }
  const titles = (text: string) =>
    [...text.matchAll(/class="entry-title">.*?<bdi>(.*?)<\/bdi>/gs)].map(([, one]) => one)

  test('the page of a series says how it repeats, and holds its dates, those to come first', async () => {
    const text = await page('/event/choir/')
    assert.match(text, /Every Tuesday/)
    assert.match(text, /Next date: <a href="\/event\/choir-2026-11-24\/">Tuesday\s24\sNovember\s2026<\/a>/)
    assert.match(text, /<a href="webcal:[^"]*events\.ics\?post_parent=\d+"/)
    assert.match(text, /"@type":"EventSeries"/)
    const second = await page('/event/choir/?page=2')
    assert.notDeepEqual(titles(second), [])
    assert.match(await page('/de/event/chor/'), /Jeden Dienstag/)
    await service.patch(`/events/${series.id}?ml_language=fr`, { title: 'Chœur' })
    assert.match(await page('/fr/event/choeur/'), /Prochaine date\s: <a [^>]*>mardi\s24\snovembre\s2026<\/a>/)
  })

  test('search engines and previews of links are told how a series repeats instead of its first date', async () => {
    const said = async (path: string) =>
      /<meta name="description" content="([^"]*)"/.exec(await page(path))![1]!.replaceAll('\u00A0', ' ')
    assert.equal(await said('/event/choir/'), 'Every Tuesday, 40 times')
    assert.equal(await said('/de/event/chor/'), 'Jeden Dienstag, 40-mal')
    assert.equal(await said('/event/choir-2026-12-01/'), '1 December')
  })

  test('the page of an occurrence leads to all dates, and does not offer the others as similar', async () => {
    const text = await page('/event/choir-2026-12-01/')
    assert.match(
      text,
      /<dt>Repeats<\/dt>\s*<dd>Every Tuesday[^<]*<\/dd><dd><a href="\/event\/choir\/">All dates<\/a>/,
    )
    assert.deepEqual(titles(text), ['Other'])
    assert.match(text, /"superEvent"/)
    assert.match(await page('/de/event/chor-2026-12-01/'), /<a href="\/de\/event\/chor\/">Alle Termine<\/a>/)
  })

  test('the page of a series has all of its dates, also those that are over', async () => {
    const past = async (title: string, day: string, count: number) => {
      const recurrence = `RRULE:FREQ=DAILY;COUNT=${count}`
      const times = { start_date: `${day} 10:00`, end_date: `${day} 11:00` }
      const { body } = await service.post('/events', anEvent({ title, ...times, recurrence }))
      await service.patch(`/events/${body.id}?ml_language=de`, { title: `${title} (de)`, past: true })
    }
    await past('Course', '2026-09-01', 12)
    const course = await page('/event/course/')
    assert.match(course, /There are no more dates\..*<h2>Past events<\/h2>/s)
    assert.equal(titles(course).length, 12)
    assert.doesNotMatch(course, /class="pages"/)

    await past('Run', '2026-08-01', 45)
    const first = await page('/event/run/')
    assert.match(first, /Page 1 of 3.*<a class="button" href="\/event\/run\/\?page=2">Next page</s)
    const third = await page('/event/run/?page=3')
    assert.deepEqual([titles(first).length, titles(third).length], [20, 5])
    assert.match(third, /href="\/event\/run-2026-08-01\/"/)
    const { headers } = await fetch(`${service.origin}/event/run/?page=4`, { redirect: 'manual' })
    assert.equal(headers.get('location'), `${service.origin}/event/run/?page=3`)
  })

  test('the dates of a series name only what differs from it, and no day is parted from its month', async () => {
    const hall = { venue: 'Hall' }
    const { body } = await service.post(
      '/events',
      anEvent({
        title: 'Lessons',
        venue: hall,
        categories: ['Courses'],
        cost: '10',
        start_date: '2027-03-02 18:00',
        end_date: '2027-03-02 19:00',
        recurrence: 'RRULE:FREQ=WEEKLY;UNTIL=20270316T180000',
      }),
    )
    const { body: dates } = await service.get(`/events?post_parent=${body.id}&start_date=2027-01-01`)
    await service.patch(`/events/${dates.events[1].id}`, { venue: { venue: 'Garden' }, cost: '25' })

    const text = await page('/event/lessons/')

    const facts = [...text.matchAll(/<p class="entry-facts">(.*?)<\/p>/gs)].map(([, one]) => one!)
    assert.deepEqual(
      facts.map((one) =>
        one
          .replace(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/),
      ),
      [['Garden', '$25']],
    )
    assert.equal(titles(text).length, 3)
    assert.ok(text.includes('Every Tuesday until 16\u00A0March 2027'))
  })

  test('a cancelled series does not lead to the day of its first date', async () => {
    const { body } = await service.post(
      '/events',
      anEvent({ title: 'Rowing', event_status: 'cancelled', recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }),
    )
    const text = await page('/event/rowing/')
    assert.match(text, /This event does not take place\./)
    assert.doesNotMatch(text, /See what else/)
    await service.delete(`/events/${body.id}`, { force: true })
  })

  test('a later page of a series is the same one in other languages', async () => {
    const text = await page('/event/choir/?page=2')
    assert.match(text, /hreflang="de" href="[^"]*\/de\/event\/chor\/\?page=2"/)
    assert.match(text, /<a href="\/de\/event\/chor\/\?page=2" lang="de"/)
    const { headers } = await fetch(`${service.origin}/de/event/choir/?page=2`, { redirect: 'manual' })
    assert.equal(headers.get('location'), `${service.origin}/de/event/chor/?page=2`)
  })

  test('a series whose remaining dates do not take place says so', async () => {
    const { body } = await service.post(
      '/events',
      anEvent({ title: 'Called off', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }),
    )
    const dates = (await service.get(`/events?post_parent=${body.id}`)).body.events as Json[]
    for (const { id } of dates) await service.patch(`/events/${id}`, { event_status: 'cancelled' })
    const text = await page('/event/called-off/')
    assert.match(text, /The remaining dates are cancelled\./)
    assert.doesNotMatch(text, /There are no more dates/)
    await service.patch(`/events/${dates[1].id}`, { event_status: 'postponed' })
    assert.match(await page('/event/called-off/'), /<dd>New date to be announced<\/dd>/)
    await service.patch(`/events/${dates[0].id}`, { event_status: 'scheduled' })
    assert.match(await page('/event/called-off/'), /Next date/)
  })

  test('a series that is over has no next date; one that is not published is not named', async () => {
    const old = (
      await service.post(
        '/events',
        anEvent({
          title: 'Old',
          start_date: '2026-09-01 10:00',
          end_date: '2026-09-01 11:00',
          recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
        }),
      )
    ).body
    assert.match(await page('/event/old/'), /There are no more dates\./)
    const { events } = (await service.get(`/events?post_parent=${old.id}&start_date=2000-01-01`)).body
    await service.patch(`/events/${events[0].id}`, { status: 'publish' })
    await service.patch(`/events/${old.id}`, { status: 'draft', past: true })
    assert.equal((await service.get('//event/old/')).status, 404)
    assert.doesNotMatch(await page('/event/old-2026-09-01/'), /<dt>Repeats/)
  })

  test('an event that somebody else makes a part of a series is none of its dates', async () => {
    const people = await makePeople(service)
    const times = { start_date: '2026-11-28 08:00', end_date: '2026-11-28 09:00' }
    const made = await service.post(
      '/events',
      anEvent({ title: 'Carpets', post_parent: series.id, ...times }),
      { as: credentialsOf('author') },
    )
    assert.deepEqual([made.body.post_parent, made.body.author], [series.id, people.author])
    for (const path of ['/event/choir/', '/event/choir/?page=2'])
      assert.doesNotMatch(await page(path), /Carpets/)
    assert.match(await page('/event/choir/'), /Next date: <a href="\/event\/choir-2026-11-24\/">/)

    const filter = `post_parent=${series.id}&start_date=2000-01-01&per_page=100`
    const { total } = (await service.get(`/events/${series.id}`)).body.series
    for (const as of [null, credentialsOf('author'), credentialsOf('editor')]) {
      const { body } = await service.get(`/events?${filter}`, { as })
      assert.equal(body.total, total)
      assert.ok(body.events.every(({ recurrence_id }: Json) => recurrence_id !== undefined))
    }
    for (const form of ['ics', 'rss', 'csv', 'geojson'])
      assert.doesNotMatch((await service.get(`/events.${form}?${filter}`)).text, /Carpets/, form)
    await service.patch(`/events/${made.body.id}`, { title: 'Rugs' })
    assert.doesNotMatch(await page('/event/choir/'), /Rugs/)
    assert.match((await service.get(`/events?include=${made.body.id}`)).text, /Rugs/)
  })
})
