import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase } from './service.ts'

/** Texts made to take long: each is refused or read in time that grows with its length alone. */

const marks = 'a' + '\u0301\u0316'.repeat(60_000)

/** Generous, because the machine may be busy; normalized as it comes, each of these would take many seconds. */
const timeout = 60_000

/** Measures the longest time between two turns of the event loop, in milliseconds. */
function watchTurns() {
  let [last, longest] = [performance.now(), 0]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    longest() {
      clearInterval(timer)
      look()
      return longest
    },
  }
}

/** Random, because PostgreSQL compresses what repeats before it indexes it. */
const ideographs = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fff))).join('')

onEachDatabase((service) => {
  before(() => makePeople(service))

  test('texts of combining marks are refused by their length', { timeout }, async () => {
    const fields = {
      title: marks,
      slug: marks,
      cost: marks,
      website: `https://example.org/${marks}`,
      timezone: marks,
      venue: { venue: marks },
      tags: [marks],
    }

    const { status, body } = await service.post('/events', anEvent(fields))

    assert.equal(status, 400)
    const named = ['title', 'slug', 'timezone', 'cost', 'website', 'tags', 'venue.venue']
    assert.deepEqual(Object.keys(body.data.params), named)
    for (const name of named) assert.equal(body.data.details[name].code, 'rest_too_long', name)
  })

  test('a description of combining marks is stored', { timeout }, async () => {
    const description = marks

    const { status, body } = await service.post('/events', anEvent({ description, excerpt: description }))

    assert.equal(status, 201)
    const again = await service.patch(`/events/${body.id}`, { description: body.description })
    assert.equal(again.body.description, body.description)
  })

  test('the longest description is accepted again as it was returned', async () => {
    const description = `${'x'.repeat(63)}\n`.repeat(16 * 1024).trim()
    const { body } = await service.post('/events', anEvent({ description }))

    const { status } = await service.patch(`/events/${body.id}`, { description: body.description })

    assert.equal(status, 200)
  })

  test('others have their turn while 110,000 paragraphs are written', async () => {
    const description = 'a\n\n'.repeat(110_000)
    const shares: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const watch = watchTurns()
      const began = performance.now()
      const { status } = await service.post('/events', anEvent({ description }))
      shares.push(watch.longest() / (performance.now() - began))
      assert.equal(status, 201)
    }

    // Of one write; the best attempt counts, because the machine may be busy.
    assert.ok(Math.min(...shares) < 0.35, `others waited for ${shares.join(', ')} of the time`)
  })

  test('the URL of an image may have as many letters outside ASCII as others', async () => {
    const image = `https://example.org/${ideographs(2_000)}.jpg`
    const other = image.replace('.jpg', '.png')

    const made = await Promise.all(
      [image, image, other].map((url) => service.post('/events', anEvent({ image: url }))),
    )

    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201, 201],
    )
    const [one, again, different] = made.map(({ body }) => body.image.id)
    assert.equal(one, again)
    assert.notEqual(one, different)
  })

  test('HTML is cleaned only for those who may write, and after everything else was checked', async () => {
    // Five times as long, and so too long, once it is cleaned.
    const description = '&'.repeat(900_000)
    const { body: made } = await service.post('/events', anEvent())
    const ask = (person: Parameters<typeof credentialsOf>[0], fields: object) =>
      service.post('/events', anEvent({ description, ...fields }), { as: credentialsOf(person) })
    const asked = [
      await ask('anonymous', {}),
      await ask('subscriber', {}),
      await service.patch(`/events/${made.id}`, { description }, { as: credentialsOf('author') }),
      await ask('anonymous', { start_date: '2027-02-30' }),
      await ask('author', { start_date: '2027-02-30' }),
      await ask('author', {}),
      await ask('author', { description: '', venue: [{ venue: 'Hall' }, { venue: 'Park', description }] }),
    ]

    assert.deepEqual(
      asked.map(({ status, body }) => [status, ...Object.keys(body.data.params ?? {})]),
      [
        [401],
        [403],
        [403],
        [400, 'start_date'],
        [400, 'start_date'],
        [400, 'description'],
        [400, 'venue.1.description'],
      ],
    )
  })
})

onEachDatabase(
  (service) => {
    test('long names are stored, sorted and recognized', async () => {
      const name = ideographs(1_999)
      const [first, second] = [`${name}甲`, `${name}乙`]

      const { status, body } = await service.post(
        '/events',
        anEvent({
          title: first,
          venue: { venue: first },
          organizer: { organizer: first },
          tags: [first, second],
          categories: [first],
        }),
      )
      const again = await service.post('/events', anEvent({ title: second, tags: [second] }))
      const sorted = await service.get('/events?orderby=title')
      const taken = await service.post('/tags', { name: first })

      assert.deepEqual([status, again.status, taken.status], [201, 201, 400])
      assert.deepEqual(again.body.tags[0].id, body.tags[1].id)
      assert.equal(sorted.body.total, 2)
    })
  },
  { CALENDS_MAX_TITLE: '2000' },
)
