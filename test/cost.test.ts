import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase } from './service.ts'

/** Every row of the published table of costs (interface: Cost), over HTTP. */

type Row = [sent: unknown, cost: string, symbol: string, position: string, values: string[]]

const rows: Row[] = [
  [20, '$20', '', '', ['20']],
  ['20', '$20', '', '', ['20']],
  ['$23', '$23', '$', 'prefix', ['23']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['10 €', '10€', '€', 'postfix', ['10']],
  ['USD 10', 'USD 10', 'USD', 'prefix', ['10']],
  ['10-20', '$10 – $20', '', '', ['10', '20']],
  [['10', '20'], '$10 – $20', '', '', ['10', '20']],
  [[10, 20], '$10 – $20', '', '', ['10', '20']],
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
  ['', '', '', '', []],
  [null, '', '', '', []],
  [[], '', '', '', []],
]

onEachDatabase((service) => {
  for (const [sent, cost, currency_symbol, currency_position, values] of rows)
    test(`a cost of ${JSON.stringify(sent)} is shown as "${cost}"`, async () => {
      const { status, body } = await service.post('/events', anEvent({ cost: sent }))
      assert.equal(status, 201)
      assert.equal(body.cost, cost)
      const currency_code = currency_symbol === 'USD' ? 'USD' : ''
      assert.deepEqual(body.cost_details, { currency_symbol, currency_code, currency_position, values })
    })

  for (const [sent, cost, symbol, , values] of rows.filter(([, , symbol]) => symbol !== ''))
    test(`sending ${cost} back for ${JSON.stringify(sent)} changes nothing`, async () => {
      const { body: made } = await service.post('/events', anEvent({ cost: sent }))
      const { body } = await service.patch(`/events/${made.id}`, { cost: made.cost })
      assert.equal(body.cost, cost)
      assert.equal(body.cost_details.currency_symbol, symbol)
      assert.deepEqual(body.cost_details.values, values)
    })

  test('Free sent back in another language keeps the stored cost', async () => {
    const { body: made } = await service.post('/events', anEvent({ cost: ['0$', '20$', '30$'] }))
    for (const language of ['fr', 'de', 'en']) {
      const { cost } = (await service.get(`/events/${made.id}?ml_language=${language}`)).body
      const { body } = await service.patch(`/events/${made.id}`, { cost })
      assert.equal(body.cost, 'Free – 30$')
      assert.deepEqual(body.cost_details, made.cost_details)
    }
  })

  test('an amount without a symbol gets the symbol that it is sent back with', async () => {
    const { body: made } = await service.post('/events', anEvent({ cost: 20 }))
    const { body } = await service.patch(`/events/${made.id}`, { cost: made.cost })
    assert.equal(body.cost, '$20')
    assert.equal(body.cost_details.currency_symbol, '$')
  })

  test('a cost other than the displayed one replaces it', async () => {
    const { body: made } = await service.post('/events', anEvent({ cost: ['0$', '20$', '30$'] }))
    const { body } = await service.patch(`/events/${made.id}`, { cost: '0$ - 30$' })
    assert.deepEqual(body.cost_details.values, ['0', '30'])
  })

  test('a cost is read from forms too, as a value or as a list', async () => {
    const form = (cost: string) =>
      service.post('/events', `title=Form&start_date=2027-01-01&end_date=2027-01-02&${cost}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    assert.equal((await form('cost=12')).body.cost, '$12')
    assert.equal((await form('cost[]=10&cost[]=20')).body.cost, '$10 – $20')
  })

  test('Free is displayed in the language of the response', async () => {
    const { body } = await service.post('/events', anEvent({ cost: ['0$', '20$'] }))
    assert.equal((await service.get(`/events/${body.id}?ml_language=fr`)).body.cost, 'Gratuit – 20$')
    assert.equal((await service.get(`/events/${body.id}?ml_language=de`)).body.cost, 'Kostenlos – 20$')
  })

  test('an invalid cost is rejected', async () => {
    for (const cost of [true, { amount: 10 }, [[10]], [{ amount: 1 }], 'x'.repeat(501)]) {
      const { status, body } = await service.post('/events', anEvent({ cost }))
      assert.equal(status, 400, JSON.stringify(cost))
      assert.deepEqual(Object.keys(body.data.params), ['cost'])
    }
  })

  test('an empty cost clears it, null leaves it', async () => {
    const { body } = await service.post('/events', anEvent({ cost: 20 }))
    assert.equal((await service.patch(`/events/${body.id}`, { cost: null })).body.cost, '$20')
    assert.equal((await service.patch(`/events/${body.id}`, { cost: '' })).body.cost, '')
    assert.deepEqual((await service.get(`/events/${body.id}`)).body.cost_details.values, [])
  })
})

onEachDatabase(
  (service) => {
    test('the site defines the default currency and its position', async () => {
      const shown = async (cost: unknown) => (await service.post('/events', anEvent({ cost }))).body.cost
      assert.equal(await shown(20), '20€')
      assert.equal(await shown('10-20'), '10€ – 20€')
      assert.equal(await shown('$5'), '$5')
      assert.equal(await shown('0'), 'Free')
    })

    test('structured data names the currency of the site', async () => {
      const { body } = await service.post('/events', anEvent({ cost: '10-20' }))
      const { json_ld } = (await service.get(`/events/${body.id}`)).body
      assert.equal(json_ld.offers.price, '10')
      assert.equal(json_ld.offers.priceCurrency, 'EUR')
    })

    test('structured data offers for nothing what a word says is free', async () => {
      const offered = async (cost: string) => {
        const { body } = await service.post('/events', anEvent({ cost }))
        return (await service.get(`/events/${body.id}`)).body.json_ld.offers
      }
      for (const cost of ['0', 'Free', 'Gratuit', 'kostenlos'])
        assert.deepEqual(
          [(await offered(cost)).price, (await offered(cost)).priceCurrency],
          ['0', 'EUR'],
          cost,
        )
      assert.equal(await offered('Donation'), undefined)
    })
  },
  { CALENDS_CURRENCY: 'postfix:€' },
)
