import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listed, makeEvent, refused } from './listed.ts'
import { makePeople, credentialsOf } from './people.ts'
import { onEachDatabase } from './service.ts'

/** What `search` finds in events (interface: Search, Event passwords). */

onEachDatabase((service) => {
  before(async () => {
    await makeEvent(service, 'Café Noir', {
      start_date: '2026-12-01 10:00',
      description: '<p>A <strong>bold</strong> move &amp; more</p><p>of it</p>',
    })
    await makeEvent(service, 'Jazz, at last!', {
      start_date: '2026-12-02 10:00',
      end_date: '2026-12-02 11:00',
      description: 'With the "Blue Note" quartet (Łódź)',
      excerpt: '<em>Syncopated</em> ÉVENING',
    })
    await makeEvent(service, 'Straße 100%', {
      start_date: '2026-12-03 10:00',
      end_date: '2026-12-03 11:00',
      description: 'C++ for a_b, rock’n’roll — at zq 7',
    })
    await makeEvent(service, 'Jazz Blues', {
      start_date: '2026-12-04 10:00',
      end_date: '2026-12-04 11:00',
      description: 'Note: blue jazz',
    })
  })

  const [cafe, jazz, street, blues] = ['Café Noir', 'Jazz, at last!', 'Straße 100%', 'Jazz Blues']

  const cases: readonly (readonly [why: string, query: string, titles: readonly string[]])[] = [
    ['a word in the title', 'noir', [cafe]],
    ['a word in the description', 'quartet', [jazz]],
    ['a word in the excerpt', 'syncopated', [jazz]],
    ['a part of a word', 'yncop', [jazz]],
    ['every word, wherever', 'noir move', [cafe]],
    ['every word, in any order', 'last jazz', [jazz]],
    ['every word, not any', 'noir jazz', []],
    ['either case', 'JAZZ', [jazz, blues]],
    ['without accents', 'cafe', [cafe]],
    ['with accents that are not there', 'jàzz nôte', [jazz, blues]],
    ['capitals with accents', 'évening', [jazz]],
    ['letters that are no accents', 'lodz strasse', []],
    ['the Polish city', 'lodz', [jazz]],
    ['sharp s', 'STRASSE', [street]],
    ['a phrase', '"blue note"', [jazz]],
    ['a phrase in another order', '"note blue"', []],
    ['a phrase over tags', '"bold move & more"', [cafe]],
    ['no phrase over two fields', '"last! with"', []],
    ['a phrase left open', '"blue note', [jazz]],
    ['a phrase and a word', '"blue note" jazz', [jazz]],
    ['without a word', 'jazz -quartet', [blues]],
    ['without a phrase', 'jazz -"blue note"', [blues]],
    ['without a short word', 'jazz -at', [blues]],
    ['only without', '-jazz', [cafe, street]],
    ['a minus inside a word', 'blue-note', []],
    ['punctuation at the ends', '(jazz), last?', [jazz]],
    ['quotes of other kinds', '«blue note»', [jazz]],
    ['an apostrophe of another kind', "rock'n'roll", [street]],
    ['signs that belong to a word', 'c++', [street]],
    ['one character', 'z', [jazz, street, blues]],
    ['two characters', 'zq', [street]],
    ['a digit', '7', [street]],
    ['no tags', 'strong', []],
    ['no tags in brackets', '<strong>', []],
    ['no entities', 'amp', []],
    ['a wildcard stands for itself', '100%', [street]],
    ['a wildcard between letters', 'j%z', []],
    ['an underscore', 'a_b', [street]],
    ['an underscore stands for itself', 'ja_z', []],
    ['punctuation alone', '%', [street]],
    ['a lone wildcard', '_', [street]],
    ['quotes for the database', `noir' or '1'='1`, []],
    ['words of a query language', 'jazz OR noir', []],
    ['a word twice', 'noir noir', [cafe]],
    ['white space', '  noir   move ', [cafe]],
  ]
  test('umlauts are found as they are spelled without, kana by the other kind', async () => {
    const umlauts = await makeEvent(service, 'Schöne Grüße', {
      start_date: '2026-12-05 10:00',
      end_date: '2026-12-05 11:00',
    })
    const kana = await makeEvent(service, 'さくらコンサート', {
      start_date: '2026-12-06 10:00',
      end_date: '2026-12-06 11:00',
    })
    const found = async (query: string) => {
      const { body } = await service.get(`/events?search=${encodeURIComponent(query)}`)
      return body.events.map(({ id }: { id: number }) => id)
    }

    for (const query of ['gruesse', 'grusse', 'GRÜSSE', '"schoene gruesse"', 'schoen -jazz'])
      assert.deepEqual(await found(query), [umlauts], query)
    for (const query of ['サクラ', 'こんさーと', 'ｺﾝｻｰﾄ']) assert.deepEqual(await found(query), [kana], query)
    await service.delete(`/events/${umlauts}`)
    await service.delete(`/events/${kana}`)
  })

  for (const [why, query, titles] of cases)
    test(`${why}: ${query}`, async () => {
      assert.deepEqual(await listed(service, `/events?search=${encodeURIComponent(query)}`), titles)
    })

  test('an empty search is refused', async () => {
    await refused(service, '/events?search=', 'search')
    await refused(service, '/events?search=%20%20', 'search')
    await refused(service, `/events?search=${'x'.repeat(501)}`, 'search')
  })

  test('a search has few enough words, so that it does not keep others waiting', async () => {
    const words = (count: number, minus = '') =>
      Array.from({ length: count }, (_, nth) => `${minus}w${nth}`).join(' ')
    const sentence = 'Must have at most 32 words and phrases, at most 10 of them after "-".'
    const searching = (query: string) =>
      service.get(`/events?ml_language=en&ml_fallback=original&search=${encodeURIComponent(query)}`)

    for (const query of [words(32), `${words(22)} ${words(10, '-')}`, words(10, '-'), 'jazz '.repeat(80)])
      assert.equal((await searching(query)).status, 200, query)
    for (const query of [words(33), `${words(23)} ${words(10, '-')}`, words(11, '-')]) {
      const { status, body } = await searching(query)
      assert.equal(status, 400, query)
      assert.deepEqual(body.data.params, { search: sentence })
      assert.equal(body.data.details.search.code, 'rest_too_many_items')
    }
    for (const kind of ['venues', 'organizers', 'categories', 'tags'])
      await refused(service, `/${kind}?search=${encodeURIComponent(words(33))}`, 'search')
    const { routes } = (await service.get('/')).body
    for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const { search } = routes[`/cal/events/v1/${kind}`].endpoints[0].args
      assert.match(search.description, /at most 32 words and phrases, at most 10 of them after "-"$/)
    }
  })

  test('changed text is found, former text is not', async () => {
    const id = await makeEvent(service, 'Zebra crossing')
    await service.patch(`/events/${id}`, { title: 'Okapi crossing' })
    assert.deepEqual(await listed(service, '/events?search=zebra'), [])
    assert.deepEqual(await listed(service, '/events?search=okapi'), ['Okapi crossing'])
    await service.delete(`/events/${id}`)
    assert.deepEqual(await listed(service, '/events?search=okapi'), [])
  })

  test('relevance puts titles first, then the order of starts', async () => {
    const named = { description: 'A gecko', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' }
    await makeEvent(service, 'Reptiles', named)
    await makeEvent(service, 'Gecko late', { start_date: '2026-12-09', end_date: '2026-12-10' })
    await makeEvent(service, 'Gecko early', { start_date: '2026-12-08', end_date: '2026-12-10' })
    const found = await listed(service, '/events?search=gecko&orderby=relevance')
    assert.deepEqual(found, ['Gecko early', 'Gecko late', 'Reptiles'])
  })

  describe('in several languages', () => {
    before(async () => {
      const id = await makeEvent(service, 'Night of museums', { description: 'Lanterns' })
      await service.patch(`/events/${id}?ml_language=fr`, {
        title: 'Nuit des musées',
        description: 'Lampions',
      })
      await makeEvent(service, 'Nightingale')
    })

    const inLanguages: readonly (readonly [query: string, titles: readonly string[]])[] = [
      ['search=nuit', ['Night of museums']],
      ['search=night', ['Night of museums', 'Nightingale']],
      ['search=mus', ['Night of museums']],
      ['search=nuit&ml_language=en', []],
      ['search=night&ml_language=fr', []],
      ['search=musees&ml_language=fr', ['Nuit des musées']],
      ['search=night&ml_language=fr&ml_fallback=original', ['Nightingale']],
      ['search=nuit&ml_language=fr&ml_fallback=original', ['Nuit des musées']],
      ['search=nuit&ml_fallback=none', []],
      ['search=night&ml_fallback=none', ['Night of museums', 'Nightingale']],
      ['search=night%20-nuit', ['Nightingale']],
      ['search=lampions%20-night', []],
    ]
    for (const [query, titles] of inLanguages)
      test(query, async () => assert.deepEqual(await listed(service, `/events?${query}`), titles))
  })

  test('a protected event is found only by those who may edit it', async () => {
    await makePeople(service)
    const id = await makeEvent(service, 'Axolotl secret', { password: 'pond' })
    const byAuthor = await service.post(
      '/events',
      {
        title: 'Axolotl of the author',
        start_date: '2026-12-20',
        end_date: '2026-12-21',
        password: 'pond',
      },
      { as: credentialsOf('author') },
    )
    assert.equal(byAuthor.status, 201)
    const find = (person: Parameters<typeof credentialsOf>[0]) =>
      listed(service, '/events?search=axolotl', { as: credentialsOf(person) })
    assert.deepEqual(await find('anonymous'), [])
    assert.deepEqual(await find('subscriber'), [])
    assert.deepEqual(await find('author'), ['Axolotl of the author'])
    assert.deepEqual(await find('editor'), ['Axolotl secret', 'Axolotl of the author'])
    const { body } = await service.get('/events?per_page=100')
    const shown = body.events.find((event: { id: number }) => event.id === id)
    assert.equal(shown.title, 'Axolotl secret')
    assert.deepEqual([shown.description, shown.excerpt, shown.cost, shown.venue], ['', '', '', []])
  })
})
