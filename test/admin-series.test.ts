import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { holding, until } from './images.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** Series, and single dates of them, in the edit form. */

describe('the form of what repeats', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string): Promise<Page> => {
    const { page } = await openAdmin(service, visit, path)
    page.setDefaultTimeout(20_000)
    return page
  }
  const make = async (recurrence: string, fields: Json = {}): Promise<Json> => {
    const times = { start_date: '2027-03-02 19:00:00', end_date: '2027-03-02 20:00:00' }
    return (await service.post('/events', anEvent({ title: 'Choir', ...times, recurrence, ...fields }))).body
  }
  const read = async (id: number): Promise<Json> =>
    (await service.get(`/events/${id}`, { as: administrator })).body
  const datesOf = async ({ id }: Json): Promise<Json[]> =>
    (await service.get(`/events?start_date=2027-01-01&post_parent=${id}&status=any`, { as: administrator }))
      .body.events
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title in English' })
  const repeats = (page: Page) => page.getByRole('group', { name: 'Repeats' })
  const update = (page: Page) => page.getByRole('button', { name: 'Update' }).click()
  const message = (page: Page, text: string) => page.locator('#messages').getByText(text).waitFor()
  const saveAll = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByRole('radio', { name: /^The whole series/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
  }

  test('a date of a draft is not saved by itself, because it is asked which dates are meant', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3', { status: 'draft' })
    const [first] = await datesOf(series)
    const page = await open(`/events/${first!.id}`)
    let writes = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes += 1
    })
    await page.clock.install()
    await title(page).fill('Only typed')
    await page.clock.runFor(30_000)
    assert.deepEqual([writes, (await read(first!.id)).overrides], [0, []])
  })

  test('a series names the dates that keep what they have of their own', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20270309T190000')
    const [, second, third] = await datesOf(series)
    const page = await open(`/events/${series.id}`)
    await repeats(page).getByText('Every Tuesday, 4 times').waitFor()
    const differing = page.getByRole('region', { name: 'Dates that differ' })
    assert.equal(await differing.count(), 0)
    await service.patch(`/events/${second!.id}`, { title: 'Encore' })
    await service.patch(`/events/${third!.id}?ml_language=fr`, { title: 'Chœur', cost: '5' })
    await page.reload()
    await differing.getByRole('listitem').filter({ hasText: 'Cost, Title' }).waitFor()
    assert.equal(await differing.getByRole('listitem').count(), 2)
    await differing.getByRole('link', { name: 'Tue 16 Mar 2027' }).click()
    await page.waitForURL(`**/events/${second!.id}`)
  })

  test('“Same as the series” takes the text of the series instead of what was typed, and saves nothing else', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const [first] = await datesOf(series)
    await service.patch(`/events/${first!.id}`, { title: 'Encore' })
    const page = await open(`/events/${first!.id}`)
    await title(page).fill('Typed')
    const website = page.getByRole('textbox', { name: 'Website in English' })
    await website.fill('https://example.org/typed')
    await page.getByRole('button', { name: /same as the series/ }).click()
    await message(page, 'Saved.')
    assert.deepEqual(
      [await title(page).inputValue(), await website.inputValue()],
      ['Choir', 'https://example.org/typed'],
    )
    const { title: stored, overrides } = await read(first!.id)
    assert.deepEqual([stored, overrides], ['Choir', []])
    await update(page)
    await saveAll(page)
    await until(
      async () => (await read(series.id)).website as string,
      (address) => address === 'https://example.org/typed',
    )
  })

  test('“Same as the series” saves what is chosen when somebody else has changed the rest', async () => {
    const [first] = await datesOf(await make('RRULE:FREQ=WEEKLY;COUNT=3'))
    await service.patch(`/events/${first!.id}`, { title: 'Encore' })
    const page = await open(`/events/${first!.id}`)
    await page.getByRole('textbox', { name: 'Website in English' }).fill('https://example.org/mine')
    await service.patch(`/events/${first!.id}`, { website: 'https://example.org/theirs' })
    await page.getByRole('button', { name: /same as the series/ }).click()
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await message(page, 'Saved.')
    const { title: stored, website } = await read(first!.id)
    assert.deepEqual([stored, website], ['Choir', 'https://example.org/mine'])
  })

  test('a conflict names whoever has changed the series of a date', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const [first] = await datesOf(series)
    const librarian = {
      username: 'librarian',
      name: 'Librarian',
      role: 'editor',
      password: 'nine cold umbrellas',
    }
    await service.post('//cal/admin/v1/users', librarian)
    const page = await open(`/events/${first!.id}`)
    await title(page).fill('Choir with guests')
    await service.patch(
      `/events/${series.id}`,
      { title: 'Great choir' },
      { as: 'librarian:nine cold umbrellas' },
    )
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Changed by Librarian .*, while you were writing\.$/).waitFor()
  })

  test('a series that no longer repeats leads to the date that is left of it, which is saved', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const [first, second] = await datesOf(series)
    const beside = await open(`/events/${first!.id}`)
    await title(beside).waitFor()
    const page = await beside.context().newPage()
    await page.goto(`${service.origin}/admin/events/${series.id}`)
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Never')
    await update(page)
    await message(page, 'Saved. The series has ended; this is the date that is left of it.')
    await page.waitForURL(`**/events/${first!.id}`)
    assert.deepEqual([(await read(first!.id)).status, (await read(second!.id)).status], ['publish', 'trash'])
    await title(beside).fill('Left over')
    await update(beside)
    await saveAll(beside)
    await message(beside, 'Saved.')
    assert.equal((await read(first!.id)).title, 'Left over')
  })

  test('another frequency keeps the end', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;UNTIL=20270630')
    const page = await open(`/events/${series.id}`)
    const often = page.getByRole('combobox', { name: 'How often' })
    await often.selectOption('Every month')
    await repeats(page).getByText('Every month on the 2nd until 30 June 2027').waitFor()
    await page.getByRole('combobox', { name: 'Stops' }).selectOption('after this many times:')
    await page.getByRole('textbox', { name: 'How many times' }).fill('4')
    await often.selectOption('Every day')
    await repeats(page).getByText('Every day, 4 times').waitFor()
  })

  test('one of two dates a day is left out', async () => {
    const series = await make('RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=4', {
      start_date: '2027-03-02 10:00:00',
      end_date: '2027-03-02 11:00:00',
    })
    const page = await open(`/events/${series.id}`)
    await repeats(page).getByRole('button', { name: 'Leave out Tue 2 Mar 2027, 15:00' }).click()
    await repeats(page).getByRole('button', { name: 'Put back Tue 2 Mar 2027, 15:00' }).waitFor()
    await update(page)
    await message(page, 'Saved.')
    assert.deepEqual(
      (await datesOf(series)).filter(({ status }) => status !== 'trash').map((one) => one.start_date),
      ['2027-03-02 10:00:00', '2027-03-03 10:00:00', '2027-03-03 15:00:00'],
    )
  })

  test('a long series lists its dates from today on, and the others when asked', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const start_date = `${day(-90)} 19:00:00`
    const end_date = `${day(-90)} 20:00:00`
    const series = await make('RRULE:FREQ=DAILY;COUNT=400', { start_date, end_date })
    const page = await open(`/events/${series.id}`)
    const rows = repeats(page).getByRole('listitem')
    const shown = async () => ({ count: await rows.count(), first: await rows.first().innerText() })
    await repeats(page)
      .getByText(/Dates from .* on:/)
      .waitFor()
    await until(shown, ({ count }) => count === 60)
    const today = await shown()
    await page.getByRole('button', { name: 'Later dates' }).click()
    const later = await until(shown, ({ first }) => first !== today.first)
    await page.getByRole('button', { name: 'From the first date' }).click()
    const earliest = await until(shown, ({ first }) => first !== later.first)
    assert.notEqual(earliest.first, today.first)
    assert.deepEqual([later.count, earliest.count], [60, 60])
  })

  test('dates are named by the day from which on they are, also while others are awaited', async () => {
    const series = await make('RRULE:FREQ=DAILY;COUNT=400')
    const page = await open(`/events/${series.id}`)
    const later = /Dates from .* on:/
    await repeats(page).getByText('The first 60 dates:').waitFor()
    const { released, release } = holding()
    await page.route('**/recurrence', async (route) => {
      await released
      await route.fallback()
    })
    const request = page.waitForRequest('**/recurrence')
    await page.getByRole('button', { name: 'Later dates' }).click()
    await request
    assert.equal(await repeats(page).getByText(later).count(), 0)
    release()
    await repeats(page).getByText(later).waitFor()
  })

  test('rules are in words in conflicts and in the history', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const page = await open(`/events/${series.id}`)
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every day')
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20270309T190000'
    await service.patch(`/events/${series.id}`, { recurrence })
    await update(page)
    const [theirs, mine] = ['Every Tuesday, 5 times, except on Tue 9 Mar 2027', 'Every day, 3 times']
    for (const name of [theirs, mine]) await page.getByRole('radio', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use all of theirs' }).click()
    await page.goto(`${service.origin}/admin/events/${series.id}/history`)
    await page.getByRole('deletion').getByText('Every Tuesday, 3 times', { exact: true }).waitFor()
    await page.getByRole('insertion').getByText(theirs, { exact: true }).waitFor()
  })

  test('rules on older pages of a history are explained by the start of that time', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const write = (fields: Json) => service.patch(`/events/${series.id}`, fields)
    await write({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' })
    await write({ start_date: '2027-03-04 19:00:00', end_date: '2027-03-04 20:00:00' })
    for (let left = 19; left > 0; left -= 1) await write({ title: `Choir ${left}` })
    const page = await open(`/events/${series.id}/history?page=2`)
    await page.getByRole('insertion').getByText('Every Tuesday, 5 times', { exact: true }).waitFor()
  })

  test('what could not be restored is named in words', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const write = (fields: Json) => service.patch(`/events/${series.id}`, fields)
    await write({
      start_date: '2027-03-04 19:00:00',
      end_date: '2027-03-04 20:00:00',
      website: 'https://example.org',
    })
    await write({ recurrence: '' })
    const page = await open(`/events/${series.id}/history`)
    const main = page.getByRole('main')
    await main
      .getByRole('listitem', { name: 'Version 1' })
      .getByRole('button', { name: 'Restore this version' })
      .click()
    await page.getByText('Some of it could not be restored.').waitFor()
    for (const text of ['Starts Tue 2 Mar 2027, 19:00', 'Repeats Every Tuesday, 3 times', 'Website Empty'])
      await main.getByRole('listitem').filter({ hasText: text }).waitFor()
  })

  test('a date that somebody else moved to the trash is said to be there', async () => {
    const series = await make('RRULE:FREQ=WEEKLY;COUNT=3')
    const [first] = await datesOf(series)
    const page = await open(`/events/${first!.id}`)
    await title(page).waitFor()
    await service.delete(`/events/${first!.id}`)
    await title(page).fill('Choral')
    await update(page)
    await saveAll(page)
    await message(page, 'Saved. Somebody else has moved this to the trash in the meantime.')
    assert.equal((await read(series.id)).title, 'Choral')
  })
})
