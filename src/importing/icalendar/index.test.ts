import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord, type SourceItem, type SourceInput } from '../record.ts'
import { icalendar } from './index.ts'

const file = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:first
SUMMARY;LANGUAGE=fr:First
DTSTART:20270310T190000
END:VEVENT
BEGIN:VEVENT
UID:second
SUMMARY;LANGUAGE=en:Second
DTSTART:20270310T190000
END:VEVENT
END:VCALENDAR
`

test('an internal error is reported and fails only its component', async () => {
  const errors: unknown[] = []
  // The language that is no text lets the first event fail as a fault of ours would.
  const site = { timezone: 'UTC', languages: ['en', undefined] } as unknown as SourceInput['site']
  const found: SourceItem[] = []
  const input = {
    content: [Buffer.from(file)],
    site,
    onError: (error: unknown) => errors.push(error),
    findParts: () => Promise.resolve(new Map()),
  }
  for await (const one of icalendar(input as unknown as SourceInput)) found.push(one)

  assert.deepEqual(
    found.map((one) => (isRecord(one) ? one.externalId : 'fault' in one && one.fault.text)),
    ['This cannot be read because of an internal error.', 'second'],
  )
  assert.ok(errors[0] instanceof TypeError)
})
