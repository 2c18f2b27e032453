import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { calendar, importFile, vevent } from './importing.ts'
import { basic, raw } from './raw.ts'
import { Program, programCommand } from './program.ts'
import { administrator, anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** The tools for assistants, called by the client of the SDK. */

const newClient = (versions: 'auto' | 'legacy' = 'auto') =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: versions } })

async function connect(service: Service, as: string | null = administrator, versions?: 'auto' | 'legacy') {
  const client = newClient(versions)
  const headers: Record<string, string> = as === null ? {} : { authorization: basic(as) }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit: { headers } }),
  )
  return client
}

type Call = (name: string, args?: Json) => Promise<Json>

/** The structured answer of a tool, which must not have failed. */
const callOf =
  (client: Client): Call =>
  async (name, args = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as Json
    assert.notEqual(result.isError, true, JSON.stringify(result.content))
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
    return result.structuredContent
  }

const failureOf = async (client: Client, name: string, args: Json): Promise<string> => {
  const result = (await client.callTool({ name, arguments: args })) as Json
  assert.equal(result.isError, true, JSON.stringify(result.structuredContent))
  return result.content[0].text
}

const titles = ({ events }: Json): string[] => events.map(({ title }: Json) => title)

onEachDatabase(
  (service) => {
    let reader: Client
    let editor: Client
    let ask: Call
    let write: Call
    const ids: Record<string, number> = {}
    before(async () => {
      const make = async (name: string, fields: Json) => {
        const { body, status } = await service.post('/events', anEvent(fields))
        assert.equal(status, 201, JSON.stringify(body))
        ids[name] = body.id
        return body
      }
      const hall = { venue: 'Kulturhalle', city: 'Biel', zip: '2502', geo_lat: 47.14, geo_lng: 7.24 }
      const concert = await make('concert', {
        title: 'Jazz concert',
        venue: hall,
        categories: ['Music'],
        cost: '20',
      })
      await make('walk', {
        title: 'City walk',
        cost: '0',
        start_date: '2026-11-21 14:00:00',
        end_date: '2026-11-21 16:00:00',
      })
      await make('market', {
        title: 'Market',
        tickets: [
          { name: 'Tasting', price: 5, currency: 'CHF' },
          { name: 'Dinner', price: '40', currency: 'CHF' },
        ],
        start_date: '2026-11-22 08:00:00',
        end_date: '2026-11-22 12:00:00',
        venue: concert.venue.id,
      })
      await make('twin', { title: 'Concert: jazz', venue: concert.venue.id })
      await make('course', {
        title: 'Course',
        start_date: '2026-12-07 18:00:00',
        end_date: '2026-12-07 19:00:00',
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
      })
      await make('draft', { title: 'Secret', status: 'draft' })
      reader = await connect(service, null)
      editor = await connect(service)
      ask = callOf(reader)
      write = callOf(editor)
    })
    after(async () => {
      await reader.close()
      await editor.close()
    })

    test('every tool has schemas, and says whether it writes', async () => {
      const { tools } = await reader.listTools()
      const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
      assert.deepEqual(reading, ['find_events', 'whats_on', 'get_event', 'list_facets', 'check_event'])
      assert.deepEqual(
        tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name),
        [
          ...['save_event', 'translate_event', 'move_event', 'set_status', 'trash_event', 'restore_event'],
          ...['save_venue', 'save_organizer', 'undo_import'],
        ],
      )
      assert.deepEqual(
        tools.filter(({ annotations }) => !annotations?.idempotentHint).map(({ name }) => name),
        ['save_event', 'save_venue', 'save_organizer'],
      )
      for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
        assert.ok(description, name)
        assert.equal(inputSchema.type, 'object', name)
        assert.equal(outputSchema?.type, 'object', name)
        assert.equal(typeof annotations?.idempotentHint, 'boolean', name)
        const isWriting = !annotations?.readOnlyHint
        assert.equal('dry_run' in inputSchema.properties!, isWriting, name)
      }
    })

    test('versions of the protocol with a handshake are answered as well', async () => {
      const client = await connect(service, null, 'legacy')
      const found = await callOf(client)('find_events', { search: 'jazz' })
      await client.close()
      assert.equal(found.total, 2)
    })

    test('nobody is told to wait for notifications, because none are sent', async () => {
      for (const versions of ['auto', 'legacy'] as const) {
        const client = await connect(service, null, versions)
        const { tools, resources, prompts } = client.getServerCapabilities()!
        await client.close()
        for (const one of [tools, resources, prompts]) assert.deepEqual(one, { listChanged: false })
      }
    })

    test('events are found by words, dates, place, category, price and language', async () => {
      assert.deepEqual(titles(await ask('find_events', { search: 'jazz concert', orderby: 'id' })), [
        'Jazz concert',
        'Concert: jazz',
      ])
      assert.deepEqual(titles(await ask('find_events', { during: 'tomorrow' })), ['Market'])
      const [market] = (await ask('find_events', { during: 'tomorrow' })).events
      assert.deepEqual([market.cost, market.ticket_prices], ['', 'CHF\u00A05–40'])
      const [jazz] = (await ask('find_events', { search: 'jazz concert', orderby: 'id' })).events
      assert.deepEqual([jazz.cost, 'ticket_prices' in jazz], ['$20', false])
      assert.deepEqual(titles(await ask('find_events', { cost: 'paid' })), ['Market', 'Jazz concert'])
      assert.deepEqual(titles(await ask('find_events', { near: 'biel', categories: 'music' })), [
        'Jazz concert',
      ])
      assert.deepEqual(titles(await ask('find_events', { near: 'Nowhere' })), [])
      assert.deepEqual(titles(await ask('find_events', { cost: 'free' })), ['City walk'])
      const all = await ask('find_events', { orderby: 'id' })
      const french = await ask('find_events', { orderby: 'id', ml_language: 'fr' })
      assert.deepEqual(titles(french), titles(all))
      const { categories } = await ask('list_facets', { kind: 'categories', ml_language: 'fr' })
      assert.deepEqual(categories, (await ask('list_facets', { kind: 'categories' })).categories)
      assert.ok(categories.length > 0)
    })

    test('an answer names the zone, the dates, the total and where the list is', async () => {
      const answer = await ask('find_events', { limit: 1, start_date: 'tomorrow', colour: 'red' })
      assert.deepEqual(answer.window, {
        start_date: '2026-11-22 00:00:00',
        end_date: '2028-11-22 23:59:59',
      })
      assert.equal(answer.timezone, 'UTC')
      assert.equal(answer.now, '2026-11-21T12:00:00+00:00')
      assert.deepEqual(answer.ignored, ['colour'])
      assert.match(answer.notice, /never instructions/)
      assert.deepEqual([answer.events.length, answer.more], [1, true])
      assert.equal(answer.url, `${service.origin}/?start_date=2026-11-22&end_date=2028-11-22`)
      const { body } = await service.get(answer.rest_url)
      assert.equal(body.total, answer.total)
    })

    test('at most 20 events are listed', async () => {
      const { rest_url } = await ask('find_events', { limit: 1_000 })
      assert.equal(new URL(rest_url).searchParams.get('per_page'), '20')
    })

    test('what is on today and at the weekend', async () => {
      assert.deepEqual(titles(await ask('whats_on')), ['City walk'])
      const weekend = await ask('whats_on', { when: 'weekend' })
      assert.deepEqual(
        [titles(weekend), weekend.window],
        [['City walk', 'Market'], { during: '2026-11-21 00:00:00/2026-11-23 00:00:00' }],
      )
    })

    test('what the tools alone know is checked like the parameters of the API', async () => {
      const wrong: readonly (readonly [string, Json, string])[] = [
        ['whats_on', { when: 'next weekend' }, 'when: Must be one of today, tomorrow, weekend, week.'],
        ['find_events', { limit: 'abc' }, 'limit: Must be an integer.'],
        ['find_events', { limit: 0 }, 'limit: Must be 1 or greater.'],
        ['list_facets', { kind: 'organizers' }, 'kind: Must be one of categories, tags, venues.'],
      ]
      for (const [name, args, sentence] of wrong)
        assert.equal((await failureOf(reader, name, args)).split('\n')[1], sentence)
    })

    test('what is missing is named, and so is what was ignored', async () => {
      for (const name of ['get_event', 'check_event', 'trash_event', 'move_event', 'undo_import'])
        assert.equal(
          await failureOf(editor, name, { event_id: ids.concert, colour: 'red' }),
          'Missing parameter(s): id\nUnknown arguments were ignored: event_id, colour',
        )
    })

    test('a place is refused by its own name', async () => {
      assert.match(await failureOf(reader, 'find_events', { near: '' }), /\nnear: Must not be empty/)
      assert.match(await failureOf(reader, 'whats_on', { near: ['Biel'] }), /\nnear: Must be a string/)
      assert.match(await failureOf(reader, 'find_events', { near: 'x'.repeat(600) }), /\nnear: Must have at/)
      assert.equal((await ask('find_events', { near: 2502 })).total, 3)
    })

    test('a position beside a place is replaced by it, but refused if it is none', async () => {
      const near = 'Biel'
      const far = { geoloc_lat: -33.9, geoloc_lng: 18.4 }
      assert.equal((await ask('find_events', { near, ...far })).total, 3)
      assert.match(
        await failureOf(reader, 'find_events', { near, geoloc_lat: 47 }),
        /\ngeoloc_lat: Must be sent together with geoloc_lng/,
      )
      assert.match(
        await failureOf(reader, 'whats_on', { near, geoloc_lng: '7' }),
        /\ngeoloc_lng: Must be sent together with geoloc_lat/,
      )
      assert.match(
        await failureOf(reader, 'find_events', { near, geoloc_radius: ['5'] }),
        /\ngeoloc_radius: Must be a number/,
      )
    })

    test('a language that is no text is refused, as lists of the API refuse it', async () => {
      for (const name of ['find_events', 'whats_on', 'list_facets', 'get_event'])
        assert.match(
          await failureOf(reader, name, { id: ids.concert, ml_language: ['fr'] }),
          /\nml_language: /,
          name,
        )
    })

    test('what cannot be the ID of an import belongs to none', async () => {
      for (const id of ['abc', 1.5, true, '', {}, 1e300, 99_999_999_999, -1])
        assert.equal(await failureOf(editor, 'undo_import', { id }), 'This import does not exist.')
    })

    test('a list with an ID is no ID', async () => {
      for (const name of ['get_event', 'check_event', 'save_event', 'trash_event'])
        assert.equal(await failureOf(editor, name, { id: [ids.concert] }), 'This event does not exist.', name)
    })

    test('an event is read, as a tool and as a resource', async () => {
      const { event } = await ask('get_event', { id: ids.concert })
      assert.equal(event.venue.venue, 'Kulturhalle')
      const { contents } = await reader.readResource({ uri: `calends://event/${ids.concert}` })
      const read = JSON.parse((contents[0] as { text: string }).text)
      assert.equal(read.event.title, 'Jazz concert')
      assert.match(read.notice, /never instructions/)
      await assert.rejects(reader.readResource({ uri: 'calends://event/999999' }), /does not exist/)
      const far = `calends://event/${'1'.repeat(2_001)}`
      await assert.rejects(reader.readResource({ uri: far }), { code: -32602, message: /at most 2000/ })
    })

    test('a very long address of a resource is invalid, not an internal error', async () => {
      const params = { uri: `calends://event/${'a'.repeat(1_000_000)}` }
      const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params }
      const { status, body } = await service.post('//mcp', read)
      assert.deepEqual([status, body.error.code], [200, -32602])
    })

    test('facets have ids and counts', async () => {
      const { categories, venues, tags } = await ask('list_facets')
      const { body } = await service.get(`/events/${ids.concert}`)
      assert.deepEqual(categories, [{ id: body.categories[0].id, name: 'Music', slug: 'music', count: 1 }])
      assert.deepEqual([venues[0].name, venues[0].count, tags], ['Kulturhalle', 3, []])
      assert.deepEqual(Object.keys(await ask('list_facets', { kind: 'tags' })).includes('venues'), false)
    })

    test('facets are those with the most events, however many others there are', async () => {
      const made: number[] = []
      for (let number = 1; number <= 101; number += 1)
        made.push((await service.post('/venues', { venue: `A hall ${number}` })).body.id)
      const { venues } = await ask('list_facets', { kind: 'venues' })
      const found = await ask('list_facets', { kind: 'venues', search: 'hall 1' })
      const nothing = await ask('list_facets', { kind: 'venues', search: 'nowhere' })
      for (const id of made) await service.delete(`/venues/${id}?force=true`)

      assert.deepEqual([venues.length, venues[0].name, venues[0].count], [50, 'Kulturhalle', 3])
      assert.deepEqual([venues[1].name, venues[1].count], ['A hall 1', 0])
      assert.equal(found.venues.length, 21)
      assert.ok(found.venues.every(({ name }: Json) => name.includes('1')))
      assert.deepEqual(nothing.venues, [])
    })

    test('what a schema refers to is in it', async () => {
      for (const { name, inputSchema } of (await reader.listTools()).tools) {
        const references = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]*)"/g)].map(
          ([, one]) => one!,
        )
        if (name === 'save_event') assert.ok(references.length > 0)
        for (const reference of references) {
          const [root, defs, definition] = reference.split('/')
          assert.deepEqual([root, defs], ['#', '$defs'], reference)
          assert.equal((inputSchema as Json).$defs[definition!].type, 'object')
        }
      }
    })

    test('a write is dry unless it is clearly told not to be', async () => {
      for (const dry_run of [null, true, 'yes', 1])
        assert.equal((await write('save_venue', { venue: 'Only tried', dry_run })).dry_run, true)
      for (const dry_run of ['null', [false], {}, 'perhaps'])
        assert.match(
          await failureOf(editor, 'save_venue', { venue: 'Only tried', dry_run }),
          /dry_run: Must be/,
        )
      assert.equal((await service.get('/venues?search=tried')).body.total, 0)
    })

    test('a check looks beyond a hundred events, and at titles in the language of the event', async () => {
      const at = { start_date: '2027-03-03 18:00:00', end_date: '2027-03-03 20:00:00' }
      const made: number[] = []
      const make = async (fields: Json, query = '') => {
        const { body } = await service.post(`/events${query}`, anEvent({ ...at, ...fields }))
        made.push(body.id)
        return body.id as number
      }
      for (let number = 1; number <= 101; number += 1) await make({ title: `Stall ${number}` })
      await make({ title: 'Christmas fair' })
      await service.patch(`/events/${made.at(-1)}?ml_language=de`, { title: 'Weihnachtsmarkt' })
      const copy = await make({ title: 'Weihnachtsmarkt' }, '?ml_language=de')

      const { event } = await ask('get_event', { id: copy, ml_language: 'de' })
      assert.equal(event.title, 'Weihnachtsmarkt')
      assert.deepEqual(titles({ events: (await ask('check_event', { id: copy })).duplicates }), [
        'Weihnachtsmarkt',
      ])
      for (const id of made) await service.delete(`/events/${id}?force=true`)
    })

    test('the address for people is that of the same list, or there is none', async () => {
      const french = await ask('find_events', { ml_language: 'fr', search: 'jazz' })
      assert.equal(french.url, `${service.origin}/fr/?search=jazz&start_date=2026-11-21&end_date=2028-11-21`)
      for (const name of ['ends_after', 'starts_before'])
        assert.equal((await ask('find_events', { [name]: '2026-12-01' })).url, undefined)
    })

    test('the address for people lists the same days when it is opened later', async () => {
      const addresses: readonly (readonly [Json, string])[] = [
        [{ start_date: 'next friday', end_date: '2026-11-29' }, 'start_date=2026-11-27&end_date=2026-11-29'],
        [{ start_date: 'tomorrow 8pm' }, 'start_date=2026-11-22&end_date=2028-11-22'],
        [{ during: 'tomorrow' }, 'during=2026-11-22+00%3A00%3A00%2F2026-11-23+00%3A00%3A00'],
        [{ during: '2026-12-04/2026-12-06' }, 'during=2026-12-04%2F2026-12-06'],
        [{ end_date: '2026-12-06' }, 'end_date=2026-12-06&start_date=2026-11-21'],
      ]
      for (const [args, query] of addresses) {
        const { url } = await ask('find_events', args)
        assert.equal(url, `${service.origin}/?${query}`)
        assert.equal((await fetch(url)).status, 200)
      }
    })

    test('a language is that of the texts, not a limit of search', async () => {
      const { body: course } = await service.post('/events', anEvent({ title: 'Pottery class' }))
      await service.patch(`/events/${course.id}?ml_language=fr`, { title: 'Cours de poterie' })
      const words = ['pottery', 'poterie']
      const found = await Promise.all(
        words.map((search) => ask('find_events', { search, ml_language: 'fr' })),
      )
      const { venues } = await ask('list_facets', { search: 'kulturhalle', ml_language: 'de' })
      const { body } = await service.get(found[0]!.rest_url)
      await service.delete(`/events/${course.id}?force=true`)

      for (const one of found) assert.deepEqual(titles(one), ['Cours de poterie'])
      assert.deepEqual([body.total, body.events[0].title], [1, 'Cours de poterie'])
      assert.match(found[0]!.rest_url, /\/fr\/cal\/events\/v1\/events\//)
      assert.equal(venues[0].name, 'Kulturhalle')
      const unknown = await failureOf(reader, 'find_events', { ml_language: 'xx' })
      assert.match(unknown, /ml_language: Must be one of en, fr, de/)
    })

    test('a page for people does not list what its list leaves out', async () => {
      const running = { title: 'Running show', start_date: '2026-11-01', end_date: '2027-01-31' }
      const { body } = await service.post('/events', anEvent(running))
      const shown = async (args: Json) => {
        const { url, events } = await ask('find_events', args)
        const page = await (await fetch(url)).text()
        return [page.includes('Running show'), titles({ events }).includes('Running show')]
      }
      const lists = [{ search: 'show' }, { start_date: 'today' }, { during: 'today' }]
      const found = await Promise.all(lists.map(shown))
      await service.delete(`/events/${body.id}?force=true`)
      assert.deepEqual(found, [
        [false, false],
        [false, false],
        [true, true],
      ])
    })

    test('what a contributor creates waits for review', async () => {
      await service.request('POST', '//cal/admin/v1/users', {
        username: 'helper',
        password: 'helper-password',
        role: 'contributor',
      })
      const client = await connect(service, 'helper:helper-password')
      const { event } = await callOf(client)('save_event', {
        ...anEvent({ title: 'To be read' }),
        dry_run: false,
      })
      await client.close()
      assert.equal(event.status, 'pending')
      await service.delete(`/events/${event.id}?force=true`)
    })

    test('a check finds duplicates, overlaps and missing translations', async () => {
      const found = await ask('check_event', { id: ids.concert })
      assert.deepEqual(titles({ events: found.duplicates }), ['Concert: jazz'])
      assert.deepEqual(titles({ events: found.overlaps }), ['Concert: jazz'])
      assert.deepEqual(found.missing_translations, ['fr', 'de'])
    })

    test('a series is no duplicate of its own dates', async () => {
      const choir = {
        title: 'Choir',
        start_date: '2027-01-05 19:00',
        end_date: '2027-01-07 20:00',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
        venue: { venue: 'Choir hall' },
      }
      const made = await write('save_event', { ...choir, dry_run: false })
      const { id } = made.event
      const { events } = await ask('find_events', { search: 'choir', limit: 3 })
      const checks = [
        made,
        await write('check_event', { id }),
        await ask('check_event', { id: events[1].id }),
      ]
      const again = await write('save_event', { ...choir, venue: made.changes.venue.after.id })
      await service.delete(`/events/${id}?force=true&scope=all`)

      for (const { duplicates, overlaps } of checks) assert.deepEqual([duplicates, overlaps], [[], []])
      assert.deepEqual([again.duplicates.length, again.overlaps.length], [3, 3])
    })

    test('events without a duration are compared as well', async () => {
      const at = '2027-06-05 20:00:00'
      const short = { title: 'Fireworks', start_date: at, end_date: at, venue: { venue: 'Lake' } }
      const { event, changes } = await write('save_event', { ...short, dry_run: false })
      const { duplicates, overlaps } = await write('save_event', { ...short, venue: changes.venue.after.id })
      await service.delete(`/events/${event.id}?force=true`)
      assert.deepEqual(
        [titles({ events: duplicates }), titles({ events: overlaps })],
        [['Fireworks'], ['Fireworks']],
      )
    })

    test('a write that is not told to be one changes nothing and says what it would change', async () => {
      const { body: before } = await service.get('/events?status=any', { as: administrator })
      const created = await write('save_event', {
        ...anEvent({ title: 'Concert jazz' }),
        venue: { venue: 'New hall' },
      })
      const updated = await write('save_event', { id: ids.market, title: 'Christmas market' })
      const { body: now } = await service.get('/events?status=any', { as: administrator })
      const { body: halls } = await service.get('/venues?search=New', { as: administrator })

      assert.equal(created.dry_run, true)
      assert.deepEqual(created.changes.title, { before: null, after: 'Concert jazz' })
      assert.deepEqual(titles({ events: created.duplicates }).sort(), ['Concert: jazz', 'Jazz concert'])
      assert.deepEqual(updated.changes, { title: { before: 'Market', after: 'Christmas market' } })
      assert.deepEqual(now, before)
      assert.equal(halls.total, 0)
    })

    test('an event is created, translated, moved, cancelled, trashed and restored', async () => {
      const wanted = { dry_run: false }
      const { event } = await write('save_event', { ...anEvent({ title: 'Reading' }), ...wanted })
      const { id } = event
      await write('translate_event', { id, ml_language: 'fr', title: 'Lecture', ...wanted })
      const moved = await write('move_event', { id, end_date: '2026-12-01 23:00:00', ...wanted })
      const cancelled = await write('set_status', { id, event_status: 'cancelled', ...wanted })
      const { body } = await service.get(`/events/${id}?ml_language=fr`)
      const tried = await write('trash_event', { id })
      const trashed = await write('trash_event', { id, ...wanted })
      const gone = await service.get(`/events/${id}`)
      await write('restore_event', { id, status: 'publish', ...wanted })
      const back = await service.get(`/events/${id}`)

      assert.deepEqual([body.title, body.event_status], ['Lecture', 'cancelled'])
      assert.deepEqual(Object.keys(moved.changes), ['end_date'])
      assert.deepEqual(cancelled.changes, { event_status: { before: 'scheduled', after: 'cancelled' } })
      assert.deepEqual(tried.changes, { status: { before: 'publish', after: 'trash' } })
      assert.deepEqual([tried.changes, tried.dry_run], [trashed.changes, true])
      assert.deepEqual([gone.status, back.status], [410, 200])
    })

    test('what cannot be told by a name is among the changes too', async () => {
      const wanted = { dry_run: false }
      const adult = { name: 'Adult', price: 10, availability: 'in_stock' }
      const plain = { ...anEvent({ title: 'With tickets' }), show_map: false, tickets: [adult] }
      const made = await write('save_event', { ...plain, ...wanted })
      const { id } = made.event
      const soldOut = { ...adult, price: 99, availability: 'sold_out' }
      const locked = { id, tickets: [soldOut], password: 'sesame' }
      const tried = await write('save_event', locked)
      const stored = await write('save_event', { ...locked, ...wanted })
      const opened = await write('save_event', { id, password: '', ...wanted })
      const again = await write('save_event', { id, password: ' ' })
      const same = await write('translate_event', { id, ml_language: 'fr', title: 'With tickets' })
      await service.delete(`/events/${id}?force=true`)

      assert.deepEqual(made.changes.tickets, { before: null, after: [adult] })
      assert.deepEqual(made.changes.show_map, { before: null, after: false })
      assert.equal('sticky' in made.changes, false)
      assert.deepEqual(tried.changes, {
        tickets: { before: [adult], after: [soldOut] },
        password: { before: null, after: 'set' },
      })
      assert.deepEqual(stored.changes, tried.changes)
      assert.deepEqual(opened.changes, { password: { before: 'set', after: null } })
      assert.deepEqual(again.changes, {})
      assert.deepEqual(same.changes.title, { before: null, after: 'With tickets' })
    })

    test('a field that is cleared is among the changes', async () => {
      const { body: hall } = await service.post('/venues', { venue: 'Placed', geo_lat: 47, geo_lng: 7 })
      const cleared = await write('save_venue', { id: hall.id, geo_lat: '', geo_lng: '' })
      await service.delete(`/venues/${hall.id}?force=true`)
      assert.deepEqual(cleared.changes, {
        geo_lat: { before: 47, after: null },
        geo_lng: { before: 7, after: null },
      })
    })

    test('a place that is used again is said to be, and does not change', async () => {
      const { body: hall } = await service.post('/venues', { venue: 'Used again', city: 'Biel' })
      const sent = { venue: 'Used again', city: 'Thun', phone: '031', reuse: true }
      const tried = await write('save_venue', sent)
      const reused = await write('save_venue', { ...sent, dry_run: false })
      const other = await write('save_venue', { ...sent, venue: 'Not there yet' })
      await service.delete(`/venues/${hall.id}?force=true`)

      for (const answer of [tried, reused])
        assert.deepEqual(
          [answer.reused, answer.changes, answer.venue.id, answer.venue.city],
          [true, {}, hall.id, 'Biel'],
        )
      assert.deepEqual([other.reused, other.changes.city.after], [undefined, 'Thun'])
    })

    test('places and people are tried, created and updated', async () => {
      const hall = { venue: 'New hall', city: 'Bern' }
      const tried = await write('save_venue', hall)
      const made = await write('save_venue', { ...hall, dry_run: false })
      const { id } = made.venue
      const moved = await write('save_venue', { id, city: 'Biel', dry_run: false })
      const club = await write('save_organizer', { organizer: 'New club', dry_run: false })
      const refused = await failureOf(reader, 'save_venue', { ...hall, dry_run: false })

      assert.equal(tried.dry_run, true)
      assert.deepEqual(made.changes.city, { before: null, after: 'Bern' })
      assert.deepEqual(moved.changes, { city: { before: 'Bern', after: 'Biel' } })
      assert.equal((await service.get('/venues?search=new+hall')).body.total, 1)
      assert.equal((await service.get(`/organizers/${club.organizer.id}`)).body.organizer, 'New club')
      assert.equal(refused, 'Authentication is required.')
    })

    test('an import is shown, and taken back', async () => {
      const imported = await importFile(service, calendar(vevent('a', 'SUMMARY:By mistake')), {
        source: 'mcp',
      })
      const [{ id: event }] = imported.rows
      const shown = await write('undo_import', { id: imported.id })
      const before = await service.get(`/events/${event}`)
      const undone = await write('undo_import', { id: imported.id, dry_run: false })

      assert.deepEqual([shown.dry_run, shown.import.state, shown.import.would.create], [true, 'done', 1])
      assert.equal(before.status, 200)
      assert.equal(undone.import.state, 'undone')
      assert.equal((await service.get(`/events/${event}`)).status, 410)
      assert.equal(await failureOf(reader, 'undo_import', { id: imported.id }), 'Authentication is required.')
    })

    test('an event of which the start alone is moved keeps its length', async () => {
      const make = async (fields: Json): Promise<number> =>
        (await service.post('/events', anEvent({ title: 'Movable', ...fields }))).body.id
      const concert = await make({ timezone: 'Europe/Zurich' })
      const fair = await make({ start_date: '2026-12-04', end_date: '2026-12-06', all_day: true })
      const moved = async (id: number, args: Json): Promise<unknown> => {
        const { event } = await write('move_event', { id, ...args, dry_run: false })
        return [event.start_date, event.end_date, event.timezone]
      }
      const zurich = 'Europe/Zurich'

      assert.deepEqual(await moved(concert, { start_date: '2026-12-01 23:00' }), [
        ...['2026-12-01 23:00:00', '2026-12-02 01:00:00', zurich],
      ])
      assert.deepEqual(await moved(concert, { start_date: 'tomorrow 8pm' }), [
        ...['2026-11-22 20:00:00', '2026-11-22 22:00:00', zurich],
      ])
      assert.deepEqual(await moved(concert, { start_date: '2026-12-01T19:00:00Z' }), [
        ...['2026-12-01 20:00:00', '2026-12-01 22:00:00', zurich],
      ])
      assert.deepEqual(await moved(concert, { start_date: '2026-12-01 20:30', timezone: 'Asia/Tokyo' }), [
        ...['2026-12-01 20:30:00', '2026-12-01 22:30:00', 'Asia/Tokyo'],
      ])
      assert.deepEqual(await moved(fair, { start_date: '2026-12-11' }), [
        ...['2026-12-11 00:00:00', '2026-12-13 23:59:59', 'UTC'],
      ])
      const still = { start_date: '2026-12-11 14:00', all_day: false }
      assert.deepEqual(await moved(fair, still), ['2026-12-11 14:00:00', '2026-12-13 23:59:59', 'UTC'])
      assert.match(await failureOf(editor, 'move_event', { id: fair, start_date: 'soonish' }), /start_date/)
      for (const id of [concert, fair]) await service.delete(`/events/${id}?force=true`)
    })

    test('dates of a series are moved by scope', async () => {
      const { events } = await ask('find_events', { search: 'course' })
      const second = { id: events[1].id, start_date: '2026-12-14 19:00:00', end_date: '2026-12-14 20:00:00' }
      const tried = await write('move_event', { ...second, scope: 'following' })
      const following = await write('move_event', { ...second, scope: 'following', dry_run: false })
      const moved = await ask('find_events', { search: 'course' })

      assert.equal(tried.series.moved, 3)
      assert.equal(following.series.moved, 3)
      assert.deepEqual(
        moved.events.map(({ start_date }: Json) => start_date.slice(11, 13)),
        ['18', '19', '19', '19'],
      )
    })

    test('rights are those of the caller, and errors have our sentences', async () => {
      const anonymous = await failureOf(reader, 'save_event', { ...anEvent(), dry_run: false })
      const hidden = await failureOf(reader, 'get_event', { id: ids.draft })
      const wrong = await failureOf(editor, 'save_event', {
        title: 'x',
        start_date: 'soonish',
        end_date: 'x',
      })
      const missing = await failureOf(editor, 'set_status', { id: ids.market })
      const french = await failureOf(reader, 'get_event', { id: 999_999, ml_language: 'fr' })

      assert.equal(anonymous, 'Authentication is required.')
      assert.equal(hidden, 'This resource is not published, and you do not have permission to read it.')
      assert.match(
        wrong,
        /^Invalid parameter\(s\): start_date, end_date\nstart_date: Must be .*\nend_date: Must/,
      )
      assert.equal(missing, 'Missing parameter(s): event_status')
      assert.match(french, /n’existe pas/)
      assert.equal((await write('get_event', { id: ids.draft })).event.title, 'Secret')
    })

    test('without credentials every tool that writes asks for them, whatever it is to write', async () => {
      const { tools } = await reader.listTools()
      const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
      const needed = { event_status: 'cancelled', status: 'publish', ml_language: 'en' }
      for (const { name } of writing)
        for (const id of [ids.concert, ids.draft, 999_999])
          assert.match(
            await failureOf(reader, name, { id, ...needed }),
            /^Authentication is required\./,
            name,
          )
    })

    test('prompts are offered in the languages of the site', async () => {
      const { prompts } = await reader.listPrompts()
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['weekly_newsletter', 'enter_poster'],
      )
      const { messages } = await reader.getPrompt({
        name: 'weekly_newsletter',
        arguments: { language: 'de' },
      })
      assert.match((messages[0]!.content as { text: string }).text, /ml_language=de/)
    })

    test('parameters of a wrong type are invalid, not an internal error', async () => {
      const get = async (params: object) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params }
        return (await service.post('//mcp', message)).body.error
      }
      const name = 'weekly_newsletter'
      assert.deepEqual(await get({ name, arguments: { language: 'xx' } }), {
        code: -32602,
        message: 'The argument language must be one of en, fr, de.',
      })
      assert.deepEqual(await get({ name, arguments: { language: 5 } }), {
        code: -32602,
        message: 'params.arguments.language: Invalid input: expected string, received number.',
      })
      assert.equal((await get({})).code, -32602)
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }
      assert.deepEqual((await service.post('//mcp', call)).body.error, {
        code: -32602,
        message: 'params.name: Invalid input: expected string, received undefined.',
      })
    })

    test('wrong credentials, other methods, large bodies and foreign pages are refused as by the API', async () => {
      const post = (body: unknown, headers = {}) =>
        service.request('POST', '//mcp', body, { as: null, headers })
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      assert.equal((await service.request('POST', '//mcp', ping, { as: 'admin:wrong' })).status, 401)
      for (const method of ['GET', 'DELETE']) {
        const { status, headers } = await service.request(method, '//mcp', undefined, { as: null })
        assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'])
      }
      assert.equal((await post({ ...ping, params: { x: 'x'.repeat(20_000_000) } })).status, 413)
      const large = { ...ping, params: { x: 'x'.repeat(70_000) } }
      assert.equal((await post(large)).status, 413)
      assert.equal((await post(large, { authorization: basic(administrator) })).status, 200)
      assert.equal((await post(ping)).status, 200)
      assert.equal((await post(ping, { origin: service.origin })).status, 200)
      const foreign = await post(ping, { origin: 'https://elsewhere.example' })
      assert.deepEqual([foreign.status, foreign.body.code], [403, 'rest_forbidden'])
    })

    test('a name that was made to lead here does not let the pages of its site in', async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const headers = {
        host: 'rebound.example',
        origin: 'http://rebound.example',
        'content-type': 'application/json',
      }
      const answer = await raw(service, { method: 'POST', path: '/mcp', headers, body })
      assert.equal(answer.status, 403)
    })
  },
  { CALENDS_LANGUAGES: 'en,fr,de' },
)

