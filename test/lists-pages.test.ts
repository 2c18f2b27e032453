import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { kinds } from './kinds.ts'
import { made, refused } from './listed.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Envelope, totals and links of all five lists (interface: Pages). */

const linksOf = (header: string | null): Record<string, string> =>
  Object.fromEntries(
    [...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, relation]) => [relation, url]),
  )

const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

/** Terms without events are hidden unless they are asked for. */
const everything = (isTerm: boolean) => (isTerm ? 'hide_empty=false&' : '')

onEachDatabase((service) => {
  for (const kind of kinds)
    describe(`the list of ${kind.name}`, () => {
      const all = everything(kind.isTerm)

      before(async () => {
        for (const number of [1, 2, 3, 4, 5])
          await made(service, `/${kind.name}`, kind.make({ [kind.title]: `${kind.singular} ${number}` }))
      })

      const names = (items: Json[]) => items.map((item) => item[kind.title])

      test('has its items, its totals and its links in an envelope', async () => {
        const { body, headers } = await service.get(`/${kind.name}?${all}per_page=2&page=2`)
        assert.deepEqual(names(body[kind.name]), [`${kind.singular} 3`, `${kind.singular} 4`])
        const keys = [kind.name, 'rest_url', 'next_rest_url', 'previous_rest_url', 'total', 'total_pages']
        assert.deepEqual(Object.keys(body), keys)
        assert.deepEqual([body.total, body.total_pages], [5, 3])
        assert.equal(headers.get('x-total'), '5')
        assert.equal(headers.get('x-total-pages'), '3')
        assert.equal(headers.get('x-tec-total'), null)
        const links = linksOf(headers.get('link'))
        assert.deepEqual(Object.keys(links), ['first', 'prev', 'next', 'last'])
        assert.deepEqual([links.next, links.prev], [body.next_rest_url, body.previous_rest_url])
        assert.deepEqual(
          Object.values(links).map((url) => parametersOf(url).page),
          ['1', '1', '3', '3'],
        )
      })

      test('has no link where there is no page', async () => {
        const first = await service.get(`/${kind.name}?${all}per_page=3`)
        assert.equal('previous_rest_url' in first.body, false)
        assert.deepEqual(Object.keys(linksOf(first.headers.get('link'))), ['first', 'next', 'last'])
        const last = await service.get(first.body.next_rest_url)
        assert.equal('next_rest_url' in last.body, false)
        assert.equal(last.body.previous_rest_url, first.body.rest_url)
        assert.deepEqual(Object.keys(linksOf(last.headers.get('link'))), ['first', 'prev', 'last'])
      })

      test('can be followed from its own rest_url', async () => {
        const { body } = await service.get(`/${kind.name}?${all}per_page=2&page=2`)
        const again = await service.get(body.rest_url)
        assert.deepEqual(again.body, body)
      })

      test('limits per_page and shows it in the links', async () => {
        for (const [sent, effective] of [
          ['101', '100'],
          ['1000000', '100'],
          ['100', '100'],
          ['5.0', '5'],
        ]) {
          const { status, body } = await service.get(`/${kind.name}?${all}per_page=${sent}`)
          assert.equal(status, 200)
          assert.equal(parametersOf(body.rest_url).per_page, effective)
        }
        const { body } = await service.get(`/${kind.name}?${all}`)
        assert.equal(parametersOf(body.rest_url).per_page, '12')
        assert.equal(parametersOf(body.rest_url).page, '1')
      })

      test('refuses pages that there cannot be', async () => {
        for (const name of ['page', 'per_page'])
          for (const value of ['0', '-1', 'two', '1.5', '', 'true'])
            await refused(service, `/${kind.name}?${name}=${value}`, name)
      })

      test('has an empty first page', async () => {
        const { status, body, headers } = await service.get(`/${kind.name}?${all}search=nowhere`)
        assert.equal(status, 200)
        assert.deepEqual(body[kind.name], [])
        assert.deepEqual([body.total, body.total_pages], [0, 0])
        assert.equal('next_rest_url' in body || 'previous_rest_url' in body, false)
        assert.equal(headers.get('x-total'), '0')
        assert.equal(headers.get('x-total-pages'), '0')
      })

      test('ends', async () => {
        for (const query of [
          'per_page=2&page=4',
          'page=2',
          'page=900719925474099',
          'search=nowhere&page=2',
        ]) {
          const { status, body, headers } = await service.get(`/${kind.name}?${all}${query}`)
          if (kind.isTerm) {
            assert.equal(status, 200, query)
            assert.deepEqual(body[kind.name], [])
            assert.equal(headers.get('x-total'), String(body.total))
          } else {
            assert.equal(status, 404, query)
            assert.equal(body.code, `${kind.singular}-archive-page-not-found`)
          }
        }
      })

      test('HEAD returns totals and links without a body', async () => {
        const { status, headers, text } = await service.request(
          'HEAD',
          `/${kind.name}?${all}per_page=2`,
          undefined,
          { as: null },
        )
        assert.equal(status, 200)
        assert.equal(text, '')
        assert.equal(headers.get('x-total'), '5')
        assert.equal(Object.keys(linksOf(headers.get('link'))).includes('next'), true)
      })

      test('keeps _fields from page to page', async () => {
        const path = `/${kind.name}?${all}per_page=2&_fields=${kind.name}.id,total,next_rest_url`
        const { body } = await service.get(path)
        assert.deepEqual(Object.keys(body), [kind.name, 'next_rest_url', 'total'])
        const next = await service.get(body.next_rest_url)
        assert.deepEqual(Object.keys(next.body[kind.name][0]), ['id'])
      })

      test('sorts in both directions, and ignores unknown parameters', async () => {
        const { body } = await service.get(`/${kind.name}?${all}order=DESC&colour=red&`)
        assert.equal(names(body[kind.name])[0], `${kind.singular} 5`)
        assert.equal('colour' in parametersOf(body.rest_url), false)
        for (const value of ['', 'up']) {
          await refused(service, `/${kind.name}?order=${value}`, 'order')
          await refused(service, `/${kind.name}?orderby=${value}`, 'orderby')
        }
      })

      test('include and exclude accept IDs in every list format', async () => {
        const { body } = await service.get(`/${kind.name}?${all}per_page=100`)
        const [one, two] = body[kind.name].map(({ id }: Json) => id)
        const forms = (name: string) => [
          `${name}=${one},${two}`,
          `${name}=${one},%20${two}`,
          `${name}[]=${one}&${name}[]=${two}`,
          `${name}[0]=${one}&${name}[1]=${two}`,
          `${name}=${one}&${name}=${two}`,
          `${name}[]=${one},${two}`,
          `${name}=${one}.0,${two}`,
        ]
        for (const form of forms('include')) {
          const included = await service.get(`/${kind.name}?${all}${form},`)
          assert.deepEqual(
            names(included.body[kind.name]),
            [`${kind.singular} 1`, `${kind.singular} 2`],
            form,
          )
          assert.equal(parametersOf(included.body.rest_url).include, `${one},${two}`)
        }
        for (const form of forms('exclude')) {
          const left = await service.get(`/${kind.name}?${all}${form}`)
          assert.equal(left.body.total, 3, form)
          assert.equal(parametersOf(left.body.rest_url).exclude, `${one},${two}`)
        }
        const unknown = await service.get(`/${kind.name}?${all}include=${one},987654&exclude=987655`)
        assert.deepEqual(names(unknown.body[kind.name]), [`${kind.singular} 1`])
        for (const value of ['', 'abc', '1,x', '1.5', '[]'])
          await refused(service, `/${kind.name}?include=${value}`, 'include')
      })

      test('orders by the place among the ids that were sent', async () => {
        const { body } = await service.get(`/${kind.name}?${all}per_page=100`)
        const ids: number[] = body[kind.name].map(({ id }: Json) => id)
        const wanted = [ids[3]!, ids[0]!, ids[4]!]
        const { body: sorted } = await service.get(
          `/${kind.name}?${all}orderby=include&include=${wanted.join(',')}`,
        )
        assert.deepEqual(
          sorted[kind.name].map(({ id }: Json) => id),
          wanted,
        )
      })
    })

  test('next and previous keep every filter', async () => {
    const { body: tag } = await service.post('/tags', { name: 'Kept' })
    const { body: category } = await service.post('/categories', { name: 'Kept too' })
    const { body: venue } = await service.post('/venues', { venue: 'Hall', geo_lat: 46.9, geo_lng: 7.4 })
    const { body: organizer } = await service.post('/organizers', { organizer: 'Club' })
    for (const number of [1, 2, 3])
      await made(service, '/events', {
        title: `Kept & found ${number}`,
        start_date: '2027-05-01 10:00',
        end_date: '2027-05-01 12:00',
        categories: [category.id],
        tags: [tag.id],
        venue: venue.id,
        organizer: organizer.id,
        featured: true,
        tickets: [{ name: 'Door' }],
      })
    const sent = {
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-02 00:00:00',
      starts_before: '2027-05-03 00:00:00',
      starts_after: '2027-04-01 00:00:00',
      ends_before: '2027-05-03 00:00:00',
      ends_after: '2027-04-01 00:00:00',
      strict_dates: 'true',
      search: '"kept & found" -lost',
      categories: String(category.id),
      tags: String(tag.id),
      venue: String(venue.id),
      organizer: String(organizer.id),
      featured: 'true',
      status: 'publish',
      geoloc: 'true',
      geoloc_lat: '46.9',
      geoloc_lng: '7.41',
      geoloc_radius: '12.5',
      ticketed: 'true',
      ml_language: 'en',
      ml_fallback: 'original',
      event_status: 'scheduled',
      author: '1',
      exclude: '999999',
      modified_after: '2020-01-01 00:00:00',
      during: '2027-05-01 00:00:00/2027-05-02 00:00:00',
      orderby: 'title',
      order: 'desc',
    }
    const query = new URLSearchParams({ ...sent, per_page: '1', page: '2' })
    const { body, headers } = await service.get(`/events?${query}`)
    assert.equal(body.total, 3)
    assert.equal(body.events[0].title, 'Kept & found 2')
    for (const [page, url] of [
      ['2', body.rest_url],
      ['3', body.next_rest_url],
      ['1', body.previous_rest_url],
      ...Object.values(linksOf(headers.get('link'))).map((url) => [undefined, url]),
    ]) {
      const { page: shown, per_page, ...kept } = parametersOf(url)
      assert.equal(per_page, '1')
      if (page !== undefined) assert.equal(shown, page)
      assert.deepEqual(kept, sent)
    }
    const next = await service.get(body.next_rest_url)
    assert.equal(next.body.events[0].title, 'Kept & found 1')
  })

  test('filters of any length leave headers that clients and proxies accept', async () => {
    const tags = await Promise.all(
      [1, 2, 3].map((number) => made(service, '/tags', { name: `Row ${number}` })),
    )
    const list = (more: number) => {
      const ids = [...tags, ...Array.from({ length: more }, (_, index) => 100_000 + index)]
      return service.get(`/tags?hide_empty=false&include=${ids.join(',')}&per_page=1&page=2`)
    }
    const relations = async (more: number) => {
      const { body, headers } = await list(more)
      assert.equal(parametersOf(body.next_rest_url).page, '3')
      assert.equal(parametersOf(body.previous_rest_url).page, '1')
      assert.ok((headers.get('link') ?? '').length <= 3_000)
      return Object.keys(linksOf(headers.get('link')))
    }
    assert.deepEqual(await relations(0), ['first', 'prev', 'next', 'last'])
    assert.deepEqual(await relations(120), ['prev', 'next'])
    assert.deepEqual(await relations(900), [])
  })
})

