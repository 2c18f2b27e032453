import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Rules of WCAG 2.2 at levels A and AA, and axe's best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How services of tests serve axe. It is read when it is needed, because most tests have no browser. */
export const axeFile = {
  path: '/axe.min.js',
  type: 'text/javascript',
  read: () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
} as const

/** Whether the server of a page serves axe too. */
async function isServedWith(page: string): Promise<boolean> {
  if (!page.startsWith('http')) return false
  const { headers } = await fetch(new URL(axeFile.path, page), { method: 'HEAD' })
  return headers.get('content-type') === axeFile.type
}

/**
 * A script of the page's own origin takes a quarter of the time of one that Playwright evaluates, because the browser
 * keeps its compiled code. Pages of other servers, in frames too, get it evaluated.
 */
async function loadAxe(frame: Frame): Promise<void> {
  if ((await frame.evaluate('typeof axe')) === 'object') return
  if (await isServedWith(frame.url())) await frame.addScriptTag({ url: axeFile.path })
  else await frame.evaluate(axeFile.read())
}

/** Asserts that axe reports nothing for the page and its frames. */
async function assertNoViolations(page: Page, name: string, options: RunOptions): Promise<void> {
  await Promise.all(page.frames().map(loadAxe))
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  const problems = found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
  assert.deepEqual(problems, [], name)
}

/** Asserts that axe reports nothing, except by the rules in `without`, and that the page fits its window. */
export async function assertAccessible(
  page: Page,
  name: string,
  without: readonly string[] = [],
): Promise<void> {
  await assertNoViolations(page, name, {
    runOnly: rules,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  })
  await assertFits(page, name)
}

/** The part of `assertAccessible` that depends on colours. */
export const assertContrast = (page: Page, name: string): Promise<void> =>
  assertNoViolations(page, name, {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  })

/** Asserts that the page does not overflow horizontally. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  assert.ok(content <= window, `${name}: ${content} px wide in ${window}`)
}
