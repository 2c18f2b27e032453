import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { problemCodes } from '../src/errors/problem-codes.ts'
import { readCost } from '../src/resources/events/cost.ts'
import { presentCost } from '../src/resources/events/shown-cost.ts'
import { resources } from '../src/resources/index.ts'
import { inCode, sectionsOf } from './headings.ts'
import { Service, type Json } from './service.ts'

/** docs/interface.md leaves nothing out: its tables are compared with what the service publishes of itself. */

const sections = sectionsOf('docs/interface.md')
const whole = [...sections.values()].join('\n')

/** The cells of the rows of the tables in a section, their heads left out. */
const rowsOf = (section: string): string[][] =>
  sections
    .get(section)!
    .split('\n')
    .filter((line, place, lines) => line.startsWith('|') && lines[place - 2]?.startsWith('|'))
    .filter((line) => !/^\| -/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const statuses = (cell: string) => (cell.match(/\d{3}/g) ?? []).map(Number)

test('every code of an error is there, with its statuses', () => {
  const documented = rowsOf('Error codes').flatMap(([codes = '', status = '']) =>
    inCode(codes).map((code) => [code, statuses(status)] as const),
  )
  const published = problemCodes
    .filter(({ code }) => code !== 'geoloc-extension-not-active')
    .map(({ code, statuses }) => [code, statuses] as const)
  assert.deepEqual(new Map(documented.toSorted()), new Map(published.toSorted()))
})

test('every code in the details of an invalid parameter is there', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n')
  const codes = [...source.matchAll(/(?:refuse|new Invalid)\(\s*'([\w-]+)'/g)].map(([, code]) => code!)
  assert.ok(codes.length > 20)
  assert.deepEqual(
    [...new Set(codes)].filter((code) => !inCode(sections.get('Error codes')!).includes(code)),
    [],
  )
})

test('every field and every list parameter is there', () => {
  const names = Object.values(resources).flatMap(({ fields, listParameters }) =>
    Object.keys({ ...fields, ...listParameters }),
  )
  const documented = inCode(whole).flatMap((code) => code.split(/[^\w]+/))
  assert.deepEqual(
    [...new Set(names)].filter((name) => !documented.includes(name)),
    [],
  )
})

test('costs are shown as the table says', () => {
  const rows = rowsOf('Cost').map((cells) => cells.map((cell) => JSON.parse(inCode(cell)[0]!) as Json))
  assert.ok(rows.length > 8)
  for (const [sent, ...shown] of rows) {
    const { cost, cost_details } = presentCost(readCost(sent), { symbol: '$', position: 'prefix' }, 'Free')
    const { currency_symbol, currency_position, values } = cost_details
    assert.deepEqual([cost, currency_symbol, currency_position, values], shown, JSON.stringify(sent))
  }
})

describe('on a running service', () => {
  const service = new Service()
  before(() => service.start())
  after(() => service.stop())

  const plain = (pattern: string) =>
    pattern.replace('/cal/events/v1', '').replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}') || '/'

  test('every route is there, with its methods', async () => {
    const { body } = await service.get('/')
    const published = Object.entries<Json>(body.routes).map(([pattern, { methods }]) => [
      plain(pattern),
      methods.toSorted(),
    ])
    const documented = rowsOf('Routes').flatMap(([paths = '', methods = '']) =>
      inCode(paths).map((path) => [path, methods.split(', ').toSorted()]),
    )
    assert.deepEqual(new Map(documented.toSorted() as never), new Map(published.toSorted() as never))
  })

  test('the fields of an event are told in their order', async () => {
    const { body } = await service.post('/events', {
      title: 'Told',
      start_date: '2027-01-01',
      end_date: '2027-01-02',
    })
    const single = await service.get(`/events/${body.id}`)
    const documented = rowsOf('Event representation').flatMap(([names = '']) => inCode(names))
    assert.deepEqual(documented, Object.keys(single.body))
  })
})
