import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { assertPublished, holdBack, makeWorker, openAdmin, signInAgain } from './admin.ts'
import { comesTrue, useBrowser } from './browser.ts'
import { plain, until, upload } from './images.ts'
import { anEvent, Service } from './service.ts'

/** The way into the administration, and the rooms about people, pictures and the service (interface: Administration). */

const strong = 'seventeen cold umbrellas'

const signIn = async (page: Page, name: string, password: string) => {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Browsers tell of refusals, which are meant here: nobody is signed in yet, or a file is no picture. */
const serious = (problems: readonly string[]) => problems.filter((one) => !/status of 40[01]\b/.test(one))

describe('the administration', () => {
  const service = new Service({ CALENDS_RATE_LIMIT: 'on' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  test('weighs little before anybody is in', async () => {
    const visited = await visit()
    const answers: Response[] = []
    visited.page.on('response', (response) => answers.push(response))
    await visited.page.goto(`${service.origin}/admin/`)
    await visited.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const bodies = await Promise.all(
      answers.map(async (answer) => (await answer.request().sizes()).responseBodySize),
    )
    const bytes = bodies.reduce((sum, one) => sum + one, 0)
    assert.ok(bytes < 300_000, `${bytes} bytes`)
    assert.deepEqual(serious(visited.problems), [])
    await assertPublished(service, visited.requests)
    await assertAccessible(visited.page, 'door')
  })

  test('tells of a wrong password, and lets in with the right one', async () => {
    const worker = await makeWorker(service, 'door-editor', 'editor')
    const [name, password] = worker.split(':') as [string, string]
    const { page, problems } = await visit()
    await page.goto(`${service.origin}/admin/system`)
    await signIn(page, name, 'not this one')
    await page.getByRole('alert').getByText('That did not work.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
    // What the role may not enter is not in the bar, and is not asked for.
    await page.getByRole('heading', { name: 'Your role has no access here.' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Review' }).count(), 1)
    assert.deepEqual(serious(problems), [])
  })

  for (const [lost, lang, button] of [
    [1, 'fr', 'Se connecter'],
    [Infinity, 'en', 'Sign in'],
  ] as const)
    test(`speaks ${lang} if ${lost} requests for the French texts are lost`, async () => {
      const { page } = await visit({ locale: 'fr' })
      let times = 0
      await page.route('**/assets/admin-part-*', async (route) => {
        const response = await route.fetch()
        const isLost = (await response.text()).includes('Aller au contenu') && (times += 1) <= lost
        await (isLost ? route.abort() : route.fulfill({ response }))
      })
      await page.goto(`${service.origin}/admin/`)
      await page.getByRole('button', { name: button }).waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
    })

  test('is dark from the beginning if that was chosen', async () => {
    const { page } = await visit({ colorScheme: 'light' })
    await page.goto(`${service.origin}/`)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.route('**/assets/admin-*.js', () => {})
    await page.goto(`${service.origin}/admin/`, { waitUntil: 'commit' })
    assert.ok(await comesTrue(page, `getComputedStyle(document.documentElement).colorScheme === 'dark'`))
  })

  test('lets a person choose a password by a link', async () => {
    const { body: user } = await service.post('//cal/admin/v1/users', {
      username: 'newcomer',
      role: 'author',
    })
    const { body: link } = await service.post(`//cal/admin/v1/users/${user.id}/password-link`)
    const { page } = await visit()
    await page.goto(link.url)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page
      .getByText(/12 characters/)
      .nth(1)
      .waitFor()
    await page.getByLabel('New password').fill(strong)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The password is set. Sign in with it.').waitFor()
    assert.ok(!page.url().includes('password='))
    assert.equal(await page.getByLabel('Username').inputValue(), 'newcomer')
    await signIn(page, 'newcomer', strong)
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
  })

  test('says at once that a link to choose a password does not work any more', async () => {
    const { body: user } = await service.post('//cal/admin/v1/users', {
      username: 'latecomer',
      role: 'author',
    })
    const { body: link } = await service.post(`//cal/admin/v1/users/${user.id}/password-link`)
    const password = { token: link.url.split('#password=')[1], password: strong }
    const { status } = await service.post('//cal/admin/v1/password', password, { as: null })
    assert.equal(status, 200)
    const { page, problems } = await visit()
    await page.goto(link.url)
    await page.getByText(/^This link has expired or has already been used/).waitFor()
    assert.equal(await page.getByLabel('New password').count(), 0)
    await signIn(page, 'latecomer', strong)
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
    assert.deepEqual(serious(problems), [])
  })

  test('lets a person choose a password by a link who is still signed in', async () => {
    const as = await makeWorker(service, 'forgetful', 'author')
    const { body: found } = await service.get('//cal/admin/v1/users?search=forgetful', { as: 'admin:secret' })
    const { page } = await openAdmin(service, visit, '/me', { as })
    const { body: link } = await service.post(`//cal/admin/v1/users/${found.users[0].id}/password-link`)
    await page.goto('about:blank')
    await page.goto(link.url)
    await page.getByLabel('New password').fill(`${strong} again`)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The password is set. Sign in with it.').waitFor()
    await signIn(page, 'forgetful', `${strong} again`)
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
  })

  test('tells who has tried too often that a new password can be used at once', async () => {
    const as = await makeWorker(service, 'guesser', 'author')
    const { body: found } = await service.get('//cal/admin/v1/users?search=guesser', { as: 'admin:secret' })
    const { page } = await visit()
    await page.goto(`${service.origin}/admin/`)
    const attempt = { username: 'guesser', password: 'not that one' }
    const send = () =>
      service.post('//cal/admin/v1/session', attempt, { as: null, headers: { origin: service.origin } })
    for (let times = 0; times < 10; times += 1) assert.equal((await send()).status, 401)
    await signIn(page, ...(as.split(':') as [string, string]))
    await page.getByText(/A new password, chosen through a link, can be used at once\.$/).waitFor()
    const { body: link } = await service.post(`//cal/admin/v1/users/${found.users[0].id}/password-link`)
    await page.goto('about:blank')
    await page.goto(link.url)
    await page.getByLabel('New password').fill(`${strong} again`)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await signIn(page, 'guesser', `${strong} again`)
    await page.getByRole('navigation', { name: 'Sections', exact: true }).waitFor()
  })

  test('asks to sign in again where a session ends, and goes on', async () => {
    const { page } = await openAdmin(service, visit, '/me')
    await page.getByLabel('Name', { exact: true }).fill('Town desk')
    await service.database.db.deleteFrom('sessions').execute()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended.' })
    await dialog.waitFor()
    await assertAccessible(page, 'session over')
    assert.equal(await page.locator(':focus').getAttribute('autocomplete'), 'current-password')
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByRole('alert').getByText('That did not work.').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('secret')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await service.get('//cal/admin/v1/users/me', { as: 'admin:secret' })
    assert.equal(body.name, 'Town desk')
  })

  test('who signs out after the session has ended is not asked for the password', async () => {
    const { page } = await openAdmin(service, visit, '/me')
    // What the page still asks for would find that the session has ended.
    await page.waitForLoadState('networkidle')
    await service.database.db.deleteFrom('sessions').execute()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('who signs out without a connection is told to be still signed in, and signed out when there is one', async () => {
    const { page } = await openAdmin(service, visit, '/me')
    const sessions = () => service.database.db.selectFrom('sessions').selectAll().execute()
    await service.database.db.deleteFrom('sessions').execute()
    await page.reload()
    await signIn(page, 'admin', 'secret')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'You are still signed in.' })
    await dialog.getByRole('alert').waitFor()
    await assertAccessible(page, 'still signed in')
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.waitFor()
    assert.equal((await sessions()).length, 1)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal((await sessions()).length, 0)
  })

  test('a dialog says what is to be filled in without naming parameters', async () => {
    const { page } = await openAdmin(service, visit, '/users')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Fill in this field.', { exact: true }).waitFor()
    assert.equal(await dialog.getByText('Missing parameter').count(), 0)
  })

  test('users get roles, passwords of programs, and an heir', async () => {
    const { page, problems, requests } = await openAdmin(service, visit, '/users')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill('museum')
    await dialog.getByLabel('Name', { exact: true }).fill('Museum')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Museum' }).waitFor()

    const side = page.getByRole('complementary')
    await side.getByLabel('Role').selectOption('editor')
    await page.getByRole('button', { name: 'Undo' }).click()
    await comesTrue(page, `document.querySelector('aside select').value === 'author'`)

    await side.getByRole('button', { name: 'New password for a program' }).click()
    await side.getByLabel('What is it for?').fill('Website')
    await side.getByRole('button', { name: 'Create the password' }).click()
    const secret = (await side.locator('code').textContent())!
    const as = `museum:${secret}`
    const { body: made } = await service.post('/events', anEvent({ title: 'Of the museum' }), { as })
    assert.ok(made.id > 0)
    await side.getByRole('button', { name: 'I have saved it' }).click()
    await side.getByRole('button', { name: 'Revoke Website' }).click()
    await page.getByText('Website no longer gives access.').waitFor()
    assert.equal((await service.get('/events', { as })).status, 401)

    await side.getByRole('button', { name: 'Delete Museum' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer and delete' }).click()
    await page.getByText('Museum was deleted.').waitFor()
    assert.equal((await service.get(`/events/${made.id}`)).body.author, 1)
    assert.deepEqual(serious(problems), [])
    await assertPublished(service, requests)
  })

  test('a file that is no picture is refused by its name', async () => {
    const { page, problems, requests } = await openAdmin(service, visit, '/media')
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') })
    await page.getByRole('alert').getByText('poster.jpg').waitFor()
    await assertAccessible(page, 'media')
    assert.deepEqual(serious(problems), [])
    await assertPublished(service, requests)
  })

  test('a file waits until its user has signed in again, and is sent again where it did not arrive', async () => {
    const { page } = await openAdmin(service, visit, '/media')
    const buffer = await plain(30, 30).png().toBuffer()
    await service.database.db.deleteFrom('sessions').execute()
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer })
    await signInAgain(page)
    await page.getByText('Done. Rotated upright, location data removed').waitFor()
    const { body } = await service.get('//cal/admin/v1/media', { as: 'admin:secret' })
    assert.deepEqual([body.media.length, await page.getByRole('alert').count()], [1, 0])

    await page.route('**/cal/admin/v1/media', (route) => route.abort(), { times: 1 })
    await page.getByLabel('Files to upload').setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer })
    const notice = page.getByRole('alert').filter({ hasText: 'cut.png' })
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Done. Rotated upright, location data removed').nth(1).waitFor()
    assert.equal(await notice.count(), 0)
  })

  test('a file that is refused after the room was left says so', async () => {
    const { page } = await openAdmin(service, visit, '/media')
    const uploads = await holdBack(page, '**/cal/admin/v1/media', 'POST')
    const [first, chosen] = [uploads.sent(), page.getByLabel('Files to upload')]
    const picture = await plain(30, 30).png().toBuffer()
    await chosen.setInputFiles([
      { name: 'wall.png', mimeType: 'image/png', buffer: picture },
      { name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
    ])
    await first
    await page.getByRole('link', { name: 'Tags' }).first().click()
    await page.getByRole('heading', { name: 'Tags' }).waitFor()
    const second = uploads.sent()
    uploads.letGo()
    await second
    uploads.letGo()
    await page
      .locator('#messages')
      .getByText('“poster.jpg” was not uploaded. See Media for the reason.')
      .waitFor()
    await page.getByRole('link', { name: 'Media' }).first().click()
    await page.getByRole('alert').getByText('poster.jpg').waitFor()
    await page.getByText('wall.png').waitFor()
  })

  test('an image that was used meanwhile is not deleted before that is said', async () => {
    const { body: image } = await upload(service, await plain(40, 30).png().toBuffer())
    const { page } = await openAdmin(service, visit, `/media/${image.id}`)
    await page.getByText('Not used anywhere yet').waitFor()
    const { body: event } = await service.post('/events', anEvent({ image: String(image.id) }))
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this image permanently?' })
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await dialog.getByText(/^1 entry uses it and will be left without an image/).waitFor()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.locator('#messages').getByText('The image was deleted.').waitFor()
    await service.delete(`/events/${event.id}?force=true`)
  })

  test('an upload and a deletion leave the filters of the media library, and showing all empties its search', async () => {
    const { page } = await openAdmin(service, visit, '/media?missing=fr')
    const buffer = await plain(50, 30).png().toBuffer()
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer })
    await page.getByRole('link', { name: 'Describe the image' }).waitFor()
    await page.waitForURL(/\/media\/\d+\?missing=fr$/)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.waitForURL(/\/media\?missing=fr$/)
    const search = page.getByRole('searchbox', { name: 'Search images' })
    await search.fill('nothing like it')
    await page.waitForURL(/search=nothing/)
    await page.getByRole('button', { name: 'Show all images' }).click()
    await page.waitForURL(/\/media$/)
    // The page follows its URL a moment later.
    await until(
      () => search.inputValue(),
      (text) => text === '',
    )
  })

  for (const language of ['en', 'fr', 'de'])
    test(`rooms about the service are accessible, in ${language}`, async () => {
      const { page, problems, requests } = await openAdmin(service, visit, '/system', { locale: language })
      for (const path of ['/system', '/settings', '/log', '/users/1', '/me', '/media', '/more']) {
        await page.goto(`${service.origin}/admin${path}`)
        await page.locator('h1').waitFor()
        await until(
          () => page.locator('[aria-busy]').count(),
          (waiting) => waiting === 0,
        )
        await assertAccessible(page, `${path} in ${language}`)
      }
      assert.deepEqual(serious(problems), [])
      await assertPublished(service, requests)
    })
})
