import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWebcal, withoutWebcal } from './webcal.ts'

test('the link of a calendar is read over HTTPS', () => {
  for (const scheme of ['webcal', 'webcals', 'WEBCAL']) {
    const link = `${scheme}://town.example/?post_type=tribe_events&ical=1`
    assert.equal(isWebcal(link), true)
    assert.equal(withoutWebcal(link), 'https://town.example/?post_type=tribe_events&ical=1')
  }
})

test('any other URL stays as it is', () => {
  for (const url of ['http://town.example/a.ics', 'https://town.example/webcal://a', 'webcal:a.ics']) {
    assert.equal(isWebcal(url), false)
    assert.equal(withoutWebcal(url), url)
  }
})
