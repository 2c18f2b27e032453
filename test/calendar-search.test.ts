import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { SearchCache } from '../src/store/event-index/search-cache.ts'
import type { HttpProblem } from '../src/errors.ts'
import { fold } from '../src/text/search.ts'
import { onEachBareDatabase } from './databases.ts'
import { testTime } from './service.ts'

/** Letters that databases and languages take for each other, and signs that mean something to them. */
const odd = [...'aAbBäÄßẞſıİiIκΚσςΣжЖǅꭰᏠⅷ中文각カガ가😀👨‍👩‍👧%_\\"\'*^-+.,:()[]{}|& ']

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...odd), fc.constantFrom('jazz', 'and', 'OR', 'NEAR')), { maxLength: 12 })
  .map((parts) => fold(parts.join('')))

onEachBareDatabase((bare) => {
  const texts = fc.sample(anyText, { numRuns: 400, seed: 11 })

  before(async () => {
    const text = { live: 1, modified: testTime, sort: '', slug: null, cost: null }
    const blank = { title: null, description: null, excerpt: null, website: null }
    await bare.database.db
      .insertInto('event_texts')
      .values(texts.map((search, id) => ({ ...text, ...blank, id, language: 'en', search })))
      .execute()
  })

  test('words are found exactly where folded texts contain them', async () => {
    const { db, dialect } = bare.database
    const searches = new SearchCache(() => true)
    const part = fc
      .tuple(fc.constantFrom(...texts), fc.nat(10), fc.integer({ min: 1, max: 6 }))
      .map(([text, from, length]) => fold([...text].slice(from, from + length).join('')))
    const anyTerms = fc.array(
      fc.oneof(part, anyText).filter((term) => term !== ''),
      { minLength: 1, maxLength: 2 },
    )
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const found = await searches.find({ db, dialect, size: texts.length }, { terms, language: undefined })
        assert.deepEqual(
          texts.flatMap((_, id) => (found.has(id) ? [id] : [])),
          texts.flatMap((text, id) => (terms.every((term) => text.includes(term)) ? [id] : [])),
          JSON.stringify(terms),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('of too many different searches at once, some are refused instead of making all wait', async () => {
    const { db, dialect } = bare.database
    const searches = new SearchCache(() => true)
    const find = (term: string) =>
      searches.find({ db, dialect, size: 1_000_000 }, { terms: [term], language: 'en' })
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, nth) => find(`word${nth}`)))

    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as HttpProblem] : [],
    )
    assert.equal(refused.length, 16)
    assert.deepEqual([refused[0]!.status, refused[0]!.headers['retry-after']], [503, '1'])
    await find('word39')
  })
})
