import { join } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { findBrowser } from './chromium.ts'
import { until } from './images.ts'
import { hasSharedMemory } from './shared-memory.ts'

/** A real browser for the tests of pages. */

/** Several browsers at a time need a few hundred megabytes. */
const enoughSharedMemory = 2 ** 30

/** Playwright has Chromium share memory through files on disk, which takes a tenth more processor time. */
const ignoredDefaults = hasSharedMemory(enoughSharedMemory) ? ['--disable-dev-shm-usage'] : []

/** Pages of tests are soon closed, so compiling their scripts to machine code takes a tenth more processor time. */
const interpreted = '--js-flags=--no-sparkplug,--no-maglev,--no-opt'

/** Dates are read only from texts that ECMAScript defines, as in Safari; Chromium would read `2026-12-03Z` as well. */
const strictDates = String.raw`
  const defined = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/
  const read = (value) => (typeof value === 'string' && !defined.test(value) ? NaN : value)
  const { parse } = Date
  Date.parse = (text) => parse(read(text))
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, made) =>
      Reflect.construct(target, values.length === 1 ? [read(values[0])] : values, made),
  })`

/** Leads to this machine. Unlike at `127.0.0.1`, pages there have only what browsers offer without HTTPS. */
export const hostWithoutHttps = 'calends.example'

async function launch(): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox, and containers run tests as root.
  const unprotected = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...unprotected, interpreted, `--host-resolver-rules=MAP ${hostWithoutHttps} 127.0.0.1`]
  return chromium.launch({ executablePath: await findBrowser(), args, ignoreDefaultArgs: ignoredDefaults })
}

/** A separate window, and the problems and requests in it. */
export interface Visit {
  readonly page: Page
  /** Console errors and warnings, including CSP violations, and uncaught exceptions. */
  readonly problems: string[]
  /** All requested URLs. */
  readonly requests: string[]
}

function watch(page: Page): Visit {
  const problems: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  return { page, problems, requests }
}

/** Keeps a picture of the whole page in the folder TEST_PICTURES, if that is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_PICTURES
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** Polls from outside the page, because its CSP prevents `waitForFunction` from evaluating more than once. */
export const comesTrue = (page: Page, expression: string): Promise<boolean> =>
  until(() => page.evaluate<boolean>(expression), Boolean)

const heldFrames = `{
  const waiting = new Map()
  let last = 1e6
  globalThis.requestAnimationFrame = (draw) => (waiting.set((last += 1), draw), last)
  const cancel = globalThis.cancelAnimationFrame
  globalThis.cancelAnimationFrame = (frame) => waiting.delete(frame) || cancel(frame)
  globalThis.showFrame = () => {
    const due = [...waiting]
    for (const [frame, draw] of due) if (waiting.delete(frame)) draw(performance.now())
  }
}`

/** From now on the page only draws frames that are asked for: a busy machine whose pauses the test decides on. */
export async function holdFrames(page: Page): Promise<(count: number) => Promise<void>> {
  await page.evaluate(heldFrames)
  return async (count) => {
    for (let shown = 0; shown < count; shown += 1) await page.evaluate('showFrame()')
  }
}

/** Both of Playwright, for windows that say nothing else. */
const [usualSize, usualTimeout] = [{ width: 1280, height: 720 }, 30_000]

type WindowOptions = Omit<BrowserContextOptions, 'viewport'>

const originsOf = (requests: readonly string[]): ReadonlySet<string> =>
  new Set(requests.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin))

/** False once a test has replaced the clock of a window or emulates another medium, which cannot be undone. */
const isAsNew = (page: Page, { colorScheme = 'light' }: WindowOptions): Promise<boolean> =>
  page.evaluate<boolean>(
    `!('__pwClock' in globalThis) && matchMedia('screen and (prefers-color-scheme: ${colorScheme})').matches`,
  )

/** Removes all of a visit but the files that the browser has cached. */
async function clear(context: BrowserContext, requests: readonly string[]): Promise<Page> {
  const [page = await context.newPage(), ...others] = context.pages()
  await Promise.all(others.map((other) => other.close()))
  page.removeAllListeners()
  page.setDefaultTimeout(usualTimeout)
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)])
  if (page.url().startsWith('http')) await page.evaluate('sessionStorage.clear()')
  await page.goto('about:blank')
  await Promise.all([page.mouse.move(0, 0), context.clearCookies(), context.clearPermissions()])
  const devtools = await context.newCDPSession(page)
  for (const origin of originsOf(requests))
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
  return page
}

interface Window {
  readonly page: Page
  readonly options: WindowOptions
}

/** Windows that can be used again, by their options. */
class FreeWindows {
  private readonly windows: Window[] = []

  take(options: WindowOptions): Page | undefined {
    const at = this.windows.findIndex((free) => isDeepStrictEqual(free.options, options))
    return at < 0 ? undefined : this.windows.splice(at, 1)[0]!.page
  }

  async add(context: BrowserContext, options: WindowOptions, requests: readonly string[]): Promise<void> {
    const page = await clear(context, requests)
    if (await isAsNew(page, options)) this.windows.push({ page, options })
    else await context.close()
  }
}

async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  await context.addInitScript(`{${strictDates}}`)
  return context.newPage()
}

interface BrowserUse {
  /**
   * Whether windows are cleared and used again instead of closed, which saves half of the processor time of a visit. What
   * the browser has cached stays.
   */
  readonly reusesWindows?: boolean
}

/**
 * One browser for all tests of a file; each visit has separate cookies, storage and settings. A visit ends with its test,
 * because open pages keep asking the service; a visit made before the tests lasts for all of them.
 */
export function useBrowser({ reusesWindows = false }: BrowserUse = {}): (
  options?: BrowserContextOptions,
) => Promise<Visit> {
  let browser: Browser
  let leave: (() => Promise<void>)[] = []
  const free = new FreeWindows()
  before(async () => {
    browser = await launch()
  })
  beforeEach(() => {
    leave = []
  })
  afterEach(async () => {
    await Promise.all(leave.map((one) => one()))
  })
  after(() => browser.close())
  return async ({ viewport, ...options } = {}) => {
    const page = free.take(options) ?? (await openWindow(browser, options))
    await page.setViewportSize(viewport ?? usualSize)
    const visited = watch(page)
    const context = page.context()
    leave.push(() => (reusesWindows ? free.add(context, options, visited.requests) : context.close()))
    return visited
  }
}
