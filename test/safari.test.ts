import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { administrator, anEvent, Service, type Json } from './service.ts'
import { keys, useWebKit, webkitIsMissing, type WebKitWindow } from './webkit.ts'

/** What visitors and editors need most works in the engine of Safari, which other tests do not see. */

const text = (of: string) => `document.querySelector(${JSON.stringify(of)})?.textContent ?? ''`

describe('in Safari', { skip: webkitIsMissing }, () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Pacific/Auckland', CALENDS_LANGUAGES: 'en,fr' })
  const open = useWebKit()
  let event: Json
  let organizer: Json
  before(async () => {
    await service.start()
    const { body: venue } = await service.post('/venues', { venue: 'Harbour hall' })
    organizer = (await service.post('/organizers', { organizer: 'Rowing club' })).body
    const { body: category } = await service.post('/categories', { name: 'Regattas' })
    const fields = { title: 'Boat race', venue: venue.id, categories: [category.id] }
    const [start_date, end_date] = ['2027-03-02 19:00:00', '2027-03-02 21:00:00']
    event = (await service.post('/events', anEvent({ ...fields, start_date, end_date }))).body
    const always = { title: 'Always open', start_date: '2026-01-01', end_date: '2099-12-31', all_day: true }
    await service.post('/events', anEvent(always))
  })
  after(() => service.stop())

  async function signIn(window: WebKitWindow): Promise<void> {
    const [name, password] = administrator.split(':') as [string, string]
    await window.resize(1400, 900)
    await window.goTo(`${service.origin}/admin/`)
    await window.type('//input[@autocomplete="username"]', name)
    await window.type('//input[@type="password"]', password)
    await window.click('//button[@type="submit"]')
    await window.comesTrue(`document.querySelector('main h1') && !document.querySelector('[type=password]')`)
  }

  test('every view is whole, and visitors elsewhere read their own time', async () => {
    const window = await open()
    const views = ['', 'month/2027-03/', 'week/2027-W09/', 'day/2027-03-02/', 'map/', 'search/?search=boat']
    for (const width of [420, 1400]) {
      await window.resize(width, 900)
      for (const view of [...views, 'event/boat-race/']) {
        await window.goTo(`${service.origin}/${view}`)
        assert.match(await window.evaluate(text('main')), /Boat race|Always open/, view)
        assert.ok(await window.evaluate('document.documentElement.scrollWidth <= innerWidth'), view)
      }
    }
    await window.comesTrue(`/Where you are .*: /.test(${text('[data-visitor-time]')})`)
  })

  test('a filter applies when it is chosen, and is taken back', async () => {
    const window = await open()
    await window.resize(1400, 900)
    await window.goTo(`${service.origin}/?start_date=2027-03-01`)
    await window.evaluate('(globalThis.stays = true)')
    await window.click('//input[@value="regattas"]')
    await window.comesTrue(`location.search.includes('categories=regattas')`)
    await window.comesTrue(`!(${text('main')}).includes('Always open')`)
    assert.ok(await window.evaluate('globalThis.stays'), 'the page was loaded anew')
    await window.goBack()
    await window.comesTrue(`(${text('main')}).includes('Always open')`)
  })

  test('the element shows its events, as a list and as a month', async () => {
    const window = await open()
    await window.goTo(`${service.origin}/embed/`)
    const root = `document.querySelector('calends-calendar').shadowRoot`
    await window.comesTrue(`${root}?.textContent.includes('Always open')`)
    await window.evaluate(`document.querySelector('calends-calendar').setAttribute('month', '2027-03')`)
    await window.evaluate(`document.querySelector('calends-calendar').setAttribute('view', 'month')`)
    await window.comesTrue(`${root}.querySelector('table a[href*="2027-03-02"]') !== null`)
  })

  test('the board shows events, and what is opened there gives the focus back', async () => {
    const window = await open()
    await signIn(window)
    await window.goTo(`${service.origin}/admin/?view=month&date=2027-03`)
    await window.click('//main//a[contains(., "Boat race")]')
    await window.comesTrue(`(${text('[role=dialog]')}).includes('Harbour hall')`)
    await window.press(keys.escape)
    await window.comesTrue(
      `document.activeElement.matches('a') && /Boat race/.test(document.activeElement.textContent)`,
    )
  })

  test('a form saves, and what was typed there and not saved comes back after another one', async () => {
    const window = await open()
    await signIn(window)
    const path = `${service.origin}/admin/events/${event.id}`
    await window.goTo(path)
    const day = '//*[normalize-space(text())="Starts"]/following::input[1]'
    await window.click(day)
    await window.evaluate('document.activeElement.select()')
    await window.type(day, `4 March 2027${keys.enter}`)
    await window.click('//button[starts-with(normalize-space(), "Update")]')
    await window.comesTrue(`/Saved \\d\\d:\\d\\d/.test(${text('main')})`)
    assert.equal((await service.get(`/events/${event.id}`)).body.start_date, '2027-03-04 19:00:00')

    await window.type('//main//input', ' and picnic')
    await window.goTo(`${service.origin}/admin/organizers/${organizer.id}`)
    await window.comesTrue(`document.querySelector('main input')?.value === 'Rowing club'`)
    await window.goTo(path)
    await window.comesTrue(`(${text('main')}).includes('We found what you wrote')`)
  })
})
