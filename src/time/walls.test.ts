import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { addDays, addMonths, dayOf, details, endOfDay, startOfDay, weekdayOf, type Wall } from './index.ts'

const walls = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date): Wall => date.toISOString().slice(0, 19).replace('T', ' '))

test('a local time has a day, its start and its end', () => {
  assert.equal(dayOf('2027-01-10 09:30:15'), '2027-01-10')
  assert.equal(startOfDay('2027-01-10 09:30:15'), '2027-01-10 00:00:00')
  assert.equal(endOfDay('2027-01-10 09:30:15'), '2027-01-10 23:59:59')
})

test('its components are zero-padded, from the year to the second', () => {
  assert.deepEqual(Object.entries(details('0027-01-02 03:04:05')), [
    ['year', '0027'],
    ['month', '01'],
    ['day', '02'],
    ['hour', '03'],
    ['minutes', '04'],
    ['seconds', '05'],
  ])
})

test('days are added across months, years and leap days', () => {
  assert.equal(addDays('2027-12-31 09:00:00', 1), '2028-01-01 09:00:00')
  assert.equal(addDays('2028-02-28 09:00:00', 1), '2028-02-29 09:00:00')
  assert.equal(addDays('2027-03-01 09:00:00', -1), '2027-02-28 09:00:00')
})

test('in a month too short for the day, the last day is used', () => {
  assert.equal(addMonths('2027-01-31 09:00:00', 1), '2027-02-28 09:00:00')
  assert.equal(addMonths('2028-02-29 00:00:00', 24), '2030-02-28 00:00:00')
  assert.equal(addMonths('2027-03-31 09:00:00', -1), '2027-02-28 09:00:00')
})

test('adding months moves the month by as many and never lengthens the day', () => {
  fc.assert(
    fc.property(walls, fc.integer({ min: -120, max: 120 }), (wall, months) => {
      const moved = addMonths(wall, months)
      const index = (of: Wall) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7))
      fc.pre(index(wall) + months > 24 && index(wall) + months < 119_988)
      assert.equal(index(moved), index(wall) + months)
      assert.ok(moved.slice(8) <= wall.slice(8))
      assert.equal(moved.slice(11), wall.slice(11))
    }),
  )
})

test('weekdays agree with the calendar', () => {
  fc.assert(
    fc.property(walls, (wall) => {
      assert.equal(weekdayOf(wall), Temporal.PlainDate.from(dayOf(wall)).dayOfWeek % 7)
    }),
  )
})

test('time ends with the year 9999', () => {
  assert.equal(addDays('9999-12-31 00:00:00', 1), '9999-12-31 23:59:59')
  assert.equal(addMonths('9999-12-31 00:00:00', 24), '9999-12-31 23:59:59')
})
