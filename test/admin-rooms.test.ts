import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, goTo, holdBack, openAdmin, watchQuiet } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { anEvent, Service, type Json } from './service.ts'

/** What people do beyond one room: repeating, taking back, finding, leaving, and working on without the service. */

describe('the administration', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_CURRENCY: 'CHF' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string, options = {}) => {
    const visited = await openAdmin(service, visit, path, options)
    visited.page.setDefaultTimeout(20_000)
    return visited
  }
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title in English' })
  /** What the description has once this was pasted into it. */
  const pasted = async (page: Page, html: string) => {
    const text = page.getByRole('textbox', { name: 'Description in English' })
    await text.focus()
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(paste)
    }`)
    return text.innerHTML()
  }
  const isSaved = (page: Page) =>
    page
      .getByRole('complementary')
      .getByRole('status')
      .getByText(/^Saved \d\d:\d\d$/)
      .waitFor()
  const weekly = async (fields: Json = {}): Promise<Json> => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
    const start = { start_date: '2027-03-02 19:00:00', end_date: '2027-03-02 21:00:00' }
    return (await service.post('/events', anEvent({ title: 'Choir', ...start, recurrence, ...fields }))).body
  }
  const datesOf = async ({ id }: Json): Promise<Json[]> =>
    (await service.get(`/events?start_date=2027-01-01&post_parent=${id}`)).body.events

  test('a rule is read in words while it is made, with its dates, and kept where the form has no words for it', async () => {
    const series = await weekly()
    const { page, requests } = await open(`/events/${series.id}`)
    const repeats = page.getByRole('group', { name: 'Repeats' })
    await repeats.getByText('Every Tuesday, 4 times', { exact: true }).waitFor()
    await repeats.getByRole('checkbox', { name: 'Thu' }).check()
    await repeats.getByText('Every Tuesday and Thursday, 4 times', { exact: true }).waitFor()
    await repeats.getByRole('combobox', { name: 'Stops' }).selectOption('until')
    await repeats.getByRole('textbox', { name: 'Last day' }).fill('30.6.2027')
    await repeats.getByText('Every Tuesday and Thursday until 30 June 2027', { exact: true }).waitFor()
    await repeats.getByRole('button', { name: 'Leave out Thu 4 Mar 2027' }).click()
    await repeats.getByText('Every Tuesday and Thursday until 30 June 2027, except 1 date').waitFor()
    await page.getByRole('button', { name: 'Update' }).click()
    await isSaved(page)
    assert.deepEqual((await service.get(`/events/${series.id}`)).body.recurrence, [
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630',
      'EXDATE:20270304T190000',
    ])
    await assertPublished(service, requests)

    const strange = await weekly({ recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=-1;COUNT=3'] })
    await page.goto(`${service.origin}/admin/events/${strange.id}`)
    await repeats.getByText('Repeats, 3 times', { exact: true }).waitFor()
    await repeats
      .getByRole('button', { name: /^Leave out/ })
      .nth(2)
      .waitFor()
    await assertAccessible(page, 'a rule of its own')
  })

  test('a last day before the start is told, because only one date is left', async () => {
    const series = await weekly()
    const { page } = await open(`/events/${series.id}`)
    const repeats = page.getByRole('group', { name: 'Repeats' })
    await repeats.getByRole('combobox', { name: 'Stops' }).selectOption('until')
    const told = repeats.getByRole('alert').getByText(/^The last day is before the start/)
    await repeats.getByRole('textbox', { name: 'Last day' }).fill('1.3.2027')
    await told.waitFor()
    await repeats.getByRole('textbox', { name: 'Last day' }).fill('2.3.2027')
    await told.waitFor({ state: 'detached' })
  })

  test('the colours of categories have names, in the form, in the table and in the history', async () => {
    const { body: category } = await service.post('/categories', { name: 'Coloured', hue: 5 })
    await service.patch(`/categories/${category.id}`, { hue: 9 })
    const { page } = await open(`/categories/${category.id}`)
    assert.equal(await page.getByRole('radio', { name: 'Plum' }).isChecked(), true)
    await goTo(page, '/categories')
    await page.getByRole('row', { name: 'Coloured' }).getByRole('img', { name: 'Plum' }).waitFor()
    await goTo(page, `/categories/${category.id}/history`)
    await page.getByText('Pine green').first().waitFor()
  })

  test('a change of this date and those after it is undone as a whole', async () => {
    const series = await weekly({ title: 'Whole choir' })
    const before = await datesOf(series)
    const { page } = await open(`/events/${before[2]!.id}`)
    await title(page).fill('Half a choir')
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await dialog.getByRole('radio', { name: 'This and all later ones 2 dates' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await isSaved(page)
    assert.equal((await datesOf(series)).length, 2)
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual(
      (await datesOf(series)).map(({ id, title }) => [id, title]),
      before.map(({ id }) => [id, 'Whole choir']),
    )
    assert.equal(await title(page).inputValue(), 'Whole choir')
  })

  test('a cost is shown as visitors read it, while it is typed', async () => {
    const { page } = await open('/events/new')
    const shown = page.getByRole('definition')
    await page.getByRole('textbox', { name: 'Cost in English' }).fill('30 - 0')
    await shown.getByText('Free – CHF 30').first().waitFor()
    await shown.getByText('Gratuit – CHF 30').waitFor()
  })

  test('the calendar of a day is used by keyboard', async () => {
    const { page } = await open('/events/new')
    const day = page.getByLabel('Start day', { exact: true })
    await day.fill('2027-03-02')
    await day.press('Alt+ArrowDown')
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor({ state: 'detached' })
    assert.equal(await day.inputValue(), 'Wed 3 Mar 2027')
  })

  test('formatted text has its keys', async () => {
    const { page } = await open('/events/new')
    const text = page.getByRole('textbox', { name: 'Description in English' })
    await text.click()
    await page.keyboard.type('plain ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await text.locator('strong').getByText('bold').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await text.getByRole('listitem').getByText('one').waitFor()
    await page.keyboard.press('Control+z')
    await text.getByText('one').waitFor({ state: 'detached' })
  })

  test('bold and italic text from Google Docs is pasted as such', async () => {
    const { page } = await open('/events/new')
    const copied =
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">plain, </span>' +
      '<span style="font-weight:700">bold</span><span style="font-style:italic">, italic</span></p></b>'
    assert.equal(await pasted(page, copied), '<p>plain, <strong>bold</strong><em>, italic</em></p>')
  })

  test('a link that the service would not keep is pasted as text, and one without a target is edited as such', async () => {
    const { page } = await open('/events/new')
    const copied =
      '<p><a href="file:///C:/a.doc">a</a> <a href="https://example.org/">b</a> <a href="#notes">c</a></p>'
    assert.equal(
      await pasted(page, copied),
      '<p>a <a href="https://example.org/">b</a> <a href="#notes">c</a></p>',
    )
    const { body } = await service.post('/events', anEvent({ description: '<p><a>a</a></p>' }))
    await goTo(page, `/events/${body.id}`)
    await page
      .getByRole('textbox', { name: 'Description in English' })
      .getByText('a', { exact: true })
      .waitFor()
  })

  test('what is bold or italic without a style is pasted as such, and headings are not bold again', async () => {
    const { page } = await open('/events/new')
    const copied =
      '<h2 style="font-weight: 700">Title</h2><p><b>bold <i style="font-style: normal">upright</i></b> and <em>italic</em></p>'
    assert.equal(
      await pasted(page, copied),
      '<h2>Title</h2><p><strong>bold upright</strong> and <em>italic</em></p>',
    )
  })

  test('lists from Word are pasted as lists, by level', async () => {
    const { page } = await open('/events/new')
    const item = (text: string, label = '·', list = 'l0 level1 lfo1') =>
      `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;\nmso-list:${list}'>` +
      `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${label}<span ` +
      `style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
    const copied = [
      '<p class=MsoNormal>Bring:</p>',
      item('bread'),
      item('dark', 'o', 'l0 level2 lfo1'),
      item('white', 'o', 'l0 level2 lfo1'),
      item('cheese'),
      item('come', '1.', 'l1 level1 lfo2'),
      '<p class=MsoNormal>And then:</p>',
      item('eat', '2.', 'l1 level1 lfo2'),
    ].join('')
    assert.equal(
      await pasted(page, copied),
      '<p>Bring:</p><ul><li><p>bread</p><ul><li><p>dark</p></li><li><p>white</p></li></ul></li><li><p>cheese</p></li></ul>' +
        '<ol><li><p>come</p></li></ol><p>And then:</p><ol start="2"><li><p>eat</p></li></ol>',
    )
  })

  test('blank lines between paragraphs are not pasted, because these have a distance', async () => {
    const { page } = await open('/events/new')
    const docs =
      '<b style="font-weight:normal;"><h2>Title</h2><br><p>one<br>line</p><br><br><p>two</p></b><br>'
    const word =
      '<p class=MsoNormal>three</p>\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\n<p class=MsoNormal>four</p>'
    const ruled = '<div><hr></div><p>five</p>'
    assert.equal(
      await pasted(page, docs + word + ruled),
      '<h2>Title</h2><p>one<br>line</p><p>two</p><p>three</p><p>four</p><hr contenteditable="false"><p>five</p>',
    )
  })

  test('rows of a table are pasted as lines, with what separates the cells', async () => {
    const { page } = await open('/events/new')
    const copied =
      '<table><caption>Tuesday</caption><thead><tr><th>When</th><th>What</th></tr></thead>\n' +
      '<tbody><tr><td>19:00</td><td>Choir, <b>free</b></td><td></td></tr>\n' +
      '<tr><td><p class=MsoNormal>20:00<o:p></o:p></p></td><td><p class=MsoNormal>Film<o:p></o:p></p></td></tr>' +
      '<tr><td>21:00</td><td><ul><li>Bar</li><li>Music</li></ul></td></tr></tbody></table><p>Come!</p>'
    assert.equal(
      await pasted(page, copied),
      '<p>Tuesday</p><p>When · What</p><p>19:00 · Choir, <strong>free</strong></p><p>20:00 · Film</p>' +
        '<p>21:00</p><ul><li><p>Bar</p></li><li><p>Music</p></li></ul><p>Come!</p>',
    )
  })

  test('who leaves with unsaved changes is asked, and finds them again', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'To leave' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Not saved')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await title(page).inputValue(), 'Not saved')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await dialog.getByRole('button', { name: 'Leave and keep it here' }).click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    await page.goto(`${service.origin}/admin/events/${event.id}`)
    await page.getByText(/^We found what you wrote on/).waitFor()
    assert.equal(await title(page).inputValue(), 'Not saved')
  })

  test('a late answer to a create takes nobody from another form', async () => {
    const { page } = await open('/events/new?start_date=2027-03-02T19:00&end_date=2027-03-02T21:00')
    const creates = await holdBack(page, '**/cal/events/v1/events?*', 'POST')
    await title(page).fill('Late')
    const sent = creates.sent()
    await page.keyboard.press('Control+s')
    await sent
    await page.getByRole('link', { name: 'Venues' }).first().click()
    await page.getByRole('button', { name: 'Leave and keep it here' }).click()
    await page.getByRole('link', { name: 'New venue' }).first().click()
    const venue = page.getByRole('textbox', { name: 'Name in English' })
    await venue.fill('The old crea')
    creates.letGo()
    await page.getByText(/^Saved\./).waitFor()
    assert.match(page.url(), /\/venues\/new$/)
    assert.equal(await venue.inputValue(), 'The old crea')
  })

  test('who goes back from a form to what was made before is asked', async () => {
    const { page } = await open('/venues/new')
    const venue = page.getByRole('textbox', { name: 'Name in English' })
    await venue.fill('Made before')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/venues\/\d+$/)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('link', { name: 'New venue' }).first().click()
    await page.waitForURL(/\/venues\/new$/)
    await venue.fill('Half typed')
    await page.evaluate('history.go(-2)')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  })

  const late = {
    'an upload': {
      room: '/media',
      path: '**/cal/admin/v1/media',
      field: 'Files to upload',
      file: async () => ({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: await plain(40, 30).png().toBuffer(),
      }),
    },
    'an import': {
      room: '/import',
      path: '**/cal/admin/v1/imports',
      field: 'File to import',
      file: async () => ({
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('title,start_date\nA,2027-03-02\n'),
      }),
    },
  }
  for (const [what, { room, path, field, file }] of Object.entries(late))
    test(`a late answer to ${what} takes nobody from another room`, async () => {
      const { page } = await open(room)
      const uploads = await holdBack(page, path, 'POST')
      const sent = uploads.sent()
      await page.getByLabel(field).setInputFiles(await file())
      await sent
      await page.getByRole('link', { name: 'Tags' }).first().click()
      await page.getByRole('heading', { name: 'Tags' }).waitFor()
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      uploads.letGo()
      await answered
      // What follows the answer takes a moment, and would lead away only then.
      await page.waitForTimeout(1000)
      assert.match(page.url(), /\/tags$/)
    })

  test('what is typed while the service is away is saved when it is back', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Patient' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).waitFor()
    await page.context().setOffline(true)
    await title(page).fill('Patient and kept')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('No connection.').waitFor()
    await page.context().setOffline(false)
    await isSaved(page)
    assert.equal((await service.get(`/events/${event.id}`)).body.title, 'Patient and kept')
  })

  /** Which files of rooms cannot be loaded, by what is in them. */
  const withoutParts = async (page: Page) => {
    let held: Promise<void> | undefined
    const lost = {
      isLost: (_text: string): boolean => false,
      how: 'abort' as 'abort' | 'missing',
      /** Answers wait until the returned function is called. */
      hold() {
        let letGo!: () => void
        held = new Promise((resolve) => (letGo = resolve))
        return letGo
      },
    }
    await page.route('**/assets/admin-part-*', async (route) => {
      // As of the request, because a room may be asked for twice: when its link is pointed at, and when it opens.
      const { isLost } = lost
      const response = await route.fetch()
      await held
      if (!isLost(await response.text())) return route.fulfill({ response })
      return lost.how === 'abort' ? route.abort() : route.fulfill({ status: 404 })
    })
    return lost
  }
  const bar = (page: Page) => page.getByRole('navigation', { name: 'Sections', exact: true })
  const isFocused = (page: Page, selector: string) =>
    until(() => page.evaluate<boolean>(`document.activeElement.matches('${selector}')`), Boolean)

  test('a room that cannot be loaded leaves the others, and opens when there is a connection', async () => {
    const { page } = await open('/')
    const lost = await withoutParts(page)
    await page.context().setOffline(true)
    lost.isLost = () => true
    await bar(page).getByRole('link', { name: 'Venues' }).click()
    await page.getByRole('heading', { name: 'This section could not be loaded.' }).waitFor()
    await page.getByText('It will open automatically once the connection is back.').waitFor()
    await page.getByText('No connection.').waitFor()
    assert.match(await page.title(), /^This section could not be loaded\./)
    assert.equal(await page.getByRole('button', { name: 'Reload the page' }).count(), 0)
    await isFocused(page, '#main')
    lost.isLost = () => false
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    assert.match(await page.title(), /^Venues/)
  })

  test('a room that the service no longer has leaves the others', async () => {
    const { page } = await open('/')
    const lost = await withoutParts(page)
    Object.assign(lost, { isLost: () => true, how: 'missing' })
    await bar(page).getByRole('link', { name: 'Tags' }).click()
    await page.getByText('The service may have been updated.').waitFor()
    await page.getByRole('button', { name: 'Reload the page' }).waitFor()
    await assertAccessible(page, 'a room that is not loaded')
    await bar(page).getByRole('link', { name: 'Board' }).click()
    await page.locator('.grid__day').first().waitFor()
    const letGo = lost.hold()
    await bar(page).getByRole('link', { name: 'Tags' }).click()
    await page.locator('#main').getByText('Loading…').waitFor({ state: 'attached' })
    assert.equal(await page.getByText('The service may have been updated.').count(), 0)
    letGo()
    await page.getByText('The service may have been updated.').waitFor()
    lost.isLost = () => false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Tags' }).waitFor()
    await isFocused(page, '#main')
  })

  test('what a form can do without takes nothing with it when it cannot be loaded', async () => {
    const { page } = await open('/tags')
    const lost = await withoutParts(page)
    lost.isLost = (text) => /aria-multiline|palette__list/.test(text)
    await page.keyboard.press('n')
    await title(page).fill('Half written')
    await page.keyboard.press('Control+k')
    await page.locator('#messages').getByText('“Find or do” could not be loaded.').waitFor()
    assert.equal(await title(page).inputValue(), 'Half written')
    const description = page.getByRole('group', { name: 'Description' })
    await description.getByText('The editor could not be loaded, so the text is shown as HTML.').waitFor()
    await page.getByRole('textbox', { name: 'Description in English' }).fill('<p>Even so</p>')
    await assertAccessible(page, 'a form without its editor')
    lost.isLost = () => false
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find or do' }).waitFor()
  })

  test('what is typed while the palette is loading is searched for, and does nothing in the room', async () => {
    const { page } = await open('/tags')
    const letGo = (await withoutParts(page)).hold()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new event')
    letGo()
    const field = page.getByRole('dialog', { name: 'Find or do' }).getByRole('combobox')
    const hasText = (expected: string) =>
      until(
        () => field.inputValue(),
        (text) => text === expected,
      )
    await hasText('new event')
    await page.keyboard.type('s')
    await hasText('new events')
    assert.equal(new URL(page.url()).pathname, '/admin/tags')
  })

  test('an error in a room leaves the others', async () => {
    const { page } = await open('/')
    await page.route('**/cal/admin/v1/system', (route) => route.fulfill({ json: {} }))
    await bar(page).getByRole('link', { name: 'System' }).click()
    await page.getByRole('heading', { name: 'Something went wrong on this page.' }).waitFor()
    await isFocused(page, '#main')
    await bar(page).getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('heading', { name: 'Tags' }).waitFor()
  })

  test('the board says that it cannot be read, and is read again', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    let isDown = true
    await page.route('**/cal/events/v1/events?**during=**', (route) =>
      isDown
        ? route.fulfill({ status: 500, json: { code: 'internal_error', message: 'It broke.', data: {} } })
        : route.continue(),
    )
    await openAdmin(service, () => Promise.resolve({ page, problems: [], requests: [] }), '/?date=2027-03')
    await page.getByText('It broke.').waitFor()
    assert.equal(await page.getByText('There are no events here yet.').count(), 0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It broke.').waitFor({ state: 'detached' })
    await page.locator('.grid__cell[data-date="2027-03-15"]').waitFor()
  })

  test('images that cannot be listed are not counted as none', async () => {
    const { page } = await openAdmin(service, visit, '/categories')
    let isDown = true
    await page.route('**/cal/admin/v1/media?**', (route) =>
      isDown ? route.fulfill({ status: 403, json: { code: 'x', message: 'No.' } }) : route.continue(),
    )
    await goTo(page, '/media')
    await page.getByText('No. (403)').waitFor()
    assert.equal(await page.getByText(/^\d+ images?$/).count(), 0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/^\d+ images?$/).waitFor()
  })

  test('events, rooms and actions are found and done by words', async () => {
    await service.post('/events', anEvent({ title: 'Zither night' }))
    const { page, requests } = await open('/')
    const dialog = page.getByRole('dialog', { name: 'Find or do' })
    const field = dialog.getByRole('combobox', { name: 'Find or do' })
    await page.keyboard.press('Control+k')
    await field.fill('zither')
    const option = dialog.getByRole('option', { name: /Zither night/ }).first()
    await option.waitFor()
    await assertAccessible(page, 'find or do')
    if ((await option.getAttribute('data-focused')) === null) await field.press('ArrowDown')
    await field.press('Enter')
    await page.waitForURL(/\/events\/\d+$/)
    await title(page).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('org')
    await dialog.getByRole('option', { name: /^Organizers/ }).click()
    await page.waitForURL(/\/organizers$/)
    await page.getByRole('button', { name: /^Find or do/ }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await assertPublished(service, requests)
  })

  test('what was decided is listed', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Sent back', status: 'pending' }))
    await service.post(`//cal/admin/v1/events/${event.id}/review`, { decision: 'return', note: 'Which day?' })
    const { page } = await open('/review')
    await page.getByRole('link', { name: 'Sent back for changes' }).click()
    const decisions = page.getByRole('navigation', { name: 'Decisions' })
    await decisions.getByRole('link', { name: /Sent back.*admin/ }).click()
    await page.getByText('This event is no longer waiting for review.').waitFor()
    await assertAccessible(page, 'decisions')
  })

  test('a new event begins in its title, and each field that it lacks says so', async () => {
    const { page } = await open('/events')
    await page.getByRole('button', { name: 'Columns' }).waitFor()
    await page.keyboard.press('n')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('A night of nine candles')
    assert.equal(await title(page).inputValue(), 'A night of nine candles')
    await title(page).fill('')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: 'Title: Fill in this field.' }).waitFor()
    await page.getByRole('link', { name: 'Starts: Fill in this field.' }).waitFor()
  })

  test('what opens at the end of a line stays in the window', async () => {
    const { page } = await open('/events')
    await page.getByRole('button', { name: 'Columns' }).click()
    const { x, width } = (await page.getByRole('dialog', { name: 'Columns' }).boundingBox())!
    assert.ok(x + width <= 1440)
  })

  test('no room is wider than a tablet or a phone', async () => {
    const place = {
      venue: 'Bibliothèque municipale de la Vieille Ville',
      address: 'Rue du Grand-Chêne 26',
      city: 'Biel',
    }
    const host = {
      organizer: 'Société des amis de la bibliothèque',
      email: 'amis-de-la-bibliotheque@example.org',
    }
    const { body } = await service.post(
      '/events',
      anEvent({ title: 'Lecture', venue: place, organizer: host }),
    )
    const narrow = ['', `events/${body.id}`, `events/${body.id}/history`, 'events', 'venues', 'categories']
    const others = ['translations', 'review', 'media', 'import', 'users', 'settings', 'system', 'log', 'me']
    for (const width of [768, 360, 320]) {
      const { page } = await open('/me', { viewport: { width, height: 900 }, locale: 'fr' })
      const isQuiet = watchQuiet(page)
      for (const room of [...narrow, ...others]) {
        await goTo(page, `/${room}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await isQuiet()
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(beyond, 0, `${room} at ${width} px`)
      }
    }
  })

  test('no long word widens a page or covers what is beside it', async () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    const writer = { username: 'writer', name: word, role: 'contributor', password: 'password of writer' }
    const { body: user } = await service.post('//cal/admin/v1/users', writer)
    const submit = async () => {
      const fields = anEvent({ title: word, status: 'pending', venue: { venue: word } })
      return (await service.post('/events', fields, { as: 'writer:password of writer' })).body.id as number
    }
    const [decided, waiting] = [await submit(), await submit()]
    await service.post(`//cal/admin/v1/events/${decided}/review`, { decision: 'return', note: word })
    const { body: image } = await upload(service, await plain(300, 200).png().toBuffer(), {
      fields: { alt: word },
    })
    await service.patch(`/events/${waiting}`, { image: String(image.id) })
    const rooms = [
      `review/${waiting}`,
      `review/${decided}?list=decided`,
      `events/${waiting}/history`,
      'events',
    ]
    const others = [`media/${image.id}`, `users/${user.id}`, '?view=list']
    for (const width of [1440, 768, 360]) {
      const { page } = await open('/me', { viewport: { width, height: 900 } })
      const isQuiet = watchQuiet(page)
      for (const room of [...rooms, ...others]) {
        await goTo(page, `/${room}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await isQuiet()
        const beyond = await page.evaluate(`{
          const boxes = [...document.querySelectorAll('main :is(nav, section, aside, li, h2, dd)')]
          const isWide = (box) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1
          boxes.filter((box) => isWide(box) && getComputedStyle(box).overflowX === 'visible').map((box) => box.innerText)
        }`)
        assert.deepEqual(beyond, [], `${room} at ${width} px`)
      }
      await goTo(page, `/events/${waiting}`)
      const remove = page.getByRole('button', { name: `Remove venue ${word}` })
      const target = (await remove.boundingBox())!
      assert.ok(target.width >= 24, `${target.width} px wide at ${width} px`)
      // Phones have a list instead.
      if (width < 768) continue
      await goTo(page, '/?view=month&date=2026-12')
      const times = page.locator('.ev time')
      await times.first().waitFor()
      for (const time of await times.all())
        assert.ok((await time.boundingBox())!.height < 30, 'times stay whole')
    }
    for (const id of [decided, waiting]) await service.delete(`/events/${id}?force=true`)
  })

  test('what does not exist is said without an offer to try again', async () => {
    const { page } = await open('/me')
    for (const [path, sentence] of [
      ['/users/x', 'There is nothing at this address.'],
      ['/users/999999', 'This user does not exist.'],
      ['/media/999999', 'This image does not exist.'],
    ] as const) {
      await goTo(page, path)
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
    }
  })

  test('what is not seen is in the language that was chosen, too', async () => {
    const { page } = await open('/events', { locale: 'de-CH' })
    await page.evaluate(`localStorage.setItem('calends.language', 'fr')`)
    await page.reload()
    await page.getByRole('button', { name: 'Colonnes' }).click()
    const close = page.getByRole('button', { name: 'Rejeter' })
    await close.first().waitFor({ state: 'attached' })
  })

  test('what is chosen on a phone comes into view', async () => {
    for (let one = 10; one < 20; one += 1)
      await service.post('//cal/admin/v1/users', { username: `phone-${one}`, role: 'author' })
    const { page } = await open('/users', { viewport: { width: 360, height: 740 } })
    await page.getByRole('link', { name: 'phone-10' }).click()
    const { y } = (await page.getByRole('heading', { name: 'phone-10' }).boundingBox())!
    assert.ok(y < 100, `${y} px below the top`)
  })

  test('several are changed at once on a phone', async () => {
    await service.post('/events', anEvent({ title: 'On a phone' }))
    const { page } = await open('/events?search=phone', { viewport: { width: 390, height: 800 } })
    await page.getByRole('button', { name: 'Select several' }).click()
    await page.getByRole('checkbox', { name: 'Select On a phone' }).check()
    await page.getByRole('group', { name: 'For the selected rows' }).getByText('One selected').waitFor()
    await assertAccessible(page, 'selecting on a phone')
  })
})
