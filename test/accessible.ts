import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules of WCAG 2.2 at levels A and AA, and axe's best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Injected into the page, because the Playwright package of axe opens a second page for each run and takes five times
 * as long.
 */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Asserts that axe reports nothing for the page and its frames, except by the rules in `without`, and that the page
 * fits its window.
 */
export async function assertAccessible(
  page: Page,
  name: string,
  without: readonly string[] = [],
): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(axe)))
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  }
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  const problems = found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
  assert.deepEqual(problems, [], name)
  await assertFits(page, name)
}

/** Asserts that the page does not overflow horizontally. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  assert.ok(content <= window, `${name}: ${content} px wide in ${window}`)
}
