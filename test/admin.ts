import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { axeFile } from './accessible.ts'
import type { Visit } from './browser.ts'
import { until } from './images.ts'
import { administrator, type Service } from './service.ts'

/** Rooms of the administration in a browser, with a signed-in user. */

type Visiting = (options?: BrowserContextOptions) => Promise<Visit>

interface Room extends Visit {
  /** Problems except the expected one: the session check before signing in returns 401. */
  unexpectedProblems(): string[]
}

/** Signs in with `name:password`, then opens the room at `path`, below `/admin`. */
export async function openAdmin(
  { origin }: Service,
  visit: Visiting,
  path: string,
  { as = administrator, ...options }: BrowserContextOptions & { as?: string } = {},
): Promise<Room> {
  const visited = await visit({ viewport: { width: 1440, height: 900 }, ...options })
  const { page, problems } = visited
  const [username, password] = as.split(':')
  const session = await page.context().request.post(`${origin}/cal/admin/v1/session`, {
    data: { username, password },
    headers: { origin },
  })
  assert.equal(session.status(), 201)
  await page.goto(`${origin}/admin${path}`)
  await page.getByRole('main').waitFor()
  return { ...visited, unexpectedProblems: () => problems.filter((one) => !one.includes('401')) }
}

const entered = (path: string) => `{
  history.pushState(null, '', ${JSON.stringify(`/admin${path}`)})
  dispatchEvent(new PopStateEvent('popstate'))
}`

const nothingHere =
  /^(?:There is nothing at this address|Il n’y a rien à cette adresse|Unter dieser Adresse gibt es nichts)\.$/

/**
 * Goes to another room as the browser's Back does. To load the administration again for each takes several times as long
 * as what is done there. The router says on the console that it has not made the address, and asks nobody to stay.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  // A room would keep what was opened in it where the next address is one of its own.
  await page.evaluate(entered('/nowhere'))
  await page.getByText(nothingHere).waitFor()
  await page.evaluate(`document.activeElement.blur()`)
  await page.evaluate(entered(path))
  // Where it came later, it would close what is open by then.
  await page.locator(':focus').waitFor()
}

/** What waits until a room has nothing more to ask for; browsers tell the idleness of the network only once for a page. */
export function watchQuiet(page: Page): () => Promise<unknown> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  const isQuiet = async () => {
    const isAnswered = underWay.size === 0
    // What is answered may lead to further requests.
    await page.waitForTimeout(100)
    return isAnswered && underWay.size === 0
  }
  return () => until(isQuiet, Boolean)
}

/** Waits until everything is sent and answered: what follows the answer to a change may lead to another room. */
export const isSent = (page: Page): Promise<unknown> =>
  until(
    () => page.evaluate<boolean>(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`),
    Boolean,
  )

/** Opens the database of forms only if it is there, because opening it would make it. */
const keptInForms = `indexedDB.databases().then((all) => all.length === 0 ? [] : new Promise((resolve) => {
  indexedDB.open('calends').onsuccess = ({ target: { result: database } }) => {
    database.transaction('unsaved').objectStore('unsaved').getAll().onsuccess = ({ target: { result } }) => {
      database.close()
      resolve(result)
    }
  }
}))`

/** Waits until the browser keeps what was typed, as it does before the page is left. */
export const isKept = (page: Page, text: string): Promise<unknown> =>
  until(
    () =>
      page.evaluate<string>(`${keptInForms}.then((forms) => JSON.stringify([forms, { ...localStorage }]))`),
    (kept) => kept.includes(text),
  )

const heldLocks = 'navigator.locks.query().then(({ held }) => held.map(({ name }) => name))'

/** Kills the tab after unsaved input has been stored, and opens the URL in a new one. */
export async function killAndOpenAgain(page: Page, address: string): Promise<Page> {
  await page.waitForTimeout(600)
  const context = page.context()
  const tab = await page.evaluate<string>(`sessionStorage.getItem('calends.tab')`)
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  // The browser may release the lock of a tab some time after it was closed; until then its input belongs to it.
  await again.goto(new URL('/robots.txt', address).href)
  await until(
    () => again.evaluate<string[]>(heldLocks),
    (held) => !held.some((name) => name.endsWith(tab)),
  )
  await again.goto(address)
  return again
}

/** Lets the first write of this method through but loses its response; returns how many have been sent. */
export async function loseFirstAnswer(page: Page, method: string, path: RegExp): Promise<() => number> {
  let sent = 0
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    sent += 1
    if (sent > 1) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => sent
}

/** Holds requests back, one after the other, until each is let go. */
export async function holdBack(page: Page, address: string, method: string) {
  const held = new EventEmitter()
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      const released = once(held, 'go')
      held.emit('sent')
      await released
    }
    await route.continue()
  })
  return { sent: () => once(held, 'sent'), letGo: () => held.emit('go') }
}

/** Holds a key until this has happened and a little longer; the browser repeats it all the while. */
export async function holdKey(page: Page, key: string, happens: () => Promise<unknown>): Promise<void> {
  await page.keyboard.down(key)
  await happens()
  for (let times = 0; times < 5; times += 1) {
    await page.waitForTimeout(100)
    await page.keyboard.down(key)
  }
  await page.keyboard.up(key)
}

/** Signs in again in the dialog for expired sessions. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended.' })
  await dialog.getByLabel('Password', { exact: true }).fill('secret')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

/** Creates a user who can sign in; returns their credentials. */
export async function makeWorker(service: Service, username: string, role: string): Promise<string> {
  const password = 'seventeen cold umbrellas'
  const fields = { username, role, name: `The ${username}` }
  const { body: user } = await service.post('//cal/admin/v1/users', fields)
  const { body: link } = await service.post(`//cal/admin/v1/users/${user.id}/password-link`)
  const token = link.url.split('#password=')[1] as string
  const { status } = await service.post('//cal/admin/v1/password', { token, password }, { as: null })
  assert.equal(status, 200)
  return `${username}:${password}`
}

/** Asserts that the administration requests only the published API, its own files and images. */
export async function assertPublished(service: Service, requests: readonly string[]): Promise<void> {
  const { body } = await service.get('/doc')
  const patterns = Object.keys(body.paths as object).map(
    (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  )
  const isFile = (path: string) => path === axeFile.path || /^\/(?:assets|admin|media)(?:\/|$)/.test(path)
  const unknown = requests
    .map((address) => new URL(address))
    .filter(({ protocol }) => !['data:', 'blob:'].includes(protocol))
    .filter(({ origin, pathname }) => origin !== service.origin || !isFile(pathname))
    .filter(({ pathname }) => !patterns.some((pattern) => pattern.test(pathname)))
  assert.deepEqual([...new Set(unknown.map(String))], [])
}
