import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { weekly } from './series-of.ts'
import { administrator, anEvent, Service } from './service.ts'

/** The room of translations: what is missing, what is outdated, and both texts side by side. */

describe('the room of translations', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const make = async (title: string, french?: string): Promise<number> => {
    const { body } = await service.post('/events', anEvent({ title, description: 'The door opens at six.' }))
    if (french !== undefined) await service.patch(`/events/${body.id}?ml_language=fr`, { title: french })
    return body.id as number
  }
  const open = async (path: string, options = {}) => {
    const visited = await openAdmin(service, visit, path, {
      viewport: { width: 1440, height: 1000 },
      ...options,
    })
    visited.page.setDefaultTimeout(20_000)
    return visited
  }
  const inFrench = async (id: number) =>
    (await service.get(`/events/${id}?ml_language=fr`)).body as {
      title: string
      description: string
      translations: Record<string, { is_outdated?: boolean } | undefined>
    }
  const list = (page: Page) => page.getByRole('navigation', { name: 'Work list' })

  test('shows what is left, and goes from one to the next', async () => {
    const first = await make('Fair')
    const second = await make('Walk')
    const { page, problems, requests } = await open('/translations/fr')
    const room = page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: /^Translations/ })
    await room.getByText('2', { exact: true }).waitFor()
    await list(page).getByRole('link', { name: /^Fair/ }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Foire')
    await page.getByRole('button', { name: 'Copy the English text' }).first().waitFor()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('heading', { name: 'Walk' }).waitFor()
    assert.ok(page.url().endsWith(`/translations/fr/events/${second}`))
    assert.equal((await inFrench(first)).title, 'Foire')
    await assertAccessible(page, 'translating')
    await page.setViewportSize({ width: 390, height: 800 })
    await assertAccessible(page, 'translating on a phone')
    assert.deepEqual(problems, [])
    await assertPublished(
      service,
      requests.filter((url) => url.includes('/cal/')),
    )
  })

  test('lists what is to be translated by its original title', async () => {
    const german = anEvent({ title: 'Gassenfest' })
    const { body: event } = await service.post('/events?ml_language=de', german)
    await service.patch(`/events/${event.id}?ml_language=en`, { title: 'Street festival' })
    const { page } = await open('/translations/fr')
    const title = list(page).getByText('Gassenfest')
    await title.waitFor()
    assert.equal(await title.getAttribute('lang'), 'de')
    assert.equal(await list(page).getByText('Street festival').count(), 0)
    await title.click()
    await page.getByRole('heading', { name: 'Gassenfest' }).waitFor()
    await service.delete(`/events/${event.id}?force=true`)
  })

  test('fits a phone with words that are longer than it is wide', async () => {
    await make(`${'Donaudampfschifffahrts'.repeat(4)}gesellschaft`)
    const { page } = await open('/translations/fr', { viewport: { width: 360, height: 780 } })
    await list(page)
      .getByText(/^Donau/)
      .waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  })

  test('hides nothing that is written on a phone below its buttons', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Tall', description: 'Text' }))
    const { page } = await open(`/translations/fr/events/${body.id}`, {
      viewport: { width: 390, height: 780 },
    })
    const depth = (rectangle: string) =>
      page.evaluate<number>(
        `${rectangle}.getBoundingClientRect().bottom - document.querySelector('.foot').getBoundingClientRect().top`,
      )
    const description = page.getByRole('textbox', { name: 'Description in French' })
    await description.click()
    for (let line = 0; line < 20; line += 1) {
      await page.keyboard.press('Enter')
      await page.keyboard.type('x')
    }
    assert.ok((await depth('getSelection().getRangeAt(0)')) <= 0)
    await page.evaluate('scrollTo(0, 0)')
    await page.getByRole('textbox', { name: 'Page address in French' }).focus()
    assert.ok((await depth('document.activeElement')) <= 0)
  })

  test('goes on from a text without a translation, but does not say that it saved one', async () => {
    const [first, second] = [await make('Left aside'), await make('Written')]
    const { page } = await open(`/translations/de/events/${first}`)
    const next = page.getByRole('button', { name: 'Save and continue' })
    await next.click()
    await page.waitForURL((url) => !url.pathname.endsWith(`/${first}`))
    await list(page)
      .getByRole('link', { name: /^Written/ })
      .click()
    await page.waitForURL(`**/${second}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Geschrieben')
    await next.click()
    await page.locator('#messages').getByText('Saved: Written').waitFor()
    assert.equal(await page.locator('#messages').getByText('Saved: Left aside').count(), 0)
  })

  test('marks what has changed, and takes a translation that is still right', async () => {
    const id = await make('Market in the morning', 'Marché du matin')
    // Times of versions have seconds.
    service.now += 5
    await service.patch(`/events/${id}`, { title: 'Market in the evening' })
    const { page } = await open(`/translations/fr/events/${id}`)
    assert.equal(await page.locator('ins').innerText(), 'evening')
    assert.equal(await page.locator('del').innerText(), 'morning')
    assert.equal((await inFrench(id)).translations.fr!.is_outdated, true)
    await page.getByRole('button', { name: 'French is still correct' }).click()
    await until(
      async () => (await inFrench(id)).translations.fr!.is_outdated,
      (is) => is === undefined,
    )
    assert.equal((await inFrench(id)).title, 'Marché du matin')
  })

  test('translates a series once for all its dates', async () => {
    const { body: series } = await service.post('/events', weekly({ title: 'Quartet' }))
    const { page, problems } = await open('/translations/de')
    await list(page)
      .getByRole('link', { name: /^Quartet/ })
      .click()
    await page.waitForURL(`**/translations/de/events/${series.id}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Quartett')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('Saved: Quartet').waitFor()
    assert.equal(
      await list(page)
        .getByRole('link', { name: /^Quartet/ })
        .count(),
      0,
    )
    const { body } = await service.get(
      `/events?post_parent=${series.id}&ml_language=de&ml_fallback=original&end_date=2100-01-01`,
    )
    const dates = body.events as { title: string; overrides: string[] }[]
    assert.deepEqual(
      dates.map(({ title, overrides }) => [title, overrides]),
      dates.map(() => ['Quartett', []]),
    )
    assert.equal(dates.length, 5)
    assert.deepEqual(problems, [])
  })

  test('asks about a date without texts of its own whether its translation is for all', async () => {
    const { body: series } = await service.post('/events', weekly({ title: 'Trio' }))
    const { body } = await service.get(`/events?post_parent=${series.id}&end_date=2100-01-01`)
    const { page } = await open(`/translations/de/events/${body.events[0].id}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Trio in Bern')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByRole('radio', { name: /^The whole series/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(
      async () => (await service.get(`/events/${series.id}?ml_language=de`)).body.title,
      (title) => title === 'Trio in Bern',
    )
  })

  test('shows authors only what they may edit', async () => {
    const as = await makeWorker(service, 'anna', 'author')
    await service.post('/tags', { name: 'Of editors' })
    await make('Of somebody else')
    const { page, problems } = await open('/translations/fr', { as })
    await page.getByRole('heading', { name: 'French is complete' }).waitFor()
    const { body: users } = await service.get('//cal/admin/v1/users', { as: administrator })
    const { id: author } = users.users.find(({ username }: { username: string }) => username === 'anna')
    await service.post('/events', anEvent({ title: 'Of Anna', author }))
    await page.reload()
    await list(page)
      .getByRole('link', { name: /^Of Anna/ })
      .waitFor()
    assert.equal(
      await list(page)
        .getByRole('link', { name: /^Of (?:editors|somebody)/ })
        .count(),
      0,
    )
    assert.deepEqual(problems, [])
  })

  test('leads from an outdated text of the form to what changed', async () => {
    const id = await make('Evening of songs', 'Soirée de chansons')
    await service.patch(`/events/${id}?ml_language=fr`, { description: 'La porte ouvre à six heures.' })
    service.now += 5
    await service.patch(`/events/${id}`, { description: 'The door opens at seven.' })
    const { page } = await open(`/events/${id}`)
    await page.getByRole('link', { name: 'See what changed' }).first().click()
    await page.waitForURL(`**/translations/fr/events/${id}`)
    assert.equal(await page.locator('ins').innerText(), 'seven.')
  })

  test('has the text of the image, which is saved with the image', async () => {
    const fields = { alt: 'A red wall' }
    const { body: image } = await upload(service, await plain(40, 30).png().toBuffer(), { fields })
    const { body } = await service.post('/events', anEvent({ title: 'Wall', image: image.id }))
    const { page } = await open(`/translations/fr/events/${body.id}`)
    await page.getByText('A red wall').waitFor()
    await page.getByRole('textbox', { name: /^Image text in French/ }).fill('Un mur rouge')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Image text in French, up to date' }).waitFor()
    const { body: saved } = await service.get(`//cal/admin/v1/media/${image.id}`, { as: administrator })
    assert.equal(saved.alt_texts.fr, 'Un mur rouge')
  })

  test('speaks three languages', async () => {
    await make('Concert')
    for (const [locale, heading] of [
      ['fr', 'Traductions\u00a0: allemand'],
      ['de', 'Übersetzungen: Deutsch'],
    ] as const) {
      const { page } = await open('/translations/de', { locale })
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByRole('link', { name: /^(?:Anglais|Englisch)/ }).waitFor()
    }
  })
})

describe('texts from right to left', () => {
  const service = new Service({ CALENDS_LANGUAGES: 'en,ar' })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  test('begin at the right in an administration that begins at the left', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Concert', description: 'At six.' }))
    await service.patch(`/events/${body.id}?ml_language=ar`, {
      title: 'حفلة موسيقية (Jazz)',
      description: '<p>تفتح الأبواب في الساعة 6.</p>',
    })
    const { page } = await openAdmin(service, visit, `/translations/ar/events/${body.id}`)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.waitFor()
    const text = page.getByText('تفتح الأبواب')
    const isOnTheRight = await text.evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      const [inner, outer] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return outer.right - inner.right < inner.left - outer.left
    })
    const bidi = await title.evaluate(
      (element) => element.ownerDocument.defaultView!.getComputedStyle(element).unicodeBidi,
    )
    assert.deepEqual([isOnTheRight, bidi], [true, 'plaintext'])
  })
})
