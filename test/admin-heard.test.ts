import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openAdmin } from './admin.ts'
import { comesTrue, useBrowser } from './browser.ts'
import { until } from './images.ts'
import { anEvent, Service } from './service.ts'

/** What screen readers say in the administration, and where the keyboard is then. */

describe('heard in the administration', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_CURRENCY: 'CHF' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string) => {
    const { page } = await openAdmin(service, visit, path)
    page.setDefaultTimeout(20_000)
    return page
  }

  test('what is chosen in a picker is said, which its list does not hide', async () => {
    for (const venue of ['Old creamery', 'New creamery']) await service.post('/venues', { venue })
    const page = await open('/events/new')
    const said = (name: string) => page.getByRole('status').getByText(`“${name}” was chosen.`).waitFor()
    await page.getByRole('combobox', { name: 'Venue' }).fill('Old cream')
    await page.getByRole('option', { name: 'Old creamery' }).click()
    await said('Old creamery')
    assert.equal(await page.getByRole('listbox').count(), 0)
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('outdoors')
    await tags.press('Enter')
    await said('outdoors')
  })

  test('the summary of errors is not read again while they are corrected', async () => {
    const page = await open('/events/new')
    const summary = page.getByRole('alert')
    await page.getByRole('button', { name: 'Publish' }).click()
    await summary.getByText('Not saved: 3 fields need your attention.').waitFor()
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Corrected')
    await page.getByText('Not saved: 2 fields need your attention.').waitFor()
    assert.equal(await summary.count(), 0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await summary.getByText('Not saved: 2 fields need your attention.').waitFor()
  })

  test('a question is described by what it is about', async () => {
    const page = await open('/events/new')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Half a title')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    const id = await question.getAttribute('aria-describedby')
    assert.match(
      (await page.locator(`[id="${id}"]`).textContent()) ?? '',
      /^One field has changed\. It stays in this browser/,
    )
    await question.getByRole('button', { name: 'Leave and keep it here' }).click()
    await question.waitFor({ state: 'detached' })
  })

  test('fields for days and times say what their hints say', async () => {
    const { body: event } = await service.post(
      '/events',
      anEvent({ start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }),
    )
    const page = await open(`/events/${event.id}`)
    const describes = async (label: string, hint: string) => {
      const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
      assert.equal(await page.locator(`[id="${id}"]`).textContent(), hint, label)
    }
    await describes('Start day', 'Also: tomorrow, 9.12., next Friday')
    for (const label of ['End day', 'End time']) await describes(label, '1 h, kept when the start moves')
  })

  test('a button that copies a text to be translated says which', async () => {
    const { body: event } = await service.post(
      '/events',
      anEvent({ title: 'Jazz', website: 'https://jazz.example' }),
    )
    const page = await open(`/translations/fr/events/${event.id}`)
    const copy = (field: string) =>
      page.getByRole('button', { name: `${field}: Copy the English text`, exact: true })
    await copy('Website').waitFor()
    await copy('Title').click()
    assert.equal(await page.getByRole('textbox', { name: 'Title in French' }).inputValue(), 'Jazz')
  })

  test('each field to be translated is named once', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Jazz', excerpt: '<p>Loud.</p>' }))
    const page = await open(`/translations/fr/events/${event.id}`)
    await page.getByRole('textbox', { name: 'Excerpt in French' }).waitFor()
    const written = await page.getByRole('main').innerText()
    assert.equal(written.match(/Excerpt/g)?.length, 1)
  })

  test('weekdays on which an event repeats have their whole names', async () => {
    const { body: event } = await service.post(
      '/events',
      anEvent({ start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }),
    )
    const page = await open(`/events/${event.id}`)
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every week')
    assert.ok(await page.getByRole('checkbox', { name: 'Tuesday', exact: true }).isChecked())
    await page.getByRole('checkbox', { name: 'Monday', exact: true }).check()
    await page.getByText('Mon', { exact: true }).waitFor()
  })

  test('a ticket that is added has the focus, and one that is removed is named', async () => {
    const { body: event } = await service.post('/events', anEvent())
    const page = await open(`/events/${event.id}`)
    const hasFocus = (control: Locator) =>
      until(() => control.evaluate((element) => element.matches(':focus')), Boolean)
    const name = (number: number) => page.getByRole('textbox', { name: `Ticket ${number}`, exact: true })
    const add = page.getByRole('button', { name: 'Add a ticket' })
    await add.click()
    await hasFocus(name(1))
    await page.keyboard.type('Children')
    await add.click()
    await hasFocus(name(2))
    await page.getByRole('button', { name: 'Remove ticket Children' }).press('Enter')
    await page.getByRole('status').getByText('Ticket Children was removed.').waitFor()
    await hasFocus(page.getByRole('button', { name: 'Remove ticket 1' }))
  })

  test('the name of a ticket and a cost from the original are in its language', async () => {
    const fields = anEvent({ title: 'Lecture', cost: 'prix libre', tickets: [{ name: 'Enfants' }] })
    const { body: event } = await service.post('/events?ml_language=fr', fields)
    const page = await open(`/events/${event.id}`)
    const ticket = page.getByRole('textbox', { name: 'Ticket 1', exact: true })
    assert.equal(await ticket.getAttribute('lang'), 'fr')
    const shown = page.locator('dl[aria-labelledby="cost-shown"] dd')
    const languages = () => shown.evaluateAll((costs) => costs.map(({ lang }: { lang: string }) => lang))
    await until(languages, (all) => all.join() === 'fr,fr,fr')
    await page.getByRole('textbox', { name: 'Cost in French' }).fill('0')
    await until(languages, (all) => all.join() === 'fr,en,de')
  })

  test('a toolbar is one stop of the keyboard, forwards and backwards', async () => {
    const page = await open('/events/new')
    const bar = page.getByRole('toolbar').first()
    await bar.getByRole('button', { name: 'Bold' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const isWithin = () => bar.evaluate((element) => element.matches(':focus-within'))
    assert.ok(
      await bar.getByRole('button', { name: 'Heading' }).evaluate((button) => button.matches(':focus')),
    )
    await page.keyboard.press('Shift+Tab')
    assert.equal(await isWithin(), false)
    await page.keyboard.press('Tab')
    assert.ok(
      await bar.getByRole('button', { name: 'Heading' }).evaluate((button) => button.matches(':focus')),
    )
    await page.keyboard.press('End')
    assert.ok(await bar.getByRole('button', { name: 'Undo' }).evaluate((button) => button.matches(':focus')))
  })

  test('the field for another date of an event has the focus', async () => {
    const times = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }
    const { body: event } = await service.post(
      '/events',
      anEvent({ ...times, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }),
    )
    const page = await open(`/events/${event.id}`)
    const add = page.getByRole('button', { name: 'Add a date' })
    await add.click()
    await page.locator('[id="another-date"]:focus').waitFor()
    await page.keyboard.type('4.3.2027')
    await add.click()
    await page.getByRole('button', { name: 'Leave out Thu 4 Mar 2027' }).waitFor()
  })

  test('no placeholder is cut on a phone', async () => {
    const placed = 'input[placeholder]:not([placeholder=""])'
    for (const locale of ['en', 'fr', 'de']) {
      const { page } = await openAdmin(service, visit, '/events', {
        locale,
        viewport: { width: 360, height: 740 },
      })
      for (const path of ['/events', '/venues', '/media', '/users']) {
        await page.goto(`${service.origin}/admin${path}`)
        await page.locator(placed).first().waitFor()
        const cut = await page.evaluate(`[...document.querySelectorAll('${placed}')].filter((input) => {
          input.value = input.placeholder
          return input.scrollWidth > input.clientWidth
        }).map(({ placeholder }) => placeholder)`)
        assert.deepEqual(cut, [], `${path} in ${locale}`)
      }
    }
  })

  test('every fact about the service has a name', async () => {
    const page = await open('/system')
    await page.getByRole('heading', { name: 'Queue' }).waitFor()
    assert.ok(
      await comesTrue(page, `[...document.querySelectorAll('dt')].every((name) => name.textContent !== '')`),
    )
  })
})
