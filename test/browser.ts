import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

/** A real browser for the tests of pages: the one that CHROMIUM_PATH names, the system's, or one from a package. */

const systemBrowser = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((path) => existsSync(path))

/** The package unpacks its program into the temporary folder, once. */
const packagedBrowser = async (): Promise<string> =>
  (await import('@sparticuz/chromium')).default.executablePath()

async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? systemBrowser() ?? (await packagedBrowser())
  // Chromium refuses to run as root with its sandbox, and containers run tests as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args })
}

/** A window of its own, and what went wrong or out in it. */
export interface Visit {
  readonly page: Page
  /** Errors and warnings of the console, among them violations of the policy, and exceptions nobody caught. */
  readonly problems: string[]
  /** Every address that was asked for. */
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

/** One browser for all tests of a file; each visit has cookies, storage and settings of its own. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser
  before(async () => {
    browser = await launch()
  })
  after(() => browser.close())
  return (options = {}) => visit(browser, options)
}
