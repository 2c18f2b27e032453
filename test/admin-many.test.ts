import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** Where there is more than a page of something, all of it can be reached. */

describe('of many in the administration', () => {
  const service = new Service()
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index + 1)))

  test('categories the last is found in the form, on the board and as a parent, below its own', async () => {
    await times(110, (number) =>
      service.post('/categories', { name: `Category ${String(number).padStart(3, '0')}` }),
    )
    const { body: parent } = await service.post('/categories', { name: 'Zoology' })
    const { body: child } = await service.post('/categories', { name: 'Moths', parent: parent.id })
    const { body: event } = await service.post('/events', anEvent({ categories: [child.id] }))
    const { page } = await openAdmin(service, visit, `/events/${event.id}`)
    await page.getByRole('textbox', { name: 'Find a category' }).fill('moth')
    assert.ok(await page.getByRole('checkbox', { name: 'Moths' }).isChecked())

    await page.goto(`${service.origin}/admin/categories/${child.id}`)
    await page.getByLabel('Belongs to').waitFor()
    await until(
      () => page.getByLabel('Belongs to').inputValue(),
      (value) => value === String(parent.id),
    )

    await page.goto(`${service.origin}/admin/?view=month&date=2027-03`)
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const labels = page.getByRole('dialog').getByLabel('Category').getByRole('option')
    await labels.nth(100).waitFor({ state: 'attached' })
    assert.deepEqual((await labels.allTextContents()).slice(-2), ['Zoology', '\u00A0\u00A0Moths'])
  })

  test('a search that the service refuses is no search that finds nothing, and is repeated', async () => {
    await service.post('/venues', { venue: 'Old creamery' })
    await service.post('/categories', { name: 'Refusable' })
    const { page } = await openAdmin(service, visit, '/events')
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => (refuse = resolve))
    await page.route(/\/cal\/events\/v1\/(?:venues|categories|tags)\?/, async (route) => {
      if (route.request().url().includes('creamery')) await refused
      await route.fulfill({
        status: 429,
        json: { code: 'rest_too_many_requests', message: 'Too many requests.' },
      })
    })
    await page.goto(`${service.origin}/admin/events/new`)
    const categories = page.getByRole('group', { name: 'Categories' })
    await categories.getByText('The categories could not be loaded and will be requested again.').waitFor()
    const search = page.waitForRequest(/creamery/)
    await page.getByRole('combobox', { name: 'Venue' }).fill('Old creamery')
    await search
    const create = page.getByRole('option', { name: /Create venue/ })
    assert.equal(await create.count(), 0)
    refuse()
    await page.getByText('The search failed and will be retried.').waitFor()
    assert.equal(await create.count(), 0)

    await page.unrouteAll()
    await page.getByRole('option', { name: 'Old creamery', exact: true }).waitFor()
    await page.getByRole('option', { name: 'Create venue “Old creamery”' }).waitFor()
    // While the list is open, the rest of the page is hidden from assistive technology.
    await page.keyboard.press('Escape')
    await categories.getByRole('checkbox', { name: 'Refusable' }).waitFor()
  })

  test('tags that contain the words, the one that is called so comes first', async () => {
    await times(12, (number) => service.post('/tags', { name: `Folk rock ${number}` }))
    const { body: tag } = await service.post('/tags', { name: 'Rock' })
    const as = await makeWorker(service, 'rocker', 'author')
    const { page } = await openAdmin(service, visit, '/events/new', { as })
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.click()
    await tags.pressSequentially('rock')
    await page.getByRole('option', { name: 'Rock', exact: true }).waitFor()
    assert.equal((await page.getByRole('option').allTextContents())[0], 'Rock')
    await page.getByRole('option', { name: 'Rock', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove tag Rock' }).waitFor()

    await page.context().clearCookies()
    const { page: tables } = await openAdmin(service, visit, '/events')
    await tables.getByRole('button', { name: 'Filter', exact: true }).click()
    await tables.getByRole('combobox', { name: 'Tag' }).pressSequentially('rock')
    await tables.getByRole('option', { name: 'Rock', exact: true }).click()
    await tables.waitForURL(new RegExp(`tags=${tag.id}\\b`))
  })

  test('venues that contain the words, the one that is called so is found first', async () => {
    await times(12, (number) => service.post('/venues', { venue: `At the mill ${number}`, city: 'Bern' }))
    await service.post('/venues', { venue: 'Mill', city: 'Basel' })
    const { page } = await openAdmin(service, visit, '/account')
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog', { name: 'Find or do' })
    await palette.getByRole('combobox').pressSequentially('mill')
    await palette.getByRole('option', { name: 'Mill Basel', exact: true }).waitFor()
    assert.equal((await palette.getByRole('option').allTextContents())[0], 'MillBasel')
  })

  test('images the oldest is chosen by its page or its text', async () => {
    for (const alt of ['The very first', ...Array.from({ length: 25 }, (_, index) => `Photograph ${index}`)])
      await upload(
        service,
        await plain(40 + alt.length, 30)
          .png()
          .toBuffer(),
        { fields: { alt } },
      )
    const { page } = await openAdmin(service, visit, '/events/new')
    await page.getByRole('button', { name: 'From the media library' }).click()
    const library = page.getByRole('dialog', { name: 'Media library' })
    await library.getByText('1–24 of 26').waitFor()
    assert.equal(await library.getByRole('button', { name: 'The very first' }).count(), 0)
    await library.getByRole('button', { name: 'Next' }).click()
    await library.getByText('25–26 of 26').waitFor()
    await library.getByRole('button', { name: 'The very first' }).waitFor()
    await library.getByRole('searchbox', { name: 'Search images' }).fill('nothing like it')
    await library.getByText('No images match').waitFor()
    await library.getByRole('searchbox', { name: 'Search images' }).fill('very first')
    await library.getByText('1–1 of 1').waitFor()
    await library.getByRole('button', { name: 'The very first' }).click()
    await library.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Upload another file' }).waitFor()
  })

  test('decisions the oldest are on a page of their own', async () => {
    const { body: oldest } = await service.post(
      '/events',
      anEvent({ title: 'Decided first', status: 'pending' }),
    )
    await service.post(`//cal/admin/v1/events/${oldest.id}/review`, { decision: 'accept' })
    service.now += 60
    await times(50, async (number) => {
      const { body } = await service.post(
        '/events',
        anEvent({ title: `Decided ${number}`, status: 'pending' }),
      )
      await service.post(`//cal/admin/v1/events/${body.id}/review`, { decision: 'accept' })
    })
    const { page } = await openAdmin(service, visit, '/review?list=decided')
    const decisions = page.getByRole('navigation', { name: 'Decisions' })
    await decisions.getByText('1–50 of 51').waitFor()
    await decisions.getByRole('button', { name: 'Next' }).click()
    await decisions.getByRole('link', { name: /^Decided first/ }).click()
    await page.waitForURL(/\/review\/\d+\?list=decided&page=2$/)
    await decisions.getByText('51–51 of 51').waitFor()
  })

  test('submissions the list says that more follow', async () => {
    await times(101, (number) =>
      service.post('/events', anEvent({ title: `Waits ${number}`, status: 'pending' })),
    )
    const { page } = await openAdmin(service, visit, '/review')
    const submissions = page.getByRole('navigation', { name: 'Submissions' })
    await submissions.getByText('More will appear as you decide on these.').waitFor()
    assert.equal(await submissions.getByRole('link').count(), 100)
  })

  test('translations to do the list says how many there are in all', async () => {
    await times(51, (number) => service.post('/venues', { venue: `Venue ${number}` }))
    const { page } = await openAdmin(service, visit, '/translations/fr')
    const { body } = await service.get('//cal/admin/v1/translations', { as: administrator })
    const { missing, outdated } = body.languages.find(({ language }: Json) => language === 'fr')
    const list = page.getByRole('navigation', { name: 'Work list' })
    await list.getByText(`${missing + outdated} to do`).waitFor()
    await list.getByText('More will appear as you translate these.').waitFor()
  })

  test('users anybody can be given what a deleted one leaves', async () => {
    await times(101, (number) =>
      service.post('//cal/admin/v1/users', {
        username: `member${number}`,
        name: `Member ${number}`,
        role: 'author',
      }),
    )
    const { body: leaving } = await service.post('//cal/admin/v1/users', {
      username: 'leaving',
      role: 'author',
    })
    const { body } = await service.get('//cal/admin/v1/users?per_page=1', { as: administrator })
    const { page } = await openAdmin(service, visit, `/users/${leaving.id}`)
    await page.getByRole('button', { name: /^Delete/ }).click()
    const heirs = page.getByRole('dialog').getByRole('option')
    await heirs.nth(100).waitFor({ state: 'attached' })
    assert.equal(await heirs.count(), body.total - 1)
  })

  test('rows are all reached if the settings allow fewer on a page than the section asks for', async () => {
    await times(5, async (number) => {
      await service.post('//cal/admin/v1/users', {
        username: `pageful${number}`,
        name: `Pageful ${number}`,
        role: 'author',
      })
      await service.post(
        '/events',
        anEvent({
          title: `Pageful ${number}`,
          start_date: `2027-05-0${number}`,
          end_date: `2027-05-0${number}`,
        }),
      )
    })
    const limited = await service.patch('//cal/admin/v1/settings', { CALENDS_MAX_PER_PAGE: 2 })
    assert.equal(limited.status, 200)
    for (const section of ['users', 'events']) {
      const { page } = await openAdmin(service, visit, `/${section}?search=pageful`)
      const next = page.getByRole('button', { name: 'Next' })
      for (const [range, shown] of [
        ['1–2 of 5', [1, 2]],
        ['3–4 of 5', [3, 4]],
        ['5–5 of 5', [5]],
      ] as const) {
        await page.getByText(range, { exact: true }).waitFor()
        for (const number of shown) await page.getByRole('link', { name: `Pageful ${number}` }).waitFor()
        if (range !== '5–5 of 5') await next.click()
      }
      assert.equal(await next.getAttribute('aria-disabled'), 'true')
    }
    await service.patch('//cal/admin/v1/settings', { CALENDS_MAX_PER_PAGE: '' })
  })

  test('a range is that of what is shown, also if as many pages are needed as the section expects', async () => {
    await times(55, async (number) => {
      await service.post('/events', anEvent({ title: `Ranged ${number}` }))
    })
    await service.patch('//cal/admin/v1/settings', { CALENDS_MAX_PER_PAGE: 40 })
    const { page } = await openAdmin(service, visit, '/events?search=ranged')
    await page.getByText('1–40 of 55', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('41–55 of 55', { exact: true }).waitFor()
    await service.patch('//cal/admin/v1/settings', { CALENDS_MAX_PER_PAGE: '' })
  })
})