describe('calends mcp', () => {
  const program = new Program()
  before(async () => {
    assert.equal((await program.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })).code, 0)
  })
  const clients: Client[] = []
  after(async () => {
    // Those of a test that failed too, because a process left behind would keep this one running.
    await Promise.all(clients.map((client) => client.close()))
    await program.remove()
  })

  const start = async (...more: string[]) => {
    const client = newClient()
    clients.push(client)
    const args = [...programCommand, 'mcp', ...more]
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: program.folder, stderr: 'ignore' }),
    )
    return client
  }

  test('reads over standard input and output, and writes only in the name of a user', async () => {
    const reader = await start()
    const { total, rest_url } = await callOf(reader)('find_events')
    const refused = await failureOf(reader, 'save_event', { ...anEvent(), dry_run: false })
    await reader.close()
    const writer = await start('--user', 'admin', '--public-url', 'https://town.example')
    const { event } = await callOf(writer)('save_event', { ...anEvent(), dry_run: false })
    const read = await callOf(writer)('get_event', { id: event.id })
    await writer.close()

    assert.ok(total > 100)
    assert.match(rest_url, /^http:\/\/localhost:8080\/cal\/events\/v1\/events\//)
    assert.equal(refused, 'Authentication is required.')
    assert.match(event.url, /^https:\/\/town\.example\/event\//)
    assert.equal(read.event.title, 'Concert')
  })

  test('everything that a file asks is answered, and nothing is an end', async () => {
    const ask = (id: number, method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const call = (id: number) => ask(id, 'tools/call', { name: 'find_events', arguments: { search: 'a' } })
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'file', version: '1' },
    }
    const ids = Array.from({ length: 20 }, (_, index) => index + 2)
    const file = join(program.folder, 'asked.jsonl')
    writeFileSync(file, [ask(1, 'initialize', hello), ...ids.map(call)].join('\n'))

    const answered = await program.run(['mcp'], {}, file)
    const nothing = await program.run(['mcp'])

    const answers = answered.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    assert.deepEqual(
      answers.map(({ id }) => id).toSorted((one, other) => one - other),
      [1, ...ids],
    )
    assert.ok(answers.every(({ result }) => result !== undefined && result.isError === undefined))
    assert.deepEqual([answered.code, answered.stderr], [0, ''])
    assert.deepEqual(nothing, { code: 0, stdout: '', stderr: '' })
  })

  test('its rights are those that its user has by now', async () => {
    assert.equal((await program.run(['user', 'add', 'helper', '--role', 'editor'])).code, 0)
    const helper = await start('--user', 'helper')
    const event = { ...anEvent({ title: 'By a helper' }), dry_run: false }
    await callOf(helper)('save_event', event)
    await program.run(['user', 'role', 'helper', 'subscriber'])
    const demoted = await failureOf(helper, 'save_event', event)
    await program.run(['user', 'remove', 'helper', '--reassign', 'admin'])
    const removed = await failureOf(helper, 'find_events', {})
    const unread = helper.readResource({ uri: 'calends://event/362' })
    await assert.rejects(unread, { code: -32602, message: /password or token is incorrect/ })
    await helper.close()

    assert.equal(demoted, 'You do not have permission to do this.')
    assert.equal(removed, 'The username, password or token is incorrect.')
  })

  test('settings of the administration apply, also while it runs', async (t) => {
    const served = program.start(['serve'])
    t.after(() => served.kill('SIGKILL'))
    const [, base = ''] = await served.says(/ listening at (\S+)\n/)
    const { origin } = new URL(base)
    const set = async (settings: Json) => {
      const { status } = await fetch(`${origin}/cal/admin/v1/settings`, {
        method: 'PATCH',
        headers: { authorization: basic('admin:secret'), 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      })
      assert.equal(status, 200)
    }
    await set({ CALENDS_NAME: 'Agenda' })
    const reader = await start()
    const before = await callOf(reader)('find_events', { geoloc_lat: 47.1, geoloc_lng: 7.2 })
    await set({ CALENDS_GEOLOCATION: 'off' })
    const after = await failureOf(reader, 'find_events', { geoloc_lat: 47.1, geoloc_lng: 7.2 })
    await set({ CALENDS_GEOLOCATION: null, CALENDS_NAME: null })
    const { title } = reader.getServerVersion()!
    await reader.close()

    assert.equal(title, 'Agenda')
    assert.ok(before.total > 0)
    assert.match(after, /geoloc_lat/)
  })

  test('a user that does not exist is named', async () => {
    const { code, stderr } = await program.run(['mcp', '--user', 'nobody'])
    assert.deepEqual([code, stderr], [1, 'There is no user nobody.\n'])
  })
})
