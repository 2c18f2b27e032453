import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { loseFirstAnswer, openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { administrator, anEvent, Service } from './service.ts'

/** Writes that were carried out, but whose response never arrived. */

describe('a write whose response is lost', () => {
  const service = new Service()
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const events = /\/cal\/events\/v1\/events(?:\?|$)/
  const day = { start_date: '2027-03-03 20:00:00', end_date: '2027-03-03 22:00:00' }
  const board = '/?view=month&date=2027-03'

  const make = async (title: string, fields = {}) =>
    (await service.post('/events', anEvent({ title, ...day, ...fields }))).body.id as number
  const open = async (path: string) => {
    const { page } = await openAdmin(service, visit, path)
    page.setDefaultTimeout(20_000)
    return page
  }
  const message = (page: Page, text: string) => page.locator('#messages').getByText(text)
  const countOf = async (title: string) =>
    (await service.get(`/events?status=any&start_date=2027-01-01&search="${title}"`, { as: administrator }))
      .body.total as number

  test('makes one event of the quick form on the board', async () => {
    const page = await open(board)
    const sent = await loseFirstAnswer(page, 'POST', events)
    await page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter')
    const title = page.getByRole('dialog', { name: 'New event' }).getByLabel('Title in English')
    await title.fill('Quickly made')
    await title.press('Enter')
    await message(page, 'Quickly made is a draft').waitFor()
    assert.deepEqual([sent(), await countOf('Quickly made')], [2, 1])
  })

  test('makes one copy of an event', async () => {
    await make('Twice at most')
    const page = await open(board)
    const sent = await loseFirstAnswer(page, 'POST', events)
    await page.getByRole('link', { name: /Twice at most/ }).press('d')
    await message(page, 'Twice at most is a draft').waitFor()
    assert.deepEqual([sent(), await countOf('Twice at most')], [2, 2])
  })
})
