import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { assertPublished, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { Service } from './service.ts'

/** What an administrator changes in the browser (interface: Settings). */

describe('the settings in the administration', () => {
  const service = new Service()
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  test('a name is saved, what is wrong is said at its field, and the default value comes back', async () => {
    const { page, requests, unexpectedProblems } = await openAdmin(service, visit, '/settings')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Biel/Bienne')
    await page.getByLabel('Colour', { exact: true }).fill('red')
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('Must be a colour such as #1c3fc4.').waitFor()
    await page.getByLabel('Colour', { exact: true }).fill('#c8102e')
    await save.click()
    await page.getByText(/^Saved\./).waitFor()
    assert.match((await service.get('//')).text, /<title>[^<]*Biel\/Bienne<\/title>/)
    await assertAccessible(page, 'settings')

    await page.getByRole('button', { name: 'Back to the default value: Name' }).click()
    await page.getByRole('button', { name: /default value: Name/ }).waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'Calends')
    assert.doesNotMatch((await service.get('//')).text, /Biel\/Bienne/)
    assert.deepEqual(
      unexpectedProblems().filter((one) => !one.includes('400')),
      [],
    )
    await assertPublished(service, requests)
  })

  test('the mark of the calendar is one of the media library, or a file', async () => {
    const fields = { alt: 'A red wall' }
    await upload(service, await plain(40, 40).png().toBuffer(), { fields })
    const { page, unexpectedProblems } = await openAdmin(service, visit, '/settings')
    const mark = page.getByRole('group', { name: 'Logo' })
    await mark.getByRole('button', { name: 'From the media library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'A red wall' }).click()
    await mark.getByRole('button', { name: 'Upload another file' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved\./).waitFor()
    const shown = async () => /logo-\w+/.exec((await service.get('//')).text)?.[0]
    const first = await shown()
    assert.ok(first)
    const buffer = await plain(30, 30).png().toBuffer()
    await mark.getByLabel('Image file').setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Save' }).click()
    await until(shown, (name) => name !== first)
    assert.deepEqual(unexpectedProblems(), [])
  })
})

describe('a link by e-mail', () => {
  const service = new Service({
    CALENDS_SMTP_URL: 'smtp://127.0.0.1:9',
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'https://town.example.org',
  })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  test('is asked for at the door, which never says who is known', async () => {
    const { page } = await visit()
    await page.goto(`${service.origin}/admin/`)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByLabel('User name or e-mail address').fill('nobody')
    await assertAccessible(page, 'link')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Check your e-mail.').waitFor()
  })
})
