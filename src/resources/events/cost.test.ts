import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ValidationError } from '../../errors.ts'
import { readCost, siteCurrency } from './cost.ts'
import { freeWord, isFree, presentCost } from './shown-cost.ts'

const dollars = siteCurrency('$')
const shown = (cost: unknown, free = 'Free') => presentCost(readCost(cost), dollars, free)

type Row = [sent: unknown, cost: string, symbol: string, position: string, values: string[]]

const published: Row[] = [
  [20, '$20', '', '', ['20']],
  ['20', '$20', '', '', ['20']],
  ['$23', '$23', '$', 'prefix', ['23']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['10 €', '10€', '€', 'postfix', ['10']],
  ['USD 10', 'USD 10', 'USD', 'prefix', ['10']],
  ['10-20', '$10 – $20', '', '', ['10', '20']],
  [['10', '20'], '$10 – $20', '', '', ['10', '20']],
  ['$10 - $20', '$10 – $20', '$', 'prefix', ['10', '20']],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  [0, 'Free', '', '', ['0']],
  ['0', 'Free', '', '', ['0']],
  ['0.00', 'Free', '', '', ['0.00']],
  ['$0', 'Free', '$', 'prefix', ['0']],
  ['Free', 'Free', '', '', ['free']],
  ['Donation', 'Donation', '', '', ['donation']],
  ['Pay what you want', 'Pay what you want', '', '', ['pay what you want']],
  ['10.50', '$10.50', '', '', ['10.50']],
  ['10,50', '$10.50', '', '', ['10.50']],
  ['$10,000', '$10,000', '$', 'prefix', ['10000']],
  ['1,000.50', '$1,000.50', '', '', ['1000.50']],
  ['1.000,50 €', '1.000,50€', '€', 'postfix', ['1000.50']],
  ['₹1,00,000', '₹1,00,000', '₹', 'prefix', ['100000']],
  ['', '', '', '', []],
  [null, '', '', '', []],
]

const neighbours: Row[] = [
  [
    '₹99,999.50 - ₹12,34,56,789.50',
    '₹99,999.50 – ₹12,34,56,789.50',
    '₹',
    'prefix',
    ['99999.50', '123456789.50'],
  ],
  ['1,00,000', '$1,00,000', '', '', ['100000']],
  [undefined, '', '', '', []],
  [[], '', '', '', []],
  [['', null, '10'], '$10', '', '', ['10']],
  [10.5, '$10.5', '', '', ['10.5']],
  [1e21, '$1000000000000000000000', '', '', ['1000000000000000000000']],
  [12.125, '$12.1250', '', '', ['12.1250']],
  ['10 EUR', '10 EUR', 'EUR', 'postfix', ['10']],
  ['10EUR', '10 EUR', 'EUR', 'postfix', ['10']],
  ['US$ 10', 'US$10', 'US$', 'prefix', ['10']],
  ['10 kr', '10 kr', 'kr', 'postfix', ['10']],
  ['$10-20', '$10 – $20', '$', 'prefix', ['10', '20']],
  ['10 - 20 €', '10€ – 20€', '€', 'postfix', ['10', '20']],
  ['$20 – $10', '$10 – $20', '$', 'prefix', ['20', '10']],
  ['$10 - $10.00', '$10', '$', 'prefix', ['10', '10.00']],
  ['$9 - $10', '$9 – $10', '$', 'prefix', ['9', '10']],
  ['0 - 0', 'Free', '', '', ['0', '0']],
  [[0, 10], 'Free – $10', '', '', ['0', '10']],
  [['Free', '20'], 'Free – $20', '', '', ['0', '20']],
  ['0,00 €', 'Free', '€', 'postfix', ['0.00']],
  ['10,50 €', '10,50€', '€', 'postfix', ['10.50']],
  ['10,5', '$10.5', '', '', ['10.5']],
  ['.50', '$.50', '', '', ['0.50']],
  ['0.125', '$0.125', '', '', ['0.125']],
  ['1.000', '$1,000', '', '', ['1000']],
  ['1.000,50', '$1,000.50', '', '', ['1000.50']],
  ['1,000,000', '$1,000,000', '', '', ['1000000']],
  ["1'000.50 CHF", "1'000.50 CHF", 'CHF', 'postfix', ['1000.50']],
  ['1 000,50 €', '1 000,50€', '€', 'postfix', ['1000.50']],
  ['1\u202F000\u202F€', '1\u202F000€', '€', 'postfix', ['1000']],
  ['1\u00A0234\u00A0567,50\u00A0€', '1\u00A0234\u00A0567,50€', '€', 'postfix', ['1234567.50']],
  ['CHF 20.– – 30.–', 'CHF 20 – CHF 30', 'CHF', 'prefix', ['20', '30']],
  ['<b>20</b> &euro;', '20€', '€', 'postfix', ['20']],
]

const texts: Row[] = [
  ['Adults $10, children $5', 'Adults $10, children $5', '$', 'prefix', ['10', '5']],
  ['from 10 €', 'from 10 €', '€', 'postfix', ['10']],
  ['10 € reduced 5 €', '10 € reduced 5 €', '€', 'postfix', ['10', '5']],
  ['10/8 €', '10/8 €', '€', 'postfix', ['10', '8']],
  ['10€ - 12$', '10€ - 12$', '€', 'postfix', ['10', '12']],
  ['$10 USD', '$10 USD', '$', 'prefix', ['10']],
  ['VIP 10', 'VIP 10', '', '', ['10']],
  ['-5', '-5', '', '', ['5']],
  ['10-', '10-', '', '', ['10']],
  ['Free – Donation', 'Free – Donation', '', '', ['free – donation']],
  ['€', '€', '', '', ['€']],
]

const eachRow = (rows: readonly Row[]) => {
  for (const [sent, cost, symbol, position, values] of rows)
    test(`${JSON.stringify(sent)} is shown as ${JSON.stringify(cost)}`, () => {
      const { cost_details: details, ...rest } = shown(sent)

      assert.deepEqual(rest, { cost })
      assert.deepEqual(details.values, values)
      assert.deepEqual([details.currency_symbol, details.currency_position], [symbol, position])
    })
}

describe('costs of the interface', () => eachRow(published))
describe('costs besides those of the interface', () => eachRow(neighbours))
describe('costs that contain more than amounts are stored as sent', () => eachRow(texts))

test('only a code is returned as code', () => {
  assert.equal(shown('USD 10').cost_details.currency_code, 'USD')
  assert.equal(shown('$10').cost_details.currency_code, '')
})

test("the site's currency symbol is placed as configured, a code with a space", () => {
  assert.equal(presentCost('10 - 20', siteCurrency('postfix:€'), 'Free').cost, '10€ – 20€')
  assert.equal(presentCost('10', siteCurrency('prefix:CHF '), 'Free').cost, 'CHF 10')
  assert.equal(presentCost('10', siteCurrency('postfix:EUR'), 'Free').cost, '10 EUR')
})

test('a cost of zero is displayed in the language of the reader', () => {
  assert.equal(shown(0, 'Gratuit').cost, 'Gratuit')
  assert.equal(shown(['0$', '30$'], 'Kostenlos').cost, 'Kostenlos – 30$')
  assert.equal(shown('Free', 'Gratuit').cost, 'Free')
})

for (const word of ['Free', 'Gratuit', 'Kostenlos', 'Frei'])
  test(`'${word} – 30$' is read as a range from zero`, () => {
    const { cost, cost_details: details } = shown(`${word} – 30$`)

    assert.equal(cost, 'Free – 30$')
    assert.deepEqual(details.values, ['0', '30'])
  })

const symbols = fc.constantFrom('$', '€', 'US$', '£', 'USD', 'CHF', 'kr')
const digits = fc.constantFrom(
  '0',
  '5',
  '10',
  '10.50',
  '10,50',
  '1,000',
  '1.000,50',
  "1'000.50",
  '2 000',
  '0.00',
)
const price = (symbol: string) =>
  fc.tuple(digits, fc.constantFrom('', ' '), fc.boolean()).map(([amount, gap, isBefore]) => {
    return isBefore ? `${symbol}${gap}${amount}` : `${amount}${gap}${symbol}`
  })
const cost = symbols.chain((symbol) => fc.array(price(symbol), { minLength: 1, maxLength: 3 }))

test('a displayed cost with a symbol is unchanged when it is sent back', () => {
  fc.assert(
    fc.property(cost, fc.constantFrom('Free', 'Gratuit', 'Kostenlos'), (sent, free) => {
      const first = shown(sent, free).cost

      assert.equal(shown(first, free).cost, first)
    }),
  )
})

test('any text is displayed, and displayed the same when it is sent back', () => {
  const pieces = fc.constantFrom(
    '10',
    '20.50',
    ' ',
    '-',
    '–',
    '.',
    ',',
    '$',
    '€',
    'EUR',
    'free',
    'from',
    '/',
    '0',
    "'",
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const first = shown(parts.join('')).cost

      assert.equal(shown(first).cost, first)
    }),
  )
})

