import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { assertPublished, openAdmin } from './admin.ts'
import { comesTrue, useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

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

  test('a mark that is too large is refused at its field', async () => {
    const { page, unexpectedProblems } = await openAdmin(service, visit, '/settings')
    const buffer = Buffer.concat([await plain(30, 30).png().toBuffer(), Buffer.alloc(6_000_000)])
    const mark = page.getByRole('group', { name: 'Logo' })
    await mark.getByLabel('Image file').setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
    await mark.getByRole('alert').getByText('The image is too large: 6 MB of at most 200 kB.').waitFor()
    await page.getByLabel('Contact', { exact: true }).fill('desk@example.org')
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('a mark that the service refuses has the focus, and its group the reason', async () => {
    const { page } = await openAdmin(service, visit, '/settings')
    const mark = page.getByRole('group', { name: 'Logo', exact: true })
    const buffer = Buffer.from('GIF89a')
    await mark.getByLabel('Image file').setInputFiles({ name: 'mark.gif', mimeType: 'image/gif', buffer })
    await page.getByRole('button', { name: 'Save' }).click()
    const reason = 'Must be a PNG, JPEG or WebP image'
    await mark.getByText(reason).waitFor()
    assert.ok(await comesTrue(page, `document.activeElement.matches('[data-wrong] *')`))
    const group = page.locator('fieldset:focus-within')
    assert.match((await group.getAttribute('aria-describedby'))!, /-error$/)
    await assertAccessible(page, 'a refused logo')
  })

  test('on a phone, values of settings have room for a word beside their names', async () => {
    const { page } = await openAdmin(service, visit, '/settings', { viewport: { width: 360, height: 740 } })
    await page.getByLabel('Show settings left at their default too').check()
    const value = page.getByRole('row', { name: 'CALENDS_PUBLIC_URL' }).getByRole('cell').first()
    const { width } = (await value.boundingBox())!
    assert.ok(width >= 120, `${width} px`)
    const { scrollWidth, innerWidth } = await page.evaluate<{ scrollWidth: number; innerWidth: number }>(
      `({ scrollWidth: document.documentElement.scrollWidth, innerWidth })`,
    )
    assert.equal(scrollWidth, innerWidth, 'only the table scrolls')
    await assertAccessible(page, 'all settings')
  })

  test('what is typed where the browser has no room left can be saved', async () => {
    const { page, unexpectedProblems } = await openAdmin(service, visit, '/settings')
    await page.evaluate(`localStorage.setItem('full', 'x'.repeat(5 * 2 ** 20 - 600))`)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Bienne '.repeat(60))
    await name.fill('Bienne '.repeat(200))
    await page.getByText('This browser has no space to keep what you write here', { exact: false }).waitFor()
    await name.fill('Bienne '.repeat(210))
    assert.equal(await page.getByText('This browser has no space').count(), 1)
    await name.fill('Bienne')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved\./).waitFor()
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('what is typed while the settings are saved stays, and is saved next', async () => {
    const { page } = await openAdmin(service, visit, '/settings')
    const contact = page.getByLabel('Contact', { exact: true })
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Name', { exact: true }).fill('Seeland')
    await page.route('**/cal/admin/v1/settings', async (route) => {
      if (route.request().method() === 'PATCH') await contact.fill('desk@example.org')
      await route.continue()
    })
    await save.click()
    await page.getByText(/^Saved\./).waitFor()
    assert.equal(await contact.inputValue(), 'desk@example.org')
    await page.unrouteAll()
    await save.click()
    const stored = async (): Promise<Json> => {
      const { body } = await service.get('//cal/admin/v1/settings', { as: administrator })
      return Object.fromEntries(body.settings.map(({ name, value }: Json) => [name, value]))
    }
    await until(stored, ({ CALENDS_CONTACT }) => CALENDS_CONTACT === 'desk@example.org')
    assert.equal((await stored()).CALENDS_NAME, 'Seeland')
  })

  test('the service speaks the language of the administration, whatever that of the browser and of the texts', async () => {
    const { page } = await openAdmin(service, visit, '/settings', { locale: 'de-CH' })
    await page.evaluate(`localStorage.setItem('calends.language', 'fr')`)
    await page.reload()
    await page.getByText(/^Couleur des pages/).waitFor()
    const { body: event } = await service.post('/events', anEvent({ title: 'Concert' }))
    await page.route(`**/events/${event.id}*`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const { origin, pathname } = new URL(route.request().url())
      const url = `${origin}${pathname}?ml_language=en`
      await route.continue({ url, postData: JSON.stringify({ cost: 5, end_date: '2020-01-01' }) })
    })
    await page.goto(`${service.origin}/admin/events/${event.id}`)
    await page.getByRole('textbox', { name: 'Titre en anglais' }).fill('Concert du soir')
    await page.getByRole('button', { name: 'Mettre à jour' }).click()
    await page
      .getByText(/ne doit pas se terminer avant de commencer/)
      .first()
      .waitFor()
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
    await page.getByRole('button', { name: 'Send me a password link' }).click()
    await page.getByLabel('Username or e-mail address').fill('nobody')
    await assertAccessible(page, 'link')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Check your e-mail.').waitFor()
  })
})
