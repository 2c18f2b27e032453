import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { administrator, Service } from './service.ts'

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
    await page.getByRole('textbox', { name: 'User name' }).fill(username)
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
    await page.getByText('It can repeat as soon as it has a start.').waitFor()
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

  test('a venue that was created has the focus and is told, and so is publishing', async () => {
    const { page } = await openAdmin(service, visit, '/events/new')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Evening of dice')
    await page.getByRole('textbox', { name: 'Start day' }).fill('10.1.2027')
    await page.getByRole('textbox', { name: 'Start time' }).fill('19:30')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Card room')
    await page.getByRole('option', { name: 'Create venue “Card room”' }).click()
    await page.getByRole('button', { name: 'Create venue' }).click()
    const messages = page.getByRole('status', { name: 'Messages' })
    await messages.getByText('“Card room” is created.').waitFor()
    await page.getByRole('button', { name: 'Remove venue Card room' }).waitFor()
    assert.equal(await focused(page), 'BUTTON Remove venue Card room')
    await page.getByRole('button', { name: 'Publish' }).click()
    await messages.getByText('Saved. Status: Published').waitFor()
  })

  test('what comes next to translate has the focus, and what was done to rows gives it back', async () => {
    const { page } = await openAdmin(service, visit, '/translations/de')
    await page.getByRole('link', { name: /Evening of dice/ }).click()
    await page.getByRole('textbox', { name: 'Title in German' }).waitFor()
    assert.equal(await focused(page), 'H2 what')
    await page.goto(`${service.origin}/admin/events`)
    await page.getByRole('checkbox', { name: 'Select Evening of dice' }).check()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByRole('status', { name: 'Messages' }).getByText('One is in the trash.').waitFor()
    assert.equal(await focused(page), 'MAIN main')
  })

  test('in formatted text Ctrl+K makes a link, and Enter takes it', async () => {
    const { page, told } = await openAdmin(service, visit, '/events/new')
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
    assert.deepEqual(told(), [])
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
