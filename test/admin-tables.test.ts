import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, goTo, holdBack, holdKey, makeWorker, openAdmin } from './admin.ts'
import { comesTrue, useBrowser } from './browser.ts'
import { until } from './images.ts'
import { anEvent, Service } from './service.ts'

/** The tables of the five kinds, as editors use them. */

describe('tables of the administration', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  const open = (path: string, options = {}) => openAdmin(service, visit, path, options)

  before(async () => {
    await service.start()
    const { body: culture } = await service.post('/categories', { name: 'Culture' })
    await service.post('/categories', { name: 'Music', parent: culture.id })
    await service.post('/tags', { name: 'outdoors' })
    await service.post('/venues', { venue: 'Volkshaus', city: 'Biel' })
    await service.post('/organizers', { organizer: 'Choir', email: 'choir@example.org' })
    for (let day = 1; day <= 60; day++) {
      const date = new Date(Date.UTC(2026, 11, day)).toISOString().slice(0, 10)
      await service.post(
        '/events',
        anEvent({ title: `Concert ${day}`, start_date: `${date} 20:00`, end_date: `${date} 22:00` }),
      )
    }
    await service.post('/events', anEvent({ title: 'Unfinished', status: 'draft' }))
  })
  after(() => service.stop())

  const rowOf = (page: Page, title: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const statusOf = async (title: string): Promise<string> => {
    const { body } = await service.get(
      `/events?search="${title}"&status=publish,draft,trash&start_date=1970-01-01&_fields=events.title,events.status`,
      { as: 'admin:secret' },
    )
    return body.events.find((event: { title: string }) => event.title === title)?.status
  }
  const message = (page: Page, text: string) => page.locator('#messages').getByText(text)

  for (const [kind, title] of [
    ['events', 'Concert 1'],
    ['venues', 'Volkshaus'],
    ['organizers', 'Choir'],
    ['categories', 'Music'],
    ['tags', 'outdoors'],
  ] as const)
    test(`of ${kind} list them, accessibly, and lead to their forms`, async () => {
      const { page, unexpectedProblems, requests } = await open(`/${kind}`)
      const link = page.getByRole('link', { name: title, exact: true })
      await link.waitFor()
      assert.match((await link.getAttribute('href'))!, new RegExp(`/admin/${kind}/\\d+$`))
      await assertAccessible(page, kind)
      assert.deepEqual(unexpectedProblems(), [])
      await assertPublished(service, requests)
    })

  test('show children of a category below it', async () => {
    const { page } = await open('/categories')
    await page.getByRole('link', { name: 'Music' }).waitFor()
    const names = await page.getByRole('rowheader').allTextContents()
    assert.deepEqual(names, ['Culture', 'Music'])
    const left = async (name: string) => (await page.getByRole('link', { name }).boundingBox())!.x
    assert.ok((await left('Music')) > (await left('Culture')))
  })

  test('have pages of 50, the next of which is fetched ahead', async () => {
    const { page, requests } = await open('/events')
    await page.getByText('1–50 of 61').waitFor()
    await until(() => Promise.resolve(requests.some((url) => url.includes('page=2'))), Boolean)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('51–61 of 61').waitFor()
    assert.match(page.url(), /\?page=2$/)
  })

  test('search, filter and sort, and keep it in the address', async () => {
    const { page } = await open('/events')
    await rowOf(page, 'Concert 1').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('concert 5')
    await until(() => Promise.resolve(page.url().includes('search=concert+5')), Boolean)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('From', { exact: true }).fill('10.1.2027')
    await page.keyboard.press('Escape')
    await page.getByText('From Sun 10 Jan 2027').waitFor()
    await page.getByRole('button', { name: 'Title' }).click()
    await page.getByRole('button', { name: 'Title' }).click()
    await until(() => Promise.resolve(page.url().includes('sort=-title')), Boolean)
    await page.reload()
    await rowOf(page, 'Concert 59').waitFor()
    const titles = await page.getByRole('rowheader').allTextContents()
    assert.equal(titles[0], 'Concert 59')
    assert.ok(!titles.includes('Concert 5'))
    await page.getByRole('button', { name: 'Remove filter From' }).click()
    await rowOf(page, 'Concert 5').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await page.getByText('1–50 of 61').waitFor()
    assert.ok(await comesTrue(page, `document.activeElement.id === 'main'`))
  })

  test('are not filtered by what is empty in the address', async () => {
    const { page, unexpectedProblems } = await open('/events?search=&venue=')
    await page.getByText('1–50 of 61').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Clear filters' }).count(), 0)
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('tell those who search without seeing the table that nothing was found', async () => {
    const { page } = await open('/events')
    for (const [path, row, text] of [
      ['/events', 'Concert 1', 'No events match these filters'],
      ['/users', 'admin', 'Nothing found'],
    ] as const) {
      await goTo(page, path)
      await page.getByRole('rowheader', { name: row, exact: true }).waitFor()
      const heard = page.getByRole('status').filter({ hasText: text })
      assert.equal(await heard.count(), 0)
      await page.getByRole('searchbox').fill('zzqq')
      await heard.waitFor()
    }
  })

  test('tell the year of what is not in the current one', async () => {
    const year = new Date().getFullYear()
    for (const [title, start] of [
      ['Once', `${year}-07-15`],
      ['A year later', `${year + 1}-07-15`],
    ] as const)
      await service.post(
        '/events',
        anEvent({ title, start_date: `${start} 20:00`, end_date: `${start} 22:00` }),
      )
    const { page } = await open('/events?dates=all&search=once')
    await rowOf(page, 'Once').getByText('15 Jul, 20:00–22:00').waitFor()
    await goTo(page, '/events?search=later')
    await rowOf(page, 'A year later')
      .getByText(`15 Jul ${year + 1}, 20:00–22:00`)
      .waitFor()
    const phone = await open('/events?search=later', { viewport: { width: 390, height: 800 } })
    await phone.page.getByText(`15 Jul ${year + 1}`).waitFor()
  })

  test('show the start alone of an event whose end is not known', async () => {
    const start_date = '2026-12-24 17:00:00'
    await service.post('/events', anEvent({ title: 'Bells', start_date, end_date: start_date }))
    const { page } = await open('/events?search=Bells')
    await rowOf(page, 'Bells')
      .getByText(/, 17:00$/)
      .waitFor()
  })

  test('name the time zone of an event in another one, because its times are of there', async () => {
    const talk = anEvent({
      title: 'Talk from Tokyo',
      start_date: '2027-01-20 09:00',
      end_date: '2027-01-20 10:00',
    })
    await service.post('/events', { ...talk, timezone: 'Asia/Tokyo' })
    const { page } = await open('/events?search=tokyo')
    await rowOf(page, 'Talk from Tokyo').getByText('Asia/Tokyo').waitFor()
    const phone = await open('/events?search=tokyo', { viewport: { width: 360, height: 780 } })
    await phone.page.getByText('Asia/Tokyo').waitFor()
    await goTo(page, '/events?search=concert')
    await rowOf(page, 'Concert 1').waitFor()
    assert.equal(await page.getByText('Europe/Zurich').count(), 0)
  })

  test('are found again as they were from the form of a row', async () => {
    const { page } = await open('/events?view=all&search=concert&sort=-title')
    await rowOf(page, 'Concert 59').getByRole('link', { name: 'Concert 59' }).click()
    await page.getByRole('textbox', { name: 'Title in English' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await rowOf(page, 'Concert 59').waitFor()
    assert.equal(new URL(page.url()).search, '?view=all&search=concert&sort=-title')
    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await rowOf(page, 'Concert 1').waitFor()
    await rowOf(page, 'Concert 1').getByRole('link', { name: 'Concert 1', exact: true }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await rowOf(page, 'Concert 1').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('filter by a venue that is searched for once the typing pauses', async () => {
    const { page, requests } = await open('/events')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Venue' }).pressSequentially('Volksh', { delay: 20 })
    await page.getByRole('option', { name: 'Volkshaus' }).click()
    await page.getByText('Venue Volkshaus').waitFor()
    await page.getByRole('heading', { name: 'No events match these filters' }).waitFor()
    const searches = requests.filter((url) => url.includes('/venues?search='))
    assert.ok(searches.length <= 2, searches.join('\n'))
  })

  test('are used by keyboard: move, select a range, publish, and open', async () => {
    const { page } = await open('/events?sort=start_date')
    await rowOf(page, 'Concert 1').waitFor()
    for (const key of ['j', 'j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Search', { exact: true }).waitFor()
    await page.getByLabel('Select Concert 2', { exact: true }).click()
    await page.getByLabel('Select Concert 5', { exact: true }).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection', exact: true }).click()
    await rowOf(page, 'Unfinished').focus()
    await page.keyboard.press('p')
    await message(page, 'One published.').waitFor()
    assert.equal(await statusOf('Unfinished'), 'publish')
    await page.keyboard.press('Control+z')
    await message(page, 'Undone.').waitFor()
    assert.equal(await statusOf('Unfinished'), 'draft')
    await rowOf(page, 'Concert 2').focus()
    await holdKey(page, 'j', () => Promise.resolve())
    await until(() => rowOf(page, 'Concert 8').evaluate((row) => row.matches(':focus')), Boolean)
    await rowOf(page, 'Concert 2').focus()
    await page.keyboard.press('Enter')
    await until(() => Promise.resolve(/\/events\/\d+$/.test(page.url())), Boolean)
  })

  test('keep a selection in another order, but not in another view, whose rows are others', async () => {
    const { page } = await open('/events')
    const selected = page.getByRole('group', { name: 'For the selected rows' })
    await page.getByLabel('Select Concert 2', { exact: true }).check()
    await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
    await page.getByLabel('Select Concert 60', { exact: true }).waitFor()
    await selected.getByText('One selected').waitFor()
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByLabel('Select Unfinished', { exact: true }).waitFor()
    assert.equal(await selected.count(), 0)
  })

  test('restore from the trash as it was, and delete permanently only once it is confirmed', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Mistake', status: 'draft' }))
    await service.delete(`/events/${body.id}`)
    const { page } = await open('/events')
    await page.getByRole('link', { name: /^Trash/ }).click()
    await page.getByLabel('Select Mistake').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await message(page, 'One restored.').waitFor()
    assert.equal(await statusOf('Mistake'), 'draft')
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    await page.getByLabel('Select Mistake').check()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await message(page, 'One deleted permanently.').waitFor()
    assert.equal((await service.get(`/events/${body.id}`, { as: 'admin:secret' })).status, 404)
  })

  test('say what is lost with what is deleted permanently', async () => {
    const times = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const { body: series } = await service.post('/events', anEvent({ title: 'Doomed', ...times, recurrence }))
    const { body: venue } = await service.post('/venues', { venue: 'Doomed hall' })
    const { body: organizer } = await service.post('/organizers', { organizer: 'Doomed club' })
    const { body: category } = await service.post('/categories', { name: 'Doomed things' })
    const { body: above } = await service.post('/categories', { name: 'Doomed above' })
    await service.post('/categories', { name: 'Left below', parent: above.id })
    for (const path of [`events/${series.id}`, `venues/${venue.id}`, `organizers/${organizer.id}`])
      await service.delete(`/${path}`)
    const { page } = await open('/events')
    const dialog = page.getByRole('dialog')
    const ofEvents = 'It will be removed from all its events. This cannot be undone.'
    for (const [path, loss, name = ''] of [
      ['/events?status=trash&dates=all', 'All dates of a series are deleted with it. This cannot be undone.'],
      ['/venues?status=trash', ofEvents],
      ['/organizers?status=trash', ofEvents],
      ['/categories', ofEvents, ' things'],
      [
        '/categories',
        'It will be removed from all its events, and the categories below it move up a level. This cannot be undone.',
        ' above',
      ],
    ] as const) {
      await goTo(page, path)
      await page.getByLabel(new RegExp(`^Select Doomed${name}`)).check()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await dialog.getByText(loss, { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    for (const path of [`events/${series.id}`, `venues/${venue.id}`, `organizers/${organizer.id}`])
      await service.delete(`/${path}?force=true`)
    await service.delete(`/categories/${category.id}`)
  })

  test('restore what was public as such, also if its text was edited in the trash', async () => {
    const { body } = await service.post('/venues', { venue: 'Old mill' })
    await service.delete(`/venues/${body.id}`)
    await service.patch(`/venues/${body.id}?ml_language=fr`, { venue: 'Vieux moulin' })
    const { page } = await open('/venues?status=trash')
    await page.getByLabel('Select Old mill').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await message(page, 'One restored.').waitFor()
    assert.equal((await service.get(`/venues/${body.id}`)).body.status, 'publish')
  })

  test('restore dates that their series has moved to the trash with its status, unless they have one of their own', async () => {
    const times = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const { body: series } = await service.post('/events', anEvent({ title: 'Choir', ...times, recurrence }))
    const { body } = await service.get(`/events?post_parent=${series.id}&start_date=2027-01-01`)
    const [, second, third] = body.events
    await service.patch(`/events/${third.id}`, { status: 'private' })
    await service.patch(`/events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' })
    const { page } = await open('/events?status=trash&dates=all&search=choir')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await message(page, '2 restored.').waitFor()
    const read = async (id: number) => (await service.get(`/events/${id}`, { as: 'admin:secret' })).body
    const restored = await Promise.all([read(second.id), read(third.id)])
    assert.deepEqual(
      restored.map(({ status, overrides }) => [status, overrides]),
      [
        ['publish', []],
        ['draft', ['status']],
      ],
    )
    await service.delete(`/events/${series.id}`)
    await page.goto(`${service.origin}/admin/events/${second.id}`)
    await page.getByRole('button', { name: 'Restore' }).click()
    await message(page, 'Saved. Status: Published').waitFor()
    await service.delete(`/events/${series.id}?force=true`)
  })

  test('restore a series from the trash with all its dates, as one row', async () => {
    const times = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' }
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const { body: series } = await service.post('/events', anEvent({ title: 'Brass', ...times, recurrence }))
    await service.delete(`/events/${series.id}`)
    const { page } = await open('/events')
    await page.getByRole('link', { name: /^Trash/ }).click()
    await page.getByLabel('Select Brass').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await message(page, 'One restored.').waitFor()
    const { body } = await service.get(`/events?post_parent=${series.id}&start_date=2027-01-01`)
    assert.deepEqual(
      body.events.map(({ overrides }: { overrides: string[] }) => overrides),
      [[], [], []],
    )
    await service.delete(`/events/${series.id}?force=true`)
  })

  test('add a category and take it back', async () => {
    const { page } = await open('/events?sort=start_date')
    const { body } = await service.get('/events?search="Concert 6"&_fields=events.id')
    const categories = async () =>
      (await service.get(`/events/${body.events[0].id}`)).body.categories.map(
        ({ name }: { name: string }) => name,
      )
    await page.getByLabel('Select Concert 6', { exact: true }).check()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('combobox', { name: 'Add category' }).fill('mus')
    await page.getByRole('option', { name: 'Music' }).click()
    await message(page, 'Category added to one event.').waitFor()
    assert.deepEqual(await categories(), ['Music'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.deepEqual(await categories(), [])
  })

  test('change the others, and name the row that somebody else has changed meanwhile', async () => {
    const { page } = await open('/events?sort=start_date')
    for (const title of ['Concert 7', 'Concert 8'])
      await page.getByLabel(`Select ${title}`, { exact: true }).check()
    const { body } = await service.get('/events?search="Concert 7"&_fields=events.id')
    service.now += 60
    await service.patch(`/events/${body.events[0].id}`, { cost: '5' })
    await page.getByRole('button', { name: 'Return to draft' }).click()
    await page.getByRole('alert').getByText('Somebody else has just changed it.').waitFor()
    await message(page, 'One returned to draft.').waitFor()
    assert.deepEqual([await statusOf('Concert 7'), await statusOf('Concert 8')], ['publish', 'draft'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
  })

  test('publish many of one category, and take that back, although each outdates the ETags of the others', async () => {
    const { body: category } = await service.post('/categories', { name: 'Readings' })
    const titles = Array.from({ length: 20 }, (_, index) => `Reading ${index + 1}`)
    for (const title of titles)
      await service.post('/events', anEvent({ title, status: 'draft', categories: [category.id] }))
    const statuses = async () => [...new Set(await Promise.all(titles.map(statusOf)))]
    const { page } = await open('/events?status=draft&dates=all&search=reading')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await message(page, '20 published.').waitFor()
    assert.deepEqual(await statuses(), ['publish'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.deepEqual(await statuses(), ['draft'])
    await service.delete(`/categories/${category.id}`)
  })

  test('undo a category except where somebody else has changed the categories meanwhile', async () => {
    const { body: dance } = await service.post('/categories', { name: 'Dance' })
    const { page } = await open('/events?sort=start_date')
    const idOf = async (title: string) =>
      (await service.get(`/events?search="${title}"&_fields=events.id`)).body.events[0].id as number
    const categories = async (id: number) =>
      (await service.get(`/events/${id}`)).body.categories.map(({ name }: { name: string }) => name)
    const [other, own] = [await idOf('Concert 20'), await idOf('Concert 21')]
    for (const title of ['Concert 20', 'Concert 21'])
      await page.getByLabel(`Select ${title}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('combobox', { name: 'Add category' }).fill('mus')
    await page.getByRole('option', { name: 'Music' }).click()
    await message(page, 'Category added to 2 events.').waitFor()
    await service.patch(`/events/${other}`, { categories: ['Music', 'Dance'] })
    await service.patch(`/events/${own}`, { cost: '7' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone for one.').waitFor()
    await page.getByRole('alert').getByText('Somebody else has just changed it.').waitFor()
    assert.deepEqual([await categories(other), await categories(own)], [['Music', 'Dance'], []])
    await service.delete(`/categories/${dance.id}`)
  })

  test('do not say that something is undone which was refused', async () => {
    const { page } = await open('/events')
    await rowOf(page, 'Unfinished').focus()
    await page.keyboard.press('p')
    await message(page, 'One published.').waitFor()
    await page.route(/\/cal\/events\/v1\/events\/\d+/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { code: 'rest_forbidden', message: 'You may not.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alert').getByText('You may not.').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await message(page, 'Undone').count(), 0)
    assert.equal(await statusOf('Unfinished'), 'publish')
  })

  test('keep views and columns in the browser', async () => {
    const { page } = await open('/events?search=concert+1')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('First concerts')
    await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('link', { name: 'First concerts', exact: false }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Cost').check()
    await page.keyboard.press('Escape')
    await page.goto(`${service.origin}/admin/events`)
    await page.getByRole('link', { name: /First concerts/ }).click()
    await page.getByRole('columnheader', { name: 'Cost' }).waitFor()
    assert.match(page.url(), /search=concert\+1/)
    await page.getByRole('button', { name: 'Remove this view' }).click()
    await message(page, 'The view “First concerts” was removed.').waitFor()
    assert.equal(await page.getByRole('link', { name: /First concerts/ }).count(), 0)
  })

  test('call only occurrences a part of a series', async () => {
    const { body: rink } = await service.post(
      '/events',
      anEvent({ title: 'Ice rink', recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }),
    )
    await service.post('/events', anEvent({ title: 'Ice rink closes', post_parent: rink.id }))
    const { page } = await open('/events?search=ice')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Series', { exact: true }).check()
    await page.keyboard.press('Escape')
    await rowOf(page, 'Ice rink').first().getByText('part of a series').waitFor()
    assert.equal(await rowOf(page, 'Ice rink closes').getByText('part of a series').count(), 0)
    await service.delete(`/events/${rink.id}?force=true`)
  })

  test('keep the views that are saved in two tabs, and show them in both', async () => {
    const { page } = await open('/venues?search=a')
    const beside = await page.context().newPage()
    await beside.goto(`${service.origin}/admin/venues?search=b`)
    for (const [tab, name] of [
      [page, 'View one'],
      [beside, 'View two'],
    ] as const) {
      await tab.getByRole('button', { name: 'Save this view' }).click()
      await tab.getByLabel('Name').fill(name)
      await tab.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
      await tab.getByRole('link', { name }).waitFor()
    }
    for (const name of ['View one', 'View two']) {
      await page.getByRole('link', { name }).waitFor()
      await beside.getByRole('link', { name }).waitFor()
    }
    await page.reload()
    await page.getByRole('link', { name: 'View two' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'View one' }).count(), 1)
  })

  test('show people without the right to edit others what is theirs', async () => {
    const as = await makeWorker(service, 'contributor', 'contributor')
    const { page } = await open('/events', { as })
    await page.getByText('Nothing here yet').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Tags' }).count(), 0)
  })

  test('never select what the user may not change', async () => {
    const as = await makeWorker(service, 'selector', 'contributor')
    const { body } = await service.get('//cal/admin/v1/users?search=selector', { as: 'admin:secret' })
    const author = body.users[0].id as number
    for (const [day, status] of ['draft', 'publish', 'draft'].entries())
      await service.post('/events', {
        ...anEvent({ title: `Selected ${day}`, status, author }),
        ...{ start_date: `2027-06-0${day + 1} 10:00:00`, end_date: `2027-06-0${day + 1} 11:00:00` },
      })
    const { page } = await open('/events', { as })
    const selected = page.getByText('2 selected', { exact: true })
    await rowOf(page, 'Selected 0').focus()
    await page.keyboard.press('x')
    const held = await holdBack(page, '**/events?*per_page=100*', 'GET')
    const isAsked = held.sent()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await isAsked
    // Only the one that is selected so far would be in the trash.
    await page.getByRole('button', { name: 'Move to the trash', disabled: true }).waitFor()
    held.letGo()
    await selected.waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, 'Selected 0').focus()
    await page.keyboard.press('x')
    await rowOf(page, 'Selected 2').focus()
    await page.keyboard.press('Shift+X')
    await selected.waitFor()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByText('2 moved to the trash.').waitFor()
    assert.equal(await page.getByText('not changed').count(), 0)
  })

  test('say that nothing matches', async () => {
    const { page } = await open('/events?search=nowhere')
    await page.getByRole('heading', { name: 'No events match these filters' }).waitFor()
    await assertAccessible(page, 'empty')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await rowOf(page, 'Concert 1').waitFor()
  })

  test('say that the trash is empty', async () => {
    const { page } = await open('/organizers')
    await page.getByRole('link', { name: /^Trash/ }).click()
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  })

  test('offer the shortcut to publish only for what can be published', async () => {
    const { page } = await open('/events?sort=start_date')
    await page.getByText('P publish', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Categories' }).click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
    await page.getByText('X select', { exact: true }).waitFor()
    assert.equal(await page.getByText('P publish', { exact: true }).count(), 0)
  })

  test('offer no shortcut to publish to those who may not', async () => {
    const as = await makeWorker(service, 'helper', 'contributor')
    const { body } = await service.get('//cal/admin/v1/users?search=helper', { as: 'admin:secret' })
    await service.post('/events', anEvent({ title: 'Of a helper', author: body.users[0].id }))
    const { page } = await open('/events', { as })
    await rowOf(page, 'Of a helper').waitFor()
    await page.getByText('X select', { exact: true }).waitFor()
    assert.equal(await page.getByText('P publish', { exact: true }).count(), 0)
  })

  test('are a list on a phone, and fit a tablet in the dark', async () => {
    const phone = await open('/events', { viewport: { width: 390, height: 800 } })
    await phone.page.getByRole('list', { name: 'Events' }).getByText('Concert 1', { exact: true }).waitFor()
    assert.equal(await phone.page.getByRole('table').count(), 0)
    await assertAccessible(phone.page, 'phone')
    const size = await phone.page.evaluate(
      `getComputedStyle(document.querySelector('.input--dense')).fontSize`,
    )
    assert.equal(size, '16px', 'Safari enlarges the page when a field of smaller text has the focus')
    await service.post('/venues', { venue: 'Hall on a phone' })
    await goTo(phone.page, '/venues')
    const { x } = (await phone.page.getByText('Hall on a phone', { exact: true }).boundingBox())!
    assert.ok(x < 50, 'where there is no date, there is no column for it')
    const tablet = await open('/events', { viewport: { width: 768, height: 900 }, colorScheme: 'dark' })
    await rowOf(tablet.page, 'Concert 1').waitFor()
    await assertAccessible(tablet.page, 'tablet')
  })

  for (const [locale, title] of [
    ['fr', 'Événements'],
    ['de', 'Veranstaltungen'],
  ] as const)
    test(`speak ${locale}`, async () => {
      const { page, unexpectedProblems } = await open('/events', { locale })
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await rowOf(page, 'Concert 1').waitFor()
      await assertAccessible(page, locale)
      assert.deepEqual(unexpectedProblems(), [])
    })
})
