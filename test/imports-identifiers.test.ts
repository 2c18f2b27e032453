import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, preview, run, vevent } from './importing.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Identifiers that no database takes as they are. */

const event = { title: 'One', start_date: '2027-03-10 19:00', end_date: '2027-03-10 21:00' }
const records = (...ids: readonly string[]) => JSON.stringify(ids.map((id) => ({ ...event, id })))
const table = (...ids: readonly string[]) =>
  ['id,title,start', ...ids.map((id) => `"${id}",One,2027-03-10 19:00`)].join('\n')

/** Its title is not derived from its identifier. */
const titled = (uid: string, ...lines: readonly string[]) => vevent(uid, 'SUMMARY:One', ...lines)

onEachDatabase((service) => {
  let sources = 0
  const newSource = () => ({ source: `identifiers ${(sources += 1)}` })

  const unstorable: readonly (readonly [what: string, filename: string, content: string])[] = [
    ['NUL in JSON', 'a.json', records('a\0b', 'ok')],
    ['an unpaired surrogate in JSON', 'a.json', records('\ud800', 'ok')],
    ['NUL in CSV', 'a.csv', table('n\0', 'ok')],
    ['NUL in the UID of an event', 'a.ics', calendar(titled('a\0b'), titled('ok'))],
    [
      'NUL in the UID of a series',
      'a.ics',
      calendar(titled('a\0b', 'RRULE:FREQ=DAILY;COUNT=2'), titled('ok')),
    ],
    [
      'NUL in the UID of an exception',
      'a.ics',
      calendar(titled('a\0b', 'RECURRENCE-ID:20270310T190000'), titled('ok')),
    ],
  ]
  for (const [what, filename, content] of unstorable)
    test(`of records with ${what} only this one fails`, async () => {
      const { status, body } = await preview(service, content, newSource(), filename)

      assert.deepEqual([status, body.would.fail, body.would.create], [201, 1, 1])
      const { reason } = body.rows.find(({ action }: Json) => action === 'fail')
      assert.match(reason, /^The identifier contains NUL or an unpaired surrogate\.$/)
      assert.deepEqual((await run(service, body.id)).progress, { done: 1, total: 1 })
    })

  test('a file name with NUL is refused', async () => {
    const boundary = 'boundary'
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a\0.json"',
      '',
      records('ok'),
      `--${boundary}--`,
      '',
    ].join('\r\n')
    const response = await fetch(`${service.origin}/cal/admin/v1/imports`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    })
    const { data } = (await response.json()) as Json

    assert.deepEqual([response.status, Object.keys(data.params)], [400, ['file']])
  })
})
