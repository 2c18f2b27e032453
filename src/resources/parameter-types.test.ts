import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terms } from './linked.ts'
import type { Site } from './parameter.ts'
import { readUrl } from './parameter-types.ts'
import { ids, idsOrSlugs } from './parameter-lists.ts'

test('a URL with letters of other scripts is accepted, however often it is sent', () => {
  const address = 'https://grosses-théâtre.example.org/où'
  for (let times = 0; times < 20_000; times += 1) assert.equal(readUrl(address), address)
})

const description = 'Language code'
const site = { maxList: 20, maxTitle: 500 } as Site

test('the parts of CSV within lists count as items, and nothing is made of too many', () => {
  const csv = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1).join()
  const parameters = [ids(description), idsOrSlugs(description), terms(description)]
  for (const parameter of parameters) {
    for (const list of [csv(20), [csv(10), csv(20).slice(21)], [csv(20)], [` ${csv(20)},, `]])
      assert.equal((parameter.read(list, site) as unknown[]).length, 20, JSON.stringify(list))
    for (const list of [csv(21), [csv(21)], [csv(11), csv(11)], ['1,'.repeat(900_000)], ','.repeat(900_000)])
      assert.throws(() => parameter.read(list, site), { code: 'rest_too_many_items' })
  }
})

test('a long list of IDs that ends in something else is read at once', () => {
  const started = performance.now()

  assert.throws(() => terms(description).read([`${'1,'.repeat(500_000)}x`], site))

  assert.ok(performance.now() - started < 2_000)
})
