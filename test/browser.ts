import { after, before } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { findBrowser } from './chromium.ts'
import { until } from './images.ts'

/** A real browser for the tests of pages. */

async function launch(): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox, and containers run tests as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: await findBrowser(), args })
}

/** A separate window, and the problems and requests in it. */
export interface Visit {
  readonly page: Page
  /** Console errors and warnings, including CSP violations, and uncaught exceptions. */
  readonly problems: string[]
  /** All requested URLs. */
  readonly requests: string[]
}

async function visit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options)
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

/** Polls from outside the page, because its CSP prevents `waitForFunction` from evaluating more than once. */
export const comesTrue = (page: Page, expression: string): Promise<boolean> =>
  until(() => page.evaluate<boolean>(expression), Boolean)

/** One browser for all tests of a file; each visit has separate cookies, storage and settings. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser
  before(async () => {
    browser = await launch()
  })
  after(() => browser.close())
  return (options = {}) => visit(browser, options)
}
