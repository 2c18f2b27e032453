import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { goTo, isKept, isSent, killAndOpenAgain, openAdmin, signInAgain } from './admin.ts'
import { useBrowser } from './browser.ts'
import { holding, plain, until, upload } from './images.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** Nothing that was typed is lost, in the rooms besides the form of events (admin-lost.test.ts). */

interface Room {
  /** Makes what is edited there, and answers with the address of the room and how to read what is stored. */
  readonly make: (service: Service) => Promise<{ path: string; stored: () => Promise<unknown> }>
  readonly field: RegExp
  /** Brings the field in sight. */
  readonly begin?: (page: Page) => Promise<void>
  /** Brings it in sight again, where what was typed does not do that by itself. */
  readonly resume?: (page: Page) => Promise<void>
  /** The button that saves it there; otherwise the same. */
  readonly resumedSave?: string
  /** The name of a button, or a key. */
  readonly save: string
  /** Whether it belongs to an event that is not saved with it. */
  readonly isPart?: boolean
}

const keys = ['Enter', 'Tab']

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** What was made last in a list of the API. */
const newest = async (service: Service, path: string, name: string): Promise<unknown> => {
  const { body } = await service.get(path, { as: administrator })
  const [list] = Object.values(body as object).filter(Array.isArray) as Record<string, unknown>[][]
  return list!.toSorted((one, other) => Number(other.id) - Number(one.id))[0]?.[name]
}

/** A venue or an organizer that is made within the form of an event. */
const linked = (kind: 'venues' | 'organizers', box: string, create: string): Room => ({
  async make(service) {
    const { body } = await service.post('/events', anEvent({ title: 'Linking' }))
    const field = kind === 'venues' ? 'venue' : 'organizer'
    return { path: `/events/${body.id}`, stored: () => newest(service, `/${kind}`, field) }
  },
  async begin(page) {
    await page.getByRole('combobox', { name: box }).fill('Begun')
    await page.getByRole('option', { name: `${create} “Begun”` }).waitFor()
    // The others go when the search has found nothing, and the marked one is no longer marked then.
    await until(
      () => page.getByRole('option').count(),
      (count) => count === 1,
    )
    // By the keyboard, because a click of Playwright may scroll the page first, which closes the list.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
  },
  field: /^Name in English/,
  save: create,
  isPart: true,
})

let people = 0

const aPerson = () => ({ username: `person${(people += 1)}`, name: 'Before', role: 'author' })

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
    begin: press('Send back'),
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
  'a new venue of an event': linked('venues', 'Venue', 'Create venue'),
  'a new organizer of an event': linked('organizers', 'Organizer', 'Create organizer'),
  'a new event on the board': {
    make: (service) =>
      Promise.resolve({
        path: '/?view=month&date=2027-03',
        stored: () => newest(service, '/events?status=any&start_date=2027-03-01', 'title'),
      }),
    begin: (page) => page.getByRole('link', { name: /^Thu 18 Mar 2027: new event/ }).press('Enter'),
    resume: (page) => page.getByRole('link', { name: 'Continue in the form' }).click(),
    resumedSave: 'Publish',
    field: /^Title in English/,
    save: 'Save draft',
  },
  'a new user': {
    make: (service) =>
      Promise.resolve({ path: '/users', stored: () => newest(service, '//cal/admin/v1/users', 'name') }),
    async begin(page) {
      await press('Add a user')(page)
      await page.getByRole('textbox', { name: 'Username' }).fill(aPerson().username)
    },
    field: /^Name/,
    save: 'Add',
  },
  'the name of a user': {
    async make(service) {
      const { body } = await service.post('//cal/admin/v1/users', aPerson(), { as: administrator })
      const path = `//cal/admin/v1/users/${body.id}`
      const stored = async () => (await service.get(path, { as: administrator })).body.name
      return { path: `/users/${body.id}`, stored }
    },
    field: /^Name/,
    save: 'Tab',
  },
  "one's own name": {
    make: (service) => {
      const stored = async () =>
        (await service.get('//cal/admin/v1/users/me', { as: administrator })).body.name
      return Promise.resolve({ path: '/me', stored })
    },
    field: /^Name/,
    save: 'Save',
  },
  'what a password is for': {
    make: (service) => {
      const stored = async () => {
        const path = '//cal/admin/v1/users/me/application-passwords'
        const { body } = await service.get(path, { as: administrator })
        const made = body.application_passwords as { name: string; created_utc: string }[]
        return made.map(({ name }) => name)
      }
      return Promise.resolve({ path: '/me', stored })
    },
    begin: press('New password for a program'),
    field: /^What is it for/,
    save: 'Create the password',
  },
}

