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

const inAnyLanguage = { match: 'all', named: undefined, onlyIn: undefined } as const

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
      { minLength: 1, maxLength: 3 },
    )
    const matches = {
      all: (text: string, terms: readonly string[]) => terms.every((term) => text.includes(term)),
      any: (text: string, terms: readonly string[]) => terms.some((term) => text.includes(term)),
    } as const
    await fc.assert(
      fc.asyncProperty(anyTerms, fc.constantFrom('all', 'any'), async (terms, match) => {
        const found = await searches.find({ db, dialect }, { ...inAnyLanguage, terms, match })
        assert.deepEqual(
          texts.flatMap((_, id) => (found.has(id) ? [id] : [])),
          texts.flatMap((text, id) => (matches[match](text, terms) ? [id] : [])),
          JSON.stringify([match, terms]),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('of too many different searches at once, some are refused instead of making all wait', async () => {
    const { db, dialect } = bare.database
    const searches = new SearchCache(() => true)
    const find = (term: string) => searches.find({ db, dialect }, { ...inAnyLanguage, terms: [term] })
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, nth) => find(`word${nth}`)))

    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as HttpProblem] : [],
    )
    assert.equal(refused.length, 16)
    assert.deepEqual([refused[0]!.status, refused[0]!.headers['retry-after']], [503, '1'])
    await find('word39')
  })

  /** Changes the text of the first event as a write does, and tells the cache. */
  async function change(searches: SearchCache, text: string, meanwhile = () => Promise.resolve()) {
    const { db } = bare.database
    await db.updateTable('event_texts').set({ search: text }).where('id', '=', 0).execute()
    const changed = await searches.readChangedTexts(db, [0])
    await meanwhile()
    searches.updateTexts([0], changed)
    return changed
  }

  for (const [kind, filling] of [
    ['short', ''],
    ['too long to be read', 'x'.repeat(3_000_000)],
  ] as const)
    test(`words follow changes of texts that are ${kind}`, async () => {
      const { db, dialect } = bare.database
      const searches = new SearchCache(() => true)
      const finds = async (term: string) =>
        (await searches.find({ db, dialect }, { ...inAnyLanguage, terms: [term] })).has(0)
      await change(searches, 'nothing')
      assert.equal(await finds('barcarole'), false)
      const read = await change(searches, `a barcarole ${filling}`)
      assert.equal(read?.length, filling === '' ? 1 : undefined)
      assert.equal(await finds('barcarole'), true)
      await change(searches, `a polonaise ${filling}`)
      assert.deepEqual([await finds('barcarole'), await finds('polonaise')], [false, true])
    })

  test('a search that begins while a change is read holds for nobody who asks later', async () => {
    const { db, dialect } = bare.database
    const searches = new SearchCache(() => true)
    const find = (term: string) => searches.find({ db, dialect }, { ...inAnyLanguage, terms: [term] })
    const early: Promise<unknown>[] = []
    await change(searches, 'a mazurka', () => {
      early.push(find('mazurka'))
      return Promise.resolve()
    })
    assert.ok((await find('mazurka')).has(0))
    await Promise.all(early)
    assert.ok((await find('mazurka')).has(0))
  })
})
