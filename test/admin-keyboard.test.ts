import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { photograph, until } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** What editors come for, by the keyboard alone; controls are known by role and accessible name. */

/** What has the focus, as it is read out: `button "Publish"`. */
async function focused(page: Page): Promise<string> {
  const snapshot = await page.locator(':focus').ariaSnapshot({ timeout: 2_000 })
  return snapshot.split('\n')[0]!.replace(/^- '?/, '')
}

/** Presses a key until a control has the focus; answers how often. Fails with the names of those that it passed. */
async function reach(
  page: Page,
  role: string,
  name: string,
  { key = 'Tab', within = 30 } = {},
): Promise<number> {
  const wanted = new RegExp(`^${role} "${name}`)
  const passed: string[] = []
  for (;;) {
    const now = await focused(page).catch(() => 'nothing')
    if (wanted.test(now)) return passed.length
    assert.ok(passed.length < within, `${role} “${name}” is not reached by ${key}:\n${passed.join('\n')}`)
    passed.push(now)
    await page.keyboard.press(key)
  }
}

/** Goes to a control and presses Enter there. */
async function press(page: Page, role: string, name: string, options = {}): Promise<void> {
  await reach(page, role, name, options)
  await page.keyboard.press('Enter')
}

/** Goes to a field, and writes over what stands there. */
async function write(page: Page, name: string, text: string, options: { role?: string; key?: string } = {}) {
  await reach(page, options.role ?? 'textbox', name, options)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

const hasFocus = (page: Page, name: RegExp) =>
  until(
    () => focused(page).catch(() => ''),
    (now) => name.test(now),
  )

/** Presses the arrow until an option of the list is marked, because the list opens once it is found. */
const mark = (page: Page, option: string) =>
  until(
    async () => {
      await page.keyboard.press('ArrowDown')
      return page.evaluate<string | null | undefined>(
        `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`,
      )
    },
    (marked) => marked === option,
  )

const back = { key: 'Shift+Tab' }

describe('by the keyboard alone', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_RATE_LIMIT: 'on' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string, options = {}) => {
    const visited = await openAdmin(service, visit, path, options)
    visited.page.setDefaultTimeout(20_000)
    await visited.page.getByRole('heading', { level: 1 }).waitFor()
    await press(visited.page, 'link', 'Skip to the content', { within: 2 })
    return visited
  }
  const message = (page: Page, text: string | RegExp) =>
    page.getByRole('status', { name: 'Messages' }).getByText(text).first().waitFor()
  const make = async (fields: Readonly<Record<string, unknown>>, options = {}): Promise<number> =>
    (await service.post('/events', anEvent(fields), options)).body.id as number
  const valueOf = async (id: number, name: string) =>
    (await service.get(`/events/${id}`, { as: administrator })).body[name] as unknown

  test('an event with a new venue is made, translated, published, and seen by visitors', async () => {
    const { page } = await open('/')
    await page.keyboard.press('n')
    await hasFocus(page, /^textbox "Title in English/)
    await page.keyboard.type('Evening of dice')
    await write(page, 'Title in French', 'Soirée de dés')
    await write(page, 'Start day', '10.1.2027')
    await write(page, 'Start time', '19:30')
    await write(page, 'End time', '21:45')
    await write(page, 'Venue', 'Card room', { role: 'combobox' })
    await mark(page, 'Create venue “Card room”')
    await page.keyboard.press('Enter')
    await write(page, 'Name in French', 'Salon des cartes')
    await page.keyboard.press('Enter')
    await message(page, '“Card room” was created.')
    await hasFocus(page, /^button "Remove venue Card room"/)
    await write(page, 'Description in French', 'On joue jusqu’à minuit.')
    await press(page, 'button', 'Publish')
    await message(page, 'Saved. Status: Published')
    await press(page, 'link', 'Open the page')
    await page.waitForURL(/\/events?\//)
    await page.getByRole('heading', { level: 1, name: 'Evening of dice' }).waitFor()
    await press(page, 'link', 'Français')
    await page.getByRole('heading', { level: 1, name: 'Soirée de dés' }).waitFor()
    await page.getByText('On joue jusqu’à minuit.').waitFor()
    await page.getByText('Salon des cartes').first().waitFor()
  })

  test('an event is moved on the board, by arrows and in words', async () => {
    const day = { start_date: '2027-03-03 20:00:00', end_date: '2027-03-03 22:00:00' }
    const id = await make({ title: 'Concert', ...day })
    const { page } = await open('/?view=month&date=2027-03')
    await page.getByRole('link', { name: /Concert/ }).waitFor()
    await reach(page, 'link', '[^"]*Concert')
    await page.keyboard.press('Alt+ArrowRight')
    await message(page, /^Concert moved to/)
    await hasFocus(page, /^link "[^"]*Concert/)
    await page.keyboard.press('Shift+F10')
    await press(page, 'menuitem', 'Move…', { key: 'ArrowDown' })
    await hasFocus(page, /^textbox "Day"/)
    await page.keyboard.type('Fri 12 Mar 2027')
    await write(page, 'Starts', '7:30pm')
    await press(page, 'button', 'Move')
    await until(
      () => valueOf(id, 'start_date'),
      (start) => start === '2027-03-12 19:30:00',
    )
    await hasFocus(page, /^link "[^"]*Concert/)
  })

  test('several go to the trash, and come back', async () => {
    const ids = [await make({ title: 'Lantern walk' }), await make({ title: 'Lantern supper' })]
    const { page, unexpectedProblems } = await open('/events?search=Lantern')
    await page.getByRole('checkbox', { name: 'Select Lantern walk' }).waitFor()
    for (const title of ['Lantern walk', 'Lantern supper']) {
      await reach(page, 'checkbox', `Select ${title}`)
      await page.keyboard.press('Space')
    }
    await assertAccessible(page, 'bulk')
    await press(page, 'button', 'Move to the trash', back)
    await message(page, '2 moved to the trash.')
    assert.deepEqual(await Promise.all(ids.map((id) => valueOf(id, 'status'))), ['trash', 'trash'])
    await press(page, 'button', 'Undo')
    await message(page, 'Undone.')
    assert.deepEqual(await Promise.all(ids.map((id) => valueOf(id, 'status'))), ['publish', 'publish'])
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('what contributors hand in is sent back with a note, or accepted', async () => {
    const user = { username: 'writer', name: 'Ski club', role: 'contributor', password: 'password of writer' }
    await service.post('//cal/admin/v1/users', user)
    const as = 'writer:password of writer'
    const first = await make({ title: 'Sledging', status: 'pending' }, { as })
    const second = await make({ title: 'Snowballs', status: 'pending' }, { as })
    const { page } = await open(`/review/${first}`, { as: await makeWorker(service, 'editor', 'editor') })
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    await press(page, 'button', 'Send back')
    await hasFocus(page, /^textbox "What should Ski club change\?/)
    await page.keyboard.type('Where does it start?')
    await press(page, 'button', 'Send back')
    await message(page, 'Sent back: Sledging')
    await page.getByRole('heading', { name: 'Snowballs' }).waitFor()
    await press(page, 'button', 'Accept')
    await message(page, 'Published: Snowballs')
    assert.deepEqual([await valueOf(first, 'status'), await valueOf(second, 'status')], ['draft', 'publish'])
  })

  test('the first wrong field has the focus when a form is refused', async () => {
    const date = { start_date: '2027-05-05 20:00:00', end_date: '2027-05-05 22:00:00' }
    await make({ title: 'Skittles', ...date })
    const user = { username: 'sender', role: 'contributor', password: 'password of sender' }
    await service.post('//cal/admin/v1/users', user)
    await make({ title: 'Waiting', status: 'pending', ...date }, { as: 'sender:password of sender' })
    const { page } = await open('/me')
    await write(page, 'E-mail', 'not-an-address')
    await press(page, 'button', 'Save')
    await hasFocus(page, /^textbox "E-mail/)
    await write(page, 'Current password', 'secret')
    await write(page, 'New password', 'short')
    await press(page, 'button', 'Change the password')
    await hasFocus(page, /^textbox "New password/)

    await page.goto(`${service.origin}/admin/users`)
    await page.getByRole('button', { name: 'Add a user' }).press('Enter')
    await write(page, 'Username', 'admin')
    await press(page, 'button', 'Add')
    await hasFocus(page, /^textbox "Username/)

    await page.goto(`${service.origin}/admin/review`)
    await page.getByRole('heading', { name: 'Waiting' }).waitFor()
    await page.keyboard.press('s')
    await press(page, 'button', 'Send back')
    await hasFocus(page, /^textbox "What should/)

    await page.goto(`${service.origin}/admin/?view=month&date=2027-05`)
    await page.getByRole('link', { name: /Skittles/ }).press('m')
    await write(page, 'Day', 'blurb')
    await press(page, 'button', 'Move')
    await hasFocus(page, /^textbox "Day/)
  })

  test('a field that saves itself reads out that it was refused', async () => {
    const { body } = await service.post('//cal/admin/v1/users', { username: 'named', role: 'author' })
    const { page } = await open(`/users/${body.id}`)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('not-an-address')
    await page.keyboard.press('Tab')
    await page
      .getByRole('alert')
      .getByText(/e-mail/i)
      .waitFor()
  })

  test('the focus goes on when what has it is removed', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Barn', geo_lat: 47, geo_lng: 7 })
    const { body: other } = await service.post('/venues', { venue: 'Mill' })
    const { body: event } = await service.post('/events', anEvent({ venue: [venue.id, other.id] }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Remove venue Barn' }).press('Delete')
    await hasFocus(page, /^button "Remove venue Mill/)
    await page.keyboard.press('Enter')
    await hasFocus(page, /^combobox "Venue/)

    await page.goto(`${service.origin}/admin/events?status=draft&featured=true`)
    await page.getByRole('button', { name: 'Remove filter Featured' }).press('Enter')
    await hasFocus(page, /^button "Remove filter Status/)
    await page.keyboard.press('Delete')
    await hasFocus(page, /^button "Filter/)

    // Faster than they are shown.
    await page.goto(`${service.origin}/admin/events?status=draft&featured=true`)
    await page.getByRole('button', { name: 'Remove filter Featured' }).waitFor()
    await page.evaluate(`document.querySelectorAll('.chip button').forEach((button) => button.click())`)
    const removing = page.getByRole('button', { name: /^Remove filter/ })
    // The first of what is left, because both may still be shown.
    await removing.first().waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '')
    await hasFocus(page, /^button "Filter/)

    await page.goto(`${service.origin}/admin/venues/${venue.id}`)
    await page.getByRole('button', { name: 'Remove the pin' }).press('Enter')
    await hasFocus(page, /^button "Set a pin/)
    await page.keyboard.press('Enter')
    await hasFocus(page, /^button "Pin on the map/)
  })

  test('the focus goes back when what opened a dialog is gone, and to what comes in the place of the rest', async () => {
    const day = { start_date: '2027-07-06 20:00:00', end_date: '2027-07-06 22:00:00' }
    await make({ title: 'Quartet', ...day })
    const { page } = await open('/?view=month&date=2027-07')
    for (const [key, role] of [
      ['Enter', 'button'],
      ['Shift+F10', 'menuitem'],
    ] as const) {
      await page.getByRole('link', { name: /Quartet/ }).press(key)
      await page.getByRole(role, { name: /^Move…/ }).press('Enter')
      await hasFocus(page, /^textbox "Day"/)
      await page.keyboard.press('Escape')
      await hasFocus(page, /^link "[^"]*Quartet/)
    }

    await page.goto(`${service.origin}/admin/events?search=Quartet`)
    await page.getByRole('button', { name: 'Save this view' }).press('Enter')
    await write(page, 'Name', 'Quartets')
    await page.keyboard.press('Enter')
    await hasFocus(page, /^button "Remove this view"/)

    const { body: user } = await service.post('//cal/admin/v1/users', { username: 'linked', role: 'author' })
    await page.goto(`${service.origin}/admin/users/${user.id}`)
    await page.getByRole('button', { name: 'New password for a program' }).press('Enter')
    await press(page, 'button', 'Cancel')
    await hasFocus(page, /^button "New password for a program"/)
  })

  test('what is moved or taken back on the board keeps the focus, whatever comes in its place', async () => {
    const times = { start_date: '2027-08-03 19:00:00', end_date: '2027-08-03 20:00:00' }
    await make({ title: 'Rehearsal', ...times, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const { page } = await open('/?view=month&date=2027-08')
    const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
    await page
      .getByRole('link', { name: /Rehearsal/ })
      .nth(1)
      .press('Alt+ArrowRight')
    await dialog.getByRole('radio', { name: /^The whole series/ }).check()
    await dialog.getByRole('button', { name: 'Move' }).press('Enter')
    await message(page, /moved to Wed 11 Aug/)
    await hasFocus(page, /^link "[^"]*Rehearsal/)
    await page.keyboard.press('Delete')
    await message(page, 'Rehearsal is in the trash')
    await page.keyboard.press('Control+z')
    await message(page, 'Undone.')
    await hasFocus(page, /^link "[^"]*Rehearsal/)
  })

  test('of two editors in conflict the second chooses', async () => {
    const id = await make({ title: 'Choir' })
    const { page } = await open(`/events/${id}`)
    await write(page, 'Title in English', 'Choir of Biel')
    await service.patch(`/events/${id}`, { title: 'Great choir' })
    await page.keyboard.press('Control+s')
    await page.getByText(/^Changed by admin .*, while you were writing\.$/).waitFor()
    await reach(page, 'radio', 'Choir of Biel')
    await page.keyboard.press('ArrowLeft')
    await hasFocus(page, /^radio "Great choir"/)
    await press(page, 'button', 'Save the chosen versions')
    await page
      .getByText(/^Saved \d\d:\d\d$/)
      .first()
      .waitFor()
    assert.equal(await valueOf(id, 'title'), 'Great choir')
  })

  test('a photograph of 12 megapixels that lies on its side is uploaded, described, and its focus moved', async () => {
    const { page, requests } = await open('/media')
    const buffer = await photograph(4_000, 3_000)
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'button', 'Upload')
    await (await chooser).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
    await until(
      () => focused(page).catch(() => ''),
      (now) => /^textbox "Image text in English/.test(now),
    )
    await page.keyboard.type('The harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The harbour' }).waitFor()
    await reach(page, 'button', 'Focal point', back)
    await page.keyboard.press('ArrowLeft')
    await message(page, 'The focal point was moved.')
    const { body } = await service.get('//cal/admin/v1/media', { as: administrator })
    const [{ alt, focus, width, height }] = body.media
    assert.deepEqual([alt, focus], ['The harbour', { x: 0.45, y: 0.5 }])
    assert.ok(height > width, `${width} × ${height}`)
    await assertPublished(service, requests)
  })

  test('signing in rests after ten wrong tries, and says until when', async () => {
    await makeWorker(service, 'resting', 'author')
    const { page } = await visit()
    await page.goto(`${service.origin}/admin/`)
    await page.getByRole('textbox', { name: 'Username' }).waitFor()
    await write(page, 'Username', 'resting')
    for (let tries = 0; tries < 11; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/session'))
      await write(page, 'Password', `wrong ${tries}`)
      await page.keyboard.press('Enter')
      await answered
    }
    const alert = page.getByRole('alert')
    await alert.getByText('Too many attempts.').waitFor()
    assert.match((await alert.textContent())!, /until \d\d:\d\d/)
    await write(page, 'Username', administrator.split(':')[0]!, back)
  })
})
