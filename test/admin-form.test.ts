import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, holdBack, makeWorker, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** The edit form of the administration, as people write in it. */

/** Whether it is what the keyboard is at; run in the page. */
const isFocused = (one: unknown): boolean => {
  const element = one as { readonly ownerDocument: { readonly activeElement: unknown } }
  return element.ownerDocument.activeElement === element
}

/** As people do: Playwright reports a change even if the same file is chosen again, which browsers do not. */
async function chooseNatively(page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { root } = await devtools.send('DOM.getDocument')
  const selector = 'main input[type=file]'
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await devtools.send('DOM.setFileInputFiles', { nodeId, files: [file] })
  await devtools.detach()
}

describe('the edit form', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_CURRENCY: 'CHF' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string, options = {}) => {
    const visited = await openAdmin(service, visit, path, {
      viewport: { width: 1440, height: 1000 },
      ...options,
    })
    visited.page.setDefaultTimeout(20_000)
    return visited
  }
  const title = (page: Page, language = 'English') =>
    page.getByRole('textbox', { name: `Title in ${language}` })
  const status = (page: Page) => page.getByRole('complementary').getByRole('status')
  const isSaved = (page: Page) =>
    status(page)
      .getByText(/^Saved \d\d:\d\d$/)
      .waitFor()

  test('a text that is the same in another language is that of the language, and can be cleared', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Jazz', description: 'Loud' }))
    const { page } = await open(`/events/${body.id}`)
    await title(page, 'French').fill('Jazz')
    await page.getByRole('button', { name: /^Update/ }).click()
    await isSaved(page)
    await page.reload()
    await title(page, 'French').waitFor()
    assert.equal(await title(page, 'French').inputValue(), 'Jazz')
    await title(page, 'French').fill('')
    await page.getByRole('button', { name: /^Update/ }).click()
    await isSaved(page)
    const french = await service.get(`/events/${body.id}?ml_language=fr&context=edit`, { as: administrator })
    assert.equal(french.body.own_fields.includes('title'), false)
  })

  test('a translation of which all texts are cleared is none any more, and comes back with its version', async () => {
    const { body } = await service.post('/venues', { venue: 'Mill', description: 'Old' })
    await service.patch(`/venues/${body.id}?ml_language=fr`, { venue: 'Moulin', description: 'Vieux' })
    const translations = async () => (await service.get(`/venues/${body.id}`)).body.translations
    const { page } = await open(`/venues/${body.id}`)
    const field = (name: string) => page.getByRole('textbox', { name: `${name} in French` })
    await field('Name').fill('')
    await field('Description').fill('')
    await page.keyboard.press('Control+s')
    await isSaved(page)
    assert.deepEqual(Object.keys(await translations()), ['en'])
    await page.getByRole('img', { name: /French missing/ }).waitFor()
    assert.equal(await field('Page address').inputValue(), '')
    await page.getByRole('link', { name: /^Compare all/ }).click()
    await page.getByRole('button', { name: 'Restore this version' }).first().click()
    await page.getByText('was restored.').waitFor()
    const { fr } = await translations()
    assert.deepEqual([fr.title, fr.slug], ['Moulin', 'moulin'])
  })

  test('a translation that somebody else has removed does not come back with the next save', async () => {
    const { body } = await service.post('/venues', { venue: 'Forge' })
    await service.patch(`/venues/${body.id}?ml_language=fr`, { venue: 'La forge' })
    const { page } = await open(`/venues/${body.id}`)
    await page.getByRole('textbox', { name: 'Name in English' }).fill('Old forge')
    await service.delete(`/venues/${body.id}/translations/fr`)
    await page.keyboard.press('Control+s')
    await isSaved(page)
    const { venue, translations } = (await service.get(`/venues/${body.id}`)).body
    assert.deepEqual([venue, Object.keys(translations)], ['Old forge', ['en']])
    assert.equal(await page.getByRole('textbox', { name: 'Name in French' }).inputValue(), '')
  })

  test('another language than that of the site can be the original, and what was typed stays in its language', async () => {
    const { page } = await open('/events/new?start_date=2027-03-02T19:00&end_date=2027-03-02T21:00')
    await title(page).fill('Dance')
    await title(page, 'French').fill('Bal')
    const pane = (language: string) => page.getByRole('textbox', { name: `Description in ${language}` })
    await pane('French').click()
    await page.keyboard.type('Entrée libre.')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Old creamery')
    await page.getByRole('option', { name: 'Create venue “Old creamery”' }).click()
    await page.getByRole('textbox', { name: 'Name in French' }).fill('Ancienne laiterie')
    const original = page.getByRole('combobox', { name: 'Original language' })
    await original.focus()
    await original.selectOption('French')
    assert.ok(await original.evaluate(isFocused))
    assert.equal(await title(page, 'French, original').inputValue(), 'Bal')
    assert.equal(await title(page, 'English').inputValue(), 'Dance')
    assert.equal(await pane('French').getAttribute('id'), 'field-description')
    await page.getByRole('textbox', { name: 'Name in English' }).fill('The old creamery')
    await page.getByRole('button', { name: 'Create venue' }).click()
    await page.getByRole('button', { name: 'Remove venue The old creamery' }).waitFor()
    await pane('French').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Venez !')
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    assert.equal(await original.count(), 0)
    const id = /\d+$/.exec(page.url())![0]
    const { body } = await service.get(`/events/${id}?ml_language=fr`)
    assert.equal(body.original_language, 'fr')
    assert.equal(body.title, 'Bal')
    assert.equal(body.description, '<p>Entrée libre. Venez !</p>')
    assert.equal(body.venue.venue, 'Ancienne laiterie')
    const english = await service.get(`/events/${id}?ml_language=en`)
    assert.deepEqual([english.body.title, english.body.venue.venue], ['Dance', 'The old creamery'])
    await page.goto(`${service.origin}/admin/events/new`)
    await title(page, 'French, original').waitFor()
    await original.selectOption('English')
    await title(page, 'English, original').waitFor()
  })

  test('a duplicate is found by the title in the language in which the event is written', async () => {
    const day = { start_date: '2027-05-04 10:00', end_date: '2027-05-04 12:00', ml_language: 'fr' }
    const { body: known } = await service.post('/events', anEvent({ ...day, title: 'Fête du lac' }))
    await service.patch(`/events/${known.id}?ml_language=en`, { title: 'Lake festival' })
    const { body: other } = await service.post('/events', anEvent({ ...day, title: 'La fête du lac' }))
    const { page } = await open(`/events/${other.id}`)
    await page.getByText('Possible duplicate of “Fête du lac”').waitFor()
    for (const { id } of [known, other]) await service.delete(`/events/${id}?force=true`)
  })

  test('an event with a new venue is made, translated, published, and seen by visitors', async () => {
    const { page, requests } = await open('/events/new')
    await title(page).fill('Night of the accordion')
    await title(page, 'French').fill('Nuit de l’accordéon')
    await page.getByLabel('Start day', { exact: true }).fill('9.1.2027')
    await page.getByLabel('Start time').fill('1930')
    await page.getByLabel('End time').fill('9:45pm')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Old creamery')
    await page.getByRole('option', { name: 'Create venue “Old creamery”' }).click()
    await page.getByRole('textbox', { name: 'Town' }).fill('Biel')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Nothing is saved yet: first create this venue').waitFor()
    const name = page.getByRole('textbox', { name: 'Name in English' })
    assert.ok(await name.evaluate(isFocused))
    await page.getByRole('button', { name: 'Create venue' }).click()
    await page.getByRole('button', { name: 'Remove venue Old creamery' }).waitFor()
    await page.getByRole('textbox', { name: 'Description in French' }).fill('Une nuit.')
    assert.match(await page.getByText('kept when the start moves').innerText(), /^2 h.15 min,/)
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)

    const id = Number(/\/events\/(\d+)$/.exec(page.url())![1])
    const { body } = await service.get(`/events/${id}?ml_language=fr`, { as: null })
    assert.equal(body.title, 'Nuit de l’accordéon')
    assert.equal(body.description, '<p>Une nuit.</p>')
    assert.equal(body.start_date, '2027-01-09 19:30:00')
    assert.equal(body.end_date, '2027-01-09 21:45:00')
    assert.equal(body.venue.venue, 'Old creamery')
    assert.equal(body.venue.city, 'Biel')
    await page.goto(body.url)
    await page.getByRole('heading', { name: 'Nuit de l’accordéon' }).waitFor()
    await assertPublished(
      service,
      requests.filter((url) => url.includes('/cal/')),
    )
  })

  test('a venue that is typed and not chosen holds the form back; a tag that is typed is one', async () => {
    const { page } = await open('/events/new')
    await title(page).fill('Almost complete')
    await page.getByLabel('Start day', { exact: true }).fill('9.1.2027')
    await page.getByLabel('Start time').fill('19:30')
    const venue = page.getByRole('combobox', { name: 'Venue' })
    await venue.fill('Town hall that nobody made')
    await venue.press('Escape')
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('chess')
    await tags.press('Enter')
    await tags.fill('cards')
    await tags.press('Escape')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('“Town hall that nobody made” is not chosen yet').waitFor()
    assert.ok(await venue.evaluate(isFocused))
    await venue.fill('')
    await venue.press('Escape')
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    const id = Number(/\/events\/(\d+)$/.exec(page.url())![1])
    const { body } = await service.get(`/events/${id}`, { as: null })
    assert.deepEqual((body.tags as { name: string }[]).map(({ name }) => name).sort(), ['cards', 'chess'])
  })

  test('authors choose tags that exist, and are told so before anything is sent', async () => {
    const as = await makeWorker(service, 'tagger', 'author')
    await service.post('/tags', { name: 'draughts' })
    const { page } = await open('/events/new', { as })
    await title(page).fill('Board games')
    await page.getByLabel('Start day', { exact: true }).fill('9.1.2027')
    await page.getByLabel('Start time').fill('19:30')
    await page.getByText('Only editors can add new tags.', { exact: true }).waitFor()
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.click()
    await tags.pressSequentially('drau')
    await page.getByRole('option', { name: 'draughts' }).click()
    await tags.press('Escape')
    await page.getByRole('button', { name: 'Remove tag draughts' }).waitFor()
    await tags.pressSequentially('never heard of')
    await page.getByText('Nothing found').waitFor()
    assert.equal(await page.getByRole('option', { name: /New tag/ }).count(), 0)
    await tags.press('Enter')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('“never heard of” is not a tag yet').waitFor()
    assert.ok(await tags.evaluate(isFocused))
    await tags.fill('')
    await tags.press('Escape')
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    const id = Number(/\/events\/(\d+)$/.exec(page.url())![1])
    const { body } = await service.get(`/events/${id}`, { as: null })
    assert.deepEqual(
      (body.tags as { name: string }[]).map(({ name }) => name),
      ['draughts'],
    )
  })

  test('what was found for other words cannot be chosen while a search is under way', async () => {
    for (const venue of ['Card house', 'Town hall']) await service.post('/venues', { venue })
    const { page } = await open('/events/new')
    const options = () => page.getByRole('option').allInnerTexts()
    const box = page.getByRole('combobox', { name: 'Venue' })
    await box.focus()
    await page.getByRole('option', { name: 'Town hall' }).waitFor()
    const answers = new EventEmitter()
    await page.route(/\/venues\?.*search=/, async (route) => {
      await once(answers, 'go')
      await route.continue()
    })

    await box.pressSequentially('card')
    await page.getByRole('option', { name: 'Create venue “card”' }).waitFor()
    assert.deepEqual(await options(), ['Card house', 'Create venue “card”'])
    await box.pressSequentially(' room')
    await page.getByRole('option', { name: 'Create venue “card room”' }).waitFor()
    assert.deepEqual(await options(), ['Create venue “card room”'])
    answers.emit('go')
  })

  test('what the service refuses stands at its field, and the summary has the focus', async () => {
    const { page } = await open('/events/new')
    await title(page).fill('Backwards')
    await page.getByLabel('Start day', { exact: true }).fill('2027-03-02')
    await page.getByLabel('Start time').fill('19:00')
    await page.getByLabel('End day', { exact: true }).fill('2027-03-01')
    await page.getByRole('button', { name: 'Publish' }).click()
    const summary = page.getByRole('alert')
    await summary.getByText('Not saved: one field needs your attention.').waitFor()
    assert.ok(await summary.evaluate(isFocused))
    await summary.getByRole('link', { name: /^Ends:/ }).click()
    assert.equal(await page.getByLabel('End day', { exact: true }).getAttribute('aria-invalid'), 'true')
    await page.getByLabel('End day', { exact: true }).fill('2.3.2027')
    await page.getByRole('button', { name: 'Publish' }).click()
    await isSaved(page)
    await page.getByText('Saved. Status: Published', { exact: true }).waitFor()
  })

  test('the summary leads to the coordinates, which say what is wrong', async () => {
    const { body } = await service.post('/venues', { venue: 'Island' })
    const { page } = await open(`/venues/${body.id}`)
    const coordinates = page.getByRole('textbox', { name: 'Coordinates' })
    await coordinates.fill('7.2480, 247.1349')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByRole('link', { name: 'Longitude: Must be 180 or less.' }).click()
    assert.ok(await coordinates.evaluate(isFocused))
    assert.match(await coordinates.ariaSnapshot(), /invalid/)
    const described = (await coordinates.getAttribute('aria-describedby')) ?? ''
    const sentence = page.locator(`[id="${described.split(' ').at(-1)}"]`)
    assert.equal(await sentence.textContent(), 'Must be 180 or less.')
  })

  test('Ctrl+Enter does what the primary button does', async () => {
    const keptPrivate = await service.post('/events', anEvent({ title: 'Staff party', status: 'private' }))
    const { page } = await open(`/events/${keptPrivate.body.id}`)
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.getByLabel('Title in English').fill('Party of the staff')
    await page.keyboard.press('Control+Enter')
    await isSaved(page)
    const { body } = await service.get(`/events/${keptPrivate.body.id}`, { as: administrator })
    assert.deepEqual([body.title, body.status], ['Party of the staff', 'private'])

    const as = await makeWorker(service, 'submitter', 'contributor')
    const { body: users } = await service.get('//cal/admin/v1/users?search=submitter', { as: administrator })
    const fields = { title: 'Proposed', status: 'draft', author: users.users[0].id }
    const proposed = await service.post('/events', anEvent(fields))
    const { page: theirs } = await open(`/events/${proposed.body.id}`, { as })
    await theirs.getByRole('button', { name: 'Submit for review' }).waitFor()
    await theirs.keyboard.press('Control+Enter')
    await isSaved(theirs)
    const { body: sent } = await service.get(`/events/${proposed.body.id}`, { as: administrator })
    assert.equal(sent.status, 'pending')
  })

  test('fields have the keyboard on a screen that suits them', async () => {
    const { page } = await open('/organizers/new')
    const keyboards = { Phone: 'tel', 'E-mail': 'email', Website: 'url' }
    for (const [name, keyboard] of Object.entries(keyboards)) {
      const field = page.getByRole('textbox', { name: new RegExp(`^${name}`) }).first()
      assert.equal(await field.getAttribute('inputmode'), keyboard)
    }
    assert.equal(await page.locator('form:has([inputmode=tel])').getAttribute('autocomplete'), 'off')
  })

  test('a moment of publication that is refused stays in its field', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Later', status: 'draft' }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Other ways to save' }).click()
    await page.getByRole('menuitem', { name: 'Publish later…' }).click()
    const moment = page.getByLabel('Publish on')
    await moment.fill('2037-02-30 9:00')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('alert').getByRole('link').click()
    assert.ok(await moment.evaluate(isFocused))
    assert.equal(await moment.inputValue(), '2037-02-30 9:00')
    assert.equal(await moment.getAttribute('aria-invalid'), 'true')
    await moment.fill('2037-03-02 09:00')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await isSaved(page)
    assert.equal(await moment.count(), 0)
    const { body } = await service.get(`/events/${event.id}`, { as: administrator })
    assert.deepEqual([body.status, body.date], ['future', '2037-03-02 09:00:00'])
  })

  test('where a phrase may mean two days, the other one is there to be chosen', async () => {
    const { page } = await open('/events')
    await page.clock.setFixedTime('2027-03-01T10:00:00Z')
    await page.goto(`${service.origin}/admin/events/new`)
    const day = page.getByLabel('Start day', { exact: true })
    await day.fill('next Friday')
    const choice = page.getByRole('group', { name: 'Which day is meant?' })
    await choice.getByRole('button', { name: 'Fri 12 Mar 2027', pressed: true }).waitFor()
    await assertAccessible(page, 'which day')
    await choice.getByRole('button', { name: 'Fri 5 Mar 2027', pressed: false }).press('Enter')
    await choice.getByRole('button', { name: 'Fri 5 Mar 2027', pressed: true }).waitFor()
    assert.equal(await day.inputValue(), 'Fri 5 Mar 2027')
    await day.fill('9.12.')
    assert.equal(await choice.count(), 0)
  })

  test('two editors who change the same choose, and the rest merges by itself', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Choir' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Choir of Biel')
    await page.getByRole('textbox', { name: 'Cost in English' }).fill('Donation')
    await service.patch(`/events/${event.id}`, { title: 'Great choir', featured: true })
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText(/^Changed by admin .*, while you were writing\.$/).waitFor()
    assert.equal(await page.getByRole('radio').count(), 2)
    await page.getByRole('radio', { name: 'Great choir' }).check()
    await page.getByRole('button', { name: 'Save the chosen versions' }).click()
    await isSaved(page)
    const { body } = await service.get(`/events/${event.id}`)
    assert.deepEqual([body.title, body.featured, body.cost], ['Great choir', true, 'Donation'])
  })

  test('what somebody else saves after one language was refused is not overwritten', async () => {
    const { body: other } = await service.post('/events', anEvent({ title: 'Other' }))
    await service.patch(`/events/${other.id}?ml_language=fr`, { title: 'Autre', slug: 'autre' })
    const { body: event } = await service.post('/events', anEvent({ title: 'Ball' }))
    const french = `/events/${event.id}?ml_language=fr`
    await service.patch(french, { title: 'Bal' })
    const { page } = await open(`/events/${event.id}`)
    const slug = page.getByRole('textbox', { name: 'Page address in French' })
    const update = () => page.getByRole('button', { name: 'Update' }).click()
    await title(page).fill('Ball by A')
    await title(page, 'French').fill('Bal de A')
    await slug.fill('autre')
    await update()
    await page.getByRole('alert').filter({ hasText: 'Not saved: one field needs your attention.' }).waitFor()
    assert.equal((await service.get(`/events/${event.id}`)).body.title, 'Ball by A')
    await service.patch(french, { title: 'Bal de B' })
    await slug.fill('bal-de-a')
    await update()
    await page.getByRole('radio', { name: 'Bal de B' }).check()
    await page.getByRole('button', { name: 'Save the chosen versions' }).click()
    await isSaved(page)
    const { body } = await service.get(french)
    assert.deepEqual([body.title, body.slug], ['Bal de B', 'bal-de-a'])
  })

  test('what is typed further while several languages are saved is no conflict with oneself', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Rehearsal' }))
    const { page } = await open(`/events/${event.id}`)
    const writes = await holdBack(page, '**/cal/events/v1/events/*', 'PATCH')
    await title(page).fill('Rehearsal ')
    await title(page, 'French').fill('Répétition')
    const first = writes.sent()
    await page.getByRole('button', { name: 'Update' }).click()
    await first
    await title(page).fill('Rehearsal by night')
    const second = writes.sent()
    writes.letGo()
    await second
    writes.letGo()
    await status(page).getByText('Not saved yet', { exact: true }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Update' }).click()
    await isSaved(page)
    const titles = await Promise.all(
      ['en', 'fr'].map(
        async (language) => (await service.get(`/events/${event.id}?ml_language=${language}`)).body.title,
      ),
    )
    assert.deepEqual(titles, ['Rehearsal by night', 'Répétition'])
  })

  test('both versions of a conflict are in words, linked ones by their names', async () => {
    const [mine, theirs] = await Promise.all(
      ['Corn exchange', 'Boat house'].map(
        async (venue) => (await service.post('/venues', { venue })).body.id,
      ),
    )
    const { body: event } = await service.post('/events', anEvent({ title: 'Quiz' }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('combobox', { name: 'Venue' }).fill('Corn')
    await page.getByRole('option', { name: 'Corn exchange' }).click()
    await page.keyboard.press('Escape')
    await service.patch(`/events/${event.id}`, { venue: theirs, featured: true })
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('radio', { name: 'Boat house' }).waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Corn exchange' }).isChecked(), true)
    await page.getByRole('button', { name: 'Save the chosen versions' }).click()
    await isSaved(page)
    assert.equal((await service.get(`/events/${event.id}`)).body.venue.id, mine)
  })

  test('on a phone, both versions of a conflict are in sight', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Lantern walk' }))
    const { page } = await open(`/events/${event.id}`, { viewport: { width: 360, height: 740 } })
    await title(page).fill('Lantern walk through the old town')
    await service.patch(`/events/${event.id}`, { title: 'Lantern walk along the canal' })
    await page.getByRole('button', { name: 'Update' }).last().click()
    await page.getByRole('radio', { name: 'Lantern walk through the old town' }).waitFor()
    const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
      `(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.querySelector('.table-wrap'))`,
    )
    assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth} px`)
  })

  test('images are seen in conflicts and in the history', async () => {
    const picture = await plain(20, 20).png().toBuffer()
    const [red, blue] = await Promise.all(
      ['A red wall', 'A blue wall'].map(
        async (alt) => (await upload(service, picture, { fields: { alt } })).body,
      ),
    )
    const { body: event } = await service.post('/events', anEvent({ title: 'Murals', image: red.id }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Remove the image' }).click()
    await service.patch(`/events/${event.id}`, { image: blue.id })
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('radio', { name: 'A blue wall' }).check()
    await page.getByRole('button', { name: 'Use all of theirs' }).click()
    await page.goto(`${service.origin}/admin/events/${event.id}/history`)
    await page.getByRole('deletion').getByRole('img', { name: 'A red wall' }).waitFor()
    await page.getByRole('insertion').getByRole('img', { name: 'A blue wall' }).waitFor()
  })

  test('a conflict does not forget the publishing, and is where a further attempt leads', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Fair', status: 'draft' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Fair of Biel')
    await service.patch(`/events/${event.id}`, { title: 'Great fair' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: /while you were writing/ })
    await notice.waitFor()
    await page.getByRole('textbox', { name: 'Cost in English' }).fill('Donation')
    await page.keyboard.press('Control+s')
    await until(() => notice.evaluate(isFocused), Boolean)
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByText('Saved. Status: Published', { exact: true }).waitFor()
    const { body } = await service.get(`/events/${event.id}`, { as: null })
    assert.deepEqual([body.title, body.cost, body.status], ['Fair of Biel', 'Donation', 'publish'])
  })

  test('during a conflict, the status is that which somebody else has given it', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Fair' }))
    const { page } = await open(`/events/${event.id}`)
    const aside = page.getByRole('complementary', { name: 'Publish' })
    await title(page).fill('Fair of Biel')
    await service.patch(`/events/${event.id}`, { title: 'Great fair', status: 'draft' })
    await aside.getByRole('button', { name: 'Update' }).click()
    await page.getByText(/while you were writing/).waitFor()
    await aside.getByText('Draft', { exact: true }).waitFor()
    await aside.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByText('Saved. Status: Published', { exact: true }).waitFor()
    const { body } = await service.get(`/events/${event.id}`, { as: null })
    assert.deepEqual([body.title, body.status], ['Fair of Biel', 'publish'])
  })

  test('a title is shown without the markup that is not kept, but not while somebody is typing it', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Film' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Tom <b>& Jerry</b>')
    await page.keyboard.press('Control+s')
    await isSaved(page)
    assert.equal(await title(page).inputValue(), 'Tom <b>& Jerry</b>')
    await page.keyboard.press('Tab')
    assert.equal(await title(page).inputValue(), 'Tom & Jerry')
    await page.getByRole('heading', { level: 1, name: 'Tom & Jerry' }).waitFor()
    await title(page).fill('<i>Jerry</i> & Tom')
    await page.getByRole('textbox', { name: 'Cost in English' }).fill('Donation')
    await page.getByRole('button', { name: 'Update' }).click()
    await until(
      () => title(page).inputValue(),
      (text) => text === 'Jerry & Tom',
    )
    await isSaved(page)
  })

  test('to discard what was restored takes what somebody else saved, also during a conflict', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Ball' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Ball of Biel')
    await page.waitForTimeout(600)
    await service.patch(`/events/${event.id}`, { title: 'Great ball' })
    const discard = () => page.getByRole('button', { name: 'Discard it' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText(/while you were writing/).waitFor()
    await discard()
    assert.equal(await title(page).inputValue(), 'Great ball')
    assert.equal(await page.getByText(/while you were writing/).count(), 0)
    await title(page).fill('Ball')
    await page.getByRole('button', { name: 'Update' }).click()
    await isSaved(page)

    await title(page).fill('Ball again')
    await page.waitForTimeout(600)
    await service.patch(`/events/${event.id}`, { title: 'Greatest ball' })
    await page.reload()
    await discard()
    assert.equal(await title(page).inputValue(), 'Greatest ball')
  })

  test('an event is published although its draft is just being saved by itself', async () => {
    const { page } = await open('/events/new')
    const released = new EventEmitter()
    await page.route('**/cal/events/v1/events?*', async (route) => {
      if (route.request().method() === 'POST') await once(released, 'go')
      await route.continue()
    })
    const draft = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/events?'),
    )
    await title(page).fill('In a hurry')
    await page.getByLabel('Start day', { exact: true }).fill('10.1.2027')
    await page.getByLabel('Start time').fill('20')
    assert.equal(((await draft).postDataJSON() as { status: string }).status, 'draft')
    await page.getByRole('button', { name: 'Publish' }).click()
    released.emit('go')
    await page.getByText('Saved. Status: Published', { exact: true }).waitFor()
    const { body } = await service.get('/events?search=in%20a%20hurry', { as: null })
    assert.deepEqual(
      body.events.map((one: { status: string }) => one.status),
      ['publish'],
    )
  })

  test('a draft is saved by itself once nobody types, and a refusal leaves the focus where it is', async () => {
    const { body: event } = await service.post('/events', anEvent({ status: 'draft' }))
    const { page } = await open(`/events/${event.id}`)
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    const website = page.getByRole('textbox', { name: 'Website in English' })
    await website.pressSequentially('http://', { delay: 1600 })
    assert.deepEqual(sent, [])
    const notice = page.getByRole('status').filter({ hasText: 'Not saved: one field needs your attention.' })
    await notice.waitFor()
    assert.deepEqual(sent, [{ website: 'http://' }])
    assert.equal(await website.getAttribute('aria-invalid'), 'true')
    assert.ok(await website.evaluate(isFocused))
    await page.keyboard.press('Control+s')
    const summary = page.getByRole('alert').filter({ hasText: 'Not saved: one field needs your attention.' })
    await until(() => summary.evaluate(isFocused), Boolean)
    await website.press('End')
    await page.keyboard.type('next.example')
    assert.equal(await website.inputValue(), 'http://next.example')
    assert.equal(await notice.or(summary).count(), 0)
  })

  test('a conflict that a draft meets by itself leaves the focus where it is', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Fête', status: 'draft' }))
    const { page } = await open(`/events/${event.id}`)
    await title(page).fill('Fête in Biel')
    await service.patch(`/events/${event.id}`, { title: 'Great fête' })
    const notice = page.getByRole('status').filter({ hasText: /while you were writing/ })
    await notice.waitFor()
    assert.ok(await title(page).evaluate(isFocused))
    await page.getByRole('status').getByText('Not saved', { exact: true }).waitFor()
    await page.keyboard.press('Control+s')
    await until(() => notice.evaluate(isFocused), Boolean)
  })

  test('a field that only the document knows has a control', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 1000 } })
    await page.route('**/cal/events/v1/doc*', async (route) => {
      const response = await route.fetch()
      const document = await response.json()
      const { properties } = document.components.schemas.createEventBody
      properties.doors = { type: 'string', description: 'When the doors open' }
      properties.seated = { type: 'boolean', description: 'Whether there are seats' }
      properties.shade = { type: 'string', enum: ['sun', 'shadow'], description: 'Sun or shadow' }
      await route.fulfill({ response, json: document })
    })
    await openAdmin(service, () => Promise.resolve({ page, problems: [], requests: [] }), '/events/new')
    const settings = page.getByRole('region', { name: 'Visibility' })
    await settings.getByRole('textbox', { name: 'When the doors open' }).waitFor()
    await settings.getByRole('checkbox', { name: 'Whether there are seats' }).waitFor()
    await settings.getByRole('combobox', { name: 'Sun or shadow' }).waitFor()
  })

  test('the form of what a user may not change shows it, and says why', async () => {
    const as = await makeWorker(service, 'rita', 'contributor')
    const { body: event } = await service.post(
      '/events',
      anEvent({ title: 'Of others', description: 'Loud' }),
    )
    const { page } = await open(`/events/${event.id}`, { as })
    await page.getByText('This belongs to somebody else, so only editors can change it.').waitFor()
    assert.equal(await title(page).isDisabled(), true)
    assert.equal(await title(page).inputValue(), 'Of others')
    const description = page.getByRole('textbox', { name: 'Description in English' })
    assert.equal(await description.getAttribute('contenteditable'), 'false')
    for (const name of [/^Update/, 'Other ways to save', 'Move to the trash'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Open the page' }).getAttribute('href'), event.url)
    await assertAccessible(page, 'the form of what a user may not change')
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: /^Submit for review/ }).waitFor()
    assert.equal(await title(page).isEnabled(), true)
  })

  test('a copy of a series is one, with its texts in the languages in which they were written', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
    const german = anEvent({ title: 'Seefest', description: 'Am See', recurrence })
    const { body: event } = await service.post('/events?ml_language=de', german)
    await service.patch(`/events/${event.id}?ml_language=en`, { title: 'Lake festival' })
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.waitForURL('**/events/new')
    // The form of the event itself, which has the same title, may still be shown.
    await page.getByRole('button', { name: 'Publish' }).first().waitFor()
    assert.equal(await title(page, 'German, original').inputValue(), 'Seefest')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/events\/\d+$/)
    // A draft may have been saved before.
    const { body: copy } = await until(
      () => service.get(`/events/${page.url().split('/').at(-1)!}?ml_language=de`),
      ({ body }) => body.status === 'publish',
    )
    assert.notEqual(copy.id, event.id)
    assert.deepEqual(
      [copy.original_language, copy.title, copy.description, copy.translations.en.title, copy.recurrence],
      ['de', 'Seefest', event.description, 'Lake festival', recurrence],
    )
  })

  test('contributors copy what is cancelled and has an image without these two', async () => {
    const as = await makeWorker(service, 'coco', 'contributor')
    const { body: image } = await upload(service, await plain(20, 20).png().toBuffer())
    const lost = anEvent({ title: 'Lost night', image: image.id, event_status: 'cancelled' })
    const { body: event } = await service.post('/events', lost)
    const { page } = await open(`/events/${event.id}`, { as })
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: /^Submit for review/ }).click()
    await page.waitForURL(/\/events\/\d+$/)
    const path = `/events/${page.url().split('/').at(-1)!}`
    const { body: copy } = await until(
      () => service.get(path, { as: administrator }),
      ({ body }) => body.status === 'pending',
    )
    assert.deepEqual(
      [copy.title, copy.status, copy.image, copy.event_status],
      ['Lost night', 'pending', false, 'scheduled'],
    )
  })

  test('what is wrong with a ticket is said until it is corrected or removed, which keeps the focus', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Two tickets' }))
    const { page } = await open(`/events/${event.id}`)
    const wrong = page.getByText('Must be a price such as 12.50.', { exact: true })
    const price = page.getByLabel('Price', { exact: true })
    const add = page.getByRole('button', { name: 'Add a ticket' })
    await add.click()
    await add.click()
    for (const at of [0, 1]) {
      const ticket = page.getByRole('group', { name: `Ticket ${at + 1}` })
      await ticket.getByRole('textbox', { name: `Ticket ${at + 1}` }).fill(`No. ${at + 1}`)
      await ticket.getByLabel('Price', { exact: true }).fill('much')
    }
    await page.keyboard.press('Control+s')
    const row = (at: number) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').nth(at)
    const isWrong = async () => [await row(0).locator(wrong).count(), await row(1).locator(wrong).count()]
    await row(1).locator(wrong).waitFor()
    assert.deepEqual(await isWrong(), [1, 1])
    await price.nth(0).fill('12')
    assert.deepEqual(await isWrong(), [0, 1])
    await page.getByRole('button', { name: 'Remove ticket No. 2' }).press('Enter')
    assert.equal(await page.getByRole('button', { name: 'Remove ticket No. 1' }).evaluate(isFocused), true)
    await page.keyboard.press('Enter')
    assert.equal(await add.evaluate(isFocused), true)
    await wrong.waitFor({ state: 'detached' })
  })

  test('undo of moving to the trash leaves alone what somebody else has restored meanwhile', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Back and forth' }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    const messages = page.locator('#messages')
    await messages.getByText('Moved to the trash.').waitFor()
    await service.patch(`/events/${event.id}`, { status: 'private' })
    await messages.getByRole('button', { name: 'Undo' }).click()
    await messages.getByText('That could not be done. Somebody else has just changed it.').waitFor()
    const { body } = await service.get(`/events/${event.id}`, { as: administrator })
    assert.equal(body.status, 'private')
  })

  test('a category gets the colour of its parent again', async () => {
    const { body: parent } = await service.post('/categories', { name: 'Stage', hue: 3 })
    const { body: child } = await service.post('/categories', { name: 'Opera', parent: parent.id, hue: 8 })
    const { page } = await open(`/categories/${child.id}`)
    const colour = (name: string) => page.getByRole('radio', { name, exact: true })
    const save = async () => {
      await page.keyboard.press('Control+s')
      await isSaved(page)
    }
    await colour('Cornflower blue').waitFor()
    await colour('As its parent').check()
    await save()
    assert.equal((await service.get(`/categories/${child.id}`)).body.hue, 3)
    await page.getByRole('textbox', { name: 'Name in English' }).fill('Operas')
    await save()
    await page.reload()
    assert.equal(await colour('Ochre').isChecked(), true)

    await page.goto(`${service.origin}/admin/categories/${parent.id}`)
    await colour('Chosen automatically').check()
    await save()
    const { body } = await service.get(`/categories/${child.id}`)
    assert.deepEqual([body.name, body.hue], ['Operas', ((parent.id - 1) % 10) + 1])
  })

  test('what is in the trash is restored or deleted permanently in its form', async () => {
    const { body: event } = await service.post(
      '/events',
      anEvent({ title: 'Thrown away', status: 'private' }),
    )
    const read = async () => (await service.get(`/events/${event.id}`, { as: administrator })).body
    await service.delete(`/events/${event.id}`)
    const { page, unexpectedProblems } = await open(`/events/${event.id}`)
    const aside = page.getByRole('complementary', { name: 'Publish' })
    const button = (name: string) => aside.getByRole('button', { name, exact: true })
    await button('Restore').waitFor()
    assert.equal(await button('Move to the trash').count(), 0)
    // Nobody can see its page.
    assert.equal(await aside.getByRole('link', { name: 'Open the page' }).count(), 0)
    await button('Restore').click()
    await aside.getByText('Private', { exact: true }).waitFor()
    assert.equal(await aside.getByRole('region', { name: 'Status' }).getByRole('link').count(), 0)
    assert.equal((await read()).status, 'private')

    await button('Move to the trash').click()
    await page.locator('#messages').getByText('Moved to the trash.').waitFor()
    const { page: again } = await open(`/events/${event.id}`)
    await again.getByRole('button', { name: 'Delete permanently' }).click()
    const dialog = again.getByRole('dialog', { name: 'Delete it permanently?' })
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await again.locator('#messages').getByText('Deleted.').waitFor()
    assert.equal((await service.get(`/events/${event.id}`, { as: administrator })).status, 404)
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('the form says what is lost with what is deleted permanently', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Doomed hall' })
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const { body: series } = await service.post('/events', anEvent({ title: 'Doomed course', recurrence }))
    for (const [path, loss] of [
      [`/venues/${venue.id}`, 'It will be removed from all its events. This cannot be undone.'],
      [`/events/${series.id}`, 'All dates of a series are deleted with it. This cannot be undone.'],
    ] as const) {
      await service.delete(path)
      const { page } = await open(path)
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByRole('dialog').getByText(loss, { exact: true }).waitFor()
      await service.delete(`${path}?force=true`)
    }
  })

  test('contributors are told that what is published is no longer theirs to change', async () => {
    const as = await makeWorker(service, 'paul', 'contributor')
    const { body: users } = await service.get('//cal/admin/v1/users', { as: administrator })
    const author = users.users.find(({ username }: { username: string }) => username === 'paul').id
    const { body: event } = await service.post('/events', anEvent({ title: 'Of Paul', author }))
    const { page } = await open(`/events/${event.id}`, { as })
    await page.getByText('This is published, so only editors can change it.').waitFor()
    await service.patch(`/events/${event.id}`, { status: 'draft' })
    await page.reload()
    await page.getByRole('button', { name: /^Submit for review/ }).waitFor()
    assert.equal(await title(page).isEnabled(), true)
  })

  test('contributors are told why what they typed is refused once it is published', async () => {
    const as = await makeWorker(service, 'petra', 'contributor')
    const { body: users } = await service.get('//cal/admin/v1/users?search=petra', { as: administrator })
    const author = users.users[0].id
    const { body: event } = await service.post('/events', anEvent({ title: 'Tea', status: 'draft', author }))
    const { page } = await open(`/events/${event.id}`, { as })
    await title(page).fill('Tea and cake')
    await service.patch(`/events/${event.id}`, { status: 'publish' })
    await page.keyboard.press('Control+s')
    await page.getByText('This is published, so only editors can change it.').waitFor()
    assert.equal(await title(page).inputValue(), 'Tea and cake')
    await service.patch(`/events/${event.id}`, { status: 'draft' })
    await page.reload()
    await page.getByRole('button', { name: /^Submit for review/ }).click()
    await page.getByText('Saved. Status: Pending review').waitFor()
    const { body: stored } = await service.get(`/events/${event.id}`, { as: administrator })
    assert.equal(stored.title, 'Tea and cake')
  })

  test('whoever is refused because of another role is offered what that may do', async () => {
    const as = await makeWorker(service, 'robin', 'editor')
    const { body: users } = await service.get('//cal/admin/v1/users?search=robin', { as: administrator })
    const { id: author } = users.users[0]
    const { body: event } = await service.post('/events', anEvent({ title: 'Tombola', author }))
    const { page } = await open(`/events/${event.id}`, { as })
    const review = page.getByRole('link', { name: /^Review/ })
    await review.waitFor()
    await title(page).fill('Grand tombola')
    await service.patch(`//cal/admin/v1/users/${author}`, { role: 'contributor' })
    await page.getByRole('button', { name: /^Update/ }).click()
    await page.getByText('This is published, so only editors can change it.').waitFor()
    await review.waitFor({ state: 'detached' })
    assert.equal(await title(page).inputValue(), 'Grand tombola')
  })

  test('a contributor submits for review', async () => {
    const as = await makeWorker(service, 'learner', 'contributor')
    const { page } = await open('/events/new', { as })
    await title(page).fill('First try')
    await page.getByLabel('Start day', { exact: true }).fill('2027-04-01')
    await page.getByLabel('Start time').fill('18')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await isSaved(page)
    const id = /\/events\/(\d+)$/.exec(page.url())![1]
    const { body } = await service.get(`/events/${id}`, { as: administrator })
    assert.deepEqual([body.status, body.end_date], ['pending', '2027-04-01 19:00:00'])
  })

  test('days are understood in words of three languages', async () => {
    for (const [language, words, label] of [
      ['en', 'next Friday', 'Start day'],
      ['fr', 'demain', 'Date de début'],
      ['de', '9. Dezember 2026', 'Beginn: Datum'],
    ] as const) {
      const { page } = await open('/events/new', { locale: language })
      const field = page.getByLabel(label, { exact: true })
      await field.fill(words)
      await until(
        async () => {
          await field.blur()
          return field.inputValue()
        },
        (shown) => /\d{4}$/.test(shown),
      )
      assert.equal(await page.locator('html').getAttribute('lang'), language)
    }
  })

  test('the image of an event is described, and its focus moved, where the event is edited', async () => {
    const content = await plain(400, 300).png().toBuffer()
    const { body: image } = await upload(service, content, { fields: { alt: 'A red wall' } })
    const { body: event } = await service.post('/events', anEvent({ image: image.id }))
    const { page } = await open(`/events/${event.id}`)
    await page.getByLabel(/Image text in French/).fill('Un mur rouge')
    await page.getByLabel(/Image text in French/).blur()
    await page.getByRole('button', { name: 'Focal point' }).press('ArrowUp')
    await page.getByText('The focal point was moved.').waitFor()
    // The text is sent by itself, and may be saved after the point.
    await until(
      async () => (await service.get(`//cal/admin/v1/media/${image.id}`, { as: administrator })).body,
      ({ alt_texts: texts, focus }) =>
        isDeepStrictEqual(
          [texts, focus],
          [
            { en: 'A red wall', fr: 'Un mur rouge' },
            { x: 0.5, y: 0.45 },
          ],
        ),
    )
  })

  test('the focal point is where it is stored, also after it was moved back from elsewhere', async () => {
    const content = await plain(400, 300).png().toBuffer()
    const { body: image } = await upload(service, content, { fields: { alt: 'A grey wall' } })
    const { body: other } = await upload(service, content, { fields: { alt: 'A brown wall' } })
    const { page } = await open(`/media/${image.id}`)
    const point = page.getByRole('button', { name: 'Focal point' })
    await point.press('ArrowLeft')
    await page.getByText('The focal point was moved.').waitFor()
    await page.getByRole('link', { name: 'A brown wall' }).click()
    await page.waitForURL(`**/media/${other.id}`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(
      async () => (await service.get(`//cal/admin/v1/media/${image.id}`, { as: administrator })).body.focus.x,
      (x) => x === 0.5,
    )
    await page.getByRole('link', { name: 'A grey wall' }).click()
    await page.waitForURL(`**/media/${image.id}`)
    await until(
      () => point.getAttribute('aria-description'),
      (description) => description === '50 % from the left, 50 % from the top',
    )
  })

  test('authors see an image of somebody else, and can only choose another one', async () => {
    const as = await makeWorker(service, 'borrower', 'author')
    const content = await plain(400, 300).png().toBuffer()
    const { body: image } = await upload(service, content, { fields: { alt: 'A green wall' } })
    const { body: users } = await service.get('//cal/admin/v1/users?search=borrower', { as: administrator })
    const { body: event } = await service.post(
      '/events',
      anEvent({ image: image.id, author: users.users[0].id }),
    )
    const { page } = await open(`/events/${event.id}`, { as })
    const text = page.getByLabel(/Image text in English/)
    await text.waitFor()
    assert.equal(await text.isEditable(), false)
    assert.equal(await page.getByRole('button', { name: 'Focal point' }).count(), 0)
    await page.getByRole('button', { name: 'Remove the image' }).waitFor()
  })

  test('an image that is being uploaded holds a save, and is asked about', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'With a picture' }))
    const { page } = await open(`/events/${event.id}`)
    const uploads = await holdBack(page, '**/cal/admin/v1/media', 'POST')
    const sent = uploads.sent()
    const buffer = await plain(30, 30).png().toBuffer()
    await page.getByLabel('Image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await sent
    await status(page).getByText('Not saved yet').waitFor()
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('alert')
      .getByText('Nothing is saved yet: the image is still being uploaded.')
      .waitFor()
    await until(() => page.getByRole('button', { name: 'Choose a file' }).evaluate(isFocused), Boolean)
    await assertAccessible(page, 'an image that is being uploaded')
    await page.getByRole('link', { name: 'Tags' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByText(/^An image is still being uploaded\./).waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    // Shortcuts do nothing as long as a dialog is open, and what was blocked is said until the upload has ended.
    await dialog.waitFor({ state: 'hidden' })
    uploads.letGo()
    await page.getByRole('button', { name: 'Remove the image' }).waitFor()
    await page.getByRole('progressbar', { name: 'Uploading' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Enter')
    await isSaved(page)
    assert.notEqual((await service.get(`/events/${event.id}`)).body.image, false)
  })

  test('the same image can be chosen again, as when its upload has failed, or sent again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'calends-'))
    const file = join(folder, 'wall.png')
    await plain(30, 30).png().toFile(file)
    const { page } = await open('/events/new')
    await page.getByLabel('Image file').waitFor({ state: 'attached' })
    let isCut = true
    await page.route('**/cal/admin/v1/media', (route) => (isCut ? route.abort() : route.continue()))
    const problem = page.getByText('The service did not respond.', { exact: true })

    await chooseNatively(page, file)
    await problem.waitFor()
    isCut = false
    await chooseNatively(page, file)
    const remove = page.getByRole('button', { name: 'Remove the image' })
    await remove.waitFor()
    assert.equal(await problem.count(), 0)
    await remove.click()
    isCut = true
    await chooseNatively(page, file)
    await problem.waitFor()
    isCut = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await remove.waitFor()
    assert.equal(await problem.count(), 0)
    await rm(folder, { recursive: true })
  })

  test('the name of a venue is called that in its checks and in its history', async () => {
    const { body } = await service.post('/venues', { venue: 'Boat shed' })
    await service.patch(`/venues/${body.id}`, { venue: 'Boat house' })
    const { page } = await open(`/venues/${body.id}`)
    await page.getByRole('region', { name: 'Checks' }).getByText('Name in English').waitFor()
    await page
      .getByRole('region', { name: 'History' })
      .getByText(/changed: Name$/)
      .waitFor()
    await page.getByRole('link', { name: 'Compare all 2 versions' }).click()
    await page.getByRole('term').getByText('Name', { exact: true }).waitFor()
  })

  test('every kind has a form that is accessible, on a desk and on a phone', async () => {
    const { body: category } = await service.post('/categories', { name: 'Music' })
    const { body: event } = await service.post(
      '/events',
      anEvent({ description: '<p>One <strong>strong</strong> word.</p>', categories: [category.id] }),
    )
    const { page, problems } = await open(`/events/${event.id}`)
    for (const width of [1440, 390])
      for (const path of [
        `/events/${event.id}`,
        '/venues/new',
        '/organizers/new',
        `/categories/${category.id}`,
        '/tags/new',
      ]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${service.origin}/admin${path}`)
        await page.getByRole('textbox', { name: /(Title|Name) in English/ }).waitFor()
        if (path.startsWith('/events'))
          await page.getByRole('textbox', { name: 'Description in English' }).waitFor()
        await assertAccessible(page, `${path} at ${width}`)
        const [content, window] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, innerWidth]',
        )
        assert.ok(content <= window, `${path}: ${content} px wide in ${window}`)
      }
    assert.deepEqual(problems, [])
  })
})
