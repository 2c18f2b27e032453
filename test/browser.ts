import { join } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
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

async function launch(): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox, and containers run tests as root.
  const unprotected = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...unprotected, interpreted]
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

async function visit(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
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

/**
 * One browser for all tests of a file; each visit has separate cookies, storage and settings. A visit ends with its test,
 * because open pages keep asking the service; a visit made before the tests lasts for all of them.
 */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser
  let visited: BrowserContext[] = []
  before(async () => {
    browser = await launch()
  })
  beforeEach(() => {
    visited = []
  })
  afterEach(async () => {
    await Promise.all(visited.map((context) => context.close()))
  })
  after(() => browser.close())
  return async (options = {}) => {
    const context = await browser.newContext(options)
    visited.push(context)
    return visit(context)
  }
}
