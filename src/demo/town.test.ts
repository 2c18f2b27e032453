import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { languages } from './languages.ts'
import { seededRandom } from './random.ts'
import { makeTown, sizeOf, type TownEvent } from './town.ts'

const townOf = (today: string, seed = 1) => makeTown({ today, random: seededRandom(seed) })
const days = ['2026-11-21', '2027-02-11', '2027-08-01', '2028-02-29', '2027-12-31']

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key)
const isUnique = (keys: readonly string[]) => new Set(keys).size === keys.length
const at = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' })
const count = (events: readonly TownEvent[], is: (event: TownEvent) => boolean) => events.filter(is).length
const listedAmong = (events: readonly TownEvent[]) => events.reduce((sum, event) => sum + sizeOf(event), 0)

test('the same day and seed make the same town', () => {
  assert.deepEqual(townOf('2026-11-21'), townOf('2026-11-21'))
  assert.notDeepEqual(townOf('2026-11-21', 1).events, townOf('2026-11-21', 2).events)
})

for (const today of days) {
  const { categories, tags, venues, organizers, events } = townOf(today)

  test(`on ${today} the town has the documented size`, () => {
    assert.equal(venues.length, 25)
    assert.ok(organizers.length >= 15)
    const listed = listedAmong(events)
    assert.ok(listed >= 280 && listed <= 340, String(listed))
    assert.ok(new Set(events.map(({ key }) => key.slice(0, -11))).size >= 40)
  })

  test(`on ${today} keys are unique and references are valid`, () => {
    for (const items of [categories, tags, venues, organizers, events]) assert.ok(isUnique(keysOf(items)))
    for (const event of events) {
      assert.ok(event.categories.length > 0, event.key)
      assert.ok(
        event.categories.every((key) => keysOf(categories).includes(key)),
        event.key,
      )
      assert.ok(
        event.tags.every((key) => keysOf(tags).includes(key)),
        event.key,
      )
      assert.ok(event.organizer.length > 0, event.key)
      assert.ok(
        event.organizer.every((key) => keysOf(organizers).includes(key)),
        event.key,
      )
      assert.ok(event.venue === undefined || keysOf(venues).includes(event.venue), event.key)
    }
  })

  test(`on ${today} every event has its original, and no text is empty or unfinished`, () => {
    for (const { key, original, texts, outdated } of events) {
      assert.ok(texts[original], key)
      assert.ok(
        outdated.every((language) => language !== original && texts[language]),
        key,
      )
      for (const text of Object.values(texts)) {
        assert.match(text.description, /^<p>[^<>{}]+<\/p>(\n<p>[^<>{}]+<\/p>)*$/, key)
        for (const part of Object.values(text)) assert.doesNotMatch(part, /[{}]|^\s*$|[:,] *$/, key)
      }
    }
  })

  test(`on ${today} all dates exist, none ends before it starts, and the coming year is covered`, () => {
    const year = Temporal.PlainDate.from(today).add({ years: 1 })
    for (const { key, start_date, end_date, all_day } of events) {
      assert.ok(Temporal.PlainDateTime.compare(at(start_date), at(end_date)) < 0, key)
      assert.ok(Temporal.PlainDate.compare(at(start_date).toPlainDate(), year) <= 0, key)
      assert.equal(all_day, `${start_date} ${end_date}`.endsWith('23:59:59'), key)
    }
    const past = count(events, ({ end_date }) => end_date.slice(0, 10) < today)
    assert.ok(past > 3 && past < 20)
  })

  test(`on ${today} some events are drafts, some are cancelled, and most are published in all languages`, () => {
    assert.equal(
      count(events, ({ status }) => status === 'draft'),
      15,
    )
    const published = events.filter(({ status }) => status === 'publish')
    assert.ok(listedAmong(published) > listedAmong(events) * 0.9)
    assert.ok(count(events, ({ event_status }) => event_status === 'cancelled') > 2)
    for (const sizes of [1, 2, 3]) {
      assert.ok(count(events, ({ texts }) => Object.keys(texts).length === sizes) > 10, String(sizes))
    }
    assert.ok(count(events, ({ texts }) => Object.keys(texts).length === 3) > events.length * 0.7)
    assert.ok(count(events, ({ outdated }) => outdated.length > 0) > 10)
    for (const { status, date = '' } of events) assert.equal(date.slice(0, 10) > today, status === 'future')
  })
}

test('recurring events that are identical are series', () => {
  const series = townOf('2026-11-21').events.filter(({ dates }) => dates !== undefined)
  assert.deepEqual(
    series.map(({ key, dates }) => [key.slice(0, -11), dates!.length]),
    [
      ['saturday-market', 53],
      ['language-tandem', 13],
      ['lakeside-yoga', 7],
      ['public-skating', 9],
      ['swimming-course', 10],
    ],
  )
})

test('parent categories come before their children', () => {
  const keys = keysOf(townOf('2026-11-21').categories)

  for (const { key, parent } of townOf('2026-11-21').categories) {
    assert.ok(!parent || (keys.includes(parent) && keys.indexOf(parent) < keys.indexOf(key)), key)
  }
})

test('terms, venues and organizers have texts in every language', () => {
  const { categories, tags, venues, organizers } = townOf('2026-11-21')

  for (const { key, texts } of [...categories, ...tags, ...venues, ...organizers]) {
    for (const language of languages) {
      assert.ok(
        Object.values(texts[language]).every((text) => text.trim() !== ''),
        `${key} ${language}`,
      )
    }
  }
})

test('venues lie around the lake of Biel', () => {
  for (const { key, geo_lat, geo_lng } of townOf('2026-11-21').venues) {
    assert.ok(geo_lat > 46.9 && geo_lat < 47.3 && geo_lng > 7 && geo_lng < 7.6, key)
  }
})
