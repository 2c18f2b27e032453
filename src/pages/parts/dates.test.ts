import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateFormat, dayAfter, unbroken } from '../../time/index.ts'
import { formatDay, formatNumeral } from './dates.ts'
import { capitalized } from '../../text/capitalized.ts'

test('first letters are capitalized by the rules of the language, independent of the locale of the host', () => {
  assert.equal(capitalized('ikinci', 'tr'), 'İkinci')
  assert.equal(capitalized('ikinci', 'fr'), 'Ikinci')
})

test('days that a style shows alike are shown as any other', () => {
  const days = Array.from({ length: 800 }, (_, index) => dayAfter('2026-12-20', index))
  const options = {
    weekday: { weekday: 'long' },
    shortWeekday: { weekday: 'short' },
    narrowWeekday: { weekday: 'narrow' },
    month: { month: 'long' },
    dayMonth: { day: 'numeric', month: 'long' },
  } as const
  for (const language of ['en', 'fr', 'de', 'it', 'ar', 'th', 'cs', 'fa'])
    for (const [style, option] of Object.entries(options)) {
      const { format } = dateFormat(language, option)
      for (const day of days)
        assert.equal(
          formatDay(language, style as keyof typeof options, `${day} 19:30:00`),
          unbroken(format(Date.parse(day))),
          `${language} ${day}`,
        )
    }
})

test('the number of a day is written as in its date', () => {
  assert.deepEqual(
    ['en', 'fr', 'de', 'ar-eg'].map((language) => formatNumeral(language, '2027-02-01')),
    ['1', '1er', '1.', '١'],
  )
  assert.equal(formatNumeral('de', '2027-02-28 19:30:00'), '28.')
})
