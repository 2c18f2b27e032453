import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { takePicture, useBrowser } from './browser.ts'
import { Service } from './service.ts'

/** The form for suggestions as people meet it: by keyboard, on a desk and on a phone. */

describe('the form for suggestions in a browser', () => {
  const service = new Service({ CALENDS_SUGGESTIONS: 'on' })
  const visit = useBrowser()
  before(async () => {
    await service.start()
    await service.post('/venues', { venue: 'Congress House' })
    await service.post('/categories', { name: 'Music' })
  })
  after(() => service.stop())

  async function assertShown(page: Page, name: string) {
    await takePicture(page, `suggest-${name}`)
    await assertAccessible(page, name)
  }

  for (const [name, width, colorScheme] of [
    ['desk', 1440, 'light'],
    ['phone', 390, 'light'],
    ['phone-dark', 390, 'dark'],
  ] as const)
    test(`is filled in and corrected by keyboard alone: ${name}`, async () => {
      const { page, problems, requests } = await visit({
        viewport: { width, height: 900 },
        colorScheme,
      })
      const focused = page.locator(':focus')
      const press = async (key: string, times = 1) => {
        for (let count = 0; count < times; count += 1) await page.keyboard.press(key)
      }
      await page.goto(`${service.origin}/de/suggest/`)
      await assertShown(page, name)
      service.now += 60

      await page.locator('#title').focus()
      await page.keyboard.type('Straßenfest')
      await press('Enter')
      await page.waitForSelector('.faults')

      assert.equal(await focused.getAttribute('role'), 'alert')
      assert.equal(await page.locator('#title').inputValue(), 'Straßenfest')
      await assertShown(page, `${name}-faults`)
      await press('Tab')
      assert.equal(await focused.getAttribute('href'), '#start_day')
      await press('Enter')
      await page.locator('#start_day').fill('2026-12-05')
      await page.locator('#all_day').focus()
      await press('Space')
      await page.locator('#contact_name').focus()
      await page.keyboard.type('Vera')
      await press('Tab')
      await page.keyboard.type('vera@example.org')
      // The field that is a trap is passed over.
      await press('Tab')
      assert.equal(await focused.innerText(), 'Vorschlag senden')
      await press('Enter')
      await page.waitForURL('**/de/suggest/thanks/')

      await assertShown(page, `${name}-thanks`)
      assert.ok(requests.every((address) => address.startsWith(service.origin)))
      assert.deepEqual(
        problems.filter((one) => !one.includes('400')),
        [],
      )
    })
})
