import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { serve } from '../../../test/bare-service.ts'
import { isMalformed, MalformedValue } from '../../text/malformed.ts'
import { parseQuery } from './query-parser.ts'

test('brackets nest, and lists are accepted in every notation', () => {
  assert.deepEqual(parseQuery('venue[city]=Bern&venue[zip]=3000'), { venue: { city: 'Bern', zip: '3000' } })
  for (const list of ['a[]=1&a[]=2', 'a[0]=1&a[1]=2', 'a[3]=1&a[7000]=2', 'a=1&a=2', 'a%5B%5D=1&a%5b%5d=2'])
    assert.deepEqual(parseQuery(list), { a: ['1', '2'] }, list)
  assert.deepEqual(parseQuery('organizer[]=4&organizer[1][organizer]=Jo'), {
    organizer: ['4', { organizer: 'Jo' }],
  })
})

test('of a name in brackets that is repeated, the last value counts', () => {
  assert.deepEqual(parseQuery('venue[show_map]=0&venue[show_map]=1&venue[city]=Bern'), {
    venue: { show_map: '1', city: 'Bern' },
  })
  assert.deepEqual(parseQuery('a[0]=1&a[0]=2&a[1]=3'), { a: ['2', '3'] })
  assert.deepEqual(parseQuery('a[]=1&a[]=2'), { a: ['1', '2'] })
})

test('in a list of objects, a name that comes again begins the next one', () => {
  for (const [query, list] of [
    ['a[][x]=1&a[][x]=2', [{ x: '1' }, { x: '2' }]],
    ['a[][x]=1&a[][y]=2&a[][x]=3', [{ x: '1', y: '2' }, { x: '3' }]],
    ['a[]=4&a[][x]=1&a[]=5', ['4', { x: '1' }, '5']],
    ['a[][x][]=1&a[][x][]=2', [{ x: ['1', '2'] }]],
    ['a[b][][x]=1&a[b][][x]=2', { b: [{ x: '1' }, { x: '2' }] }],
  ] as const)
    assert.deepEqual(parseQuery(query), { a: list }, query)
})

test('a list of a thousand items keeps its order', () => {
  const items = Array.from({ length: 1000 }, (_, index) => String(index * 7))

  assert.deepEqual(parseQuery(items.map((item) => `a[]=${item}`).join('&')), { a: items })
  assert.deepEqual(parseQuery(items.map((item, index) => `a[${index}]=${item}`).join('&')), { a: items })
})

test('empty pairs are skipped, and a name without a value is empty', () => {
  assert.deepEqual(parseQuery(''), {})
  assert.deepEqual(parseQuery('&a=1&&b&=3&'), { a: '1', b: '' })
})

test('a plus is a space, and characters may be encoded or literal', () => {
  assert.deepEqual(parseQuery('a=x+y%2Bz'), { a: 'x y+z' })
  assert.deepEqual(parseQuery('a=Z%C3%BCrich&b=Z\u00c3\u00bcrich'), { a: 'Zürich', b: 'Zürich' })
  assert.deepEqual(parseQuery('a=http://example.org//x?y=z'), { a: 'http://example.org//x?y=z' })
})

test('a percent sign that two digits do not follow stands for itself', () => {
  assert.deepEqual(parseQuery('a=50%&b=50%+off&c=%zz%4&d=%%41&e%=%C3%A9%'), {
    a: '50%',
    b: '50% off',
    c: '%zz%4',
    d: '%A',
    'e%': 'é%',
  })
})

test('only values that are not percent-encoded UTF-8 are malformed', () => {
  const query = parseQuery('a=%zz%ff&b=%ff&c=%%C3&d[]=1&d[]=%C3%28&e[x]=%E4&f=fine')

  assert.ok(query.a instanceof MalformedValue)
  assert.deepEqual(
    Object.entries(query).map(([name, value]) => [name, isMalformed(value)]),
    [
      ['a', true],
      ['b', true],
      ['c', true],
      ['d', true],
      ['e', true],
      ['f', false],
    ],
  )
})

test('long texts and octets that are not encoded are decoded like others', () => {
  const piece = fc.constantFrom(
    'a',
    '%41',
    '%C3%A9',
    '\u00c3\u00a9',
    '+',
    '%2b',
    '%',
    '%4',
    '%zz',
    '\u00ff',
    '%C3',
  )
  const decoded = (text: string) => {
    try {
      const encoded = (octet: string) => `%${octet.charCodeAt(0).toString(16)}`
      const whole = text.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25')
      return decodeURIComponent(whole.replace(/[\x80-\xff]/g, encoded))
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(0, 5_000), (pieces, padding) => {
      const text = 'x'.repeat(padding) + pieces.join('')
      const { a } = parseQuery(`a=${text}`)
      assert.equal(isMalformed(a) ? undefined : a, decoded(text))
    }),
  )
})

test('no name reaches a prototype', () => {
  const query = parseQuery('__proto__[x]=1&constructor[prototype][x]=1&a[__proto__][x]=1&toString=1&a[b]=2')

  assert.deepEqual(query, { a: { b: '2' } })
  assert.equal(({} as { x?: unknown }).x, undefined)
})

test('it never throws', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '[', ']', '=', '&', '%', '0', '9', '+', '\u00ff', 'é'),
  })

  fc.assert(fc.property(text, (query) => typeof parseQuery(query) === 'object'))
})

test('hostile nesting is cheap to parse', () => {
  const started = performance.now()

  parseQuery(Array.from({ length: 3000 }, (_, index) => `a[${index}][2999][2999][2999][2999]=1`).join('&'))
  parseQuery(`a${'['.repeat(500_000)}`)

  assert.ok(performance.now() - started < 2000)
})

test('Fastify parses queries with it', async () => {
  const { url } = await serve((app) => app.get('/', (request) => request.query), {
    routerOptions: { querystringParser: parseQuery },
  })

  assert.deepEqual(await (await fetch(`${url}/?a[]=1&a[]=2&&b=%C3%A9&`)).json(), { a: ['1', '2'], b: 'é' })
  assert.equal((await fetch(`${url}/?a=%ff`)).status, 200)
})
