import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from '../parts/html.ts'
import { wordsIn } from '../parts/words.ts'
import { drawPlan, type PlannedPlace } from './plan.ts'

const place = (number: number, latitude: number, longitude: number): PlannedPlace => ({
  latitude,
  longitude,
  number,
  name: `Place ${number}`,
  address: `#place-${number}`,
})

const pins = (places: readonly PlannedPlace[]) =>
  [...toText(drawPlan(places, 'Map', wordsIn('en')).drawing).matchAll(/<circle cx="(\d+)" cy="(\d+)"/g)].map(
    ([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }),
  )

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('pins do not overlap and stay inside the frame, even if places coincide at the edge', () => {
  const middle = numbers(1, 9).map((number) => place(number, 47.13 + number / 5_000, 7.24 + number / 4_000))
  const far = numbers(10, 13).map((number) => place(number, 48, 9))
  const drawn = pins([...middle, ...far])

  assert.equal(drawn.length, 13)
  for (const [index, one] of drawn.entries()) {
    assert.ok(one.x >= 15 && one.x <= 665 && one.y >= 15 && one.y <= 425, `${index + 1} is cut off`)
    for (const other of drawn.slice(index + 1)) {
      const apart = Math.hypot(one.x - other.x, one.y - other.y)
      assert.ok(apart >= 30, `${index + 1} is ${apart} from another`)
    }
  }
})

test('a label is nearer to its own pin than to others', () => {
  const named = (name: string, longitude: number, number?: number): PlannedPlace => ({
    latitude: 47.13,
    longitude,
    name,
    address: `#${name}`,
    ...(number === undefined ? {} : { number }),
  })
  const labelOf = (name: string, places: readonly PlannedPlace[]) =>
    new RegExp(`<text( class="flip")? x="(\\d+)" y="\\d+">${name}<`).exec(
      toText(drawPlan(places, 'Map', wordsIn('en')).drawing),
    )!
  const corners = [named('West', 7.2), named('East', 7.3)]

  // In the middle, at 340, beside a dot with a radius of 9.
  assert.equal(labelOf('Opera', [...corners, named('Opera', 7.25)])[2], '355')
  // Five letters, each 8 wide, would end 9 before the pin on the right.
  const beside = named('Zoo', 7.2652, 2)
  assert.ok(labelOf('Opera', [...corners, named('Opera', 7.25, 1), beside])[1])
})
