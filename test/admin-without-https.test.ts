import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hostWithoutHttps, useBrowser } from './browser.ts'
import { until } from './images.ts'
import { administrator, Service } from './service.ts'

/** Browsers offer less to pages without HTTPS, as on a machine in the office network. */

describe('without HTTPS', () => {
  const service = new Service({ CALENDS_OUTGOING: 'off' })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  const origin = () => service.origin.replace('127.0.0.1', hostWithoutHttps)
  const enter = async (path: string) => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${origin()}/admin${path}`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
    assert.equal(await page.evaluate('isSecureContext'), false)
    return { page, serious: () => problems.filter((one) => !one.includes('401')) }
  }
  const titles = async (): Promise<string[]> => {
    const { body } = await service.get('/events?status=any&start_date=2027-01-01', { as: administrator })
    return (body.events as { title: string }[]).map(({ title }) => title)
  }

  test('events and venues are created', async () => {
    const { page, serious } = await enter('/events/new')
    await page.getByRole('textbox', { name: /^Title in English/ }).fill('In the office')
    await page.getByLabel('Start day', { exact: true }).fill('17.3.2027')
    await page.getByLabel('Start time').fill('1930')
    await page.getByLabel('End time').fill('2130')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Canteen')
    await page.getByRole('option', { name: 'Create venue “Canteen”' }).click()
    await page.getByRole('button', { name: 'Create venue', exact: true }).click()
    await page.getByRole('button', { name: 'Remove venue Canteen' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await until(titles, (found) => found.includes('In the office'))
    assert.deepEqual(serious(), [])
  })

  test('events are created on the board', async () => {
    const { page, serious } = await enter('/?view=month&date=2027-03')
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    await page.getByRole('textbox', { name: /^Title in English/ }).fill('On the board')
    await page.keyboard.press('Enter')
    await until(titles, (found) => found.includes('On the board'))
    assert.deepEqual(serious(), [])
  })

  test('a password that is shown once can be copied', async () => {
    const { page, serious } = await enter('/me')
    await page.getByRole('button', { name: 'New password for a program' }).click()
    await page.getByRole('textbox', { name: /^What is it for/ }).fill('A phone')
    await page.getByRole('button', { name: 'Create the password' }).click()
    const secret = page.locator('.once code')
    await secret.waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page
      .getByText(/Copied\.|It could not be copied\. The text is selected; copy it by hand\./)
      .waitFor()
    assert.equal(await page.evaluate('String(getSelection())'), await secret.innerText())
    assert.deepEqual(serious(), [])
  })

  test('the code to embed can be copied', async () => {
    const { page } = await visit()
    await page.goto(`${origin()}/embed/`)
    const button = page.locator('[data-copy]').first()
    const code = page.locator(`#${await button.getAttribute('data-copy')}`)
    await button.click()
    await page.getByText(/^(?:Copied|Selected; copy it by hand)$/).waitFor()
    assert.equal(
      (await page.evaluate<string>('String(getSelection())')).trim(),
      (await code.innerText()).trim(),
    )
  })
})
