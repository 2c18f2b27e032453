import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { holdBack, killAndOpenAgain, makeWorker, openAdmin, signInAgain } from './admin.ts'
import { comesTrue, useBrowser } from './browser.ts'
import { administrator, anEvent, Service } from './service.ts'

/** Nothing that was typed is lost: with a tab, a session, the network or the service. */

describe('what was typed and not saved', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Before' }))
    const { page } = await openAdmin(service, visit, `/events/${event.id}`)
    page.setDefaultTimeout(20_000)
    const titleIs = async (title: string) =>
      assert.equal((await service.get(`/events/${event.id}`)).body.title, title)
    return { page, id: event.id as number, titleIs }
  }
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title in English' })
  const update = (page: Page) => page.getByRole('button', { name: 'Update' }).click()
  const isSaved = (page: Page) =>
    page
      .getByRole('complementary')
      .getByText(/^Saved \d\d:\d\d$/)
      .waitFor()

  test('comes back after the tab was killed, and can be thrown away', async () => {
    const { page, id } = await open()
    await title(page).fill('Typed and lost')
    const again = await killAndOpenAgain(page, `${service.origin}/admin/events/${id}`)
    await again.getByText(/We found what you wrote/).waitFor()
    assert.equal(await title(again).inputValue(), 'Typed and lost')
    await again.getByRole('button', { name: 'Discard it' }).click()
    assert.equal(await title(again).inputValue(), 'Before')
  })

  test('comes back after a page that ended before the browser storage had written', async () => {
    const { page, id, titleIs } = await open()
    const isFound = () => page.getByText(/We found what you wrote/)
    const spares = () =>
      page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('calends.spare/')).length`)
    const leaveAndComeBack = async () => {
      await page.goto(`${service.origin}/accessibility/`)
      await page.goto(`${service.origin}/admin/events/${id}`)
      await title(page).waitFor()
    }
    const stopWriting = () =>
      page.evaluate(`{
        const { transaction } = IDBDatabase.prototype
        globalThis.write = () => { IDBDatabase.prototype.transaction = transaction }
        IDBDatabase.prototype.transaction = () => { throw new Error('ended') }
      }`)
    await title(page).waitFor()
    await stopWriting()
    await title(page).fill('Typed at the end')
    await leaveAndComeBack()
    await isFound().waitFor()
    assert.equal(await title(page).inputValue(), 'Typed at the end')
    assert.equal(await spares(), 0)

    // A page that is shown again, and then saved.
    await stopWriting()
    await title(page).fill('Typed and saved')
    await page.evaluate(`dispatchEvent(new Event('pagehide'))`)
    assert.equal(await spares(), 1)
    await page.evaluate('write()')
    await update(page)
    await isSaved(page)
    assert.equal(await spares(), 0)
    await titleIs('Typed and saved')
    await leaveAndComeBack()
    assert.equal(await isFound().count(), 0)
  })

  test('comes back when the tab was killed while it was asked which dates of a series are meant', async () => {
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const { body: series } = await service.post('/events', anEvent({ title: 'Choir', recurrence }))
    const { body } = await service.get(`/events?post_parent=${series.id}`)
    const path = `/events/${body.events[0].id}`
    const { page } = await openAdmin(service, visit, path)
    await title(page).fill('Choir with a guest')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('dialog', { name: 'This event is one of a series' }).waitFor()
    const again = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
    await title(again).waitFor()
    assert.equal(await title(again).inputValue(), 'Choir with a guest')
  })

  test('into one new event is not lost by beginning another', async () => {
    const { page } = await openAdmin(service, visit, '/events/new?title=Given')
    const excerpt = (of: Page) => of.getByRole('textbox', { name: 'Excerpt in English' })
    await excerpt(page).fill('Written first')
    const other = await killAndOpenAgain(page, `${service.origin}/admin/events/new?title=Another`)
    await excerpt(other).fill('Written second')
    const given = await killAndOpenAgain(other, `${service.origin}/admin/events/new?title=Given`)
    await excerpt(given).getByText('Written first').waitFor()
    const last = await killAndOpenAgain(given, `${service.origin}/admin/events/new`)
    await excerpt(last).getByText('Written second').waitFor()
    await last.getByRole('button', { name: 'Discard it' }).click()
    const next = await killAndOpenAgain(last, `${service.origin}/admin/events/new`)
    await excerpt(next).getByText('Written first').waitFor()
  })

  const openBeside = async (page: Page, path: string) => {
    const beside = await page.context().newPage()
    await beside.goto(`${service.origin}/admin${path}`)
    await title(beside).waitFor()
    return beside
  }
  const isFound = (page: Page) => page.getByText(/We found what you wrote/)

  test('into new events in two tabs comes back one after the other', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    await title(page).fill('Concert A')
    await page.waitForTimeout(600)
    const beside = await openBeside(page, '/events/new')
    assert.equal(await title(beside).inputValue(), '')
    assert.equal(await isFound(beside).count(), 0)
    await title(beside).fill('Lecture B')
    await beside.waitForTimeout(600)
    await page.close({ runBeforeUnload: false })
    const again = await killAndOpenAgain(beside, `${service.origin}/admin/events/new`)
    await isFound(again).waitFor()
    assert.equal(await title(again).inputValue(), 'Lecture B')
    await again.reload()
    await isFound(again).waitFor()
    assert.equal(await title(again).inputValue(), 'Lecture B')
    await again.getByRole('button', { name: 'Discard it' }).click()
    const last = await killAndOpenAgain(again, `${service.origin}/admin/events/new`)
    await isFound(last).waitFor()
    assert.equal(await title(last).inputValue(), 'Concert A')
    await last.getByText(/It is in the form now\./).waitFor()
  })

  test('in one tab is not removed by saving in another', async () => {
    const { page, id } = await open()
    const beside = await openBeside(page, `/events/${id}`)
    const website = (of: Page) => of.getByRole('textbox', { name: 'Website' }).first()
    await website(beside).fill('https://beside.example')
    await beside.waitForTimeout(600)
    await title(page).fill('Saved')
    await update(page)
    await isSaved(page)
    const again = await killAndOpenAgain(beside, `${service.origin}/admin/events/${id}`)
    await isFound(again).waitFor()
    assert.equal(await website(again).inputValue(), 'https://beside.example')
    assert.equal(await title(again).inputValue(), 'Saved')
  })

  test('in a tab is not that of its duplicate', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    await title(page).fill('Only here')
    await page.waitForTimeout(600)
    // A window that a page opens begins with a copy of its session storage, as a duplicated tab does.
    const [duplicate] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate('void open(location.href)'),
    ])
    await title(duplicate).waitFor()
    assert.equal(await title(duplicate).inputValue(), '')
  })

  test('into an import comes back after the tab was killed, but for what opens the other site', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    const fields = {
      'Or the URL of a calendar': 'https://town.example/events.ics',
      Source: 'The town',
    }
    const field = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true })
    for (const [name, text] of Object.entries(fields)) await field(page, name).fill(text)
    await page.getByRole('combobox', { name: 'Format' }).selectOption('tec')
    const password = 'Username and application password for the site'
    await field(page, password).fill('reader:secret')
    const again = await killAndOpenAgain(page, `${service.origin}/admin/import`)
    for (const [name, text] of Object.entries(fields))
      assert.equal(await field(again, name).inputValue(), text)
    assert.equal(await field(again, password).inputValue(), '')
    await field(again, 'Or the URL of a calendar').fill('https://reader:secret@town.example')
    const kept = await again.evaluate<string>('JSON.stringify({ ...localStorage })')
    assert.doesNotMatch(kept, /secret/)
  })

  test('into a box beside a form comes back when the box is opened after the tab was killed', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Boxes' }))
    const address = `${service.origin}/admin/events/${event.id}`
    const { page } = await openAdmin(service, visit, `/events/${event.id}`)
    const askForLink = async (of: Page) => {
      await of.getByRole('textbox', { name: 'Description in English' }).focus()
      await of.keyboard.press('Control+k')
      return of.getByRole('dialog', { name: 'Link' }).getByLabel('Address')
    }
    for (const [name, text] of [
      ['Venue', 'Cream'],
      ['Organizer', 'Union'],
      ['Tags', 'open air'],
    ] as const) {
      await page.getByRole('combobox', { name }).fill(text)
      // Closes the list, which hides the rest of the page from assistive technology while it is open.
      await page.keyboard.press('Tab')
    }
    await (await askForLink(page)).fill('example.org/longer')
    const again = await killAndOpenAgain(page, address)
    await again.getByText(/We found what you wrote/).waitFor()
    assert.equal(await again.getByRole('combobox', { name: 'Venue' }).inputValue(), 'Cream')
    assert.equal(await again.getByRole('combobox', { name: 'Organizer' }).inputValue(), 'Union')
    // Leaving the field made a tag of it.
    await again.getByRole('button', { name: 'Remove tag open air' }).waitFor()
    const link = await askForLink(again)
    assert.equal(await link.inputValue(), 'example.org/longer')
    await again.getByRole('button', { name: 'Cancel', exact: true }).click()
    assert.equal(await (await askForLink(again)).inputValue(), '')
  })

  test('into a dialog comes back when it is opened after the tab was killed', async () => {
    await service.post(
      '/events',
      anEvent({ title: 'Chess', start_date: '2027-05-04 19:00:00', end_date: '2027-05-04 21:00:00' }),
    )
    const path = '/?view=month&date=2027-05'
    const { page } = await openAdmin(service, visit, path)
    const askWhere = async (of: Page) => {
      await of.getByRole('link', { name: /Chess/ }).focus()
      await of.keyboard.press('m')
      return of.getByRole('dialog', { name: 'Move “Chess”' }).getByLabel('Day')
    }
    const findOrDo = async (of: Page) => {
      await of.getByRole('link', { name: /Chess/ }).waitFor()
      await of.keyboard.press('Control+k')
      return of.getByRole('dialog', { name: 'Find or do' }).getByRole('combobox')
    }
    await (await askWhere(page)).fill('18.5.2027')
    const again = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
    assert.equal(await (await askWhere(again)).inputValue(), '18.5.2027')
    await again.getByRole('button', { name: 'Cancel', exact: true }).click()
    assert.notEqual(await (await askWhere(again)).inputValue(), '18.5.2027')
    await again.keyboard.press('Escape')
    await (await findOrDo(again)).fill('chess evening')
    const last = await killAndOpenAgain(again, `${service.origin}/admin${path}`)
    assert.equal(await (await findOrDo(last)).inputValue(), 'chess evening')
  })

  test('is saved after signing in again, when the session is over', async () => {
    const { page, titleIs } = await open()
    await title(page).fill('After the session')
    await page.context().clearCookies()
    await update(page)
    await signInAgain(page)
    await isSaved(page)
    await titleIs('After the session')
  })

  test('is saved in every tab, when the session is over and begins again in one of them', async () => {
    const { page, titleIs } = await open()
    const { body: other } = await service.post('/events', anEvent({ title: 'Beside' }))
    const second = await page.context().newPage()
    await second.goto(`${service.origin}/admin/events/${other.id}`)
    await title(second).fill('Typed in the second tab')
    await title(page).fill('Typed in the first tab')
    await page.context().clearCookies()
    await update(page)
    await signInAgain(page)
    await isSaved(page)
    await update(second)
    await isSaved(second)
    await titleIs('Typed in the first tab')
    assert.equal((await service.get(`/events/${other.id}`)).body.title, 'Typed in the second tab')
  })

  test('is saved under its own name only, when somebody else signs in in another tab', async () => {
    const worker = await makeWorker(service, 'beside', 'editor')
    const { page, titleIs } = await open()
    await title(page).fill('Of the administrator')
    const [username, password] = worker.split(':')
    const { origin } = service
    const data = { username, password }
    await page.context().request.post(`${origin}/cal/admin/v1/session`, { data, headers: { origin } })
    await update(page)
    await page.getByRole('dialog', { name: 'Your session has ended.' }).waitFor()
    await titleIs('Before')
    await signInAgain(page)
    await isSaved(page)
    await titleIs('Of the administrator')
  })

  test('is not saved under the name of somebody else who signs in where the session has ended', async () => {
    const [username, password] = (await makeWorker(service, 'relief', 'editor')).split(':') as [
      string,
      string,
    ]
    const { page, titleIs } = await open()
    await title(page).fill('Of the administrator')
    await service.database.db.deleteFrom('sessions').execute()
    await update(page)
    const dialog = page.getByRole('dialog', { name: 'Your session has ended.' })
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    page.once('dialog', (question) => void question.accept())
    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await reloaded
    await page.getByRole('link', { name: 'The relief' }).waitFor()
    await title(page).waitFor()
    await titleIs('Before')
    assert.equal(await page.getByText('We found what you wrote').count(), 0)
  })

  test('is sent by itself when the network is back', async () => {
    const { page, titleIs } = await open()
    await title(page).waitFor()
    await page.context().setOffline(true)
    await title(page).fill('Over the network')
    await update(page)
    await page.getByRole('complementary').getByText('Not saved yet; kept in this browser').waitFor()
    await page.context().setOffline(false)
    await isSaved(page)
    await titleIs('Over the network')
  })

  test('survives the trash, which waits for the network like any change, and comes back with undo', async () => {
    const { page, id } = await open()
    const statusIs = async (status: string) =>
      assert.equal((await service.get(`/events/${id}`, { as: administrator })).body.status, status)
    await title(page).fill('Typed before the trash')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByText('1 change is waiting to be sent.').waitFor()
    assert.equal(await title(page).inputValue(), 'Typed before the trash')
    await page.context().setOffline(false)
    await page.waitForURL(/\/admin\/events$/)
    const undo = page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await statusIs('trash')
    await page.context().setOffline(true)
    await undo.click()
    await page.getByText('1 change is waiting to be sent.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Undone.').waitFor()
    await statusIs('publish')
    await page.goto(`${service.origin}/admin/events/${id}`)
    await isFound(page).waitFor()
    assert.equal(await title(page).inputValue(), 'Typed before the trash')
  })

  test('is saved after the service was stopped and started again', async () => {
    const { page, titleIs } = await open()
    await title(page).fill('After the restart')
    const start = await service.halt()
    await update(page)
    await page.getByText('No connection.').waitFor()
    await start()
    await isSaved(page)
    await titleIs('After the restart')
  })

  const holdUpStorage = (page: Page): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => indexedDB.open('calends').onsuccess = ({ target }) => {
      const store = target.result.transaction('unsaved', 'readwrite').objectStore('unsaved')
      const hold = () => (store.get('nothing').onsuccess = hold, resolve())
      hold()
    })`)

  test('is found while another page holds up the browser storage', async () => {
    const { page, id } = await open()
    await title(page).waitFor()
    const another = await page.context().newPage()
    await another.goto(page.url())
    await title(another).waitFor()
    await holdUpStorage(another)
    await title(page).fill('Typed at a bad time')
    await page.goto(`${service.origin}/accessibility/`)
    await page.goto(`${service.origin}/admin/events/${id}`)
    await page.getByText(/We found what you wrote/).waitFor()
    assert.equal(await title(page).inputValue(), 'Typed at a bad time')
  })

  test('is not looked for in vain while another page holds up the browser storage', async () => {
    const { page } = await open()
    await title(page).waitFor()
    await holdUpStorage(page)
    const another = await page.context().newPage()
    await another.goto(`${service.origin}/admin/venues/new`)
    await another.getByRole('textbox', { name: 'Name in English' }).waitFor()
  })

  test('is not written where nothing was typed, as Safari stops a page in the middle of it', async () => {
    const { page, id } = await open()
    const changes = async (act: () => Promise<unknown>): Promise<number> => {
      await page.evaluate(`{
        const { transaction } = IDBDatabase.prototype
        IDBDatabase.prototype.transaction = function (name, mode) {
          if (mode === 'readwrite') sessionStorage.setItem('changes', Number(sessionStorage.getItem('changes')) + 1)
          return transaction.call(this, name, mode)
        }
      }`)
      await act()
      await page.goto(`${service.origin}/accessibility/`)
      return Number(await page.evaluate(`sessionStorage.getItem('changes')`))
    }
    await title(page).waitFor()
    assert.equal(await changes(() => Promise.resolve()), 0)

    await page.goto(`${service.origin}/admin/events/${id}`)
    const saved = await changes(async () => {
      await title(page).fill('After')
      assert.ok(await comesTrue(page, `sessionStorage.getItem('changes') !== null`))
      await update(page)
      await isSaved(page)
    })
    assert.ok(saved >= 2, `${saved} changes`)
    await page.goto(`${service.origin}/admin/events/${id}`)
    await title(page).waitFor()
    assert.equal(await page.getByText(/We found what you wrote/).count(), 0)
  })

  test('is asked about before the page is left', async () => {
    const { page, titleIs } = await open()
    await title(page).fill('Left and saved')
    await page.getByRole('link', { name: 'Board' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await title(page).inputValue(), 'Left and saved')
    await page.getByRole('link', { name: 'Board' }).first().click()
    await page.getByRole('button', { name: 'Save and leave' }).click()
    await page.waitForURL(/\/admin\/?$/)
    await titleIs('Left and saved')
  })

  test('is saved as a new event before its page is left', async () => {
    const { page, id } = await open()
    const leaving = { link: /\/admin\/?$/, back: new RegExp(`/events/${id}$`) }
    for (const [way, address] of Object.entries(leaving)) {
      await page.goto(`${service.origin}/admin/events/${id}`)
      await page.getByRole('button', { name: 'Duplicate' }).click()
      await page.waitForURL(/\/new$/)
      await title(page).fill(`Left by ${way}`)
      if (way === 'back') await page.goBack()
      else await page.getByRole('link', { name: 'Board' }).first().click()
      await page.getByRole('button', { name: 'Save and leave' }).click()
      await page.waitForURL(address)
      const drafts = await service.get(`/events?status=draft&search=Left by ${way}`, { as: administrator })
      assert.equal(drafts.body.total, 1)
    }
  })

  test('makes one event, however often the answer to its create was lost', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    let lost = 0
    await page.route('**/cal/events/v1/events?*', async (route) => {
      if (route.request().method() !== 'POST' || (lost += 1) > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await title(page).fill('Once')
    await page.getByLabel('Start day', { exact: true }).fill('2027-05-01')
    await page.getByLabel('Start time').fill('18:00')
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    const { body } = await service.get('/events?search=Once')
    assert.equal(body.total, 1)
  })

  test('in a form that was opened again is not removed by the answer to an earlier save', async () => {
    const { page, id } = await open()
    const path = `/events/${id}`
    const writes = await holdBack(page, `**/cal/events/v1${path}*`, 'PATCH')
    const sent = writes.sent()
    await title(page).fill('Second')
    await update(page)
    await sent
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'Leave and keep it here' }).click()
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
    await page.locator(`a[href$="/admin${path}"]`).first().click()
    await isFound(page).waitFor()
    await title(page).fill('Second and third')
    await page.waitForTimeout(600)
    writes.letGo()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const again = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
    await isFound(again).waitFor()
    assert.equal(await title(again).inputValue(), 'Second and third')
  })

  test('makes one event when the answer to its create was lost and the repetition is not let in', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    let tries = 0
    await page.route('**/cal/events/v1/events?*', async (route) => {
      if (route.request().method() !== 'POST' || (tries += 1) > 2) return route.continue()
      if (tries === 1) {
        await route.fetch()
        return route.abort('connectionreset')
      }
      const problem = { code: 'rest_rate_limited', message: 'Too many requests.', data: { status: 429 } }
      return route.fulfill({ status: 429, json: problem })
    })
    await title(page).fill('Single')
    await page.getByLabel('Start day', { exact: true }).fill('2027-05-01')
    await page.getByLabel('Start time').fill('18:00')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Too many requests/).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    assert.equal((await service.get('/events?search=Single')).body.total, 1)
  })
})
