import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, holdKey, makeWorker, openAdmin, watchQuiet } from './admin.ts'
import { comesTrue, holdFrames, useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** The calendar board of the administration, as editors work on it. */

describe('the board', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  let number = 0
  /** Names of their own keep the tests apart. */
  let title: string
  let id: number

  before(() => service.start())
  after(() => service.stop())
  beforeEach(async () => {
    title = `Concert ${(number += 1)}`
    id = await make({ title })
  })

  /** A day shows only so many. */
  afterEach(async () => {
    const query = 'status=any&context=edit&start_date=2027-01-01&per_page=100&_fields=events.id'
    const { body } = await service.get(`/events?${query}`, { as: administrator })
    for (const event of body.events) await service.delete(`/events/${event.id}?force=true`)
  })

  const make = async (fields: object): Promise<number> => {
    const { status, body } = await service.post(
      '/events',
      anEvent({
        start_date: '2027-03-03 20:00:00',
        end_date: '2027-03-03 22:00:00',
        timezone: 'Europe/Zurich',
        ...fields,
      }),
    )
    assert.equal(status, 201, JSON.stringify(body))
    return body.id as number
  }
  const open = async (path = '/?view=month&date=2027-03', options = {}) => {
    const viewport = { width: 1440, height: 1000 }
    const visited = await openAdmin(service, visit, path, { viewport, ...options })
    visited.page.setDefaultTimeout(20_000)
    return visited
  }
  const eventOn = (page: Page, name = title) => page.getByRole('link', { name: new RegExp(name) })
  const startOf = async (one = id) => (await service.get(`/events/${one}`)).body.start_date as string
  const startBecomes = (start: string, one = id) =>
    until(
      () => startOf(one),
      (now) => now === start,
    )
  const toast = (page: Page) => page.getByRole('status', { name: 'Messages' })
  const dayCell = (page: Page, day: string) => page.locator(`.grid__cell[data-date="${day}"]`)

  const isInView = async (page: Page, card: Locator) => {
    await card.waitFor()
    const window = page.viewportSize()!
    await until(
      async () => (await card.boundingBox())!,
      ({ x, y, width, height }) =>
        x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height,
    )
  }

  async function drag(page: Page, from: Locator, to: Locator) {
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
    await page.mouse.move(start.x + 40, start.y + 8)
    await page.mouse.down()
    await page.mouse.move(start.x + 60, start.y + 20, { steps: 4 })
    await page.mouse.move(end.x + 60, end.y + 50, { steps: 8 })
    await page.mouse.up()
  }

  test('shows a month with every state but the trash, by the published API alone', async () => {
    await make({ title: `${title} draft`, status: 'draft' })
    await make({ title: `${title} hidden`, hide_from_listings: true })
    await make({ title: `${title} cancelled`, event_status: 'cancelled' })
    const trashed = await make({ title: `${title} gone` })
    await service.delete(`/events/${trashed}`)
    const { page, problems, requests } = await open('/?view=day&date=2027-03-03')

    await eventOn(page, `${title} draft ?, Draft`).waitFor()
    await eventOn(page, `${title} hidden ?, Hidden`).waitFor()
    await eventOn(page, `${title} cancelled ?, Cancelled`).waitFor()
    assert.equal(await eventOn(page, `${title} gone`).count(), 0)
    await page.getByRole('button', { name: 'Month' }).click()
    await page.getByRole('heading', { name: 'March 2027' }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: 'April 2027' }).waitFor()
    assert.match(page.url(), /\?view=month&date=2027-04$/)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(problems, [])
    await assertPublished(service, requests)
  })

  test('says where it has turned to, because the focus stays on the button', async () => {
    const { page } = await open('/?view=month&date=2027-03')
    await eventOn(page).waitFor()
    const heard = (text: string) => page.getByRole('status').filter({ hasText: text })
    assert.equal(await heard('2027').count(), 0)
    await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
    await heard('April 2027').waitFor()
    await page.getByRole('button', { name: 'Previous', exact: true }).press('Enter')
    await heard('March 2027').waitFor()
  })

  test('filters by state and category, in the address', async () => {
    const { page } = await open('/?view=day&date=2027-03-03')
    await eventOn(page).waitFor()

    await page.getByRole('button', { name: /^Published/ }).click()

    await eventOn(page).waitFor({ state: 'detached' })
    assert.match(page.url(), /without=publish/)
    await page.getByRole('button', { name: 'Show everything' }).press('Enter')
    await eventOn(page).waitFor()
    assert.ok(await comesTrue(page, `document.activeElement.id === 'main'`))
  })

  test('an event is dragged to another day, and back by Undo', async () => {
    const { page } = await open()

    await drag(page, eventOn(page), dayCell(page, '2027-03-11'))

    await startBecomes('2027-03-11 20:00:00')
    await toast(page).getByText(`${title} moved to Thu 11 Mar, 20:00–22:00`).waitFor()
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await startBecomes('2027-03-03 20:00:00')
  })

  test('keys that may not change an event say why', async () => {
    const as = await makeWorker(service, 'onlooker', 'contributor')
    const { page } = await open(undefined, { as })
    const reason = 'This belongs to somebody else, so only editors can change it.'
    for (const key of ['m', 'Alt+ArrowRight']) {
      await eventOn(page).focus()
      await page.keyboard.press(key)
      await toast(page)
        .getByText(`“${title}” was not changed. ${reason}`)
        .nth(key === 'm' ? 0 : 1)
        .waitFor()
    }
    await eventOn(page).focus()
    await page.keyboard.press('d')
    const copies = `“${title}” was not duplicated: only those who can change an event can duplicate it.`
    await toast(page).getByText(copies).waitFor()
    assert.equal(await startOf(), '2027-03-03 20:00:00')
  })

  test('when an event in another time zone was moved to is said with that zone', async () => {
    await make({ title: 'Far away', timezone: 'America/New_York' })
    const { page } = await open()
    await eventOn(page, 'Far away').first().focus()
    await page.keyboard.press('Alt+ArrowRight')
    await toast(page).getByText('Far away moved to Thu 4 Mar, 20:00–22:00 in America/New_York').waitFor()
    await make({
      title: 'Far away weekly',
      timezone: 'America/New_York',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2',
    })
    await page.reload()
    await eventOn(page, 'Far away weekly').first().focus()
    await page.keyboard.press('Alt+ArrowRight')
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByText('→ Thu 4 Mar, 20:00–22:00 in America/New_York').waitFor()
  })

  test('the end of an event is pulled', async () => {
    const { page } = await open('/?view=week&date=2027-03-03')
    const box = (await eventOn(page).boundingBox())!
    const x = box.x + box.width / 2
    await page.mouse.move(x, box.y + box.height / 2)
    await page.mouse.move(x, box.y + box.height - 2)
    await page.mouse.down()
    await page.mouse.move(x, box.y + box.height + box.height / 4, { steps: 5 })
    await page.mouse.move(x, box.y + box.height + box.height / 2 - 4, { steps: 5 })
    await page.mouse.up()
    await until(
      async () => (await service.get(`/events/${id}`)).body.end_date as string,
      (end) => end === '2027-03-03 23:00:00',
    )
  })

  test('what is held while the board is read again is dropped where it is let go', async () => {
    const other = `${title} beside`
    const second = await make({
      title: other,
      start_date: '2027-03-17 20:00:00',
      end_date: '2027-03-17 22:00:00',
    })
    const { page } = await open()
    let answer: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/events/${id}?*`, async (route) => {
      if (route.request().method() === 'PATCH') await isHeld
      await route.continue()
    })
    await drag(
      page,
      page.getByRole('link', { name: new RegExp(`${title}(?! beside)`) }),
      dayCell(page, '2027-03-11'),
    )

    const [start, end] = [
      (await eventOn(page, other).boundingBox())!,
      (await dayCell(page, '2027-03-25').boundingBox())!,
    ]
    await page.mouse.move(start.x + 40, start.y + 8)
    await page.mouse.down()
    await page.mouse.move(end.x + 60, end.y + 30, { steps: 6 })
    const isRead = page.waitForResponse((response) => response.url().includes('during='))
    answer()
    await isRead
    await page.waitForTimeout(300)
    await page.mouse.move(end.x + 60, end.y + 50, { steps: 4 })
    await page.mouse.up()

    await startBecomes('2027-03-25 20:00:00', second)
    await startBecomes('2027-03-11 20:00:00')
  })

  test('keys move an event, lengthen it, and take it back; the focus stays', async () => {
    const { page } = await open()
    await eventOn(page).focus()

    await page.keyboard.press('Alt+ArrowRight')
    await startBecomes('2027-03-04 20:00:00')
    await toast(page)
      .getByText(/moved to/)
      .waitFor()
    await until(() => eventOn(page).evaluate((element) => element.matches(':focus')), Boolean)
    await page.keyboard.press('Alt+ArrowDown')
    await startBecomes('2027-03-04 20:15:00')
    await page.keyboard.press('Alt+Shift+ArrowDown')
    const read = async () => (await service.get(`/events/${id}`)).body.end_date as string
    await until(read, (end) => end === '2027-03-04 22:30:00')
    await toast(page)
      .getByText(/20:15–22:30/)
      .waitFor()
    await page.keyboard.press('Control+z')
    await until(read, (end) => end === '2027-03-04 22:15:00')
  })

  test('arrows go from event to day, Enter opens, M moves in words', async () => {
    const { page } = await open()
    await eventOn(page).focus()
    await page.keyboard.press('ArrowUp')
    await until(
      () => page.evaluate<string>('document.activeElement.className'),
      (name) => /grid__day/.test(name),
    )
    await eventOn(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: title }).getByText('Wed 3 Mar, 20:00–22:00').waitFor()
    await page.keyboard.press('Escape')

    await eventOn(page).focus()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: `Move “${title}”` })
    await dialog.getByLabel('Day').fill('Fri 12 Mar 2027')
    await dialog.getByLabel('Starts').fill('7:30-9pm')
    assert.equal(await dialog.getByLabel('Length').inputValue(), '1:30')
    await dialog.getByLabel('Starts').fill('7:30pm')
    await dialog.getByLabel('Length').fill('1:15')
    await dialog.getByRole('button', { name: 'Move' }).click()

    await startBecomes('2027-03-12 19:30:00')
    assert.equal((await service.get(`/events/${id}`)).body.end_date, '2027-03-12 20:45:00')
  })

  test('the focus returns to an event that was clicked, which Safari does not focus', async () => {
    const { page } = await open()
    await eventOn(page).evaluate((one: { click(): void }) => one.click())
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    assert.ok(
      await comesTrue(
        page,
        `document.activeElement.matches('a') && document.activeElement.textContent.includes(${JSON.stringify(title)})`,
      ),
    )
  })

  test('a menu cancels, hides and moves to the trash, each with Undo', async () => {
    const { page } = await open()
    await eventOn(page).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Cancel the event' }).click()
    await eventOn(page, `${title} ?, Cancelled`).waitFor()
    await toast(page).getByText(`${title} is cancelled`).waitFor()

    await eventOn(page).focus()
    await page.keyboard.press('Delete')
    await eventOn(page).waitFor({ state: 'detached' })
    await toast(page).getByText(`${title} is in the trash`).waitFor()
    // Otherwise the first message would be read again with the second.
    assert.equal(await toast(page).getAttribute('aria-atomic'), 'false')
    await page.keyboard.press('Control+z')

    await eventOn(page, `${title} ?, Cancelled`).waitFor()
  })

  test('a date whose cancellation is undone follows its series again', async () => {
    const name = `${title} cancelled`
    const { body: series } = await service.post('/events', {
      ...{ title: name, start_date: '2027-04-07 18:00:00', end_date: '2027-04-07 19:00:00' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    })
    const { page } = await open('/?view=month&date=2027-04')
    await eventOn(page, name).first().click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the event' }).click()
    // One click, because the card does not stay open around the message.
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await toast(page).getByText('Undone.').waitFor()
    const { body } = await service.get(`/events?post_parent=${series.id}&end_date=2028-01-01`)
    assert.deepEqual(
      body.events.map(({ overrides }: Json) => overrides),
      [[], []],
    )
  })

  test('the focus is on the next event of the day, or on the day, after one is in the trash', async () => {
    await make({ title: `${title} at nine`, start_date: '2027-03-03 21:00:00' })
    const { page } = await open()
    const warnings: string[] = []
    await page.exposeFunction('warn', (text: string) => warnings.push(text))
    await page.evaluate(`new MutationObserver(() => {
      if (document.body.innerText.includes('Not all events are shown')) warn('shown')
    }).observe(document.body, { childList: true, subtree: true })`)
    await eventOn(page).first().focus()
    await page.keyboard.press('Delete')
    await eventOn(page, `${title} at nine`).and(page.locator(':focus')).waitFor()
    await toast(page).getByText(`${title} is in the trash`).waitFor()
    await page.keyboard.press('Shift+F10')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page
      .getByRole('link', { name: /^Wed 3 Mar 2027: new event/ })
      .and(page.locator(':focus'))
      .waitFor()
    await toast(page).getByText(`${title} at nine is in the trash`).waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(warnings, [])
  })

  test('the page does not move a lost focus before the board has, however soon another one is lost', async () => {
    await make({ title: `${title} at nine`, start_date: '2027-03-03 21:00:00' })
    const { page } = await open()
    const isQuiet = watchQuiet(page)
    const remove = async (name: string) => {
      await page.keyboard.press('Delete')
      await toast(page).getByText(`${name} is in the trash`).waitFor()
      await isQuiet()
    }
    await eventOn(page).first().focus()
    const show = await holdFrames(page)
    // What has waited for a focus since the page was loaded finds one.
    await page.waitForTimeout(500)
    await show(40)
    await remove(title)
    await show(10)
    await eventOn(page, `${title} at nine`).and(page.locator(':focus')).waitFor()
    await page.waitForTimeout(500)
    await show(18)
    await remove(`${title} at nine`)
    await show(4)
    assert.equal(await page.evaluate(`document.activeElement === document.body`), true)
    await show(10)
    await page
      .getByRole('link', { name: /^Wed 3 Mar 2027: new event/ })
      .and(page.locator(':focus'))
      .waitFor()
  })

  test('the focus is on “more” of the day to which an event was moved, if it is hidden there', async () => {
    for (const hour of [10, 11, 12, 13, 14])
      await make({
        title: `Full day ${hour}`,
        start_date: `2027-03-04 ${hour}:00:00`,
        end_date: `2027-03-04 ${hour}:30:00`,
      })
    const { page } = await open()
    const more = dayCell(page, '2027-03-04').getByRole('button', { name: '1 more' })
    await eventOn(page).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await more.and(page.locator(':focus')).waitFor()
    assert.equal(await more.getAttribute('aria-description'), 'Thu 4 Mar 2027')
    assert.equal(await more.getAttribute('aria-haspopup'), null)
    await startBecomes('2027-03-04 20:00:00')
    await page.waitForLoadState('networkidle')
    await more.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await eventOn(page, 'Full day 14').and(page.locator(':focus')).waitFor()
  })

  test('from the present month, the week and the day are the present ones', async () => {
    const { page } = await open()
    await page.clock.setFixedTime('2027-03-17T12:00:00+01:00')
    await page.reload()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '15–21 March 2027' }).waitFor()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Wed 17 Mar 2027' }).waitFor()
    await page.goto(`${service.origin}/admin/?view=month&date=2027-04`)
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Thu 1 Apr 2027' }).waitFor()
  })

  test('T leads to the present day after midnight too', async () => {
    const { page } = await open('/?view=day&date=2027-03-03')
    await page.clock.setFixedTime('2027-03-03T23:58:00+01:00')
    await page.reload()
    await eventOn(page).waitFor()
    await page.clock.setFixedTime('2027-03-04T00:03:00+01:00')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Thu 4 Mar 2027' }).waitFor()
  })

  test('a copy has the texts of all languages, the tickets and the image', async () => {
    const { body: image } = await upload(service, await plain(20, 20).png().toBuffer())
    const name = `Fête ${title}`
    const tickets = [{ name: 'Day', price: 20, currency: 'CHF' }]
    const original = await make({ title: name, ml_language: 'fr', cost: '20', tickets, image: image.id })
    await service.patch(`/events/${original}?ml_language=de`, { title: `Fest ${title}`, cost: '25' })
    const { page } = await open()
    await eventOn(page, `Fest ${title}|${name}`).press('d')
    await toast(page).getByText(`${name} is a draft`).waitFor()
    const { body } = await service.get('/events?status=draft&start_date=2027-03-01', { as: administrator })
    const query = 'ml_language=de&ml_fallback=original&context=edit'
    const { body: copy } = await service.get(`/events/${body.events[0].id}?${query}`, { as: administrator })
    assert.deepEqual(
      [copy.original_language, copy.translations.fr.title, copy.title, copy.cost, copy.own_fields],
      ['fr', name, `Fest ${title}`, '$25', ['title', 'cost', 'slug']],
    )
    assert.deepEqual([copy.tickets[0].name, copy.image.id], ['Day', image.id])
  })

  test('a letter or Delete that is held acts once', async () => {
    const { page } = await open()
    const copies = async () =>
      (await service.get('/events?status=draft&start_date=2027-03-01', { as: administrator })).body.total
    await eventOn(page).focus()
    await holdKey(page, 'd', () =>
      toast(page)
        .getByText(/is a draft/)
        .waitFor(),
    )
    assert.equal(await copies(), 1)
    let deletions = 0
    page.on('request', (request) => (deletions += request.method() === 'DELETE' ? 1 : 0))
    await eventOn(page).first().focus()
    await holdKey(page, 'Delete', async () => {
      await toast(page)
        .getByText(/is in the trash/)
        .waitFor()
      await eventOn(page).first().focus()
    })
    assert.equal(deletions, 1)
  })

  test('a day makes a draft', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Title in English').fill(`${title} by candlelight`)
    await dialog.getByLabel('Title in English').press('Enter')

    await eventOn(page, `${title} by candlelight ?, Draft`).waitFor()
  })

  test('what was written of a new event is in its form, with its day', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Title in English').fill('Begun on the board')
    await dialog.getByRole('link', { name: 'More fields' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Begun on the board' }).waitFor()
    const entry = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) }).inputValue()
    assert.equal(await entry('Title in English'), 'Begun on the board')
    assert.equal(await entry('Start day'), 'Thu 18 Mar 2027')
    assert.equal(await entry('Start time'), '20:00')
    assert.equal(await entry('End time'), '21:30')
  })

  test('a day takes a time behind it, and the end of a new event moves with its start', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Title in English').fill(`${title} at night`)
    await dialog.getByLabel('Day').selectText()
    await page.keyboard.type('19.3.2027 22h15')
    assert.equal(await dialog.getByLabel('Ends').inputValue(), '23:45')
    await dialog.getByLabel('Starts').fill('22h15 à minuit')
    assert.equal(await dialog.getByLabel('Ends').inputValue(), '00:00')
    await dialog.getByLabel('Starts').fill('22h15–23.45 Uhr')
    assert.equal(await dialog.getByLabel('Ends').inputValue(), '23:45')
    await dialog.getByLabel('Starts').press('Enter')
    const made = eventOn(page, `${title} at night`)
    await made.getByText('22:15').waitFor()
    assert.equal(
      await dayCell(page, '2027-03-19')
        .getByRole('link', { name: / at night/ })
        .count(),
      1,
    )

    await made.press('m')
    const moving = page.getByRole('dialog', { name: `Move “${title} at night”` })
    await moving.getByLabel('Day').fill('20.3.2027 at 9pm')
    await moving.getByRole('button', { name: 'Move' }).click()
    await toast(page)
      .getByText(/moved to Sat 20 Mar, 21:00–22:30/)
      .waitFor()
  })

  test('a series that cannot move as a whole says why, and what is added to what follows', async () => {
    const name = `${title} twice a month`
    await make({
      title: name,
      start_date: '2027-04-07 18:00:00',
      end_date: '2027-04-07 19:00:00',
      recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=1WE,2WE;UNTIL=20270424T160000Z'],
    })
    const { page } = await open('/?view=month&date=2027-04')
    await drag(page, eventOn(page, name).nth(1), dayCell(page, '2027-04-07'))
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    const reason = 'The dates of this series cannot all move like this. Move only this one, or change how'
    await dialog.getByRole('radio', { name: `The whole series ${reason}` }).check()
    await dialog.getByRole('radio', { name: 'This and all later ones 1 date is added' }).waitFor()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('alert').getByText(reason).waitFor()
  })

  test('the weeks and the times of a day are named in the language of the interface', async () => {
    const { page } = await open(undefined, { locale: 'de' })
    await page.getByRole('row', { name: 'Woche 9', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('rowheader', { name: 'mit Uhrzeit' }).waitFor()
  })

  test('one of a series asks which are meant, with what becomes of them', async () => {
    const name = `${title} weekly`
    await make({
      title: name,
      start_date: '2027-04-07 18:00:00',
      end_date: '2027-04-07 19:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    })
    const { page } = await open('/?view=month&date=2027-04')

    await drag(page, eventOn(page, name).nth(1), dayCell(page, '2027-04-15'))
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByRole('radio', { name: 'Only this one 1 event moves' }).waitFor()
    await dialog.getByRole('radio', { name: 'The whole series 3 events move' }).waitFor()
    await dialog.getByRole('radio', { name: 'This and all later ones 2 events move' }).check()
    await dialog.getByRole('button', { name: 'Move' }).click()

    await toast(page)
      .getByText(/moved to Thu 15 Apr/)
      .waitFor()
    await dayCell(page, '2027-04-22')
      .getByRole('link', { name: new RegExp(name) })
      .waitFor()
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await dayCell(page, '2027-04-21')
      .getByRole('link', { name: new RegExp(name) })
      .waitFor()
    await dayCell(page, '2027-04-14')
      .getByRole('link', { name: new RegExp(name) })
      .waitFor()
  })

  for (const [way, view, key] of [
    ['to another day', 'month', 'Alt+ArrowRight'],
    ['to another time', 'week', 'Alt+ArrowDown'],
  ] as const)
    test(`a series that is moved ${way} by a date with a time of its own comes back by Undo as it was`, async () => {
      const name = `${title} own ${view}`
      const { body: series } = await service.post('/events', {
        ...{ title: name, start_date: '2027-04-07 18:00:00', end_date: '2027-04-07 19:00:00' },
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      })
      const dates = async (): Promise<Json[]> =>
        (await service.get(`/events?post_parent=${series.id}&end_date=2028-01-01`)).body.events
      const times = async () =>
        (await dates()).map(({ id: one, start_date, end_date }) => [one, start_date, end_date])
      const [, second] = await dates()
      await service.patch(`/events/${second!.id}`, {
        ...{ start_date: '2027-04-14 18:30:00', end_date: '2027-04-14 20:00:00' },
      })
      const before = await times()
      const { page } = await open(`/?view=${view}&date=2027-04-14`)
      await eventOn(page, name)
        .nth(view === 'month' ? 1 : 0)
        .focus()
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
      await dialog.getByRole('radio', { name: /^The whole series/ }).check()
      await dialog.getByRole('button', { name: 'Move' }).click()
      const undo = toast(page).getByRole('button', { name: 'Undo' })
      await undo.waitFor()
      assert.notDeepEqual(await times(), before)
      await undo.click()
      await toast(page).getByText('Undone.').waitFor()
      assert.deepEqual(await times(), before)
    })

  test('what is moved without a connection is shown at once, and sent when there is one', async () => {
    const { page } = await open()
    await eventOn(page).focus()
    await page.context().setOffline(true)
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('1 change is waiting to be sent.').waitFor()
    await page.context().setOffline(false)
    await startBecomes('2027-03-04 20:00:00')
  })

  test('what waits for a connection is not lost with the tab without being asked', async () => {
    const { page } = await open()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await eventOn(page).focus()
    await page.context().setOffline(true)
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('1 change is waiting to be sent.').waitFor()
    await page.close({ runBeforeUnload: true })
    await until(
      () => Promise.resolve(asked.length),
      (count) => count === 1,
    )
    await page.context().setOffline(false)
    await startBecomes('2027-03-04 20:00:00')
    assert.deepEqual(asked, ['beforeunload'])
  })

  test('what somebody else has changed is not overwritten', async () => {
    const { page } = await open()
    await eventOn(page).waitFor()
    await service.patch(`/events/${id}`, {
      start_date: '2027-03-09 10:00:00',
      end_date: '2027-03-09 11:00:00',
    })

    await eventOn(page).focus()
    await page.keyboard.press('Alt+ArrowRight')

    await page.getByRole('alert').getByText(`“${title}” was not changed.`).waitFor()
    await dayCell(page, '2027-03-09')
      .getByRole('link', { name: new RegExp(title) })
      .waitFor()
    assert.equal(await startOf(), '2027-03-09 10:00:00')
  })

  test('what somebody else has moved since is not overwritten by Undo', async () => {
    const other = `${title} beside`
    await make({ title: other, start_date: '2027-03-17 20:00:00', end_date: '2027-03-17 22:00:00' })
    const { page } = await open()
    await eventOn(page, `${title}(?! beside)`).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await toast(page).getByText(`${title} moved to`).waitFor()
    await service.patch(`/events/${id}`, {
      start_date: '2027-03-09 10:00:00',
      end_date: '2027-03-09 11:00:00',
    })
    // Another move reads the board again, and the known event is the one of the other editor then.
    await eventOn(page, other).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await dayCell(page, '2027-03-09')
      .getByRole('link', { name: new RegExp(title) })
      .waitFor()
    await toast(page).getByRole('button', { name: 'Undo' }).first().click()

    await page.getByRole('alert').getByText(`“${title}” was not changed.`).waitFor()
    assert.equal(await startOf(), '2027-03-09 10:00:00')
  })

  test('contributors move their own drafts alone', async () => {
    const as = await makeWorker(service, 'contributor', 'contributor')
    const { page } = await open(undefined, { as })
    await eventOn(page).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    assert.equal(await dialog.getByRole('link', { name: 'Edit' }).count(), 0)
    assert.equal(await startOf(), '2027-03-03 20:00:00')
  })

  test('times of another zone are shown on the clock of the site, with their own', async () => {
    const name = `${title} from Tokyo`
    await make({
      title: name,
      timezone: 'Asia/Tokyo',
      start_date: '2027-03-24 18:00:00',
      end_date: '2027-03-24 19:00:00',
    })
    const { page } = await open()

    await page.getByRole('link', { name: `10:00 ${name}` }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByText('Wed 24 Mar, 18:00–19:00 in Asia/Tokyo').waitFor()
    await dialog.getByText('Wed 24 Mar, 10:00–11:00 here').waitFor()
  })

  test('a phone has an agenda of days', async () => {
    const { page } = await open(undefined, { viewport: { width: 360, height: 800 } })
    const day = page.getByRole('region', { name: 'Wed 3 Mar' })

    await day.getByRole('link', { name: new RegExp(`20:00 ?22:00 ?${title}`) }).click()
    await isInView(page, page.getByRole('dialog', { name: title }))
    await page.getByRole('button', { name: 'Move…' }).click()
    const move = page.getByRole('dialog', { name: `Move “${title}”` })
    const length = move.getByRole('textbox', { name: 'Length' })
    const [frame, field] = [(await move.boundingBox())!, (await length.boundingBox())!]
    assert.ok(field.x + field.width <= frame.x + frame.width, 'the fields are within the dialog')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await assertAccessible(page, 'agenda')
    const [content, window] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    )
    assert.ok(content <= window)
  })

  test('a card is in view, however wide the event is', async () => {
    const long = { start_date: '2027-03-01 00:00:00', end_date: '2027-03-31 23:59:59', all_day: true }
    await make({ title: 'All month', ...long })
    const { page } = await open()
    for (const view of ['Month', 'List']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      const link = page.getByRole('link', { name: /All month/ }).first()
      await link.click()
      await isInView(page, page.getByRole('dialog', { name: 'All month' }))
      await page.keyboard.press('Escape')
    }
  })

  test('is accessible in every view, light and dark, with its dialogs', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(undefined, { colorScheme })
      await eventOn(page).click()
      await page.getByRole('dialog', { name: title }).waitFor()
      await assertAccessible(page, `popover, ${colorScheme}`)
      await page.keyboard.press('Escape')
      await assertAccessible(page, `month, ${colorScheme}`)
      for (const view of ['Week', 'List']) {
        await page.getByRole('button', { name: view }).click()
        await page.waitForLoadState('networkidle')
        await assertAccessible(page, `${view}, ${colorScheme}`)
      }
    }
  })

  test('keys are listed, and single letters can be switched off', async () => {
    const { page } = await open()
    await eventOn(page).focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const room of ['Tables', 'Forms', 'Formatted text', 'Translations', 'Review'])
      await dialog.getByRole('heading', { name: room }).waitFor()
    await dialog.getByLabel('Use single-letter shortcuts').uncheck()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await eventOn(page).focus()
    await page.keyboard.press('m')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('keys are listed only to those who may use them', async () => {
    const as = await makeWorker(service, 'keyless', 'contributor')
    const { page } = await open(undefined, { as })
    await page.getByRole('link', { name: 'Venues' }).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('heading', { name: 'Formatted text' }).waitFor()
    for (const room of ['Translations', 'Review'])
      assert.equal(await dialog.getByRole('heading', { name: room }).count(), 0)
    assert.equal(await dialog.getByText('Publish', { exact: false }).count(), 0)
  })

  test('speaks three languages', async () => {
    const months = { en: 'March 2027', fr: 'Mars 2027', de: 'März 2027' }
    for (const [locale, month] of Object.entries(months)) {
      const { page, problems } = await open(undefined, { locale })
      await page.getByRole('heading', { name: month, exact: true }).waitFor()
      await eventOn(page).waitFor()
      assert.deepEqual(problems, [])
    }
  })

  test('writes the first of a month in its heading as in its name, which French does as an ordinal', async () => {
    const { page } = await open('/?view=week&date=2027-03-01', { locale: 'fr' })
    const first = page.getByRole('link', { name: 'lun. 1er mars 2027' })
    assert.equal(await first.innerText(), 'lun. 1er')
  })
})