const refused = (code: string) => (error: unknown) => error instanceof ValidationError && error.code === code

test('a cost that is not a number, a string or a list of these is rejected', () => {
  for (const value of [true, {}, [[10]], [{ amount: 10 }], Number.NaN])
    assert.throws(() => readCost(value), refused('rest_invalid_type'))
})

test('a cost has at most 500 characters', () => {
  assert.equal(readCost('💰'.repeat(500)).length, 1000)
  assert.throws(() => readCost('x'.repeat(501)), refused('rest_too_long'))
})

test('a cost of zero is displayed in the language of the reader and recognized in every language', () => {
  const free = (language: string) => presentCost('0', dollars, freeWord(language)).cost
  assert.deepEqual(['en', 'de', 'de-CH', 'it', 'ja', 'zh-hans', 'zh-Hant-HK', 'sr-latn', 'xx'].map(free), [
    'Free',
    'Kostenlos',
    'Kostenlos',
    'Gratuito',
    '無料',
    '免费',
    '免費',
    'Besplatno',
    'Free',
  ])
  for (const word of ['Gratuito', '無料', 'Бесплатно', 'ücretsiz'])
    assert.equal(presentCost(`${word} - $20`, dollars, 'Free').cost, 'Free – $20')
})

test('a cost is free if all of its amounts are zero, or if it consists of the word for free', () => {
  for (const cost of ['0', '$0', '0.00 - 0', 'Free', 'kostenlos', '0 €, donations welcome'])
    assert.equal(isFree(cost), true, cost)
  for (const cost of ['5', '0 - 20', 'Free – 20$', 'Adults $10, children free'])
    assert.equal(isFree(cost), false, cost)
  for (const cost of ['', 'Donation', 'Free for members']) assert.equal(isFree(cost), undefined, cost)
})

test('the currency of the site is a symbol, with its position unless it is a prefix', () => {
  assert.deepEqual(siteCurrency('$'), { symbol: '$', position: 'prefix' })
  assert.deepEqual(siteCurrency('postfix:€'), { symbol: '€', position: 'postfix' })
  assert.deepEqual(siteCurrency('prefix:CHF '), { symbol: 'CHF', position: 'prefix' })
  assert.deepEqual(siteCurrency('prefix:$:CAD'), { symbol: '$', position: 'prefix', code: 'CAD' })
  for (const setting of ['', 'postfix:', 'suffix:€', '5', 'a b', '-', '$:XYZ', '$:cad'])
    assert.throws(() => siteCurrency(setting), /The currency must be a symbol or code/)
})
