import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, holdKey, makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { until } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** Reviews and histories, as editors use them. */

describe('reviews in the administration', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_SUGGESTIONS: 'on' })
  const visit = useBrowser({ reusesWindows: true })
  let editor = ''
  const contributor = { as: 'writer:password of writer' }
  const open = (path: string, options = {}) => openAdmin(service, visit, path, options)
  const message = (page: Page, text: string) => page.locator('#messages').getByText(text)
  const statusOf = async (id: number) =>
    (await service.get(`/events/${id}`, { as: 'admin:secret' })).body.status as string
  const submitted = async (title: string, fields = {}) => {
    const { status, body } = await service.post(
      '/events',
      anEvent({ title, status: 'pending', ...fields }),
      contributor,
    )
    assert.equal(status, 201)
    return body.id as number
  }

  before(async () => {
    await service.start()
    const user = { username: 'writer', name: 'Ski club', role: 'contributor', password: 'password of writer' }
    await service.post('//cal/admin/v1/users', user)
    editor = await makeWorker(service, 'editor', 'editor')
  })
  after(() => service.stop())

  test('accept one, go on to the next, and take it back', async () => {
    const first = await submitted('Sledging', { description: '<p>By bus and sledge.</p>' })
    service.now += 60
    const second = await submitted('Snowballs')
    const { page, unexpectedProblems, requests } = await open('/review', { as: editor })
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    await page.getByText('By bus and sledge.').waitFor()
    await page.getByRole('heading', { name: 'From Ski club' }).waitFor()
    await assertAccessible(page, 'review')
    await page.keyboard.press('a')
    await message(page, 'Published: Sledging').waitFor()
    await page.getByRole('heading', { name: 'Snowballs' }).waitFor()
    assert.equal(await statusOf(first), 'publish')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    assert.equal(await statusOf(first), 'pending')
    assert.deepEqual(unexpectedProblems(), [])
    await assertPublished(service, requests)
    for (const id of [first, second]) await service.delete(`/events/${id}?force=true`)
  })

  test('on a phone no message covers the decision on the next one', async () => {
    const first = await submitted('Sledging')
    service.now += 60
    const second = await submitted('Snowballs')
    const { page } = await open(`/review/${first}`, { as: editor, viewport: { width: 360, height: 740 } })
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    const accept = page.getByRole('button', { name: 'Accept and publish' })
    await accept.click()
    await page.getByRole('heading', { name: 'Snowballs' }).waitFor()
    const said = (await page.locator('.toast').boundingBox())!
    const { y } = (await accept.boundingBox())!
    assert.ok(said.y + said.height < y)
    for (const id of [first, second]) await service.delete(`/events/${id}?force=true`)
  })

  test('on a phone, say which of how many is shown, and lead to the others', async () => {
    const submissions: number[] = []
    for (const title of ['Curling', 'Skating', 'Skiing']) {
      submissions.push(await submitted(title))
      service.now += 60
    }
    const phone = { as: editor, viewport: { width: 360, height: 740 } }
    const { page } = await open(`/review/${submissions[1]}`, phone)
    await page.getByRole('heading', { name: 'Skating' }).waitFor()
    const position = page.getByRole('navigation', { name: 'Submissions' })
    await position.getByText('2 of 3').waitFor()
    await assertAccessible(page, 'a submission on a phone')
    await position.getByRole('link', { name: 'Next submission' }).click()
    await page.getByRole('heading', { name: 'Skiing' }).waitFor()
    await position.getByText('3 of 3').waitFor()
    assert.equal(await position.getByRole('link', { name: 'Next submission' }).count(), 0)
    await position.getByRole('link', { name: 'Previous submission' }).click()
    await page.getByRole('button', { name: 'Accept and publish' }).click()
    await message(page, 'Published: Skating').waitFor()
    await position.getByText('2 of 2').waitFor()
    for (const id of submissions) await service.delete(`/events/${id}?force=true`)
  })

  test('name to editors, too, whoever submitted an event and whoever decided', async () => {
    const id = await submitted('Sledging')
    const { page } = await open('/review', { as: editor })
    const queue = page.getByRole('navigation', { name: 'Submissions' })
    await queue
      .getByRole('link', { name: /Sledging/ })
      .getByText(/^Ski club · /)
      .waitFor()
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    await page.keyboard.press('a')
    await message(page, 'Published: Sledging').waitFor()
    await page.goto(`${service.origin}/admin/review?list=decided`)
    const decision = page.getByRole('navigation', { name: 'Decisions' }).getByRole('link').first()
    await decision.getByText('Accepted · From Ski club').waitFor()
    await decision.getByText(/^The editor · /).waitFor()
    await service.delete(`/events/${id}?force=true`)
  })

  test('say who was faster, and lead to the next', async () => {
    const skipped = await submitted('Skating')
    service.now += 60
    const first = await submitted('Sledging')
    service.now += 60
    const second = await submitted('Snowballs')
    const { page } = await open(`/review/${first}`, { as: editor })
    await page.getByRole('heading', { name: 'Sledging' }).waitFor()
    await service.post(`//cal/admin/v1/events/${first}/review`, { decision: 'accept' })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('alert').getByText('Somebody else has just changed it.').waitFor()
    await page.getByText(/ admin changed the status to “Published” /).waitFor()
    assert.equal(await statusOf(first), 'publish')
    await page.getByRole('link', { name: 'Next submission' }).click()
    await page.getByRole('heading', { name: 'Snowballs' }).waitFor()

    await service.delete(`/events/${second}`, undefined, contributor)
    await service.delete(`/events/${skipped}?force=true`)
    await page.keyboard.press('a')
    await page.getByText(/ Ski club changed the status to “Trash” /).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Next submission' }).count(), 0)
    for (const id of [first, second]) await service.delete(`/events/${id}?force=true`)
  })

  test('lead from the form that was opened to edit one back to the review', async () => {
    const first = await submitted('Sledging')
    service.now += 60
    const second = await submitted('Snowballs')
    const { page } = await open(`/review/${first}`, { as: editor })
    const edit = page.getByRole('link', { name: 'Edit first' })
    const back = page.getByRole('link', { name: 'Back to the review' })
    await edit.click()
    await back.click()
    await page.waitForURL(`**/review/${first}`)
    await edit.click()
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Sledging by night')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await message(page, 'Saved. Status: Published').waitFor()
    await page.reload()
    await back.click()
    await page.getByRole('heading', { name: 'Snowballs' }).waitFor()
    await edit.click()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    for (const id of [first, second]) await service.delete(`/events/${id}?force=true`)
  })

  test('show all that would be published: tickets, new places and the rule in words', async () => {
    const id = await submitted('Whole', {
      tickets: [{ name: 'Day', price: 20, currency: 'CHF', url: 'https://tickets.example/day' }],
      venue: { venue: 'New cellar' },
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    const { page } = await open(`/review/${id}`, { as: editor })
    const sheet = page.getByRole('article')
    await sheet.getByText('Day · 20 CHF · https://tickets.example/day').waitFor()
    await sheet.getByText('New cellar Draft').waitFor()
    await sheet.getByText(/^Every \w+day, 3 times$/).waitFor()
    await assertAccessible(page, 'a whole submission')
    await sheet.getByRole('link', { name: 'New cellar' }).click()
    await page.waitForURL(/\/venues\/\d+$/)
    await service.delete(`/events/${id}?force=true`)
  })

  test('warn of what is over, but not of a series with dates to come', async () => {
    const past = { start_date: '2020-02-01 10:00:00', end_date: '2020-02-01 12:00:00' }
    const over = await submitted('Carnival', past)
    const yearly = await submitted('Fair', { ...past, recurrence: 'RRULE:FREQ=YEARLY' })
    const { page } = await open(`/review/${over}`, { as: editor })
    await page.getByText('It is already over').waitFor()
    await page.goto(`${service.origin}/admin/review/${yearly}`)
    await page.getByRole('heading', { name: 'Fair' }).waitFor()
    await page.getByText('No venue').waitFor()
    assert.equal(await page.getByText('It is already over').count(), 0)
    for (const id of [over, yearly]) await service.delete(`/events/${id}?force=true`)
  })

  test('do not take a series for a duplicate of itself', async () => {
    const id = await submitted('Weekly chess', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const { page } = await open(`/review/${id}`, { as: editor })
    await page.getByText('Nothing similar on the same day').waitFor()
    await service.delete(`/events/${id}?force=true`)
  })

  test('have what is said about one below it on a tablet, and not below the list', async () => {
    const id = await submitted('Chess')
    const others: number[] = []
    for (let number = 1; number <= 9; number += 1) others.push(await submitted(`Game ${number}`))
    const { page } = await open(`/review/${id}`, { as: editor, viewport: { width: 768, height: 900 } })
    const about = page.getByRole('complementary', { name: 'About this submission' })
    await about.getByText('Nothing similar on the same day').waitFor()
    const list = (await page.getByRole('navigation', { name: 'Submissions' }).boundingBox())!
    const submission = (await page.getByRole('region', { name: 'Chess' }).boundingBox())!
    const { x, y } = (await about.boundingBox())!
    assert.ok(x >= list.x + list.width && y < submission.y + submission.height + 50, 'not below the list')
    for (const one of [id, ...others]) await service.delete(`/events/${one}?force=true`)
  })

  test('are in lists that are named in the plural', async () => {
    const { page } = await open('/review', { as: editor, locale: 'fr' })
    const lists = page.getByRole('navigation', { name: 'Listes' }).getByRole('link')
    await lists.first().waitFor()
    assert.deepEqual(await lists.allInnerTexts(), ['En attente', 'Renvoyés pour correction', 'Décidés'])
  })

  test('to take back what was accepted hides its new places again, unless others use them', async () => {
    const places = { venue: { venue: 'New barn' }, organizer: { organizer: 'New band' } }
    const id = await submitted('With places', places)
    const { body: whole } = await service.get(`/events/${id}`, { as: 'admin:secret' })
    const [venue, organizer] = [whole.venue.id, whole.organizer[0].id]
    const statuses = async () => {
      const paths = [`/events/${id}`, `/venues/${venue}`, `/organizers/${organizer}`]
      const answers = await Promise.all(paths.map((path) => service.get(path, { as: 'admin:secret' })))
      return answers.map(({ body }) => body.status)
    }
    const { page } = await open(`/review/${id}`, { as: editor })
    await page.getByRole('button', { name: 'Accept and publish' }).click()
    await message(page, 'Published: With places').waitFor()
    assert.deepEqual(await statuses(), ['publish', 'publish', 'publish'])
    const { body: other } = await service.post('/events', anEvent({ title: 'Other', organizer }))
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.deepEqual(await statuses(), ['pending', 'draft', 'publish'])
    for (const one of [id, other.id]) await service.delete(`/events/${one}?force=true`)
  })

  test('and histories show tickets in words', async () => {
    const day = { name: 'Day', price: 20, currency: 'CHF' }
    const { body } = await service.post('/events', anEvent({ title: 'With tickets', tickets: [day] }))
    const last = { ...day, availability: 'sold_out', valid_until: '2027-03-01 10:00:00' }
    await service.patch(`/events/${body.id}`, { tickets: [last, { name: 'Evening', price: '12.50' }] })
    const { page } = await open(`/events/${body.id}/history`, { as: editor })
    await page.getByText('Day · 20 CHF').first().waitFor()
    const shown = await page.getByRole('main').innerText()
    assert.match(shown, /Sold out · Mon 1 Mar 2027, 10:00; Evening · 12.50/)
    assert.doesNotMatch(shown, /[{}]/)
    await service.delete(`/events/${body.id}?force=true`)
  })

  test('are never from the future, even by a clock that is behind', async () => {
    const id = await submitted('Tomorrow')
    const { page } = await open('/review', { as: editor })
    await page.clock.setFixedTime((service.now - 6 * 3600) * 1000)
    await page.reload()
    await page.getByRole('heading', { name: 'Tomorrow' }).waitFor()
    assert.equal(await page.getByText(/in \d+ (?:minutes|hours)/).count(), 0)
    await service.delete(`/events/${id}?force=true`)
  })

  test('accept one for each press of A, however long it is held', async () => {
    const submissions = [await submitted('Curling')]
    for (const title of ['Skating', 'Skiing']) {
      service.now += 60
      submissions.push(await submitted(title))
    }
    const { page } = await open('/review', { as: editor })
    await page.getByRole('heading', { name: 'Curling' }).waitFor()
    const accept = page.getByRole('button', { name: 'Accept and publish' })
    await holdKey(page, 'a', async () => {
      await page.getByRole('heading', { name: 'Skating' }).waitFor()
      await accept.waitFor()
    })
    assert.deepEqual(await Promise.all(submissions.map(statusOf)), ['publish', 'pending', 'pending'])
    await page.keyboard.press('a')
    await message(page, 'Published: Skating').waitFor()
    for (const id of submissions) await service.delete(`/events/${id}?force=true`)
  })

  test('accept one although another of its categories was published while it was read, but not if it was changed', async () => {
    const { body: category } = await service.post('/categories', { name: 'Winter' })
    const fields = { categories: [category.id] }
    const [read, other] = [await submitted('Sleigh ride', fields), await submitted('Ice hockey', fields)]
    const { page } = await open(`/review/${read}`, { as: editor })
    await page.getByRole('heading', { name: 'Sleigh ride' }).waitFor()
    await service.patch(`/events/${other}`, { status: 'publish' })
    await page.keyboard.press('a')
    await message(page, 'Published: Sleigh ride').waitFor()
    assert.equal(await statusOf(read), 'publish')
    const changed = await submitted('Snow walk', fields)
    await page.goto(`${service.origin}/admin/review/${changed}`)
    await page.getByRole('heading', { name: 'Snow walk' }).waitFor()
    await service.patch(`/events/${changed}`, { cost: '900' })
    await page.keyboard.press('a')
    await page.getByText('Somebody else has just changed it.').waitFor()
    await page.getByText('$900').waitFor()
    assert.equal(await statusOf(changed), 'pending')
    for (const id of [read, other, changed]) await service.delete(`/events/${id}?force=true`)
    await service.delete(`/categories/${category.id}`)
  })

  test('one that was sent back is marked for whoever wrote it, with the note', async () => {
    const as = await makeWorker(service, 'helper', 'contributor')
    const { body } = await service.get('//cal/admin/v1/users?search=helper', { as: 'admin:secret' })
    const id = await submitted('Igloos')
    await service.patch(`/events/${id}`, { author: body.users[0].id })
    await service.post(`//cal/admin/v1/events/${id}/review`, { decision: 'return', note: 'Which door?' })
    const { page, unexpectedProblems } = await open('/events', { as })
    const row = page.getByRole('row', { name: /Igloos/ })
    await row.getByText('Sent back', { exact: true }).waitFor()
    await row.getByText('“Which door?”').waitFor()
    const rooms = page.getByRole('navigation', { name: 'Sections', exact: true })
    await rooms.getByRole('link', { name: /^Events 1 Sent back for changes$/ }).waitFor()
    await assertAccessible(page, 'sent back')
    await service.patch(`/events/${id}`, { status: 'pending' })
    await page.reload()
    await row.getByText('Pending review').waitFor()
    await rooms.getByRole('link', { name: 'Events', exact: true }).waitFor()
    assert.deepEqual(unexpectedProblems(), [])
    await service.delete(`/events/${id}?force=true`)
  })

  test('send one back only with a note, which stands in its history', async () => {
    const id = await submitted('Winter walk')
    const { page } = await open(`/review/${id}`)
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByText('Say what needs to be changed.').waitFor()
    const note = page.getByLabel('What should Ski club change?')
    await note.fill('Where? '.repeat(100))
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByText('Must have at most 500 characters.').waitFor()
    await until(() => note.evaluate((one) => one.matches(':focus[aria-invalid=true]')), Boolean)
    assert.equal(await page.getByText('That could not be done.').count(), 0)
    await note.fill('Where does it start?')
    await page.getByRole('button', { name: 'Send back' }).click()
    await message(page, 'Sent back: Winter walk').waitFor()
    assert.equal(await statusOf(id), 'draft')
    await page.goto(`${service.origin}/admin/events/${id}/history`)
    await page.getByText('“Where does it start?”').waitFor()
    await page.goto(`${service.origin}/admin/review/${id}?list=returned`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL(`**/events/${id}`)
    await service.delete(`/events/${id}?force=true`)
  })

  test('reject one, which goes to the trash', async () => {
    const id = await submitted('Advertisement')
    const { page } = await open(`/review/${id}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Why is it rejected?').fill('It is no event.')
    await page.getByRole('button', { name: 'Reject' }).click()
    await message(page, 'In the trash: Advertisement').waitFor()
    assert.equal(await statusOf(id), 'trash')
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    await assertAccessible(page, 'nothing waits')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Advertisement' }).waitFor()
    assert.equal(await statusOf(id), 'pending')
    await page.goto(`${service.origin}/admin/review?list=decided`)
    const decisions = page.getByRole('navigation', { name: 'Decisions' })
    await decisions
      .getByRole('link', { name: 'Advertisement' })
      .getByText('Rejected · From Ski club')
      .waitFor()
    await service.delete(`/events/${id}?force=true`)
  })

  test('tell a screen reader the languages of titles, and name them as buttons do', async () => {
    const id = await submitted('Fondue pour tous', { ml_language: 'fr' })
    await service.patch(`/events/${id}?ml_language=de`, { title: 'Fondue für alle' })
    const { page } = await open('/review', { locale: 'fr' })
    await page.getByRole('button', { name: 'Français', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Allemand', exact: true }).waitFor()
    for (const room of ['me', 'import']) {
      await page.goto(`${service.origin}/admin/${room}`)
      await page.getByRole('option', { name: 'Allemand', exact: true }).waitFor({ state: 'attached' })
    }
    await service.post(`//cal/admin/v1/events/${id}/review`, { decision: 'accept' })
    await page.goto(`${service.origin}/admin/review?list=decided`)
    const title = page.getByText(/^Fondue/)
    const language = (await title.innerText()) === 'Fondue für alle' ? 'de' : 'fr'
    await until(
      () => title.getAttribute('lang'),
      (lang) => lang === language,
    )
    await page.goto(`${service.origin}/admin/events`)
    const link = page.getByRole('link', { name: 'Fondue pour tous' })
    assert.equal(await link.getAttribute('lang'), 'fr')
    await service.delete(`/events/${id}?force=true`)
  })

  test('show who suggested an event, what it resembles, and what is different from what was published', async () => {
    const known = await service.post('/events', anEvent({ title: 'Night of the museums' }))
    const contact = { name: 'Anna Muster', email: 'anna@example.org' }
    await service.post('//cal/admin/v1/suggestions', anEvent({ title: 'Museums at night', contact }), {
      as: null,
    })
    const { page } = await open('/review')
    await page
      .getByRole('link', { name: /Museums at night/ })
      .getByText('From a visitor')
      .waitFor()
    await page.getByRole('heading', { name: 'From Anna Muster' }).waitFor()
    await page.getByRole('link', { name: 'anna@example.org' }).waitFor()
    // Otherwise the only way to answer would be gone before anybody knows.
    await page.getByText('This calendar sends no e-mail.').waitFor()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByLabel('What should be changed?').waitFor()
    await page
      .getByText('The event becomes a draft, which only editors can change. Only editors can read your note.')
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Night of the museums' }).waitFor()
    await service.patch(`/events/${known.body.id}`, { status: 'pending', title: 'Night of all museums' })
    await page.goto(`${service.origin}/admin/review/${known.body.id}`)
    await page.getByRole('heading', { name: 'Different from what was published' }).waitFor()
    await until(
      async () => (await page.getByRole('complementary').locator('ins').allTextContents()).join(),
      (text) => text.includes('all'),
    )
    await assertAccessible(page, 'differences')
  })

  test('compare an event with the dates of a series that it was made a part of', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=2'
    const { body: series } = await service.post('/events', anEvent({ title: 'Ice rink', recurrence }))
    const id = await submitted('Ice rink at night', { post_parent: series.id })
    const { page } = await open(`/review/${id}`)
    await page.getByText('On the same day, possibly the same event:').waitFor()
    await page.getByRole('link', { name: 'Ice rink', exact: true }).waitFor()
    for (const one of [id, series.id]) await service.delete(`/events/${one}?force=true`)
  })

  test('speak of nobody once the contact or the account is gone', async () => {
    const contact = { name: 'Vera', email: 'vera@example.org' }
    const admin = '//cal/admin/v1'
    await service.post(`${admin}/suggestions`, anEvent({ title: 'Fair', contact }), { as: null })
    const pending = '/events?status=pending&start_date=2026-01-01'
    const { body } = await service.get(pending, { as: 'admin:secret' })
    const { id } = body.events.find(({ title }: { title: string }) => title === 'Fair')
    await service.post(`${admin}/events/${id}/review`, { decision: 'reject', note: 'Too far away.' })
    const { page } = await open(`/review/${id}`)
    await page.getByRole('heading', { name: 'About this submission' }).waitFor()
    await page.getByText('“Too far away.”').waitFor()
    await page.goto(`${service.origin}/admin/events/${id}`)
    await page.getByText('A visitor suggested it').waitFor()
    const sentence = await page.getByText('moved it to the trash').boundingBox()
    const note = await page.getByText('“Too far away.”').boundingBox()
    // Beside it, a note of some words leaves a column of single words to the sentence.
    assert.ok(note!.y >= sentence!.y + sentence!.height)

    const user = { username: 'guest', role: 'contributor', password: 'password of guest' }
    const { body: made } = await service.post(`${admin}/users`, user)
    const guest = { as: 'guest:password of guest' }
    const { body: event } = await service.post(
      '/events',
      anEvent({ title: 'Left', status: 'pending' }),
      guest,
    )
    await service.delete(`${admin}/users/${made.id}?reassign=1`)
    await page.goto(`${service.origin}/admin/review/${event.id}`)
    await page.getByRole('heading', { name: 'About this submission' }).waitFor()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByLabel('What should be changed?').waitFor()
    await service.delete(`/events/${event.id}?force=true`)
  })

  test('show a history, bring a version back, and undo it', async () => {
    const { body } = await service.post('/venues', {
      venue: 'Old brewery',
      description: '<p>By the lake.</p>',
    })
    await service.patch(`/venues/${body.id}`, { venue: 'New brewery', description: '<p>By the river.</p>' })
    const { page, unexpectedProblems } = await open(`/venues/${body.id}/history`)
    const newest = page.getByRole('listitem').filter({ hasText: 'Version 2' }).first()
    await newest.waitFor()
    assert.deepEqual(await newest.locator('del').allTextContents(), ['Old', 'lake.'])
    assert.deepEqual(await newest.locator('ins').allTextContents(), ['New', 'river.'])
    await assertAccessible(page, 'history')
    const nameNow = async () => (await service.get(`/venues/${body.id}`)).body.venue as string
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await message(page, 'Version 1 was restored.').waitFor()
    assert.equal(await nameNow(), 'Old brewery')
    await page.getByText('restores version 1').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Undone.').waitFor()
    assert.equal(await nameNow(), 'New brewery')
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('have no name of a field and no value in a history that only programs know', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Barn' })
    await service.patch(`/venues/${venue.id}`, {
      geo_lat: 47.1,
      geo_lng: 7.2,
      province: 'Bern',
      show_map: 'no',
    })
    const { body: parent } = await service.post('/categories', { name: 'Culture' })
    const { body: category } = await service.post('/categories', { name: 'Opera' })
    await service.patch(`/categories/${category.id}`, { parent: parent.id })
    const { body: event } = await service.post('/events', anEvent({ title: 'Choir' }))
    await service.patch(`/events/${event.id}`, { event_status: 'moved-online', sticky: true })
    await service.patch(`/events/${event.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    const { page, unexpectedProblems } = await open(`/venues/${venue.id}/history`)
    await page.evaluate(`localStorage.setItem('calends.language', 'de')`)
    const facts = async (kind: string, id: number) => {
      await page.goto(`${service.origin}/admin/${kind}/${id}/history`)
      await page.getByRole('listitem').filter({ hasText: 'Fassung 1' }).waitFor()
      await page.waitForLoadState('networkidle')
      const lines = await page.locator('.versions .facts__pair').allInnerTexts()
      return lines.map((line) => line.replace(/\s+/g, ' ').trim())
    }
    assert.deepEqual(await facts('venues', venue.id), [
      'Karte anzeigen ja nein',
      'Breitengrad 47.1',
      'Längengrad 7.2',
      'Provinz Bern',
    ])
    assert.deepEqual(await facts('categories', category.id), ['Gehört zu Culture'])
    assert.deepEqual(await facts('events', event.id), [
      'Serie Choir',
      'Angeheftet nein ja',
      'Durchführung Wie geplant Findet online statt',
    ])
    await page.goto(`${service.origin}/admin/events/${event.id}`)
    await page.getByText('hat geändert: Serie').waitFor()
    assert.deepEqual(unexpectedProblems(), [])
    await service.delete(`/events/${event.id}?force=true&scope=all`)
  })

  test('bring back by Undo what was there when a version was restored', async () => {
    const { body } = await service.post('/venues', { venue: 'First hall' })
    await service.patch(`/venues/${body.id}`, { venue: 'Second hall' })
    const nameNow = async () => (await service.get(`/venues/${body.id}`)).body.venue as string
    const { page } = await open(`/venues/${body.id}/history`)
    const restore = page.getByRole('button', { name: 'Restore this version' })
    const undo = page.getByRole('button', { name: 'Undo' })
    await restore.waitFor()
    await service.patch(`/venues/${body.id}`, { venue: 'Third hall' })
    await restore.click()
    await message(page, 'Version 1 was restored.').waitFor()
    await undo.click()
    await message(page, 'Undone.').waitFor()
    assert.equal(await nameNow(), 'Third hall')

    await restore.last().click()
    await message(page, 'Version 1 was restored.').last().waitFor()
    await service.patch(`/venues/${body.id}`, { venue: 'Fourth hall' })
    await undo.last().click()
    await page.getByRole('alert').getByText('Somebody else has just changed it.').waitFor()
    assert.equal(await nameNow(), 'Fourth hall')
  })

  test('take a decision back only while nobody else has changed the status', async () => {
    const id = await submitted('Twice decided')
    const { page } = await open(`/review/${id}`)
    await page.getByRole('button', { name: 'Accept and publish' }).click()
    await message(page, 'Published: Twice decided').waitFor()
    await service.patch(`/events/${id}`, { status: 'private' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'That could not be done. Somebody else has just changed it.').waitFor()
    assert.equal(await statusOf(id), 'private')
    await service.delete(`/events/${id}?force=true`)
  })

  test('offer to restore nothing of what was deleted permanently', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Gone' }))
    await service.patch(`/events/${body.id}`, { title: 'Gone for good' })
    await service.delete(`/events/${body.id}?force=true`)
    const { page } = await open(`/events/${body.id}/history`)
    await page.getByRole('heading', { name: 'Version 3: Deleted permanently' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).waitFor()
    await page.getByRole('heading', { name: 'History', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Restore this version' }).count(), 0)
    assert.equal(await page.getByText('This is the current version.').count(), 0)
  })

  test('show authors by their names', async () => {
    const id = await submitted('Handed over')
    await service.patch(`/events/${id}`, { author: 1 })
    // Editors may not read the list of users.
    for (const as of ['admin:secret', editor]) {
      const { page } = await open(`/events/${id}/history`, { as })
      const newest = page.getByRole('listitem').filter({ hasText: 'Version 2' }).first()
      await newest.waitFor()
      await newest.locator('del').getByText('Ski club', { exact: true }).waitFor()
      await newest.locator('ins').getByText('admin', { exact: true }).waitFor()
    }
    await service.delete(`/events/${id}?force=true`)
  })

  test('tell what could not be brought back', async () => {
    const { body: tag } = await service.post('/tags', { name: 'gone soon' })
    const { body } = await service.post('/events', anEvent({ title: 'Tagged', tags: [tag.id] }))
    await service.patch(`/events/${body.id}`, { tags: [] })
    await service.delete(`/tags/${tag.id}`)
    const { page } = await open(`/events/${body.id}/history`)
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('Some of it could not be restored.').waitFor()
    await page.getByRole('status').getByText('Tags').waitFor()
  })

  for (const [locale, title] of [
    ['fr', 'Relecture'],
    ['de', 'Prüfung'],
  ] as const)
    test(`speak ${locale}, also on a phone`, async () => {
      const id = await submitted(`Concert ${locale}`)
      const { page, unexpectedProblems } = await open(`/review/${id}`, {
        locale,
        viewport: { width: 390, height: 800 },
      })
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('heading', { name: `Concert ${locale}` }).waitFor()
      await assertAccessible(page, locale)
      assert.deepEqual(unexpectedProblems(), [])
    })
})

describe('the note of a decision', () => {
  const service = new Service({
    CALENDS_SMTP_URL: 'smtp://127.0.0.1:9',
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'http://town.example.org',
  })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  test('is said to be sent to an author, but not to oneself', async () => {
    const user = { username: 'writer', role: 'contributor', password: 'password of writer' }
    await service.post('//cal/admin/v1/users', user)
    const submitted = async (as: string): Promise<number> =>
      (await service.post('/events', anEvent({ status: 'pending' }), { as })).body.id
    const [theirs, own] = [await submitted('writer:password of writer'), await submitted(administrator)]
    const [username, password] = administrator.split(':') as [string, string]
    const { page } = await visit()
    await page.goto(`${service.origin}/admin/review/${theirs}`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByText(/your note is shown in its history\. If the author has an e-mail address/).waitFor()
    await page.goto(`${service.origin}/admin/review/${own}`)
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByText(/your note is shown in its history\.$/).waitFor()
  })
})
