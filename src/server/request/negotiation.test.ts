import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedForm } from './negotiation.ts'

const forms = [
  { extension: 'ics', mediaType: 'text/calendar' },
  { extension: 'csv', mediaType: 'text/csv' },
  { extension: 'geojson', mediaType: 'application/geo+json' },
]

for (const [accepted, form] of [
  ['text/calendar', 'ics'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['text/calendar;q=0.4, text/csv;q=0.5', 'csv'],
  ['application/json;q=0.1, application/geo+json', 'geojson'],
  ['text/*', 'ics'],
  ['*/*, application/json;q=0', 'ics'],
  ['*/*;q=0.1, text/csv;q=0.2', 'csv'],
  ['*/*', undefined],
  ['application/*', undefined],
  ['application/json, text/calendar', undefined],
  ['text/calendar;q=0', undefined],
  ['text/calendar;q=nonsense', undefined],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', undefined],
  ['image/png', undefined],
  ['', undefined],
] as const)
  test(`Accept: ${accepted} asks for ${form ?? 'JSON'}`, () =>
    assert.equal(acceptedForm(accepted, forms), form))

test('without forms or without the header, the response is JSON', () => {
  assert.equal(acceptedForm('text/calendar', []), undefined)
  assert.equal(acceptedForm(undefined, forms), undefined)
})
