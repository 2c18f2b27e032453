import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { killAndOpenAgain, loseFirstAnswer, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** Writes whose response never arrived, or is not from the service. */

describe('a write whose response is lost', () => {
  const service = new Service()
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const event = /\/cal\/events\/v1\/events\/\d+(?:\?|$)/
  const events = /\/cal\/events\/v1\/events(?:\?|$)/
  const day = { start_date: '2027-03-03 20:00:00', end_date: '2027-03-03 22:00:00' }
  const board = '/?view=month&date=2027-03'

  const make = async (title: string, fields = {}) =>
    (await service.post('/events', anEvent({ title, ...day, ...fields }))).body.id as number
  const read = async (id: number) => (await service.get(`/events/${id}`, { as: administrator })).body
  const open = async (path: string) => {
    const { page } = await openAdmin(service, visit, path)
    page.setDefaultTimeout(20_000)
    return page
  }
  const message = (page: Page, text: string) => page.locator('#messages').getByText(text)
  const countOf = async (title: string) =>
    (await service.get(`/events?status=any&start_date=2027-01-01&search="${title}"`, { as: administrator }))
      .body.total as number

  test('makes one event of the quick form on the board', async () => {
    const page = await open(board)
    const sent = await loseFirstAnswer(page, 'POST', events)
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const title = page.getByRole('dialog', { name: 'New event' }).getByLabel('Title in English')
    await title.fill('Quickly made')
    await title.press('Enter')
    await message(page, 'Quickly made is a draft').waitFor()
    assert.deepEqual([sent(), await countOf('Quickly made')], [2, 1])
  })

  test('makes one copy of an event', async () => {
    await make('Twice at most')
    const page = await open(board)
    const sent = await loseFirstAnswer(page, 'POST', events)
    await page.getByRole('link', { name: /Twice at most/ }).press('d')
    await message(page, 'Twice at most is a draft').waitFor()
    assert.deepEqual([sent(), await countOf('Twice at most')], [2, 2])
  })

  test('of a move on the board counts as done, and can be undone', async () => {
    const id = await make('Moved once')
    const page = await open(board)
    const sent = await loseFirstAnswer(page, 'PATCH', event)
    await page.getByRole('link', { name: /Moved once/ }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await message(page, 'Moved once moved to Thu 4 Mar').waitFor()
    assert.deepEqual([sent(), (await read(id)).start_date], [1, '2027-03-04 20:00:00'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal((await read(id)).start_date, '2027-03-03 20:00:00')
  })

  const dayMs = 86_400_000
  const dayFrom = (day: string, days: number) =>
    new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

  /** A weekly series whose first date is over, and reads its last day. */
  const startedSeries = async (title: string) => {
    const day = new Date(Date.now() - 14 * dayMs).toISOString().slice(0, 10)
    const times = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` }
    const id = await make(title, { ...times, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    const { body } = await service.get(`/events?post_parent=${id}&start_date=${day}`)
    const lastDay = async () => ((await read(id)).series.last.start_date as string).slice(0, 10)
    return { day, first: body.events[0].id as number, lastDay, lastOnceMoved: dayFrom(day, 3 * 7 + 1) }
  }

  /** Loses the response of the first update, whichever of the equivalent methods it has, but of no count. */
  const writeOfSeries = /\/events\/\d+\?(?!.*dry_run)/
  const loseFirstUpdate = (page: Page, path = writeOfSeries) =>
    Promise.all(['POST', 'PATCH'].map((method) => loseFirstAnswer(page, method, path)))

  const chooseAll = async (page: Page, action: string) => {
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByRole('radio', { name: /^The whole series/ }).check()
    await dialog.getByRole('button', { name: action }).click()
  }

  test('of a series that is moved on the board by a date that is over moves it once', async () => {
    const { day, lastDay, lastOnceMoved } = await startedSeries('Series on the board')
    const page = await open(`/?view=month&date=${day.slice(0, 7)}`)
    await loseFirstUpdate(page)
    await page
      .getByRole('link', { name: /Series on the board/ })
      .first()
      .focus()
    await page.keyboard.press('Alt+ArrowRight')
    await chooseAll(page, 'Move')
    await message(page, 'this date is over and stays; its series was moved').waitFor()
    assert.equal(await lastDay(), lastOnceMoved)
    await loseFirstUpdate(page, /\/events\/\d+$/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal(await lastDay(), dayFrom(day, 3 * 7))
  })

  test('of a series that is moved in the form of a date that is over moves it once', async () => {
    const { day, first, lastDay, lastOnceMoved } = await startedSeries('Series in the form')
    const page = await open(`/events/${first}`)
    await loseFirstUpdate(page)
    await page.getByRole('textbox', { name: 'Start day' }).fill(dayFrom(day, 1))
    await page.getByRole('button', { name: 'Update' }).click()
    await chooseAll(page, 'Save')
    await message(page, 'Saved.').waitFor()
    assert.equal(await lastDay(), lastOnceMoved)
  })

  test('of joining a series with the one that it was split from again counts as done', async () => {
    const { body: series } = await service.post(
      '/events',
      anEvent({ title: 'Split once', ...day, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }),
    )
    const { body } = await service.get(`/events?post_parent=${series.id}&start_date=2027-03-10`)
    const second = body.events[0].id as number
    const parentOf = async () => (await read(second)).post_parent as number
    const isSplit = async (page: Page) => {
      const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
      await dialog.getByRole('radio', { name: /^This and all later ones/ }).check()
      await dialog.getByRole('button', { name: /^(?:Move|Save)$/ }).click()
    }
    const join = async (page: Page) => {
      const sent = await loseFirstAnswer(page, 'POST', /\/join$/)
      await page.locator('#messages').getByRole('button', { name: 'Undo' }).click()
      await message(page, 'Undone.').waitFor()
      assert.deepEqual([sent(), await parentOf()], [2, series.id])
    }
    const page = await open(board)
    await page
      .getByRole('link', { name: /Split once/ })
      .nth(1)
      .focus()
    await page.keyboard.press('Alt+ArrowRight')
    await isSplit(page)
    await message(page, 'Split once moved to').waitFor()
    assert.notEqual(await parentOf(), series.id)
    await join(page)
    await page.goto(`${service.origin}/admin/events/${second}`)
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Split in the form')
    await page.getByRole('button', { name: 'Update' }).click()
    await isSplit(page)
    await message(page, 'Saved.').waitFor()
    assert.notEqual(await parentOf(), series.id)
    await join(page)
  })

  /** Moves a series without a response, kills the tab, and opens what was kept in another one. */
  async function moveAndKill(title: string) {
    const { day, first, lastDay, lastOnceMoved } = await startedSeries(title)
    const path = `/events/${first}`
    const page = await open(path)
    await page.route(writeOfSeries, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
    })
    await page.getByRole('textbox', { name: 'Start day' }).fill(dayFrom(day, 1))
    await page.getByRole('button', { name: 'Update' }).click()
    await chooseAll(page, 'Save')
    await until(lastDay, (last) => last === lastOnceMoved)
    const again = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
    return { again, lastDay, lastOnceMoved }
  }

  test('of a series moves it once, also when it is sent again after the tab was killed', async () => {
    const { again, lastDay, lastOnceMoved } = await moveAndKill('Series in a killed tab')
    await again.getByRole('button', { name: 'Update' }).click()
    await chooseAll(again, 'Save')
    await message(again, 'Saved.').waitFor()
    assert.equal(await lastDay(), lastOnceMoved)
  })

  test('of a series is not sent again blindly once its key is forgotten', async () => {
    const { again, lastDay, lastOnceMoved } = await moveAndKill('Series of days ago')
    await again.clock.setFixedTime(Date.now() + 2 * dayMs)
    const sent = await loseFirstAnswer(again, 'POST', writeOfSeries)
    await again.getByRole('button', { name: 'Update' }).click()
    await chooseAll(again, 'Save')
    await again.getByRole('alert').getByText('Check what is stored, then save again.').waitFor()
    assert.deepEqual([sent(), await lastDay()], [0, lastOnceMoved])
  })

  test('of counting the dates of a series is told, and they are counted again', async () => {
    const page = await open(`/events/${(await startedSeries('Counted')).first}`)
    let isLost = true
    await page.route(/dry_run/, (route) =>
      isLost ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Counted again')
    await page.getByRole('button', { name: 'Update' }).click()
    const whole = page.getByRole('radio', { name: /^The whole series/ })
    await whole.and(page.getByLabel('Could not be counted; this will be tried again.')).waitFor()
    isLost = false
    await whole.and(page.getByLabel('dates')).waitFor()
    await chooseAll(page, 'Save')
    await message(page, 'Saved.').waitFor()
  })

  test('of moving an event to the trash counts as done on the board, there and back', async () => {
    const id = await make('Thrown away')
    const page = await open(board)
    await loseFirstAnswer(page, 'DELETE', event)
    await page.getByRole('link', { name: /Thrown away/ }).press('Delete')
    await message(page, 'Thrown away is in the trash').waitFor()
    await loseFirstAnswer(page, 'PATCH', event)
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal((await read(id)).status, 'publish')
  })

  test('of a bulk action counts as done, and what was not carried out is repeated', async () => {
    const ids = [await make('Bulk one'), await make('Bulk two')]
    const page = await open('/events?search=bulk')
    const sent = await loseFirstAnswer(page, 'PATCH', event)
    for (const title of ['Bulk one', 'Bulk two'])
      await page.getByLabel(`Select ${title}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Hide from lists' }).click()
    await message(page, '2 hidden from lists.').waitFor()
    assert.equal(sent(), 2)
    const hidden = () => Promise.all(ids.map(async (id) => (await read(id)).hide_from_listings as boolean))
    assert.deepEqual(await hidden(), [true, true])
    let refused = 0
    await page.route(event, (route) =>
      route.request().method() === 'PATCH' && (refused += 1) === 1
        ? route.abort('connectionreset')
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.deepEqual(await hidden(), [false, false])
  })

  test('of deleting a category in its form counts as done', async () => {
    const { body } = await service.post('/categories', { name: 'Short-lived' })
    const page = await open(`/categories/${body.id}`)
    await loseFirstAnswer(page, 'DELETE', /\/categories\/\d+/)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await message(page, 'Deleted.').waitFor()
  })

  test('of deleting permanently counts as done', async () => {
    const id = await make('Gone permanently')
    await service.delete(`/events/${id}`)
    const page = await open('/events?status=trash')
    await loseFirstAnswer(page, 'DELETE', event)
    await page.getByLabel('Select Gone permanently').check()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await message(page, 'One deleted permanently.').waitFor()
  })

  test('of deleting a user, one of their passwords or an image counts as done', async () => {
    const { body: user } = await service.post('//cal/admin/v1/users', { username: 'leaving', role: 'author' })
    await service.post(`//cal/admin/v1/users/${user.id}/application-passwords`, { name: 'A program' })
    const page = await open(`/users/${user.id}`)
    await loseFirstAnswer(page, 'DELETE', /\/application-passwords\//)
    await page.getByRole('button', { name: 'Revoke A program' }).click()
    await message(page, 'A program no longer gives access.').waitFor()
    await loseFirstAnswer(page, 'DELETE', /\/users\/\d+\?/)
    await page.getByRole('button', { name: 'Delete leaving' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer and delete' }).click()
    await message(page, 'leaving was deleted.').waitFor()
    const { body: image } = await upload(service, await plain(40, 40).png().toBuffer())
    await page.goto(`${service.origin}/admin/media/${image.id}`)
    await loseFirstAnswer(page, 'DELETE', /\/media\/\d+/)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await message(page, 'The image was deleted.').waitFor()
  })

  test('of adding a user counts as done', async () => {
    const page = await open('/users')
    const sent = await loseFirstAnswer(page, 'POST', /\/users$/)
    await page.getByRole('button', { name: 'Add a user' }).click()
    await page.getByRole('textbox', { name: 'Username' }).fill('added-once')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await message(page, 'added-once now has an account.').waitFor()
    assert.equal(sent(), 2)
  })

  test('of creating a password for a program is asked for again, and leaves one password that is shown', async () => {
    const page = await open('/me')
    const sent = await loseFirstAnswer(page, 'POST', /\/application-passwords$/)
    await page.getByRole('button', { name: 'New password for a program' }).click()
    await page.getByLabel('What is it for?').fill('Asked twice')
    await page.getByRole('button', { name: 'Create the password' }).click()
    await page.getByText('Asked twice: copy it now').waitFor()
    assert.equal(sent(), 2)
    const path = '//cal/admin/v1/users/me/application-passwords'
    const password = await page.locator('.once code').textContent()
    const { status, body } = await service.get(path, { as: `admin:${password}` })
    const made = (body.application_passwords as { name: string }[]).filter(
      ({ name }) => name === 'Asked twice',
    )
    assert.deepEqual([status, made.length], [200, 1])
  })

  test('of a review counts as done, and can be undone', async () => {
    const id = await make('Reviewed once', { status: 'pending' })
    const page = await open(`/review/${id}`)
    const sent = await loseFirstAnswer(page, 'POST', /\/review$/)
    await page.getByRole('button', { name: 'Accept and publish' }).click()
    await message(page, 'Published: Reviewed once').waitFor()
    assert.deepEqual([sent(), (await read(id)).status], [1, 'publish'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal((await read(id)).status, 'pending')
  })

  test('of a restored version counts as done, and can be undone', async () => {
    const id = await make('First title', { slug: 'taken-since' })
    await service.patch(`/events/${id}`, { title: 'Second title', slug: 'another' })
    await make('Other', { slug: 'taken-since' })
    const page = await open(`/events/${id}/history`)
    const sent = await loseFirstAnswer(page, 'POST', /\/restore$/)
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await message(page, 'Version 1 was restored.').waitFor()
    assert.deepEqual([sent(), (await read(id)).title], [2, 'First title'])
    await page.getByText('Some of it could not be restored.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal((await read(id)).title, 'Second title')
  })

  test('of settings counts as saved', async () => {
    const page = await open('/settings')
    const sent = await loseFirstAnswer(page, 'PATCH', /\/settings$/)
    await page.getByLabel('Name', { exact: true }).fill('Said once')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved\./).waitFor()
    assert.equal(sent(), 1)
    await loseFirstAnswer(page, 'PATCH', /\/settings$/)
    await page.getByRole('button', { name: 'Back to the default value: Name' }).click()
    await until(
      () => page.getByLabel('Name', { exact: true }).inputValue(),
      (name) => name === 'Calends',
    )
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  test('on a page of a proxy or of a network that asks to sign in is told, or sent later', async () => {
    const id = await make('On the way')
    const page = await open(`/events/${id}`)
    const title = page.getByRole('textbox', { name: /^Title in English/ })
    const answerWith = (status: number) =>
      page.route(event, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status, contentType: 'text/html', body: '<html>elsewhere</html>' })
          : route.fallback(),
      )
    await title.fill('On the way again')
    await answerWith(413)
    await page.getByRole('button', { name: 'Update' }).click()
    await page
      .getByRole('alert')
      .getByText(
        'A server between this browser and the service blocked this request, because it is too large.',
      )
      .waitFor()
    await answerWith(503)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('The service did not respond.').waitFor()
    await answerWith(200)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('No connection.').waitFor()
    await page.unrouteAll()
    await until(
      async () => (await read(id)).title as string,
      (stored) => stored === 'On the way again',
    )
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  test('saves behind a proxy that compresses responses, and marks their tags as weak', async () => {
    const id = await make('Behind a proxy')
    const page = await open(`/events/${id}`)
    await page.route(event, async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      await route.fulfill({ response, headers: { ...headers, etag: `W/${headers.etag}` } })
    })
    await page.reload()
    await page.getByRole('textbox', { name: /^Title in English/ }).fill('Saved behind a proxy')
    await page.getByRole('button', { name: 'Update' }).click()
    await until(
      async () => (await read(id)).title as string,
      (stored) => stored === 'Saved behind a proxy',
    )
  })
})
