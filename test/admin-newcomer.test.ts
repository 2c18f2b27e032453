import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** What somebody meets who works in the administration for the first time, by names, focus and announcements. */

/** Throughput in bytes per second, and the time before an answer begins. */
const fast3g = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }

describe('a newcomer in the administration', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_CURRENCY: 'CHF' })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  const focused = (page: Page) =>
    page.evaluate<string>(
      '`${document.activeElement.tagName} ${document.activeElement.getAttribute("aria-label") ?? document.activeElement.id}`',
    )
  const signIn = async (page: Page) => {
    const [username, password] = administrator.split(':') as [string, string]
    await page.getByRole('textbox', { name: 'Username' }).fill(username)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('after signing in, the room has the focus', async () => {
    const { page } = await visit()
    await page.goto(`${service.origin}/admin/tags`)
    await signIn(page)
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
    assert.equal(await focused(page), 'MAIN main')
  })

  test('the first save of a draft leaves the focus where somebody writes', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    await page.getByText('To make the event repeat, first enter its start.').waitFor()
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Evening of cards')
    await page.getByRole('textbox', { name: 'Start day' }).fill('9.1.2027')
    await page.getByRole('textbox', { name: 'Start time' }).fill('19:30')
    const cost = page.getByRole('textbox', { name: 'Cost in English' })
    await cost.fill('12')
    await page.waitForURL(/events\/\d+$/, { timeout: 20_000 })
    assert.match(await focused(page), /^INPUT .*cost/)
    assert.match(
      await page.getByRole('group', { name: 'Cost' }).locator('..').innerText(),
      /English\s+CHF 12/,
    )
  })

  test('one evening of a series is moved to a day that is said, and has the focus there', async () => {
    const weekly = { title: 'Choir', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8' }
    const dates = { start_date: '2027-02-01 19:30:00', end_date: '2027-02-01 21:00:00' }
    await service.post('/events', { ...weekly, ...dates })
    const { page } = await openAdmin(service, visit, '/?view=month&date=2027-02')
    await page.getByRole('link', { name: /Choir/ }).nth(1).focus()
    await page.keyboard.press('m')
    const day = page.getByRole('dialog').getByRole('textbox', { name: 'Day' })
    await day.waitFor()
    await page.keyboard.type('12th of February 2027')
    await page.getByRole('dialog').getByText('Fri 12 Feb 2027').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'This event is one of a series' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status', { name: 'Messages' }).getByText('Choir moved to Fri 12 Feb').waitFor()
    const isFocused = 'document.activeElement.textContent.includes("Choir")'
    await until(() => page.evaluate<boolean>(isFocused), Boolean)
  })

  test('a contributor reads why an event came back, and hands it in again', async () => {
    const as = await makeWorker(service, 'cora', 'contributor')
    const { page } = await openAdmin(service, visit, '/events/new', { as })
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Knitting')
    await page.getByRole('textbox', { name: 'Start day' }).fill('14.1.2027')
    await page.getByRole('textbox', { name: 'Start time' }).fill('18:00')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.waitForURL(/events\/\d+$/)
    const id = /\d+$/.exec(page.url())![0]
    const decision = { decision: 'return', note: 'Say what it costs.' }
    await service.post(`//cal/admin/v1/events/${id}/review`, decision)
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: 'admin sent this back' })
    await notice.getByText('“Say what it costs.”').waitFor()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByRole('button', { name: 'Update' }).waitFor()
    assert.equal(await notice.count(), 0)
  })

  test('Enter saves an image text, and says so', async () => {
    const { body: image } = await upload(service, await plain(40, 30).png().toBuffer())
    const { page } = await openAdmin(service, visit, `/media/${image.id}`)
    for (const [language, text] of Object.entries({ English: 'Lake', French: 'Lac', German: 'See' })) {
      await page.getByRole('textbox', { name: `Image text in ${language}` }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: new RegExp(`${language}, (?:original|up to date)`) }).waitFor()
    }
    await page.getByRole('status', { name: 'Messages' }).getByText('Saved.').last().waitFor()
  })

  test('of several uploads the first is asked for its text, and the others can be', async () => {
    const { page } = await openAdmin(service, visit, '/media')
    const files = await Promise.all(
      ['lake', 'hill'].map(async (name, index) => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await plain(50 + index, 30)
          .png()
          .toBuffer(),
      })),
    )
    await page.getByLabel('Files to upload').setInputFiles(files)
    const uploads = page.getByRole('status', { name: 'Uploads' })
    await uploads.getByRole('link', { name: 'Describe the image' }).nth(1).waitFor()
    assert.equal(await uploads.getAttribute('aria-atomic'), 'false')
    const text = page.getByRole('textbox', { name: /^Image text in English/ })
    await text.waitFor()
    await page.keyboard.type('A lake')
    assert.equal(await text.inputValue(), 'A lake')
    await uploads.getByRole('link', { name: 'Describe the image' }).nth(1).click()
    await until(
      () => text.inputValue(),
      (shown) => shown === '',
    )
  })

  test('an upload that is refused is read out once', async () => {
    const { page } = await openAdmin(service, visit, '/media')
    const text = { name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('text') }
    await page.getByLabel('Files to upload').setInputFiles(text)
    await page.getByRole('alert').getByText('text.png').waitFor()
    assert.equal(await page.getByRole('status').getByText('text.png').count(), 0)
  })

  test('what an import has done has the focus, and says what was taken back', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    await page.getByLabel('File to import').setInputFiles({
      name: 'fair.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([anEvent({ title: 'Fair' })])),
    })
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    await page.getByText('1 event imported.').waitFor()
    await until(
      () => focused(page),
      (name) => name === 'DIV outcome',
    )
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('cell', { name: 'Undone' }).waitFor()
    await until(
      () => focused(page),
      (name) => name === 'DIV outcome',
    )
  })

  test('what comes next to translate has the focus, and what was done to rows gives it back', async () => {
    await service.post('/events', anEvent({ title: 'Evening of dice' }))
    const { page } = await openAdmin(service, visit, '/translations/de')
    await page.getByRole('link', { name: /Evening of dice/ }).click()
    await page.getByRole('textbox', { name: 'Title in German' }).waitFor()
    assert.equal(await focused(page), 'H2 what')
    await page.goto(`${service.origin}/admin/events`)
    await page.getByRole('checkbox', { name: 'Select Evening of dice' }).check()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByRole('status', { name: 'Messages' }).getByText('One moved to the trash.').waitFor()
    assert.equal(await focused(page), 'MAIN main')
  })

  test('events of one title are told apart by their day, and what was translated is said', async () => {
    for (const month of ['03', '05']) {
      const dates = { start_date: `2027-${month}-09 18:00:00`, end_date: `2027-${month}-09 19:00:00` }
      await service.post('/events', { title: 'Twins', ...dates })
    }
    const { page } = await openAdmin(service, visit, '/translations/fr')
    const list = page.getByRole('navigation', { name: 'Work list' })
    await list.getByRole('link', { name: 'Twins Tue 9 Mar 2027' }).waitFor()
    await list.getByRole('link', { name: 'Twins Sun 9 May 2027' }).click()
    await page.getByRole('textbox', { name: 'Title in French' }).fill('Jumeaux')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('status', { name: 'Messages' }).getByText('Saved: Twins').waitFor()
  })

  test('a chosen submission has the focus', async () => {
    for (const title of ['Rowing', 'Sailing'])
      await service.post('/events', anEvent({ title, status: 'pending' }))
    const { page } = await openAdmin(service, visit, '/review')
    for (const title of ['Sailing', 'Rowing']) {
      await page.getByRole('navigation', { name: 'Submissions' }).getByRole('link', { name: title }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      await until(
        () => page.evaluate<string>('document.activeElement.textContent'),
        (text) => text === title,
      )
    }
  })

  test('undoing by the button of a message gives the focus back', async () => {
    await service.post('/events', anEvent({ title: 'Evening of dominoes' }))
    const { page } = await openAdmin(service, visit, '/events')
    await page.getByRole('checkbox', { name: 'Select Evening of dominoes' }).check()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    const messages = page.getByRole('status', { name: 'Messages' })
    await messages.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await messages.getByText('Undone.').waitFor()
    assert.equal(await focused(page), 'MAIN main')
  })

  test('in formatted text Ctrl+K makes a link, and Enter takes it', async () => {
    const { page, unexpectedProblems } = await openAdmin(service, visit, '/events/new')
    const text = page.getByRole('textbox', { name: 'Description in English' })
    await text.pressSequentially('More on our site')
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Shift+ArrowLeft')
    // The editor hears of a selection a moment later than the keyboard.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Link' }).waitFor()
    assert.equal(await page.getByRole('dialog', { name: 'Find or do' }).count(), 0)
    await page.keyboard.type('example.org')
    await page.keyboard.press('Enter')
    const link = text.getByRole('link', { name: 'site' })
    assert.equal(await link.getAttribute('href'), 'https://example.org')
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('without a selection a link has words and an address, and its address changes as a whole', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    const text = page.getByRole('textbox', { name: 'Description in English' })
    await text.pressSequentially('More: ')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await dialog.waitFor()
    await page.keyboard.type('our site')
    await page.keyboard.press('Tab')
    await page.keyboard.type('example.org')
    await page.keyboard.press('Enter')
    const link = text.getByRole('link', { name: 'our site', exact: true })
    assert.equal(await link.getAttribute('href'), 'https://example.org')
    await page.keyboard.press('ArrowLeft')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.keyboard.press('Control+k')
    await dialog.getByLabel('Address').fill('example.net')
    await page.keyboard.press('Enter')
    assert.equal(await link.getAttribute('href'), 'https://example.net')
  })

  test('over a slow mobile network, one signs in within seconds', async () => {
    const { page } = await visit()
    const session = await page.context().newCDPSession(page)
    const loaded = { requests: 0, bytes: 0 }
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.requests++
      loaded.bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', fast3g)
    const within = async (ms: number, name: string, act: () => Promise<void>) => {
      const start = Date.now()
      await act()
      const took = Date.now() - start
      assert.ok(took < ms, `${name}: ${took} ms, ${JSON.stringify(loaded)}`)
    }
    await within(5000, 'the sign-in form', async () => {
      await page.goto(`${service.origin}/admin/`, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
    })
    assert.ok(loaded.bytes < 220_000 && loaded.requests < 30, JSON.stringify(loaded))
    await within(8000, 'the board', async () => {
      await signIn(page)
      await page.getByRole('table').or(page.getByRole('grid')).first().waitFor()
    })
    assert.ok(loaded.bytes < 500_000 && loaded.requests < 50, JSON.stringify(loaded))
  })
})