interface Held {
  readonly page: Page
  readonly stored: () => Promise<unknown>
  readonly read: () => Promise<Json>
  readonly release: () => void
}

describe('what was typed and not saved', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const named = (page: Page, { field }: Room) => page.getByRole('textbox', { name: field })
  const submit = (page: Page, room: Room, by = room.save) =>
    keys.includes(by)
      ? named(page, room).press(by)
      : page
          .getByRole('button', { name: new RegExp(`^${by}(?: Enter)?$`) })
          .last()
          .click()
  const isStored = (stored: () => Promise<unknown>, text: string) =>
    until(stored, (now) => [now].flat().includes(text))
  const isConnected = (page: Page) => page.getByText('No connection.').waitFor({ state: 'detached' })

  /** A page for tests that leave it in order: they go from room to room in it. */
  const onOnePage = () => {
    let page: Page
    let isInOrder = true
    before(async () => {
      page = (await openAdmin(service, visit, '/tags')).page
      page.setDefaultTimeout(20_000)
    })
    after(() => page.close())
    /** Loads the page again where a test has failed, because that may have left a dialog open. */
    const enter = async (path: string) => {
      const wasInOrder = isInOrder
      isInOrder = false
      if (wasInOrder) return goTo(page, path)
      await Promise.all([page.unrouteAll(), page.context().setOffline(false)])
      await page.goto(`${service.origin}/admin${path}`)
    }
    const open = async (room: Room) => {
      const made = await room.make(service)
      await enter(made.path)
      await room.begin?.(page)
      return { page, ...made }
    }
    return (name: string, room: Room, check: (opened: Awaited<ReturnType<typeof open>>) => Promise<void>) =>
      test(name, async () => {
        await check(await open(room))
        if (!room.isPart) await isSent(page)
        await page.unrouteAll()
        isInOrder = true
      })
  }

  const keptInput = (page: Page) =>
    page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('calends.typed/'))`)

  const shared: Readonly<Record<string, (text: string) => object>> = {
    'the text of an image': (alt) => ({ alt, ml_language: 'en' }),
    'the name of a user': (name) => ({ name }),
    'a setting': (name) => ({ CALENDS_NAME: name }),
    "one's own name": (name) => ({ name }),
  }
  /** Whether the browser asks before it loads the page again, which is then done. */
  const asksToLeave = async (page: Page) => {
    let isAsked = false
    page.once('dialog', (dialog) => {
      isAsked = dialog.type() === 'beforeunload'
      void dialog.accept()
    })
    await page.reload()
    page.removeAllListeners('dialog')
    return isAsked
  }

  describe('and is still on the page', () => {
    const inRoom = onOnePage()

    for (const [name, room] of Object.entries(rooms))
      inRoom(`into ${name} is saved after signing in again`, room, async ({ page, stored }) => {
        await named(page, room).fill('After the session')
        await page.context().clearCookies()
        await submit(page, room)
        await signInAgain(page)
        await isStored(stored, 'After the session')
      })

    for (const [name, room] of Object.entries(rooms))
      inRoom(`into ${name} is sent when the network is back`, room, async ({ page, stored }) => {
        await named(page, room).waitFor()
        await page.context().setOffline(true)
        await named(page, room).fill('Over the network')
        await submit(page, room)
        await page.getByText('No connection.').waitFor()
        await page.context().setOffline(false)
        await isStored(stored, 'Over the network')
        await isConnected(page)
      })

    for (const [name, room] of Object.entries(rooms))
      inRoom(
        `into ${name} is saved after the service was stopped and started again`,
        room,
        async ({ page, stored }) => {
          await named(page, room).fill('After the restart')
          const start = await service.halt()
          await submit(page, room)
          await page.getByText('No connection.').waitFor()
          await start()
          await isStored(stored, 'After the restart')
          await isConnected(page)
        },
      )

    for (const name of Object.keys(shared)) {
      const room = rooms[name]!
      inRoom(
        `into ${name} is kept no longer once it is saved, also when the room was left before`,
        room,
        async ({ page, stored }) => {
          const released = new EventEmitter()
          await page.route('**/cal/admin/v1/**', async (route) => {
            if (route.request().method() === 'PATCH') await once(released, 'go')
            await route.continue()
          })
          const isUnderWay = page.waitForRequest((request) => request.method() === 'PATCH')
          await named(page, room).fill('Left while it was saved')
          await submit(page, room)
          await isUnderWay
          await page.getByRole('link', { name: 'Tags' }).first().click()
          await page.waitForURL(/\/tags$/)
          assert.equal((await keptInput(page)).length, 1)
          released.emit('go')
          await until(stored, (now) => now === 'Left while it was saved')
          await until(
            () => keptInput(page),
            (kept) => kept.length === 0,
          )
        },
      )
    }

    for (const name of ['the text of an image', 'the name of a user']) {
      const room = rooms[name]!
      inRoom(
        `into ${name} does not replace what somebody else stored while the page was open`,
        room,
        async ({ page, path, stored }) => {
          const text = named(page, room)
          await text.fill('Typed in an old page')
          await service.patch(`//cal/admin/v1${path}`, shared[name]!('Stored since'), { as: administrator })
          await text.press(room.save)
          await page.getByText('Saved now: Stored since').waitFor()
          assert.equal(await text.inputValue(), 'Typed in an old page')
          assert.equal(await stored(), 'Stored since')
          await page.getByRole('button', { name: 'Keep my version' }).click()
          await until(stored, (now) => now === 'Typed in an old page')
        },
      )
    }

    /** In a room where the first change is held until it is released. */
    const inHeldRoom = (title: string, room: Room, check: (held: Held) => Promise<void>) =>
      inRoom(title, room, async ({ page, path, stored }) => {
        const { released, release } = holding()
        let sent = 0
        await page.route(/\/cal\/admin\/v1\/(?:media|users)\//, async (route) => {
          if (route.request().method() === 'PATCH' && (sent += 1) === 1) await released
          await route.continue()
        })
        const read = async () => (await service.get(`//cal/admin/v1${path}`, { as: administrator })).body
        await check({ page, stored, read, release })
      })
    const unsaved = (page: Page) => page.getByText('Not saved yet; kept in this browser')
    const [image, user] = [rooms['the text of an image']!, rooms['the name of a user']!]

    inHeldRoom(
      'into the text of an image while it is being saved is saved too',
      image,
      async ({ page, stored, release }) => {
        const text = page.getByRole('textbox', { name: /^Image text in English/ })
        await text.fill('A gray cat')
        await text.press('Enter')
        await text.pressSequentially(' on a mat')
        await text.press('Tab')
        await unsaved(page).waitFor()
        release()
        await until(stored, (now) => now === 'A gray cat on a mat')
        await unsaved(page).waitFor({ state: 'detached' })
        assert.equal(await text.inputValue(), 'A gray cat on a mat')
      },
    )

    inHeldRoom(
      'into the fields of a user while one of them is being saved is saved too',
      user,
      async ({ page, read, release }) => {
        const role = page.getByRole('combobox', { name: 'Role' })
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('After')
        await page.keyboard.press('Tab')
        await page.getByRole('textbox', { name: 'E-mail' }).fill('after@example.org')
        await page.keyboard.press('Tab')
        await role.selectOption('editor')
        assert.equal(await role.inputValue(), 'editor')
        await unsaved(page).waitFor()
        release()
        await until(
          async () => {
            const { name, email, role: stored } = await read()
            return [name, email, stored]
          },
          (now) => isDeepStrictEqual(now, ['After', 'after@example.org', 'editor']),
        )
        await unsaved(page).waitFor({ state: 'detached' })
        assert.equal(await role.inputValue(), 'editor')
      },
    )

    inHeldRoom(
      'of a focal point says so while it waits, and is asked about before the page is left',
      image,
      async ({ page }) => {
        const point = page.getByRole('button', { name: 'Focal point' })
        await point.press('ArrowRight')
        await page.getByText('Not saved yet', { exact: true }).waitFor()
        assert.equal(await asksToLeave(page), true)
        await point.waitFor()
        assert.equal(await asksToLeave(page), false)
        // The next test goes on in a page that has begun, because one that is loading may miss where it goes.
        await point.waitFor()
      },
    )

    inHeldRoom('of a role says so while it waits', user, async ({ page, release }) => {
      const role = page.getByRole('combobox', { name: 'Role' })
      await role.selectOption('editor')
      await page.getByText('Not saved yet', { exact: true }).waitFor()
      release()
      await page.getByText('Not saved yet', { exact: true }).waitFor({ state: 'detached' })
      assert.equal(await asksToLeave(page), false)
      await role.waitFor()
    })

    inHeldRoom(
      'of a focal point that goes on moving while it is being saved is saved too',
      image,
      async ({ page, read, release }) => {
        const point = page.getByRole('button', { name: 'Focal point' })
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown'])
          await point.press(key)
        release()
        await until(
          async () => (await read()).focus,
          (now) => isDeepStrictEqual(now, { x: 0.6, y: 0.55 }),
        )
        // Back to where it was before, while that is not known to be stored again.
        await point.press('ArrowUp')
        await point.press('ArrowDown')
        await until(
          async () => (await read()).focus,
          (now) => isDeepStrictEqual(now, { x: 0.6, y: 0.55 }),
        )
      },
    )
  })

  describe('in a tab that was killed', () => {
    const made = new Map<string, Awaited<ReturnType<Room['make']>>>()
    let again: Page
    const type = async (page: Page, name: string, room: Room) => {
      made.set(name, await room.make(service))
      await goTo(page, made.get(name)!.path)
      await room.begin?.(page)
      await named(page, room).fill(`Typed into ${name}`)
      await isKept(page, `Typed into ${name}`)
    }
    before(async () => {
      const { page } = await openAdmin(service, visit, '/tags')
      page.setDefaultTimeout(20_000)
      // A user who is begun is in the way on the page of another one, so that is begun later and saved earlier.
      for (const [name, room] of Object.entries(rooms).toReversed())
        await type(page, name, room).catch((cause: unknown) => {
          throw new Error(`nothing is kept that is typed into ${name}`, { cause })
        })
      again = await killAndOpenAgain(page, `${service.origin}/admin/tags`)
      again.setDefaultTimeout(20_000)
      await again.getByRole('main').waitFor()
    })
    after(() => again.close())

    for (const [name, room] of Object.entries(rooms))
      test(`into ${name} comes back, and can be saved then`, async () => {
        const { path, stored } = made.get(name)!
        await goTo(again, path)
        await room.resume?.(again)
        await named(again, room).waitFor()
        assert.equal(await named(again, room).inputValue(), `Typed into ${name}`)
        await submit(again, room, room.resumedSave)
        await isStored(stored, `Typed into ${name}`)
        if (!room.isPart) await isSent(again)
      })
  })

  describe('and was changed by somebody else', () => {
    let page: Page
    before(async () => {
      page = (await openAdmin(service, visit, '/tags')).page
      page.setDefaultTimeout(20_000)
    })
    after(() => page.close())

    for (const [name, bodyOf] of Object.entries(shared))
      test(`into ${name} does not replace what somebody else has stored since`, async () => {
        const room = rooms[name]!
        const { path, stored } = await room.make(service)
        const at = `//cal/admin/v1${path === '/me' ? '/users/me' : path}`
        await goTo(page, path)
        const text = () => named(page, room)
        const meanwhile = () =>
          page.getByText('somebody else has changed this in the meantime', { exact: false })
        await text().fill('Typed before')
        const { status } = await service.patch(at, bodyOf('Stored since'), { as: administrator })
        assert.equal(status, 200)
        page = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
        page.setDefaultTimeout(20_000)
        await meanwhile().waitFor()
        await page.getByText('Saved now: Stored since').waitFor()
        assert.equal(await text().inputValue(), 'Typed before')
        await text().focus()
        await page.keyboard.press('Tab')
        await text().fill('Typed before and after')
        await page.keyboard.press('Tab')
        await page.waitForTimeout(300)
        assert.equal(await stored(), 'Stored since')
        await page.getByRole('button', { name: 'Keep my version' }).click()
        await meanwhile().waitFor({ state: 'detached' })
        if (!keys.includes(room.save)) await submit(page, room)
        await until(stored, (now) => now === 'Typed before and after')
        await page.getByText('Not saved yet').waitFor({ state: 'detached' })
        // The form forgets its input when it has read the settings page.
        await until(
          () => keptInput(page),
          (kept) => kept.length === 0,
        )

        await text().fill('Typed and discarded')
        await service.patch(at, bodyOf('Stored again'), { as: administrator })
        page = await killAndOpenAgain(page, `${service.origin}/admin${path}`)
        page.setDefaultTimeout(20_000)
        await page.getByRole('button', { name: 'Use the saved version' }).click()
        await meanwhile().waitFor({ state: 'detached' })
        assert.equal(await text().inputValue(), 'Stored again')
        assert.deepEqual(await keptInput(page), [])
      })
  })

  test('into a new event on the board is not offered again once it is saved', async () => {
    const { make, begin, field, save } = rooms['a new event on the board']!
    const { path, stored } = await make(service)
    const { page } = await openAdmin(service, visit, path)
    page.setDefaultTimeout(20_000)
    const released = new EventEmitter()
    await page.route(/\/cal\/events\/v1\/events(?:\?|$)/, async (route) => {
      if (route.request().method() === 'POST') await once(released, 'go')
      await route.continue()
    })
    await begin!(page)
    await page.getByRole('textbox', { name: field }).fill('Left on the board')
    const isSent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: save }).click()
    await isSent
    await page.keyboard.press('Escape')
    await page.getByText('“Left on the board” is not saved yet.').waitFor()
    released.emit('go')
    await until(stored, (now) => now === 'Left on the board')
    await page.getByText('“Left on the board” is not saved yet.').waitFor({ state: 'detached' })
  })

  test('in one tab is neither shown in another nor replaced by it', async () => {
    const { page } = await openAdmin(service, visit, '/settings')
    const beside = await page.context().newPage()
    await beside.goto(`${service.origin}/admin/settings`)
    const field = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true })
    const valuesIn = async (of: Page) => [
      await field(of, 'Name').inputValue(),
      await field(of, 'Contact').inputValue(),
    ]
    const [name, contact] = await valuesIn(page)
    await field(page, 'Name').fill('Typed in the first')
    await field(beside, 'Contact').fill('typed@second.example')
    await page.getByRole('link', { name: 'Tags' }).first().click()
    await page.waitForURL(/\/tags$/)
    await page.goBack()
    await field(page, 'Name').waitFor()
    assert.deepEqual(await valuesIn(page), ['Typed in the first', contact])
    await page.reload()
    await field(page, 'Name').waitFor()
    assert.deepEqual(await valuesIn(page), ['Typed in the first', contact])
    // A closed tab gives its input to the next one.
    await beside.close({ runBeforeUnload: false })
    const next = await killAndOpenAgain(page, `${service.origin}/admin/settings`)
    await field(next, 'Name').waitFor()
    assert.deepEqual(await valuesIn(next), [name, 'typed@second.example'])
  })

  test('of uploads in the queue is asked about before the page is left', async () => {
    const { page } = await openAdmin(service, visit, '/media')
    const buffer = await plain(40, 30).png().toBuffer()
    const released = new EventEmitter()
    await page.route('**/cal/admin/v1/media', async (route) => {
      if (route.request().method() === 'POST') await once(released, 'go')
      await route.continue()
    })
    // Browsers ask only after somebody has used the page.
    await page.getByRole('searchbox', { name: 'Search images' }).press('Shift')
    const files = ['one', 'two'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }))
    await page.getByLabel('Files to upload').setInputFiles(files)
    await page.getByText('In the queue').waitFor()
    assert.equal(await asksToLeave(page), true)
  })
})
