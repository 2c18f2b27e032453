import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { killAndOpenAgain, openAdmin, signInAgain } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { administrator, anEvent, Service } from './service.ts'

/** Nothing that was typed is lost, in the rooms besides the form of events (admin-lost.test.ts). */

interface Room {
  /** Makes what is edited there, and answers with the address of the room and how to read what is stored. */
  readonly make: (service: Service) => Promise<{ path: string; stored: () => Promise<unknown> }>
  readonly field: RegExp
  /** Brings the field in sight. */
  readonly begin?: string
  readonly save: string | 'Enter'
}

const titled = (kind: string, fields: Record<string, string>, save = 'Update'): Room => ({
  async make(service) {
    const { body } = await service.post(`/${kind}`, fields)
    const stored = async () => (await service.get(`/${kind}/${body.id}`)).body[Object.keys(fields)[0]!]
    return { path: `/${kind}/${body.id}`, stored }
  },
  field: /^Name in English/,
  save,
})

const rooms: Readonly<Record<string, Room>> = {
  'a venue': titled('venues', { venue: 'Before' }),
  'an organizer': titled('organizers', { organizer: 'Before' }),
  'a category': titled('categories', { name: 'Before' }, 'Save'),
  'a translation': {
    async make(service) {
      const { body } = await service.post('/events', anEvent({ title: 'Original' }))
      const stored = async () => (await service.get(`/events/${body.id}?ml_language=fr`)).body.title
      return { path: `/translations/fr/events/${body.id}`, stored }
    },
    field: /^Title/,
    save: 'Save',
  },
  'the note of a review': {
    async make(service) {
      const { body } = await service.post('/events', anEvent({ status: 'pending' }))
      const history = `//cal/admin/v1/events/${body.id}/history?per_page=1`
      const stored = async () => (await service.get(history, { as: administrator })).body.versions[0].note
      return { path: `/review/${body.id}`, stored }
    },
    begin: 'Send back',
    field: /What should .* change\?/,
    save: 'Send back',
  },
  'a setting': {
    make: (service) => {
      const stored = async () => {
        const { body } = await service.get('//cal/admin/v1/settings', { as: administrator })
        return (body.settings as { name: string; value: string }[]).find(
          ({ name }) => name === 'CALENDS_NAME',
        )!.value
      }
      return Promise.resolve({ path: '/settings', stored })
    },
    field: /^Name$/,
    save: 'Save',
  },
  'the text of an image': {
    async make(service) {
      const { body } = await upload(service, await plain(40, 30).png().toBuffer())
      const stored = async () =>
        (await service.get(`//cal/admin/v1/media/${body.id}`, { as: administrator })).body.alt
      return { path: `/media/${body.id}`, stored }
    },
    field: /^Image text in English/,
    save: 'Enter',
  },
}

describe('what was typed and not saved', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  for (const [name, { make, field, begin, save }] of Object.entries(rooms)) {
    const named = (page: Page) => page.getByRole('textbox', { name: field })
    const open = async () => {
      const { path, stored } = await make(service)
      const { page } = await openAdmin(service, visit, path)
      page.setDefaultTimeout(20_000)
      if (begin !== undefined) await page.getByRole('button', { name: begin }).click()
      return { page, path, stored }
    }
    const press = async (page: Page) => {
      if (save === 'Enter') await named(page).press('Enter')
      else await page.getByRole('button', { name: save, exact: true }).click()
    }
    const isStored = (stored: () => Promise<unknown>, text: string) => until(stored, (now) => now === text)

    test(`into ${name} comes back after the tab was killed, and can be saved then`, async () => {
      const { page, path, stored } = await open()
      await named(page).fill('Typed and lost')
      const again = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
      await named(again).waitFor()
      assert.equal(await named(again).inputValue(), 'Typed and lost')
      await press(again)
      await isStored(stored, 'Typed and lost')
    })

    test(`into ${name} is saved after signing in again`, async () => {
      const { page, stored } = await open()
      await named(page).fill('After the session')
      await page.context().clearCookies()
      await press(page)
      await signInAgain(page)
      await isStored(stored, 'After the session')
    })

    test(`into ${name} is sent when the network is back`, async () => {
      const { page, stored } = await open()
      await named(page).waitFor()
      await page.context().setOffline(true)
      await named(page).fill('Over the network')
      await press(page)
      await page.getByText('No connection.').waitFor()
      await page.context().setOffline(false)
      await isStored(stored, 'Over the network')
    })

    test(`into ${name} is saved after the service was stopped and started again`, async () => {
      const { page, stored } = await open()
      await named(page).fill('After the restart')
      const start = await service.halt()
      await press(page)
      await page.getByText('No connection.').waitFor()
      await start()
      await isStored(stored, 'After the restart')
    })
  }
})
