import assert from 'node:assert/strict'
import { test } from 'node:test'
import { around } from './around.ts'

const venue = (id: number, geo_lat: number, geo_lng: number) => ({ id, city: 'Biel', geo_lat, geo_lng })

const centre = (venues: ReturnType<typeof venue>[]) => {
  const { geoloc_lat, geoloc_lng } = around(venues, 'Biel', '20')
  return [geoloc_lat, geoloc_lng]
}

const town = [venue(1, 47.13, 7.24), venue(2, 47.15, 7.26)]

test('a place is in the middle of its venues', () => {
  assert.deepEqual(centre(town), ['47.14000', '7.25000'])
})

test('a venue with a wrong position, or in another town of that name, does not move the place', () => {
  assert.deepEqual(centre([venue(3, 0, 0), ...town]), ['47.14000', '7.25000'])
  assert.deepEqual(centre([venue(3, 41.4, -0.9), ...town]), ['47.14000', '7.25000'])
})

test('of two towns with as many venues, the first counts', () => {
  assert.deepEqual(centre([venue(1, 47.8, 7.1), venue(2, 48, 7.8)]), ['47.80000', '7.10000'])
})
