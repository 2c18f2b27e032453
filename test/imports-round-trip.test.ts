import assert from 'node:assert/strict'
import { test } from 'node:test'
import Holidays from 'date-holidays'
import { importFile } from './importing.ts'
import { Service } from './service.ts'

/** The holidays of four countries in three years: what one service exports, another one imports and exports again. */

const environment = {
  CALENDS_PUBLIC_URL: 'https://calendar.example.org',
  CALENDS_LANGUAGES: 'en,fr,de',
  CALENDS_TIMEZONE: 'Europe/Zurich',
}

const window = 'start_date=2026-01-01&end_date=2028-12-31'

interface Holiday {
  readonly day: string
  readonly title: string
  readonly country: string
}

const holidays: Holiday[] = ['CH', 'FR', 'DE', 'CA']
  .flatMap((country) =>
    [2026, 2027, 2028].flatMap((year) =>
      new Holidays(country)
        .getHolidays(year)
        .filter(({ type }) => type === 'public')
        .map(({ date, name }) => ({ day: date.slice(0, 10), title: name, country })),
    ),
  )
  .toSorted((one, other) => (one.day < other.day ? -1 : 1))

const languages: Readonly<Record<string, string>> = { CH: 'de', DE: 'de', FR: 'fr', CA: 'en' }

async function onFreshService<T>(run: (service: Service) => Promise<T>): Promise<T> {
  const service = new Service(environment)
  await service.start()
  return run(service).finally(() => service.stop())
}

const exported = async (service: Service) => (await service.get(`/events.ics?${window}`)).text

test('holidays come out of the second service as they came out of the first, byte for byte', async () => {
  const first = await onFreshService(async (service) => {
    for (const { day, title, country } of holidays)
      await service.post('/events', {
        title,
        description: `${title} & more; "quoted", <b>bold</b>`,
        start_date: day,
        end_date: day,
        all_day: true,
        categories: [country],
        ml_language: languages[country],
      })
    return exported(service)
  })
  const second = await onFreshService(async (service) => {
    const { would } = await importFile(service, first)
    assert.deepEqual(would, { create: holidays.length, change: 0, skip: 0, fail: 0 })
    return exported(service)
  })

  assert.ok(holidays.length > 100)
  assert.equal(second, first)
})

test('paragraphs, lists and line breaks of a description come back from a table', async () => {
  const described = {
    title: 'Market',
    start_date: '2027-03-02',
    end_date: '2027-03-02',
    description: '<p>Bring<br>bags.</p><ul><li>Cheese</li><li>- Wine</li></ul><p>Until 5 &gt; 4</p>',
  }
  const table = await onFreshService(async (service) => {
    await service.post('/events', described)
    return (await service.get(`/events.csv?${window}`)).text
  })
  await onFreshService(async (service) => {
    const { rows } = await importFile(service, table, {}, 'events.csv')
    const { description } = (await service.get(`/events/${rows[0].id}`)).body
    assert.equal(description, '<p>Bring<br />bags.</p>\n<p>Cheese</p>\n<p>- Wine</p>\n<p>Until 5 &gt; 4</p>')
    assert.equal((await service.get(`/events.csv?${window}`)).text.split('"')[1], table.split('"')[1])
  })
})

const costs = ['0', '$0', '0€ - 12,50€', 'Adults $10, children $0', 'Children – 0 €', 'Donation', '20']

const readBack = async (service: Service) =>
  (await service.get(`/events?${window}&ml_language=de&ml_fallback=original&orderby=title`)).body.events.map(
    ({ cost }: { cost: string }) => cost,
  )

for (const extension of ['json', 'csv'])
  test(`what costs nothing does so in every language after ${extension} was exported and imported`, async () => {
    const event = { start_date: '2027-03-02', end_date: '2027-03-02', all_day: true }
    const [file, costsThere] = await onFreshService(async (service) => {
      for (const [number, cost] of costs.entries())
        await service.post('/events', { ...event, title: `Event ${number}`, cost })
      const path = extension === 'csv' ? '/events.csv' : '/events'
      return [(await service.get(`${path}?${window}`)).text, await readBack(service)] as const
    })
    await onFreshService(async (service) => {
      await importFile(service, file, {}, `events.${extension}`)
      assert.deepEqual(await readBack(service), costsThere)
    })
    assert.deepEqual(costsThere.slice(0, 3), ['Kostenlos', 'Kostenlos', 'Kostenlos – 12,50€'])
  })
