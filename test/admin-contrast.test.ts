import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { anEvent, Service } from './service.ts'

/** High contrast, where the system replaces the colours. */

const looks = `(element) => {
  const { backgroundColor, outline, border, textDecoration } = getComputedStyle(element)
  return [backgroundColor, outline, border, textDecoration].join()
}`

const lookOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate<string>(`(${looks})(document.querySelector(${JSON.stringify(selector)}))`)

describe('in high contrast', () => {
  const service = new Service()
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  test('what is chosen looks different from the rest', async () => {
    const { body: series } = await service.post(
      '/events',
      anEvent({ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=MO' }),
    )
    const { page } = await openAdmin(service, visit, '/?view=month', { forcedColors: 'active' })
    const differ = async (selector: string, other: string) => {
      await page.locator(selector).first().waitFor()
      assert.notEqual(await lookOf(page, selector), await lookOf(page, other), selector)
    }
    await differ('.rail li [aria-current]', '.rail li a:not([aria-current])')
    await differ('.head .joined [aria-pressed=true]', '.head .joined [aria-pressed=false]')
    await differ('.grid__cell--today .grid__day', '.grid__cell:not(.grid__cell--today) .grid__day')

    await page.goto(`${service.origin}/admin/events`)
    await differ('.tabs [aria-current]', '.tabs a:not([aria-current])')
    await page
      .getByRole('checkbox', { name: /^Select Concert/ })
      .first()
      .check()
    await differ('.table tr[aria-selected=true]', '.table thead tr')

    await page.goto(`${service.origin}/admin/media?missing=en`)
    await differ('.chip--choice[aria-pressed=true]', '.chip--choice[aria-pressed=false]')

    await page.goto(`${service.origin}/admin/events/${series.id}`)
    await differ('.days :checked + span', '.days :not(:checked) + span')
    await differ('.lang[data-is=original]', '.lang[data-is=missing]')
    await page.getByRole('textbox', { name: 'Start day' }).press('Alt+ArrowDown')
    await differ('.month-days [data-selected]', '.month-days td > :not([data-selected])')
  })

  test('the colours of categories stay', async () => {
    const { body: red } = await service.post('/categories', { name: 'Red', hue: 1 })
    await service.post('/categories', { name: 'Green', hue: 5 })
    const { page } = await openAdmin(service, visit, '/categories', { forcedColors: 'active' })
    const swatch = (hue: number) => `.table .dot[data-cat='${hue}']`
    await page.locator(swatch(5)).waitFor()
    assert.notEqual(await lookOf(page, swatch(1)), await lookOf(page, swatch(5)))
    await page.goto(`${service.origin}/admin/categories/${red.id}`)
    const dot = (hue: number) => `[data-cat='${hue}'] .dot`
    await page.locator(dot(1)).waitFor()
    assert.notEqual(await lookOf(page, dot(1)), await lookOf(page, dot(5)))
  })
})