onEachDatabase(
  (service) => {
    test('an alias has its own links, its own headers and its own word for the language', async () => {
      for (const number of [1, 2, 3]) await made(service, '/tags', { name: `Tag ${number}` })
      const { body, headers } = await service.get(
        '//wp-json/tribe/events/v1/tags?hide_empty=0&per_page=2&wpml_language=en',
      )
      assert.equal(headers.get('x-tec-total'), '3')
      assert.equal(headers.get('x-tec-totalpages'), '2')
      assert.equal(headers.get('x-total'), '3')
      assert.match(body.next_rest_url, /\/wp-json\/tribe\/events\/v1\/tags\/\?page=2&per_page=2&/)
      assert.equal(parametersOf(body.next_rest_url).ml_language, 'en')
      const next = await service.get(body.next_rest_url)
      assert.equal(next.body.tags.length, 1)
    })

    test('the language segment stays in the links', async () => {
      const { body } = await service.get('//fr/cal/events/v1/tags?hide_empty=0&per_page=2')
      assert.match(body.next_rest_url, /\/fr\/cal\/events\/v1\/tags\/\?page=2/)
      assert.equal('ml_language' in parametersOf(body.next_rest_url), false)
    })

    test('settings define the default and the maximum page size', async () => {
      const { body } = await service.get('/tags?hide_empty=0')
      assert.equal(body.tags.length, 2)
      assert.equal(parametersOf(body.rest_url).per_page, '2')
      const more = await service.get('/tags?hide_empty=0&per_page=3')
      assert.equal(parametersOf(more.body.rest_url).per_page, '2')
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1', CALENDS_PER_PAGE: '2', CALENDS_MAX_PER_PAGE: '2' },
)
