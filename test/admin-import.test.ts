import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, loseFirstAnswer, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { ForeignCalendar, foreignEvent, foreignVenue } from './foreign-calendar.ts'
import { calendar, importFile, preview, vevent } from './importing.ts'
import { administrator, Service } from './service.ts'

/** The import room of the administration (interface: Imports). */

const serious = (problems: readonly string[]) => problems.filter((one) => !/\b40[013]\b/.test(one))

const choose = (page: Page, name: string, content: string) =>
  page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

describe('the import room', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const reaching = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  const site = new ForeignCalendar()
  const visit = useBrowser({ reusesWindows: true })
  before(() => Promise.all([service.start(), reaching.start(), site.start()]))
  after(() => Promise.all([service.stop(), reaching.stop(), site.stop()]))

  const titles = async (): Promise<string[]> => {
    const { body } = await service.get('/events?start_date=2027-03-01&status=draft', { as: administrator })
    return body.events.map(({ title }: { title: string }) => title).toSorted()
  }

  test('a calendar is previewed, imported and taken back', async () => {
    const { page, problems, requests } = await openAdmin(service, visit, '/import')
    await page.getByRole('heading', { name: 'Earlier imports' }).waitFor()
    await assertAccessible(page, 'file')
    const faulty = vevent('c', 'SUMMARY:Jazz night', 'DTSTART:20270231T190000')
    await choose(
      page,
      'town.ics',
      calendar(vevent('a', 'SUMMARY:Concert'), vevent('b', 'SUMMARY:Reading'), faulty),
    )
    const table = page.getByRole('table')
    await table.waitFor()
    assert.equal(await table.getByRole('row').count(), 4)
    await page.getByRole('link', { name: 'Not possible 1' }).click()
    await table.getByRole('row', { name: /Not possible/ }).waitFor()
    await assertAccessible(page, 'preview')
    assert.deepEqual(await titles(), [])

    await page.getByRole('button', { name: 'Import 2 events' }).click()
    await page.getByText('2 events created as drafts. 1 line not imported.').waitFor()
    await assertAccessible(page, 'report')
    assert.deepEqual(await titles(), ['Concert', 'Reading'])

    const { body } = await service.get('/events?start_date=2027-03-01&status=draft&search=Reading', {
      as: administrator,
    })
    await service.patch(`/events/${body.events[0].id}`, { title: 'Reading, moved' })
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import was undone.').waitFor()
    await page.getByRole('link', { name: 'Reading', exact: true }).first().waitFor()
    assert.deepEqual(await titles(), ['Reading, moved'])
    await assertAccessible(page, 'undone')
    assert.deepEqual(serious(problems), [])
    await assertPublished(service, requests)
  })

  test('an import is run and taken back once, although the responses are lost', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    page.setDefaultTimeout(20_000)
    await choose(page, 'lost.ics', calendar(vevent('lost', 'SUMMARY:Lost and found')))
    const run = await loseFirstAnswer(page, 'POST', /\/imports\/\d+\/run$/)
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    await page.getByText('1 event created as a draft.').waitFor()
    const undo = await loseFirstAnswer(page, 'DELETE', /\/imports\/\d+$/)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import was undone.').waitFor()
    assert.deepEqual([run(), undo()], [1, 1])
  })

  test('times have their zone, where it is not that of the site', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    const at = (uid: string, start: string) => vevent(uid, `SUMMARY:Talk ${uid}`, start)
    await choose(
      page,
      'zones.ics',
      calendar(
        at('z1', 'DTSTART;TZID=Asia/Tokyo:20270302T190000'),
        at('z2', 'DTSTART;TZID=Europe/Zurich:20270302T190000'),
        at('z3', 'DTSTART:20270302T190000Z'),
      ),
    )
    await page.getByRole('row', { name: /Talk z1 Tue 2 Mar 2027, 19:00 Asia\/Tokyo/ }).waitFor()
    await page.getByRole('row', { name: /Talk z2 Tue 2 Mar 2027, 19:00 This/ }).waitFor()
    await page.getByRole('row', { name: /Talk z3 Tue 2 Mar 2027, 19:00 UTC/ }).waitFor()
  })

  test('a site is cloned, and each kind is counted', async () => {
    site.content['']!.venues.push(...[41, 42, 43].map((id) => foreignVenue(id, `Hall ${id}`, `hall-${id}`)))
    site.content['']!.events.push(foreignEvent(47), foreignEvent(48))
    const { page, problems } = await openAdmin(reaching, visit, '/import')
    await page.getByLabel('Or the URL of a calendar').fill(site.origin)
    await page.getByLabel('Format').selectOption('tec')
    await page.getByRole('button', { name: 'Read the URL' }).click()
    await page
      .getByRole('row', { name: /Hall 41/ })
      .getByRole('checkbox')
      .uncheck()
    await page.getByRole('button', { name: 'Import 2 venues, 2 events' }).click()
    await page.getByText('2 venues created. 2 events created as drafts. 1 venue left unchanged.').waitFor()
    assert.deepEqual(serious(problems), [])
    const german = await openAdmin(reaching, visit, new URL(page.url()).pathname.slice('/admin'.length), {
      locale: 'de',
    })
    await german.page.getByText('2 Orte, 2 Veranstaltungen importiert.').waitFor()
    await german.page.getByText('2 Orte angelegt. 2 Veranstaltungen als Entwürfe angelegt. 1 Ort').waitFor()
  })

  test('files can be chosen whatever program has saved them, so that the preview says what to do with them', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    const accepted = await page.locator('input[type=file]').getAttribute('accept')
    const names = accepted!.split(',')
    for (const name of ['.ics', '.csv', '.txt', '.xlsx', '.zip', '.jsonl'])
      assert.ok(names.includes(name), name)
  })

  test('a row is left out by its box', async () => {
    const { page, problems } = await openAdmin(service, visit, '/import')
    await choose(page, 'boxes.ics', calendar(vevent('x', 'SUMMARY:Wanted'), vevent('y', 'SUMMARY:Unwanted')))
    await page
      .getByRole('row', { name: /Unwanted/ })
      .getByRole('checkbox')
      .uncheck()
    await assertAccessible(page, 'boxes')
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    await page.getByText('1 event created as a draft. 1 event left unchanged.').waitFor()
    assert.ok(!(await titles()).includes('Unwanted'))
    assert.deepEqual(serious(problems), [])
  })

  test('a day in figures is shown as it was read, in the language of the reader', async () => {
    const { body } = await preview(service, 'Titre;Date;Heure\nBal;07/12/2026;19h30\n', {}, 'bal.csv')
    for (const [locale, when] of [
      ['en', 'Mon 7 Dec 2026, 19:30'],
      ['fr', 'lun. 7 déc. 2026, 19:30'],
      ['de', 'Mo. 7. Dez. 2026, 19:30'],
    ] as const) {
      const { page } = await openAdmin(service, visit, `/import/${body.id}`, { locale })
      await page.getByRole('cell', { name: when, exact: true }).waitFor()
    }
  })

  test('columns are assigned by hand, and what changes is shown before and after', async () => {
    const source = { source: 'programme.csv' }
    await importFile(service, 'title,start_date,cost\nFilm,2027-03-12 20:00,10\n', source, 'programme.csv')
    const { page, problems } = await openAdmin(service, visit, '/import')
    await choose(page, 'programme.csv', 'title,start_date,cost,Schauplatz\nFilm,2027-03-12 20:00,12,Cinema\n')
    await page.getByRole('row', { name: /Change .*Film .*Cost 10 12/ }).waitFor()
    await page.getByLabel('Schauplatz', { exact: true }).selectOption('Venue')
    await page.getByRole('row', { name: /Venue none Cinema/ }).waitFor()
    await assertAccessible(page, 'columns')
    await page.getByLabel('Leave it unchanged').check()
    await page.getByText('This event already exists.').waitFor()
    assert.equal(await page.getByLabel('Schauplatz', { exact: true }).inputValue(), 'venue')
    await page.getByRole('button', { name: 'Do not import' }).click()
    await page.getByText('discarded').first().waitFor()
    assert.deepEqual(serious(problems), [])
  })

  test('times and states that change are in words', async () => {
    const source = { source: 'words.csv' }
    const columns = 'id,title,start_date,event_status\n'
    await importFile(service, `${columns}7,Film,2027-03-12 20:00,scheduled\n`, source, 'words.csv')
    const { page } = await openAdmin(service, visit, '/import')
    await choose(page, 'words.csv', `${columns}7,Film,2027-03-12 21:00,cancelled\n`)
    const row = page.getByRole('row', { name: /Change .*Film/ })
    await row.getByText('Takes place As planned Cancelled').waitFor()
    assert.match(await row.innerText(), /Starts Fri 12 Mar 2027, 20:00 Fri 12 Mar 2027, 21:00 ·/)
  })

  test('a preview says what was edited here and therefore stays', async () => {
    const both = (text: string) =>
      calendar(vevent('kept', `SUMMARY:Rehearsal${text}`, `DESCRIPTION:Hall${text}`))
    const { rows } = await importFile(service, both(''), { source: 'kept.ics' }, 'kept.ics')
    await service.patch(`/events/${rows[0].id}`, { title: 'Rehearsal in the cellar' })
    const { page } = await openAdmin(service, visit, '/import')
    await choose(page, 'kept.ics', both(' 2'))
    const row = page.getByRole('row', { name: /Rehearsal 2/ })
    await row.getByText('Title Rehearsal Rehearsal 2 (stays as it is here)').waitFor()
    assert.match(await row.innerText(), /Description Hall Hall 2(?! \()/)
  })

  test('reasons have the names of fields that forms have, in the language of the administration', async () => {
    const options = { source: 'words', policy: 'keep_local' }
    const event = { id: 'w1', title: 'Words', start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' }
    const read = (fields: object) =>
      importFile(
        service,
        JSON.stringify({
          events: [
            { ...event, ...fields },
            { id: 'w2', title: 'None' },
          ],
        }),
        options,
        'w.json',
      )
    await read({})
    const { id } = await read({ description: 'New', hide_from_listings: true })
    const reasons = async (locale: string) => {
      const { page } = await openAdmin(service, visit, `/import/${id}`, { locale })
      await page.getByRole('row', { name: /Words/ }).waitFor()
      return page.getByRole('row').locator('td:last-child').allInnerTexts()
    }
    assert.deepEqual(await reasons('de'), [
      'Ändert Beschreibung, In Listen verbergen.',
      'Beginn: Dieser Wert fehlt. Ende: Dieser Wert fehlt.',
    ])
    assert.deepEqual(await reasons('fr'), [
      'Modifie Description, Masquer dans les listes.',
      'Début\u00A0: Cette valeur manque. Fin\u00A0: Cette valeur manque.',
    ])
  })

  test('a name that does not tell the format asks for it', async () => {
    const { page } = await openAdmin(service, visit, '/import')
    await choose(page, 'programme', calendar(vevent('n', 'SUMMARY:Without an extension')))
    await page.getByText('The file name or URL does not tell the format. Choose it here.').waitFor()
    await page.getByLabel('Format').selectOption('iCalendar')
    await choose(page, 'programme', calendar(vevent('n', 'SUMMARY:Without an extension')))
    await page.getByText('Without an extension').waitFor()
  })

  test('an address is refused where the service makes no requests of its own, and a phone has a list', async () => {
    const viewport = { width: 390, height: 800 }
    const { page } = await openAdmin(service, visit, '/import', { viewport })
    await page.getByLabel('Or the URL of a calendar').fill('https://example.org/town.ics')
    await page.getByLabel('How often to read the URL').selectOption('Every day at 04:00')
    await page.getByRole('button', { name: 'Read the URL' }).click()
    await page.getByRole('alert').getByText('CALENDS_OUTGOING').waitFor()
    await choose(page, 'phone.ics', calendar(vevent('p', 'SUMMARY:On a phone')))
    await page.getByRole('list', { name: 'Rows of the import' }).getByText('On a phone').waitFor()
    await assertAccessible(page, 'phone')
  })
})
