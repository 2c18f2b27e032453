import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishedRule } from './published-rule.ts'
import type { First } from './index.ts'

const first: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }
const allDay: First = { ...first, start: '2027-03-02 00:00:00', allDay: true }

test('UNTIL is an instant for events with a time, and a date for all-day events', () => {
  for (const [until, ofTimes, ofDays] of [
    ['20270630', '20270630T215959Z', '20270630'],
    ['20270630T190000', '20270630T170000Z', '20270630'],
    ['20271130T220000Z', '20271130T220000Z', '20271130'],
  ] as const) {
    assert.equal(publishedRule(`FREQ=WEEKLY;UNTIL=${until}`, first), `FREQ=WEEKLY;UNTIL=${ofTimes}`)
    assert.equal(publishedRule(`FREQ=WEEKLY;UNTIL=${until}`, allDay), `FREQ=WEEKLY;UNTIL=${ofDays}`)
  }
})

test('COUNT becomes UNTIL if the rule does not yield the start', () => {
  assert.equal(publishedRule('FREQ=WEEKLY;COUNT=3', first), 'FREQ=WEEKLY;COUNT=3')
  assert.equal(
    publishedRule('FREQ=WEEKLY;COUNT=3;BYDAY=WE', first),
    'FREQ=WEEKLY;BYDAY=WE;UNTIL=20270310T180000Z',
  )
})

test('a rule without dates is left out', () => {
  for (const rule of [
    'FREQ=DAILY;UNTIL=20270301',
    'FREQ=DAILY;UNTIL=20270302T173000Z',
    'FREQ=WEEKLY;BYDAY=SU;UNTIL=20270306',
    'FREQ=WEEKLY;BYDAY=SU;COUNT=1',
  ])
    assert.equal(publishedRule(rule, first), undefined, rule)
  assert.equal(publishedRule('FREQ=DAILY;UNTIL=20270302', allDay), 'FREQ=DAILY;UNTIL=20270302')
  assert.equal(publishedRule('FREQ=DAILY;COUNT=1', first), 'FREQ=DAILY;COUNT=1')
})

test('rules of all-day events omit times of day', () => {
  assert.equal(publishedRule('FREQ=DAILY;BYHOUR=9;COUNT=3', allDay), 'FREQ=DAILY;COUNT=3')
})
