import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText, readCalendar, valuesOf } from '../../../../test/content-lines.ts'
import { contentLines, property, textProperty } from './content-lines.ts'

const written = (lines: readonly string[]) =>
  readCalendar(contentLines(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR']))

test('text of any length and any characters survives a round trip', () => {
  const pieces = ['a', 'é', '漢', '🎺', ';', ',', '\\', '\n', ':', '"', ' ']
  for (let length = 1; length < 200; length += 1) {
    const text = Array.from({ length }, (_, index) => pieces[(index * 7 + length) % pieces.length]).join('')
    const [value] = valuesOf(written(textProperty('SUMMARY', text)), 'SUMMARY')
    assert.equal(plainText(value), text)
  }
})

test('lines are folded at the maximum length', () => {
  const [first, second] = contentLines([`SUMMARY:${'a'.repeat(200)}`]).split('\r\n')
  assert.equal(first!.length, 75)
  assert.equal(second!.length, 75)
})

test('parameters are quoted where necessary, and never contain a quotation mark', () => {
  assert.deepEqual(property('ORGANIZER', 'mailto:a@example.org', { CN: 'Who, "ever"' }), [
    `ORGANIZER;CN="Who, 'ever'":mailto:a@example.org`,
  ])
  assert.deepEqual(property('DTSTART', '20270101T000000', { TZID: 'Europe/Zurich' }), [
    'DTSTART;TZID=Europe/Zurich:20270101T000000',
  ])
})

test('a property without a value is omitted', () => {
  assert.deepEqual(textProperty('LOCATION', ''), [])
  assert.deepEqual(property('URL', undefined), [])
})
