import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from './images.ts'
import {
  calendar,
  importFile,
  importsEnd,
  importsPath,
  preview,
  readImport,
  run,
  vevent,
} from './importing.ts'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, testTime, type Json } from './service.ts'

/** From a preview to its run, again, and back. */

onEachDatabase((service) => {
  let sources = 0
  /** Tests share a service, and sources have nothing in common. */
  const newSource = () => `source ${(sources += 1)}`
  const eventOf = async (imported: Json, place = 0): Promise<Json> =>
    (await service.get(`/events/${imported.rows[place].id}`)).body

  before(() => makePeople(service))

  test('a preview writes nothing and says what its run then does', async () => {
    const source = newSource()
    const { total } = (await service.get('/events')).body
    const { status, body, headers } = await preview(
      service,
      calendar(vevent('a', 'LOCATION:Town hall'), vevent('b', 'DTSTART:2027garbage')),
      { source },
    )

    assert.equal(status, 201)
    assert.equal(headers.get('location'), `${service.origin}/cal/admin/v1/imports/${body.id}`)
    assert.equal(body.state, 'preview')
    assert.deepEqual(body.would, { create: 1, change: 0, skip: 0, fail: 1 })
    assert.deepEqual(body.counts, { events: body.would })
    assert.deepEqual(
      body.rows.map(({ line, action }: Json) => [line, action]),
      [
        [4, 'create'],
        [11, 'fail'],
      ],
    )
    assert.match(body.rows[1].reason, /is not a date or time/)
    assert.equal((await service.get('/events')).body.total, total)
    assert.equal((await service.get('/venues?search=town')).body.total, 0)

    const done = await run(service, body.id)

    assert.equal(done.state, 'done')
    assert.deepEqual(done.progress, { done: 1, total: 1 })
    const event = await eventOf(done)
    assert.deepEqual([event.title, event.venue.venue], ['Event a', 'Town hall'])
  })

  test('reasons are in the first language of Accept-Language that the service speaks', async () => {
    const { body } = await preview(service, calendar(vevent('a', 'SUMMARY:In German')), {
      source: newSource(),
    })
    const options = { as: 'admin:secret', headers: { 'accept-language': 'es, de;q=0.5' } }
    const { rows } = (await service.get(`${importsPath}/${body.id}`, options)).body

    assert.equal(rows[0].reason, 'Diese Veranstaltung ist neu.')
  })

  test('is run and undone as If-Match names it', async () => {
    const { body } = await preview(service, calendar(vevent('a')), { source: newSource() })
    const path = `${importsPath}/${body.id}`
    const tag = async () => (await readImport(service, body.id)).headers.get('etag')!
    const stale = { headers: { 'if-match': '"stale"' } }
    assert.equal((await service.post(`${path}/run`, {}, stale)).status, 412)
    assert.equal((await service.delete(path, undefined, stale)).status, 412)
    const before = await tag()
    assert.equal((await service.post(`${path}/run`, {}, { headers: { 'if-match': before } })).status, 200)
    await until(
      () => readImport(service, body.id),
      (reply) => reply.body.state === 'done',
    )
    assert.equal((await service.delete(path, undefined, { headers: { 'if-match': before } })).status, 412)
    const undone = await service.delete(path, undefined, { headers: { 'if-match': await tag() } })
    assert.deepEqual([undone.status, undone.body.state], [200, 'undone'])
  })

  test('what is imported again unchanged stays untouched', async () => {
    const source = newSource()
    const file = calendar(vevent('a'), vevent('b', 'RRULE:FREQ=DAILY;COUNT=3'))
    const first = await importFile(service, file, { source })
    const event = await eventOf(first)

    const { body } = await preview(service, file, { source })
    const second = await run(service, body.id)

    assert.deepEqual(body.would, { create: 0, change: 0, skip: 2, fail: 0 })
    assert.equal(second.state, 'done')
    assert.equal((await eventOf(first)).modified_utc, event.modified_utc)
    assert.deepEqual(await eventOf(second), event)
  })

  describe('policies', () => {
    const first = calendar(vevent('a', 'SUMMARY:Concert', 'DESCRIPTION:One'))
    const second = calendar(vevent('a', 'SUMMARY:Big concert', 'DESCRIPTION:Two'))
    const edited = async (source: string) => {
      const imported = await importFile(service, first, { source })
      await service.patch(`/events/${imported.rows[0].id}`, { title: 'Edited here' })
      return imported
    }
    const cases = [
      ['keep_local', 'Edited here', '<p>Two</p>', 'change'],
      ['overwrite', 'Big concert', '<p>Two</p>', 'change'],
      ['create_only', 'Edited here', '<p>One</p>', 'skip'],
    ] as const
    for (const [policy, title, description, action] of cases)
      test(`${policy} leads to "${title}"`, async () => {
        const source = newSource()
        const imported = await edited(source)
        const { body } = await preview(service, second, { source, policy })
        await run(service, body.id)
        const event = await eventOf(imported)

        assert.equal(body.rows[0].action, action)
        assert.deepEqual([event.title, event.description], [title, description])
      })

    test('what was edited here stays, however often the source changes', async () => {
      const source = newSource()
      const imported = await edited(source)
      await importFile(service, second, { source })
      await importFile(service, calendar(vevent('a', 'SUMMARY:Third', 'DESCRIPTION:Three')), { source })

      const event = await eventOf(imported)
      assert.deepEqual([event.title, event.description], ['Edited here', '<p>Three</p>'])
    })

    test('an event that was deleted here is not made again', async () => {
      const source = newSource()
      const imported = await importFile(service, first, { source })
      await service.delete(`/events/${imported.rows[0].id}`)
      const { body } = await preview(service, second, { source, policy: 'overwrite' })

      assert.deepEqual([body.rows[0].action, body.rows[0].reason], ['skip', 'This event was deleted here.'])
    })

    describe('dates of a series that were deleted or detached here are not made again', () => {
      const choir = (hour: string, ...lines: readonly string[]) =>
        calendar(vevent('s', `DTSTART:20270302T${hour}0000Z`, ...lines))
      const five = 'RRULE:FREQ=WEEKLY;COUNT=5'
      const changes = {
        'with another rule': choir('19', 'RRULE:FREQ=WEEKLY;COUNT=6'),
        'with another date excluded': choir('19', five, 'EXDATE:20270330T190000Z'),
        'at another time': choir('20', five),
      }
      for (const policy of ['keep_local', 'overwrite'])
        for (const [name, changed] of Object.entries(changes))
          test(`${name}, by ${policy}`, async () => {
            const source = newSource()
            const imported = await importFile(service, choir('19', five), { source })
            const path = `/events?post_parent=${imported.rows[0].id}&start_date=2027-01-01&end_date=2027-12-31`
            const dates = async (): Promise<Json[]> => (await service.get(path)).body.events
            const [, second, third] = await dates()
            await service.delete(`/events/${second!.id}`)
            await service.patch(`/events/${third!.id}`, { post_parent: 0 })
            await importFile(service, changed, { source, policy })

            const days = (await dates()).map(({ start_date }) => start_date.slice(5, 10))
            assert.deepEqual(
              days,
              {
                'with another rule': ['03-02', '03-23', '03-30', '04-06'],
                'with another date excluded': ['03-02', '03-23'],
                'at another time': ['03-02', '03-23', '03-30'],
              }[name],
            )
          })
    })

    test('a change names what was there before', async () => {
      const source = newSource()
      await importFile(service, first, { source })
      const { body } = await preview(service, second, { source })

      assert.deepEqual(body.rows[0].changes.title, { before: 'Concert', after: 'Big concert' })
      assert.equal(body.rows[0].reason, 'Changes title, description.')
    })
  })

  describe('an event that begins or ends to repeat at the source stays with its source', () => {
    const single = (title: string) => calendar(vevent('k', `SUMMARY:${title}`))
    const weekly = (title: string, count: number, ...others: readonly string[]) =>
      calendar(vevent('k', `SUMMARY:${title}`, `RRULE:FREQ=WEEKLY;COUNT=${count}`), ...others)
    const override = (title: string) =>
      vevent(
        'k',
        'RECURRENCE-ID:20270317T190000',
        `SUMMARY:${title}`,
        'DTSTART:20270317T190000',
        'DTEND:20270317T210000',
      )
    const datesOf = async (id: number): Promise<Json[]> =>
      (await service.get(`/events?post_parent=${id}&start_date=2027-01-01&end_date=2027-12-31`)).body.events
    const titlesOf = async (id: number) => (await datesOf(id)).map(({ title }) => title)
    const takeBack = async ({ id }: Json) => (await service.delete(`${importsPath}/${id}`)).body

    test('a single event that begins to repeat, changes again, and is single in the end', async () => {
      const source = newSource()
      const first = await importFile(service, single('One'), { source })
      const begun = await importFile(service, weekly('One', 4, override('Special')), { source })
      const { id } = begun.rows[0]

      assert.notEqual(id, first.rows[0].id)
      assert.equal((await eventOf(first)).post_parent, id)
      assert.deepEqual(await titlesOf(id), ['One', 'Special', 'One', 'One'])

      const changed = await importFile(service, weekly('Two', 5, override('Special')), { source })
      assert.deepEqual([changed.rows[0].id, changed.would.fail], [id, 0])
      assert.deepEqual(await titlesOf(id), ['Two', 'Special', 'Two', 'Two', 'Two'])

      const ended = await importFile(service, single('Three'), { source })
      const again = await importFile(service, single('Four'), { source })
      assert.deepEqual([ended.rows[0].id, again.rows[0].id, again.would.change], [id, id, 1])
      assert.deepEqual(
        (await datesOf(id)).map((date) => [date.title, date.start_date, date.id]),
        [['Four', '2027-03-10 19:00:00', first.rows[0].id]],
      )
    })

    test('a series that ends to repeat and begins again', async () => {
      const source = newSource()
      const first = await importFile(service, weekly('One', 4), { source })
      const { id } = first.rows[0]
      await importFile(service, calendar(vevent('k', 'DTSTART:20270317T200000', 'DTEND:20270317T210000')), {
        source,
      })
      const dates = await datesOf(id)
      const again = await importFile(service, weekly('Two', 3), { source })

      assert.deepEqual(
        dates.map(({ start_date }) => start_date),
        ['2027-03-17 20:00:00'],
      )
      assert.equal(again.rows[0].action, 'change')
      assert.deepEqual(await titlesOf(id), ['Two', 'Two', 'Two'])
    })

    test('that it begins to repeat is taken back, and so are the imports around it', async () => {
      const source = newSource()
      const first = await importFile(service, single('One'), { source })
      const second = await importFile(service, weekly('Two', 4, override('Special')), { source })
      const third = await importFile(service, weekly('Three', 5, override('Other')), { source })
      const series = second.rows[0].id

      assert.equal((await takeBack(third)).left, undefined)
      assert.deepEqual(await titlesOf(series), ['Two', 'Special', 'Two', 'Two'])
      const [, date] = await datesOf(series)
      assert.equal((await takeBack(second)).left, undefined)
      const event = await eventOf(first)
      assert.deepEqual([event.title, event.post_parent, event.recurrence_id], ['One', 0, undefined])
      for (const gone of [series, date!.id]) assert.equal((await service.get(`/events/${gone}`)).status, 410)

      const again = await importFile(service, weekly('Two', 4), { source })
      assert.deepEqual(await titlesOf(again.rows[0].id), ['Two', 'Two', 'Two', 'Two'])
      assert.equal((await takeBack(again)).left, undefined)
      assert.equal((await takeBack(first)).left, undefined)
      assert.equal((await service.get(`/events/${event.id}`)).status, 410)
    })

    test('it stays repeating if one of its dates was edited since', async () => {
      const source = newSource()
      await importFile(service, single('One'), { source })
      const second = await importFile(service, weekly('Two', 4), { source })
      const { id } = second.rows[0]
      const [, date] = await datesOf(id)
      await service.patch(`/events/${date!.id}`, { title: 'Edited here' })

      assert.deepEqual((await takeBack(second)).left, [{ id, title: 'Two' }])
      assert.deepEqual(await titlesOf(id), ['Two', 'Edited here', 'Two', 'Two'])
    })

    test('that it ends to repeat is taken back', async () => {
      const source = newSource()
      const first = await importFile(service, weekly('One', 4, override('Special')), { source })
      const { id } = first.rows[0]
      const former = await service.get(`/events/${id}`)
      const second = await importFile(service, single('Two'), { source })

      assert.equal((await takeBack(second)).left, undefined)
      assert.deepEqual(await titlesOf(id), ['One', 'Special', 'One', 'One'])
      assert.deepEqual((await service.get(`/events/${id}`)).body.recurrence, former.body.recurrence)
      assert.equal((await takeBack(first)).left, undefined)
      assert.equal((await service.get(`/events/${id}`)).status, 410)
    })
  })

  describe('what the source makes private', () => {
    const event = (access: string, title: string, ...lines: readonly string[]) =>
      vevent('p', `CLASS:${access}`, `SUMMARY:${title}`, ...lines)
    const stateOf = async (id: number) => {
      const { body } = await service.get(`/events/${id}`, { as: 'admin:secret' })
      return [body.status, body.title]
    }
    const importAgain = async (source: string, file: string, fields = {}) => {
      const { rows } = await importFile(service, file, { source, ...fields })
      return { id: rows[0].id, action: rows[0].action, reason: rows[0].reason }
    }

    for (const policy of ['keep_local', 'overwrite'])
      test(`is private here too, by ${policy}, and only an editor publishes it again`, async () => {
        const source = newSource()
        const { id } = await importAgain(source, calendar(event('PUBLIC', 'Open')))
        const changed = await importAgain(source, calendar(event('PRIVATE', 'Secret')), { policy })

        assert.deepEqual(await stateOf(id), ['private', 'Secret'])
        assert.equal(changed.reason, 'Changes title, status.')
        await importAgain(source, calendar(event('PUBLIC', 'Open again')), { policy })
        assert.deepEqual(await stateOf(id), ['private', 'Open again'])
      })

    test('is private here too if nothing else changes, and the reason of what stays is true', async () => {
      const source = newSource()
      const { id } = await importAgain(source, calendar(event('PUBLIC', 'Open')))
      const hidden = await importAgain(source, calendar(event('PRIVATE', 'Open')))
      assert.deepEqual([hidden.action, hidden.reason], ['change', 'Changes status.'])
      assert.deepEqual(await stateOf(id), ['private', 'Open'])

      const shown = await importAgain(source, calendar(event('PUBLIC', 'Open')))
      assert.deepEqual([shown.action, shown.reason], ['skip', 'Stays as it is here: status.'])
    })

    test('is whatever its classification says, unless that is public', async () => {
      const states = await Promise.all(
        ['public', 'CONFIDENTIAL', 'X-COMPANY-ONLY', 'INTERNAL'].map(async (access) => {
          const { id } = await importAgain(newSource(), calendar(event(access, 'Open')))
          return (await stateOf(id))[0]
        }),
      )
      assert.deepEqual(states, ['publish', 'private', 'private', 'private'])
    })

    test('keeps a status that was edited here', async () => {
      const source = newSource()
      const { id } = await importAgain(source, calendar(event('PUBLIC', 'Open')))
      await service.patch(`/events/${id}`, { status: 'draft' })
      await importAgain(source, calendar(event('PRIVATE', 'Secret')))
      assert.deepEqual(await stateOf(id), ['draft', 'Secret'])
    })

    test('is private as a single occurrence of a public series', async () => {
      const source = newSource()
      const series = event('PUBLIC', 'Open', 'RRULE:FREQ=WEEKLY;COUNT=3')
      const override = (access: string, title: string) =>
        event(
          access,
          title,
          'RECURRENCE-ID:20270317T190000',
          'DTSTART:20270317T190000',
          'DTEND:20270317T210000',
        )
      const { id } = await importAgain(source, calendar(series, override('PRIVATE', 'Secret')))
      const path = `/events?post_parent=${id}&start_date=2027-01-01&end_date=2027-12-31`
      const titles = async () => (await service.get(path)).body.events.map(({ title }: Json) => title)

      assert.deepEqual(await titles(), ['Open', 'Open'])
      await importAgain(source, calendar(series))
      assert.deepEqual(await titles(), ['Open', 'Open'])
    })
  })

  describe('what was edited here of an occurrence', () => {
    const series = (hour: string, count: number) =>
      vevent('o', 'SUMMARY:Choir', `DTSTART:20270302T${hour}0000`, `RRULE:FREQ=WEEKLY;COUNT=${count}`)
    const override = (title: string, place = '', hour = '19') =>
      vevent(
        'o',
        `SUMMARY:${title}`,
        `DESCRIPTION:${place}`,
        `RECURRENCE-ID:20270309T${hour}0000`,
        `DTSTART:20270309T${hour}0000`,
      )
    const datesOf = async (id: number): Promise<Json[]> =>
      (await service.get(`/events?post_parent=${id}&start_date=2027-01-01&end_date=2027-12-31`)).body.events
    const begin = async (source: string, ...overrides: readonly string[]) => {
      const { rows } = await importFile(service, calendar(series('19', 3), ...overrides), { source })
      return rows[0].id as number
    }
    const second = async (id: number) => (await datesOf(id))[1]!
    const textsOf = async (id: number) => {
      const { title, description } = await second(id)
      return [title, description]
    }
    const edit = async (id: number, title = 'Edited here') =>
      service.patch(`/events/${(await second(id)).id}`, { title })

    const cases = [
      ['keep_local', 'Edited here', 'Edited here'],
      ['overwrite', 'Other', 'Choir'],
    ] as const
    for (const [policy, changed, dropped] of cases)
      test(`is "${changed}" and "${dropped}" after the source changes its override and drops it, by ${policy}`, async () => {
        const source = newSource()
        const id = await begin(source, override('Special'))
        await edit(id)
        for (const place of ['One', 'Two']) {
          await importFile(service, calendar(series('19', 3), override('Other', place)), { source, policy })
          assert.deepEqual(await textsOf(id), [changed, `<p>${place}</p>`])
        }
        await importFile(service, calendar(series('19', 3)), { source, policy })
        assert.deepEqual(await textsOf(id), [dropped, ''])
      })

    const ofTitle = (title: string, lines: string) =>
      vevent('s', `SUMMARY:${title}`, 'DTSTART:20270302T190000', 'DTEND:20270302T210000', lines)
    for (const [name, lines, longer] of [
      ['by rule', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=WEEKLY;COUNT=5'],
      ['one by one', 'RDATE:20270309T190000,20270316T190000', 'RDATE:20270309T190000,20270323T190000'],
    ] as const)
      test(`keeps out its last dates, ${name}, that were deleted here with all following, by overwrite`, async () => {
        const source = newSource()
        const read = async (title: string, dates: string) => {
          const file = calendar(ofTitle(title, dates))
          const { id } = await importFile(service, file, { source, policy: 'overwrite' })
          return id as number
        }
        const { rows } = await importFile(service, calendar(ofTitle('Choir', lines)), { source })
        const { id } = rows[0]
        const stateOf = async () => (await datesOf(id)).map(({ title, start_date }) => [title, start_date])
        await service.delete(`/events/${(await second(id)).id}?scope=following`)

        await read('Ensemble', lines)
        assert.deepEqual(await stateOf(), [['Ensemble', '2027-03-02 19:00:00']])
        const last = await read('Ensemble II', longer)
        assert.deepEqual(await stateOf(), [['Ensemble II', '2027-03-02 19:00:00']])
        await service.delete(`${importsPath}/${last}`)
        assert.deepEqual(await stateOf(), [['Ensemble', '2027-03-02 19:00:00']])
      })

    test('has the later dates of a source that ends later, by overwrite', async () => {
      const source = newSource()
      const id = await begin(source)
      for (const count of [2, 4]) {
        await importFile(service, calendar(series('19', count)), { source, policy: 'overwrite' })
        assert.equal((await datesOf(id)).length, count)
      }
    })

    describe('with "this and following"', () => {
      const stateOf = async (id: number) =>
        (await datesOf(id)).map(({ title, description, event_status }) => [title, description, event_status])
      const split = async (source: string, ...fields: object[]) => {
        const id = await begin(source)
        const { body } = await service.patch(`/events/${(await second(id)).id}`, {
          description: 'With a soloist',
          scope: 'following',
          ...fields[0],
        })
        return [id, body.post_parent as number] as const
      }
      const cancelled = override('Choir').replace('\nDESCRIPTION:', '\nSTATUS:CANCELLED')

      for (const policy of ['keep_local', 'create_only'])
        test(`leaves its dates to the source, by ${policy}`, async () => {
          const source = newSource()
          const [id, following] = await split(source)
          const before = await stateOf(following)
          const file = calendar(series('19', 3), cancelled)
          const done = await importFile(service, file, { source, policy })
          const isKept = policy === 'keep_local'
          assert.deepEqual(
            (await stateOf(following)).map(([, , status]) => status),
            [isKept ? 'cancelled' : 'scheduled', 'scheduled'],
          )
          assert.equal(done.rows[0].reason, isKept ? 'Changes occurrences.' : 'This event already exists.')

          await importFile(service, calendar(series('19', 3)), { source, policy })
          assert.deepEqual(await stateOf(following), before)
          if (isKept) {
            const again = await importFile(service, file, { source, policy })
            assert.equal((await service.delete(`${importsPath}/${again.id}`)).body.left, undefined)
            assert.deepEqual(await stateOf(following), before)
          }
          assert.equal((await datesOf(id)).length, 1)
        })

      for (const [moved, to] of [
        ['not moved', {}],
        ['moved to other days', { start_date: '2027-03-12 19:00', end_date: '2027-03-12 21:00' }],
        ['moved to another time', { start_date: '2027-03-09 08:00', end_date: '2027-03-09 09:00' }],
      ] as const)
        for (const hour of ['19', '12'])
          test(`none of its dates takes place twice, by overwrite: ${moved}, ${hour}:00 at the source`, async () => {
            const source = newSource()
            const [id, following] = await split(source, to)
            const before = await stateOf(following)
            const file = calendar(series(hour, 4).replace('SUMMARY:Choir', 'SUMMARY:Ensemble'))
            const { id: imported } = await importFile(service, file, { source, policy: 'overwrite' })

            const dates = (await datesOf(id)).map(({ title, start_date }) => [title, start_date])
            assert.deepEqual(dates, [['Ensemble', `2027-03-02 ${hour}:00:00`]])
            assert.deepEqual(await stateOf(following), before)
            assert.equal((await service.delete(`${importsPath}/${imported}`)).body.left, undefined)
            assert.deepEqual(
              (await datesOf(id)).map(({ title, start_date }) => [title, start_date]),
              [['Choir', '2027-03-02 19:00:00']],
            )
          })

      test('and another time leaves exceptions without an occurrence, which are named', async () => {
        const source = newSource()
        const [, following] = await split(source, {
          start_date: '2027-03-09 21:00',
          end_date: '2027-03-09 22:00',
        })
        const before = await stateOf(following)
        const { body } = await preview(service, calendar(series('19', 3), cancelled), { source })
        const { rows } = await run(service, body.id)

        for (const [row] of [body.rows, rows])
          assert.deepEqual(
            [row.action, row.reason],
            ['skip', 'Exceptions without an occurrence here are skipped: 2027-03-09 19:00:00.'],
          )
        assert.deepEqual(await stateOf(following), before)
      })
    })

    test('stays if the source overrides the occurrence only afterwards', async () => {
      const source = newSource()
      const id = await begin(source)
      await edit(id)
      await importFile(service, calendar(series('19', 3), override('Special', 'One')), { source })
      assert.deepEqual(await textsOf(id), ['Edited here', '<p>One</p>'])
    })

    test('is not what an import wrote, nor what undoing one restored', async () => {
      const source = newSource()
      const id = await begin(source, override('Special'))
      const changed = calendar(series('19', 3), override('Other'))
      const { id: imported } = await importFile(service, changed, { source })
      await service.delete(`${importsPath}/${imported}`)
      assert.deepEqual(await textsOf(id), ['Special', ''])
      await importFile(service, changed, { source })
      assert.deepEqual(await textsOf(id), ['Other', ''])
    })

    test('an override that is dropped while its series moves is removed', async () => {
      const source = newSource()
      const id = await begin(source, override('Special'))
      await importFile(service, calendar(series('20', 3)), { source })
      const moved = await second(id)
      assert.deepEqual([moved.title, moved.start_date], ['Choir', '2027-03-09 20:00:00'])
      await importFile(service, calendar(series('21', 3), override('Again', '', '21')), { source })
      await importFile(service, calendar(series('18', 3), override('Again', 'One', '18')), { source })
      assert.deepEqual(await textsOf(id), ['Again', '<p>One</p>'])
    })
  })

  describe('taking an import back', () => {
    test('what it made goes, what it changed is as it was, and what was edited since is named', async () => {
      const source = newSource()
      const first = await importFile(
        service,
        calendar(vevent('a', 'SUMMARY:Before', 'CATEGORIES:Fair'), vevent('b'), vevent('c')),
        { source },
      )
      const second = await importFile(
        service,
        calendar(
          vevent('a', 'SUMMARY:After', 'LOCATION:Undone hall'),
          vevent('b', 'SUMMARY:Changed'),
          vevent('d', 'CATEGORIES:Undone category'),
        ),
        { source },
      )
      const [, b, d] = second.rows as Json[]
      await service.patch(`/events/${b.id}`, { title: 'Edited since' })
      const { status, body } = await service.delete(`${importsPath}/${second.id}`)

      assert.equal(status, 200)
      assert.equal(body.state, 'undone')
      assert.deepEqual(body.left, [{ id: b.id, title: 'Changed' }])
      const a = await eventOf(first)
      assert.deepEqual([a.title, a.venue, a.categories[0].name], ['Before', [], 'Fair'])
      assert.equal((await eventOf(first, 1)).title, 'Edited since')
      assert.equal((await service.get(`/events/${d.id}`)).status, 410)
      assert.equal((await service.get('/venues?search=undone')).body.total, 0)
      assert.equal((await service.get('/categories?search=undone')).body.total, 0)
    })

    test('what was made for events goes, also if an earlier attempt was interrupted before', async () => {
      const file = calendar(vevent('a', 'LOCATION:Interrupted hall'), vevent('b'))
      const { id, rows } = await importFile(service, file, { source: newSource() })
      await service.delete(`/events/${rows[0].id}`)
      const { db } = service.database
      await db
        .updateTable('import_rows')
        .set({ outcome: 'undone' })
        .where('import', '=', id)
        .where('target', '=', rows[0].id)
        .execute()

      const { body } = await service.delete(`${importsPath}/${id}`)

      assert.deepEqual([body.state, body.left], ['undone', undefined])
      assert.equal((await service.get('/venues?search=interrupted')).body.total, 0)
    })

    test('what an interrupted attempt has given its former values back is no edit', async () => {
      const source = newSource()
      const first = await importFile(service, calendar(vevent('a', 'SUMMARY:Before')), { source })
      const second = await importFile(service, calendar(vevent('a', 'SUMMARY:After')), { source })
      const [{ id }] = first.rows
      await service.post(`//cal/admin/v1/events/${id}/history/1/restore`)

      const { body } = await service.delete(`${importsPath}/${second.id}`)

      assert.deepEqual([body.state, body.left], ['undone', undefined])
      assert.equal((await eventOf(first)).title, 'Before')
    })

    test('two requests at once leave nothing', async () => {
      const source = newSource()
      const uids = Array.from({ length: 150 }, (_, place) => `e${place}`)
      const first = await importFile(service, calendar(...uids.slice(0, 20).map((uid) => vevent(uid))), {
        source,
      })
      const file = calendar(...uids.map((uid) => vevent(uid, 'SUMMARY:After', 'LOCATION:Hall of two')))
      const { id } = await importFile(service, file, { source })

      const undone = await Promise.all([1, 2].map(() => service.delete(`${importsPath}/${id}`)))

      for (const { status, body } of undone)
        assert.deepEqual([status, body.state, body.left], [200, 'undone', undefined])
      assert.equal((await eventOf(first)).title, 'Event e0')
      assert.equal((await service.get('/events?start_date=2027-03-10&search=After')).body.total, 0)
      assert.equal((await service.get('/venues?search=two')).body.total, 0)
    })

    test('imports are taken back one after the other, down to the first', async () => {
      const source = newSource()
      const steps = []
      for (const title of ['Before', 'Between', 'After'])
        steps.push(await importFile(service, calendar(vevent('a', `SUMMARY:${title}`)), { source }))
      const [first, second, third] = steps as [Json, Json, Json]
      const takeBack = async ({ id }: Json) => (await service.delete(`${importsPath}/${id}`)).body.left

      assert.deepEqual([await takeBack(third), await takeBack(second)], [undefined, undefined])
      assert.equal((await eventOf(first)).title, 'Before')
      assert.equal(await takeBack(first), undefined)
      assert.equal((await service.get(`/events/${first.rows[0].id}`)).status, 410)
    })

    test('what was edited between two imports is left by the first', async () => {
      const source = newSource()
      const first = await importFile(service, calendar(vevent('a', 'SUMMARY:Before')), { source })
      await service.patch(`/events/${first.rows[0].id}`, { description: 'Edited here' })
      const second = await importFile(service, calendar(vevent('a', 'SUMMARY:After')), { source })
      await service.delete(`${importsPath}/${second.id}`)

      const { body } = await service.delete(`${importsPath}/${first.id}`)

      assert.equal(body.left.length, 1)
      assert.equal((await eventOf(first)).description, '<p>Edited here</p>')
    })

    const series = (...lines: readonly string[]) =>
      vevent(
        'o',
        ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Choir']),
        ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20270302T190000']),
        'DURATION:PT2H',
        ...(lines.some((line) => line.startsWith('RRULE')) ? [] : ['RRULE:FREQ=WEEKLY;COUNT=3']),
        ...lines,
      )
    const special = (title: string, ...lines: readonly string[]) => {
      const wall = lines.find((line) => line.startsWith('2027')) ?? '20270309T190000'
      const more = lines.filter((line) => line !== wall)
      const start = more.some((line) => line.startsWith('DTSTART')) ? [] : [`DTSTART:${wall}`]
      const own = [`SUMMARY:${title}`, `RECURRENCE-ID:${wall}`, ...start, 'DURATION:PT2H', ...more]
      return vevent('o', ...own)
    }
    const datesOf = async (id: number) => {
      const path = `/events?post_parent=${id}&start_date=2027-01-01&end_date=2028-01-01&status=any`
      const { events } = (await service.get(`${path}&context=edit`, { as: 'admin:secret' })).body
      return (events as Json[]).map((event) => [
        event.id,
        event.start_date,
        event.end_date,
        event.title,
        event.description,
        event.status,
        event.event_status,
        [event.venue].flat().map(({ venue }) => venue),
        event.overrides,
      ])
    }

    describe('gives occurrences back what was their own, and nothing else', () => {
      const cases: Readonly<Record<string, readonly [string[], string[]]>> = {
        'a first exception, and another status of the series': [
          [series()],
          [series('STATUS:CANCELLED'), special('Choir gala')],
        ],
        'a first exception, and another title of the series': [
          [series()],
          [series('SUMMARY:Choir new'), special('Gala')],
        ],
        'an exception without the new venue of the series': [
          [series(), special('Gala')],
          [series('LOCATION:Hall A'), special('Gala')],
        ],
        'an exception that goes with the venue that it did not have': [
          [series('LOCATION:Hall A'), special('Gala')],
          [series()],
        ],
        'an exception that goes while the series takes its title': [
          [series(), special('Gala')],
          [series('SUMMARY:Gala')],
        ],
        'a title of the series that the exception does not take over': [
          [series(), special('Choir', 'DESCRIPTION:own')],
          [series('SUMMARY:Choir new'), special('Gala', 'DESCRIPTION:own')],
        ],
        'other times of both': [
          [series(), special('Gala', 'DTSTART:20270309T210000')],
          [series('DTSTART:20270302T200000'), special('Gala', '20270309T200000', 'DTSTART:20270310T100000')],
        ],
        'another time of the series, which the exception has': [
          [series()],
          [series('DTSTART:20270302T200000'), special('Gala', '20270309T200000')],
        ],
        'an exception that becomes private': [
          [series()],
          [series('SUMMARY:Choir new'), special('Gala', 'CLASS:PRIVATE')],
        ],
        'the end of a date with an exception': [
          [series(), special('Gala', '20270316T190000')],
          [series('RRULE:FREQ=WEEKLY;COUNT=2')],
        ],
      }
      for (const policy of ['overwrite', 'keep_local'])
        for (const [name, [first, second]] of Object.entries(cases))
          test(`${name}, by ${policy}`, async () => {
            const source = newSource()
            const [{ id }] = (await importFile(service, calendar(...first), { source, policy })).rows
            const before = await datesOf(id)
            const changed = await importFile(service, calendar(...second), { source, policy })
            assert.notDeepEqual(await datesOf(id), before)

            const { body } = await service.delete(`${importsPath}/${changed.id}`)

            assert.equal(body.left, undefined)
            assert.deepEqual(await datesOf(id), before)
          })

      for (const [name, from, to] of [
        ['a rule that names it', 'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=TU', 'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=WE'],
        ['a rule that does not', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ] as const)
        test(`also of a series that moved to another weekday, with ${name}`, async () => {
          const source = newSource()
          const [{ id }] = (await importFile(service, calendar(series(from)), { source })).rows
          const [, second, third] = (await datesOf(id)).map(([date]) => date as number)
          await service.patch(`/events/${second}`, { title: 'Gala', description: 'With a soloist' })
          await service.patch(`/events/${third}`, {
            ...{ start_date: '2027-03-16 21:00', end_date: '2027-03-16 22:00' },
          })
          const before = await datesOf(id)
          const slugs = async () => {
            const path = `/events?post_parent=${id}&start_date=2027-01-01&end_date=2028-01-01`
            return (await service.get(path)).body.events.map((event: Json) => event.slug)
          }
          const slugsBefore = await slugs()
          const moved = calendar(series(to, 'DTSTART:20270303T190000'))
          const changed = await importFile(service, moved, { source })

          assert.deepEqual(
            (await datesOf(id)).map(([date, start, , title]) => [date, start, title]),
            [
              [before[0]![0], '2027-03-03 19:00:00', 'Choir'],
              [second, '2027-03-10 19:00:00', 'Gala'],
              [third, '2027-03-16 21:00:00', 'Choir'],
            ],
          )
          assert.deepEqual(await slugs(), slugsBefore)
          const { body } = await service.delete(`${importsPath}/${changed.id}`)
          assert.equal(body.left, undefined)
          assert.deepEqual(await datesOf(id), before)
        })

      test('also if they are over, and do not follow the series', async () => {
        const source = newSource()
        const [{ id }] = (await importFile(service, calendar(series()), { source })).rows
        const before = await datesOf(id)
        await importsEnd(service)
        service.now = Date.parse('2027-03-12T12:00:00Z') / 1000
        const file = calendar(series('SUMMARY:Choir new'), special('Gala'))
        const second = await importFile(service, file, { source })
        const titles = (await datesOf(id)).map(([, , , title]) => title)
        const { body } = await service.delete(`${importsPath}/${second.id}`)
        await importsEnd(service)
        service.now = testTime

        assert.deepEqual([body.left, titles], [undefined, ['Choir', 'Gala', 'Choir new']])
        assert.deepEqual(await datesOf(id), before)
      })

      test('also if they are over, and had what the series had then', async () => {
        const source = newSource()
        const [{ id }] = (await importFile(service, calendar(series()), { source })).rows
        await importsEnd(service)
        service.now = Date.parse('2027-03-12T12:00:00Z') / 1000
        await service.patch(`/events/${id}`, { title: 'Ensemble', end_date: '2027-03-02 22:30' })
        const before = await datesOf(id)
        const { id: second } = await importFile(service, calendar(series(), special('Gala')), { source })
        const { body } = await service.delete(`${importsPath}/${second}`)
        await importsEnd(service)
        service.now = testTime

        const withoutOwn = (dates: readonly Json[]) => dates.map((date) => date.slice(0, -1))
        assert.equal(body.left, undefined)
        assert.deepEqual(withoutOwn(await datesOf(id)), withoutOwn(before))
      })

      test('also of a date that only the import had, which may return', async () => {
        const source = newSource()
        const more = series('RRULE:FREQ=WEEKLY;COUNT=4')
        const [{ id }] = (await importFile(service, calendar(series()), { source })).rows
        const file = calendar(more, special('Gala', '20270323T190000'))
        const second = await importFile(service, file, { source })
        await service.delete(`${importsPath}/${second.id}`)
        await service.patch(`/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })

        const dates = await datesOf(id)
        assert.deepEqual(
          dates.map(([, , , title, , , , , own]) => [title, own]),
          dates.map(() => ['Choir', []]),
        )
        assert.equal(dates.length, 4)
      })

      test('and the import that created their series is taken back too', async () => {
        const source = newSource()
        const first = await importFile(service, calendar(series()), { source })
        const [{ id }] = first.rows
        const takeBack = async ({ id: one }: Json) =>
          (await service.delete(`${importsPath}/${one}`)).body.left
        const steps = []
        for (const title of ['Gala', 'Other'])
          steps.push(await importFile(service, calendar(series(), special(title)), { source }))

        for (const one of steps.toReversed()) assert.equal(await takeBack(one), undefined)
        const more = calendar(series('RRULE:FREQ=WEEKLY;COUNT=4'), special('Gala', '20270323T190000'))
        assert.equal(await takeBack(await importFile(service, more, { source })), undefined)
        assert.equal(await takeBack(first), undefined)
        assert.equal((await service.get(`/events/${id}`)).status, 410)
        assert.deepEqual(await datesOf(id), [])
      })

      test('and the import that created their series leaves what was edited before', async () => {
        const source = newSource()
        const first = await importFile(service, calendar(series()), { source })
        const [{ id }] = first.rows
        const [, date] = await datesOf(id)
        await service.patch(`/events/${date![0]}`, { description: 'Edited here' })
        const before = await datesOf(id)
        const second = await importFile(service, calendar(series(), special('Gala')), { source })
        assert.equal((await service.delete(`${importsPath}/${second.id}`)).body.left, undefined)

        assert.equal((await service.delete(`${importsPath}/${first.id}`)).body.left.length, 1)
        assert.deepEqual(await datesOf(id), before)
      })

      test('as imports from before this was stored did', async () => {
        const source = newSource()
        const [{ id }] = (await importFile(service, calendar(series(), special('Gala')), { source })).rows
        const before = await datesOf(id)
        const second = await importFile(service, calendar(series(), special('Other')), { source })
        const { db } = service.database
        const { written } = await db
          .selectFrom('import_rows')
          .select('written')
          .where('import', '=', second.id)
          .executeTakeFirstOrThrow()
        const stored = (JSON.parse(written!) as Json[]).map(({ own: _, record: __, ...one }) => one)
        await db
          .updateTable('import_rows')
          .set({ written: JSON.stringify(stored) })
          .where('import', '=', second.id)
          .execute()

        assert.equal((await service.delete(`${importsPath}/${second.id}`)).body.left, undefined)
        assert.deepEqual(await datesOf(id), before)
      })
    })

    describe('lets the same file be imported again with the same result', () => {
      const cases: Readonly<Record<string, readonly [string[], string[]]>> = {
        'a series that is single now': [[series()], [series('RRULE:').replace('\nRRULE:', '')]],
        'an exception that is gone': [[series(), special('Gala')], [series()]],
        'an exception that is gone, and another title of the series': [
          [series(), special('Gala')],
          [series('SUMMARY:Choir new')],
        ],
        'an exception that goes with its date': [
          [series(), special('Gala', 'CLASS:PRIVATE')],
          [series('EXDATE:20270309T190000')],
        ],
        'a first exception': [[series()], [series(), special('Gala')]],
        'a date that is no longer excluded': [[series('EXDATE:20270309T190000')], [series()]],
        'a date that is excluded now': [[series()], [series('EXDATE:20270309T190000')]],
        'an event that is a series now': [
          [series('RRULE:').replace('\nRRULE:', '')],
          [series(), special('Gala')],
        ],
        'a field that is gone': [[series('LOCATION:Hall A', 'CATEGORIES:Song')], [series()]],
      }
      for (const policy of ['overwrite', 'keep_local'])
        for (const [name, [first, second]] of Object.entries(cases))
          test(`${name}, by ${policy}`, async () => {
            const source = newSource()
            await importFile(service, calendar(...first), { source, policy })
            const once = await importFile(service, calendar(...second), { source, policy })
            const shownOf = async ({ rows }: Json) => (await datesOf(rows[0].id)).map(([, ...shown]) => shown)
            const before = await shownOf(once)
            assert.equal((await service.delete(`${importsPath}/${once.id}`)).body.left, undefined)

            const twice = await importFile(service, calendar(...second), { source, policy })

            assert.equal(twice.rows[0].reason, once.rows[0].reason)
            assert.deepEqual(await shownOf(twice), before)
            assert.equal((await service.delete(`${importsPath}/${twice.id}`)).body.left, undefined)
            const { rows } = (await preview(service, calendar(...first), { source, policy })).body
            assert.equal(rows[0].reason, 'Nothing differs.')
          })
    })

    test('a source can be imported again after it was taken back', async () => {
      const source = newSource()
      const file = calendar(vevent('a'), vevent('b', 'RRULE:FREQ=WEEKLY;COUNT=4'))
      const first = await importFile(service, file, { source })
      await service.delete(`${importsPath}/${first.id}`)
      const second = await importFile(service, file, { source })

      assert.deepEqual(second.would, { create: 2, change: 0, skip: 0, fail: 0 })
      assert.equal((await eventOf(second)).title, 'Event a')
      const { body } = await service.get(`/events?start_date=2027-01-01&post_parent=${second.rows[1].id}`)
      assert.equal(body.total, 4)
    })

    test('a series is left alone if one of its dates was edited', async () => {
      const source = newSource()
      const imported = await importFile(service, calendar(vevent('b', 'RRULE:FREQ=WEEKLY;COUNT=4')), {
        source,
      })
      const { body } = await service.get(`/events?start_date=2027-01-01&post_parent=${imported.rows[0].id}`)
      await service.patch(`/events/${body.events[1].id}`, { title: 'Special' })
      const undone = await service.delete(`${importsPath}/${imported.id}`)

      assert.equal(undone.body.left.length, 1)
      assert.equal((await service.get(`/events/${body.events[1].id}`)).body.title, 'Special')
    })
  })

  test('an empty or broken source changes nothing of what is here', async () => {
    const source = newSource()
    const first = await importFile(service, calendar(vevent('a')), { source })
    for (const file of ['', calendar(), '<html>Not found</html>'])
      await importFile(service, file, { source, policy: 'overwrite' })

    assert.equal((await eventOf(first)).title, 'Event a')
  })

  test('events are created with the status that is asked for', async () => {
    const imported = await importFile(service, calendar(vevent('a')), {
      source: newSource(),
      status: 'draft',
    })
    const { body } = await service.get(`/events/${imported.rows[0].id}`, { as: 'admin:secret' })
    assert.equal(body.status, 'draft')
  })

  test('imports are for editors, and run once', async () => {
    const file = calendar(vevent('a'))
    assert.equal((await preview(service, file, {}, 'a.ics', credentialsOf('author'))).status, 403)
    assert.equal((await service.get(importsPath)).status, 401)
    const { body } = await preview(service, file, { source: newSource() })
    await run(service, body.id)
    const again = await service.post(`${importsPath}/${body.id}/run`)
    assert.deepEqual([again.status, again.body.code], [409, 'import-in-other-state'])
    for (const id of ['1000000', '9'.repeat(20)])
      assert.equal(
        (await service.get(`${importsPath}/${id}`, { as: 'admin:secret' })).body.code,
        'rest-import-not-found',
        id,
      )
    const listed = await service.get(importsPath, { as: 'admin:secret' })
    assert.equal(listed.body.imports[0].id, body.id)
  })

  test('whoever may not import any more when the import is run writes nothing', async () => {
    const former = { username: 'former', role: 'editor', password: 'password of former' }
    const { body: user } = await service.post('//cal/admin/v1/users', former)
    const file = calendar(vevent('a'))
    const { body } = await preview(
      service,
      file,
      { source: newSource() },
      'a.ics',
      'former:password of former',
    )
    await service.patch(`//cal/admin/v1/users/${user.id}`, { role: 'author' })

    const ended = await run(service, body.id)

    assert.deepEqual(
      [ended.state, ended.fault, ended.rows[0].id],
      ['failed', 'The author no longer has permission to import.', undefined],
    )
  })

  test('what is missing or off is said', async () => {
    assert.equal((await service.post(importsPath, {})).body.code, 'rest_missing_callback_param')
    const { body } = await service.post(importsPath, { url: 'https://example.org/a.ics' })
    assert.equal(body.code, 'outgoing-requests-off')
    const link = await service.post(importsPath, { url: 'webcal://town.example/?ical=1' })
    assert.equal(link.body.code, 'outgoing-requests-off')
    assert.equal((await service.post(importsPath, { url: 'webcal://' })).body.code, 'rest_invalid_param')
    const unnamed = await preview(service, calendar(), {}, 'programme.txt')
    assert.deepEqual(unnamed.body.data.params, ['format'])
    const fields = { url: 'https://example.org/a.ics', schedule: '0 4 * * *' }
    const both = await preview(service, calendar(vevent('a')), fields)
    assert.deepEqual(
      [both.status, both.body.data.params],
      [
        400,
        {
          url: 'Send a file or a URL, not both.',
          schedule: 'Only a URL can be imported on a schedule.',
        },
      ],
    )
  })

  test('a list with a language is no language', async () => {
    const sent = { url: 'https://town.example', format: 'tec', languages: [['fr']] }
    const { status, body } = await service.post(importsPath, sent)
    assert.deepEqual([status, body.data.params], [400, { languages: 'Must be one of en, fr, de.' }])
  })

  test('a schedule that never comes is refused', async () => {
    for (const schedule of ['0 0 31 2 *', '0 4 * *', 'daily at four']) {
      const { status, body } = await service.post(importsPath, { url: 'https://example.org/a.ics', schedule })
      assert.deepEqual(
        [status, body.data.params],
        [400, { schedule: 'Must be a cron expression such as 0 4 * * *.' }],
      )
    }
  })

  test('what may be here from elsewhere is told, and can be left out', async () => {
    const here = { start_date: '2027-03-10 20:00:00', end_date: '2027-03-10 22:00:00' }
    const { body: twin } = await service.post('/events', { ...here, title: 'Écho de la rivière – live' })
    await service.post('/events', { ...here, title: 'Rehearsal of the choir' })
    const source = newSource()
    await importFile(service, calendar(vevent('own', 'SUMMARY:Yoga in the park')), { source })
    const file = calendar(
      vevent('a', 'SUMMARY:echo de la riviere'),
      vevent('b', 'SUMMARY:Echo de la rivière', 'DTSTART:20270311T190000', 'DTEND:20270311T210000'),
      vevent('c', 'SUMMARY:Choir'),
      vevent('d', 'SUMMARY:Yoga in the park'),
    )
    const { body } = await preview(service, file, { source })
    const { body: alone } = await readImport(service, body.id, '?suspected=true')
    await service.post(`${importsPath}/${body.id}/run`, { leave_out: ['suspected'] })
    const { body: done } = await until(
      () => readImport(service, body.id),
      (reply) => reply.body.state !== 'running',
    )

    assert.deepEqual(
      body.rows.map((row: Json) => row.suspected),
      [twin.id, undefined, undefined, undefined],
    )
    assert.equal(
      body.rows[0].reason,
      'This event is new. This may be “Écho de la rivière – live”, which came from another source.',
    )
    assert.deepEqual([body.suspected, body.would.create, alone.total, alone.rows.length], [1, 4, 1, 1])
    assert.match(alone.rows[0].title, /^echo/)
    assert.deepEqual([done.would.create, done.would.skip, done.suspected], [3, 1, undefined])
  })

  test('a row with another time or title may be what the source had before, if that is there no more', async () => {
    const source = newSource()
    const table = (...rows: string[]) => ['Title,Date,Time', ...rows].join('\n')
    const morning = 'Tour of the old mill,2027-04-10,10:00'
    const noon = 'Tour of the old mill,2027-04-10,12:00'
    await importFile(service, table(morning, noon), { source, format: 'csv' })
    const { body: list } = await service.get('/events?search=old mill&start_date=2027-04-10')
    const suspectedIn = async (...rows: string[]) => {
      const { body } = await preview(service, table(...rows), { source, format: 'csv' })
      return body.rows.map(({ suspected, reason }: Json) => [suspected, reason])
    }
    const moved = await suspectedIn(noon, 'Tour of the old mill,2027-04-10,10:30')
    const renamed = await suspectedIn(morning, 'Guided tour of the old mill,2027-04-10,12:00')
    const more = await suspectedIn('Tour of the old mill,2027-04-10,15:00', morning, noon)

    const same = [undefined, 'Nothing differs.']
    const isOld =
      'This event is new. This may be “Tour of the old mill” from an earlier import of this source.'
    const [first, second] = list.events.map(({ id }: Json) => id)
    assert.deepEqual(moved, [same, [first, isOld]])
    assert.deepEqual(renamed, [same, [second, isOld]])
    assert.deepEqual(more, [[undefined, 'This event is new.'], same, same])
  })

  test('rows are left out of a run by their lines, and by what would become of them', async () => {
    const source = newSource()
    await importFile(service, calendar(vevent('a')), { source })
    const changed = calendar(vevent('a', 'SUMMARY:Changed'), vevent('b'), vevent('c'))
    const { body } = await preview(service, changed, { source })
    const [, , last] = body.rows
    const wrong = await service.post(`${importsPath}/${body.id}/run`, { leave_out: ['fail'] })
    await service.post(`${importsPath}/${body.id}/run`, { leave_out: [last.line, 'change'] })
    const { body: done } = await until(
      () => readImport(service, body.id),
      (reply) => reply.body.state !== 'running',
    )
    const again = await preview(service, changed, { source })

    assert.deepEqual(
      [wrong.status, wrong.body.data.params.leave_out],
      [400, 'Each must be the number of a line or one of create, change, suspected.'],
    )
    assert.deepEqual(done.would, { create: 1, change: 0, skip: 2, fail: 0 })
    assert.equal(done.rows[2].reason, 'This was skipped.')
    assert.deepEqual(again.body.would, { create: 1, change: 1, skip: 1, fail: 0 })
  })

  test('what could not be imported is a table', async () => {
    const { body } = await preview(
      service,
      calendar(vevent('a'), vevent('b', 'SUMMARY:=1+1', 'DTSTART:no')),
      {
        source: newSource(),
      },
    )
    const path = `${importsPath}/${body.id}/rows`
    const as = 'admin:secret'
    const { headers, text } = await service.get(`${path}.csv?action=fail`, { as })
    const accepted = await service.get(path, { as, headers: { accept: 'text/csv' } })

    assert.match(headers.get('content-type')!, /^text\/csv/)
    assert.match(headers.get('content-disposition')!, /^attachment; filename="import-\d+\.csv"$/)
    const [head, ...rows] = text.trim().split('\r\n')
    assert.equal(head, 'line,kind,action,outcome,id,external_id,title,start_date,reason')
    assert.equal(rows.length, 1)
    assert.match(rows[0]!, /^10,events,fail,,,.*is not a date or time/)
    assert.equal(accepted.text.trim().split('\r\n').length, 3)
    assert.equal((await service.get(path, { as })).body.rows.length, 2)
    assert.equal((await service.get(`${path}.csv`)).status, 401)
  })

  test('rows are paged and narrowed', async () => {
    const events = Array.from({ length: 5 }, (_, place) => vevent(`p${place}`))
    const { body } = await preview(service, calendar(...events, vevent('x', 'DTSTART:no')), {
      source: newSource(),
    })
    const page = await readImport(service, body.id, '?per_page=2&page=2&action=create')
    assert.deepEqual([page.body.total, page.body.rows[0].title], [5, 'Event p2'])
    assert.equal((await readImport(service, body.id, '?action=fail')).body.rows[0].line, 34)
  })

  test('a table of rows has no pages, and says so', async () => {
    const events = Array.from({ length: 3 }, (_, place) => vevent(`t${place}`))
    const { body } = await preview(service, calendar(...events), { source: newSource() })
    const { headers, text } = await readImport(service, body.id, '/rows.csv?per_page=2&page=2&action=create')

    assert.equal(headers.get('x-ignored'), 'per_page, page')
    assert.equal(text.trim().split('\r\n').length, 4)
    assert.equal((await readImport(service, body.id, '/rows.csv.csv')).status, 404)
  })

  test('an existing event of the same kind stays a stranger', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Event a' }))
    const imported = await importFile(service, calendar(vevent('a')), { source: newSource() })
    assert.notEqual(imported.rows[0].id, body.id)
  })
})
